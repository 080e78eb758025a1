"""What is stored about who plays."""

from accounts.models.token import ApiToken
from accounts.models.user import User

__all__ = ["ApiToken", "User"]
