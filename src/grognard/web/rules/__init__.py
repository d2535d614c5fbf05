"""The rules: links, a list to search, a page of their own, the glossary, reasons why not."""
