#!/bin/sh
# Installs a production server on Debian or Ubuntu; doing it again changes only what differs.
set -eu
usage="Usage: deploy/install.sh [--role ROLE[,ROLE...]] [--host NAME] [OPTION...]

  --role ROLES    what this machine is for: web, worker, beat, database, redis, or all (the default)
  --host NAME     the site's name (or several, separated by commas), for a new settings file
  --user NAME     whom it all runs as; golem unless given
  --stage         only put the code and its libraries in place; nothing that runs is touched
  --no-secrets    make no settings file, no TLS key, no database: for an image of a container
  --venv FOLDER   use this virtual environment, which has what requirements.txt pins

GOLEM_PREFIX=/folder puts everything below a folder of one's own, for deploy/start, and touches no
service of the machine. Without it root installs /opt/golem, /etc/golem, /var/lib/golem and units
for systemd. Variables of the environment (DATABASE_URL, EMAIL_HOST ...) go into a new settings file."

roles=all host='' user=golem stage='' secrets=1 venv='' prefix=${GOLEM_PREFIX:-}
refuse() {
    printf '%s\n' "deploy/install.sh: $1" >&2
    exit 2
}
while [ $# -gt 0 ]; do
    case $1 in
        --help | -h) printf '%s\n' "$usage"; exit 0 ;;
        --stage) stage=1; shift; continue ;;
        --no-secrets) secrets=''; shift; continue ;;
        --role | --host | --user | --venv) [ $# -gt 1 ] || refuse "$1 needs a value" ;;
        *) refuse "unknown option $1; see --help" ;;
    esac
    case $1 in
        --role) roles=$2 ;;
        --host) host=$2 ;;
        --user) user=$2 ;;
        --venv) venv=$2 ;;
    esac
    shift 2
done
for role in $(echo "$roles" | tr , ' '); do
    case $role in
        all) roles=web,worker,beat,database,redis ;;
        web | worker | beat | database | redis) ;;
        *) refuse "unknown role $role; see --help" ;;
    esac
done
has_role() { case ,$roles, in *,"$1",*) ;; *) return 1 ;; esac; }

root=''
[ "$(id -u)" = 0 ] && root=1
[ "$root" ] || [ "$prefix" ] || refuse 'only root installs for the whole machine; set GOLEM_PREFIX to a folder of yours'
[ "$root" ] || user=$(id -un)
case $prefix in '' | /*) ;; *) refuse 'GOLEM_PREFIX must begin with /' ;; esac
umask 022

# --- Debian packages ---
# What the other programs are found by: Debian's own places first, so that its Python is taken.
export PATH="/usr/sbin:/usr/bin:/sbin:/bin:$PATH"
missing=''
need() { # package, and how to see that what it brings is there
    package=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $package"
}
need ca-certificates test -d /etc/ssl/certs
[ "$venv" ] || need python3-venv python3 -c 'import ensurepip, venv'
if has_role web; then
    need nginx sh -c 'command -v nginx'
    need openssl sh -c 'command -v openssl'
fi
has_role database && need postgresql sh -c 'ls /usr/lib/postgresql/*/bin/initdb'
has_role redis && need redis-server sh -c 'command -v redis-server'
if [ "$missing" ] && [ "$root" ]; then
    echo "Installing$missing ..."
    # In a folder of one's own no service of the machine is to be started.
    [ -z "$prefix" ] || export RUNLEVEL=1
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086  # several words are meant
    apt-get -qqy install --no-install-recommends $missing >/dev/null 2>&1 || {
        apt-get -qqy update
        apt-get -qqy install --no-install-recommends $missing
    }
elif [ "$missing" ]; then
    refuse "missing, to be installed by root: apt-get install$missing"
fi

# --- the user ---
if ! getent passwd "$user" >/dev/null; then
    echo "Making the user $user ..."
    useradd --system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin "$user"
fi

# --- the code, under the hash of its files ---
source=$(cd "$(dirname "$0")/.." && pwd -P)
home=$prefix/opt/golem
listed() {
    cd "$source"
    find . \( -path ./.git -o -path ./.venv -o -path ./var -o -name __pycache__ -o -name '.*_cache' \
        -o -name .hypothesis -o -name .complete -o -path ./deploy/.env \) -prune \
        -o \( -type f -o -type l \) -print | LC_ALL=C sort
}
release=$(listed | (cd "$source" && xargs -d '\n' sha256sum) | sha256sum | cut -c 1-12)
target=$home/$release
if [ ! -e "$target/.complete" ]; then
    echo "Installing the code into $target ..."
    rm -rf "$target"
    mkdir -p "$target"
    listed | tar -C "$source" --mode=u=rwX,go=rX -cf - -T - | tar -C "$target" --no-same-owner -xf -
    if [ "$venv" ]; then
        ln -s "$venv" "$target/.venv"
    else
        (cd "$target" && sh deploy/python.sh deploy/environment.py requirements.txt -c pass)
        rm -rf "$target/var"
    fi
    "$target/.venv/bin/python" -m compileall -q -x '/\.venv/' "$target"
    touch "$target/.complete"
fi
if [ "$stage" ]; then
    printf '%s\n' "The code is in $target; nothing runs from there yet."
    exit 0
fi

# --- all that is written from settings: Python goes on ---
cd "$target"
exec env GOLEM_PREFIX="$prefix" .venv/bin/python -m deploy.production.install \
    --roles "$roles" --user "$user" --host "$host" ${secrets:+--secrets}
