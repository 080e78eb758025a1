"""What pages, answers and exports show of an event that runs or has ended. Nothing here writes."""
