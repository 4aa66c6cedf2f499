"""The live table over MQTT."""
