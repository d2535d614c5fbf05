"""From clicks to orders: what is picked, how far it can go, what that says."""
