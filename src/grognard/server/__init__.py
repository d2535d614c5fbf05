"""Matches over HTTP and WebSocket, kept in SQLite."""
