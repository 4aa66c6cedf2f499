"""One file per kind of hardware; knows no poker and no MQTT."""
