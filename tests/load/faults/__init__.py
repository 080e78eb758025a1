"""Faults on purpose, under load: ``make faults``."""
