"""Parts of the page for clubs and remote friends."""
