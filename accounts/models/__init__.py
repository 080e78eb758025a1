"""What is stored about who plays."""

from accounts.models.session import Session
from accounts.models.strength import Strength
from accounts.models.taken import TakenName
from accounts.models.token import ApiToken
from accounts.models.user import User

__all__ = ["ApiToken", "Session", "Strength", "TakenName", "User"]
