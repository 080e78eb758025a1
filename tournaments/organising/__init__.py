"""What the organiser of an event can do: each act under the event's lock, logged, and told."""
