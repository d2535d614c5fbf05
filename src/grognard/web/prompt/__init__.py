"""The open question: its card and buttons, odds, sheets, advice, standing orders."""
