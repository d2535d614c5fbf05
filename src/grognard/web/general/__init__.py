"""The general bot: advice, progress while it thinks, analysis of finished matches, strength of the bots."""
