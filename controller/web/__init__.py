"""The live table over HTTP and WebSocket."""
