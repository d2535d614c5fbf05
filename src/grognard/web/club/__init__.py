"""The club: signing in, lobby, invitations, chat, tournaments, and the bar above a match."""
