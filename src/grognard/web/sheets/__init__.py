"""Sheets: sets, standing acts and idle units, each in one place with one button."""
