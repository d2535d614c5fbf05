"""One module per format, in order."""
