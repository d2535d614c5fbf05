"""Shared parts of the page: elements, calls to the server, words, menus, browser storage."""
