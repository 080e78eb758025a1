"""What backup and restore ask of PostgreSQL: its programs, what is in it, who uses it."""

import os
import sys
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from deploy.postgres import find_programs

VARIABLES = {
    "host": "PGHOST",
    "hostaddr": "PGHOSTADDR",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "dbname": "PGDATABASE",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
}
Connection = psycopg.Connection[tuple[Any, ...]]


def program(name: str) -> str:
    """Return the path of one of PostgreSQL's programs; exits when there is none."""
    folder = find_programs()
    if folder is None or not (folder / name).exists():
        sys.exit(f"{name} of PostgreSQL is not installed here: apt-get install postgresql")
    return str(folder / name)


def environment_for(url: str) -> dict[str, str]:
    """Return an environment for those programs to find `url`; a command line is seen by all."""
    parts = conninfo_to_dict(url)
    named = {VARIABLES[key]: str(value) for key, value in parts.items() if key in VARIABLES}
    return {**os.environ, **named, "PGCONNECT_TIMEOUT": "10"}


def connect(url: str) -> Connection:
    """Return a connection; raises psycopg.OperationalError."""
    return psycopg.connect(url, connect_timeout=10)


def tables(connection: Connection) -> list[str]:
    """Return the names of the tables in the schema `public`, in order."""
    asked = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
    return [str(row[0]) for row in connection.execute(asked)]


def rows(connection: Connection) -> dict[str, int]:
    """Return how many rows each table has."""
    found = {}
    for table in tables(connection):
        count = sql.SQL("SELECT count(*) FROM public.{}").format(sql.Identifier(table))
        found[table] = int(connection.execute(count).fetchall()[0][0])
    return found


def others(connection: Connection) -> int:
    """Return how many other sessions use the same database."""
    asked = (
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
        "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
    )
    return int(connection.execute(asked).fetchall()[0][0])


def sync(path: Path) -> None:
    """Wait until a file, or a folder's list of files, is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
