"""The append-only log of events; written before anything is told."""
