"""Byte links to devices: the transports that drivers and simulated devices speak through."""
