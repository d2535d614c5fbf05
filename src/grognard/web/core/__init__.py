"""What every room of the page needs: elements, calls to the server, words, menus, what is kept in this browser."""
