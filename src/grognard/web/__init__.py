"""The page: plain ES modules and style sheets, served as they are."""
