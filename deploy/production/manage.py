"""`deploy/manage`: manage.py with the installation's settings."""

import os
import sys

from deploy.production import environment
from deploy.production.places import ROOT, here

if __name__ == "__main__":
    environment.load(here())
    os.execv(sys.executable, [sys.executable, str(ROOT / "manage.py"), *sys.argv[1:]])
