"""Rules of a club as pure functions: members, clocks, ratings, pairings, notifications. No web, no SQL, no clock.

`member`, `member_names`, `passwords` and `browser_names` are about accounts; `game_offers`, `clock`, `match_endings`,
`ratings`, `pairing` and `tournaments` about what is played; `notification_text` and `emails` about messages to
members; `audit_sentences` about moderation; `config` about the owner's settings.
"""
