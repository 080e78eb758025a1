"""The server's own settings for measuring: nobody is throttled, and there is a floor to measure."""

from golem.settings import *
from golem.settings import THROTTLE_RATES

THROTTLE_RATES = dict.fromkeys(THROTTLE_RATES, "1000000/minute")
ROOT_URLCONF = "tests.load.floor"
