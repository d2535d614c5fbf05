"""The map: drawing, spaces, counters, layers, and what is seen on them."""
