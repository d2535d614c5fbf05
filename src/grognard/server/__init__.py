"""Matches over HTTP and WebSocket; with `--club`, members who play each other.

Rooms, from the bottom up: `http`, `workers`, `matches`, `advisor`, `learn`, `club`. Above them stand `app` (the
application and its routes), `fast_routes`, `match_socket`, `page_files`, `start` and `supervisor`. The command line
starts the server by `start` and `supervisor`. docs/developers/architecture.md follows a request through the rooms.
"""
