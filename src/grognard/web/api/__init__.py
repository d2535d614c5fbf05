"""Calls to the server, and the socket on which it pushes."""
