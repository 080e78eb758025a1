"""Celery's messages in Redis, over lines that are opened within a time limit."""

from kombu.transport import redis

from golem.rest.redis_lines import Line, TlsLine


class Channel(redis.Channel):
    """kombu's channel over our lines."""

    connection_class = Line
    connection_class_ssl = TlsLine


class Transport(redis.Transport):
    """The transport that settings name when there is a Redis."""

    Channel = Channel
