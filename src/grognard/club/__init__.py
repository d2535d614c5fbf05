"""People who play with each other: the rules of a club as pure functions of facts. No web, no SQL, no clock.

`member`, `names`, `passwords` and `devices` are about who somebody is; `tables`, `clock`, `endings`, `ratings`,
`pairing` and `tournaments` about what is played; `notices` and `letters` about what he is told; `config` about what
an owner sets.
"""
