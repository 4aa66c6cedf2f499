"""The other end of every wire: a physical table, byte-level devices and the people around it."""
