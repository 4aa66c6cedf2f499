"""The contract as files: JSON Schemas, AsyncAPI and the user page, made from the topic table and the models."""
