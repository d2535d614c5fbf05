"""One seat at one match, without drawing: its table, what is selected, and what is sent."""
