"""A production server on Debian: what `deploy/install.sh`, `start`, `backup` and others call."""
