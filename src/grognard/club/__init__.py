"""People who play with each other: the rules of a club as pure functions of facts. No web, no SQL, no clock."""
