"""What every room of the page needs: elements, browser storage, geometry of spaces, types of the protocol."""
