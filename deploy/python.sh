#!/bin/sh
# Runs a suitable Python (3.11 to 3.13) with the arguments given: sh deploy/python.sh FILE ARG...
# PYTHON=/path/to/python names one. One that can make virtual environments is preferred.
fits='import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))'
for modules in 'import ensurepip, venv' 'pass'; do
    for python in $PYTHON python3.13 python3.12 python3.11 python3 /usr/bin/python3; do
        if "$python" -c "$fits" 2>/dev/null && "$python" -c "$modules" 2>/dev/null; then
            exec "$python" "$@"
        fi
    done
done
echo "Golem needs Python 3.11, 3.12 or 3.13; found: $(python3 --version 2>&1)." >&2
echo "On Debian 12: apt-get install python3. Or name one: make run PYTHON=/path/to/python3.12" >&2
exit 1
