"""A year of events in simulated time: people by lot, and all else in earnest."""
