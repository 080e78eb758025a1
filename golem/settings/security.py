"""Cookies, transport, trusted proxies and the headers that bind a browser."""

from csp.constants import NONE, SELF

from golem.settings.environment import number, text
from golem.settings.modes import GOLEM_ORIGIN, PRODUCTION

# How many proxies of ours stand in front. Only then is any forwarded header believed; the
# outermost of them must set X-Forwarded-Proto itself and drop what the client sent.
TRUSTED_PROXY_COUNT = number("TRUSTED_PROXY_COUNT", 0)
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXY_COUNT
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXY_COUNT else None
USE_X_FORWARDED_HOST = False
CSRF_TRUSTED_ORIGINS = [GOLEM_ORIGIN] if PRODUCTION else []

SECURE_SSL_REDIRECT = PRODUCTION
# Who watches over the server asks on the machine itself or next to it, by plain HTTP.
SECURE_REDIRECT_EXEMPT = [r"^alive/$", r"^health/$", r"^health\.json$", r"^metrics$"]
SESSION_COOKIE_SECURE = PRODUCTION
CSRF_COOKIE_SECURE = PRODUCTION
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if PRODUCTION else 0
# Other hosts under the same domain are not ours to bind, so neither subdomains nor preload.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "upgrade-insecure-requests": PRODUCTION,
    }
}
PERMISSIONS_POLICY: dict[str, list[str]] = {
    feature: []
    for feature in ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
}

# Whoever shows this token may read /metrics; without one, who asks from this very machine.
METRICS_TOKEN = text("METRICS_TOKEN")
