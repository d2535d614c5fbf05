"""The page in other languages: a catalogue each, beside the English of `strings.js`."""
