"""Two players for the tests with the house."""

import pytest

from accounts.models import User
from tests.matches.conftest import person


@pytest.fixture
def anna(db: None) -> User:
    return person("Anna")


@pytest.fixture
def boris(db: None) -> User:
    return person("Boris")
