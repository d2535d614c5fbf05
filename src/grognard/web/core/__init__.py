"""Foundations of every room: elements, browser storage, geometry of spaces, types of the protocol."""
