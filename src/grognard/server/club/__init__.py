"""Club: accounts, lobby, chat, tournaments, moderation, bots. Loaded only with `--club`."""
