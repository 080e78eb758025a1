"""nginx's files, from the settings, and a certificate until there is a real one."""

import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from deploy.production.places import Places
from deploy.production.templates import fill, write

DAYS = 825
SELF_SIGNED = """\
The TLS certificate {certificate} signs itself, so browsers will warn of it.
Put a real one in its place, for example by certbot (see docs/deployment.md), and reload nginx."""


def upstream(bind: str) -> str:
    """Return what nginx connects to for gunicorn's `GOLEM_BIND`."""
    return f"unix:{bind.removeprefix('unix:')}" if bind.startswith("unix:") else bind


def site(places: Places, env: Mapping[str, str], log: str, error_log: str) -> str:
    """Return the site's file; raises KeyError for a setting that is missing."""
    https = env.get("GOLEM_HTTPS_PORT") or "443"
    public = env.get("GOLEM_PUBLIC_PORT") or https
    names = " ".join(name.strip() for name in env["ALLOWED_HOSTS"].split(",") if name.strip())
    certificate, key = certificate_files(places, env)
    text = fill(
        "nginx/site.conf",
        {
            "upstream": upstream(env.get("GOLEM_UPSTREAM") or env["GOLEM_BIND"]),
            "http_port": env.get("GOLEM_HTTP_PORT") or "80",
            "https_port": https,
            "port_of_links": "" if public == "443" else f":{public}",
            "names": names,
            "var": env["GOLEM_VAR"],
            "certificate": str(certificate),
            "key": str(key),
            "log": log,
            "error_log": error_log,
        },
    )
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if "listen [::]:" not in line or has_ipv6())


def has_ipv6() -> bool:
    """Say whether this machine has IPv6 at all; many containers have not."""
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::", 0))
    except OSError:
        return False
    return True


def certificate_files(places: Places, env: Mapping[str, str]) -> tuple[Path, Path]:
    """Return where the certificate and its key are."""
    tls = places.etc / "tls"
    certificate = env.get("GOLEM_TLS_CERTIFICATE") or tls / "certificate.pem"
    return Path(certificate), Path(env.get("GOLEM_TLS_KEY") or tls / "key.pem")


def make_certificate(places: Places, env: Mapping[str, str]) -> None:
    """Make a key and a certificate signed by itself, unless there is one; says so."""
    certificate, key = certificate_files(places, env)
    if certificate.exists() and key.exists():
        return
    names = [name.strip().lstrip(".") for name in env["ALLOWED_HOSTS"].split(",")]
    alt = ",".join(f"DNS:{name}" for name in names)
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    what = ["-subj", f"/CN={names[0]}"[:67], "-addext", f"subjectAltName={alt}"]
    files = ["-keyout", str(key), "-out", str(certificate), "-days", str(DAYS)]
    command = ["openssl", "req", "-x509", *curve, *what, *files]
    done = subprocess.run(command, check=False, capture_output=True, text=True, umask=0o077)
    if done.returncode:
        sys.exit(f"No TLS key could be made in {key.parent}: {done.stderr.strip()}")
    certificate.chmod(0o644)
    print(SELF_SIGNED.format(certificate=certificate), flush=True)


def own_files(places: Places, env: Mapping[str, str]) -> Path:
    """Write the files of an nginx that runs as an ordinary user; return the main one."""
    make_certificate(places, env)
    places.run.mkdir(parents=True, exist_ok=True)
    write(places.run / "site.conf", site(places, env, "/dev/stdout", "stderr"))
    main = places.run / "nginx.conf"
    write(main, fill("nginx/nginx.conf", {"run": str(places.run)}))
    return main
