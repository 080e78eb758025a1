"""Django's settings, one subject a file. What differs between machines comes from the environment.

The order is that of need: the mode first, for it decides or refuses what the others read.
"""

from golem.settings.modes import *  # noqa: I001  the order is meant
from golem.settings.apps import *
from golem.settings.data import *
from golem.settings.security import *
from golem.settings.mail import *
from golem.settings.logs import *
from golem.settings.tasks import *
from golem.settings.accounts import *
from golem.settings.play import *
from golem.settings.rest import *
