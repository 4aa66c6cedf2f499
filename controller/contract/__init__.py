"""The contract kit: listens to any table as a plain client and says which rule of the MQTT page is broken."""
