"""The door for web servers that speak WSGI."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "golem.settings")

application = get_wsgi_application()
