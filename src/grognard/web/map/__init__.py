"""The map: drawing, spaces, counters, layers, and gestures on them."""
