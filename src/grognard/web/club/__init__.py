"""What a club and a friend elsewhere add to the page."""
