"""The pages of a match and of its replay: layout, menu, keyboard, sounds, hot-seat."""
