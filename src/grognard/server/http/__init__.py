"""Requests and responses: connection, middleware, credentials, message types."""
