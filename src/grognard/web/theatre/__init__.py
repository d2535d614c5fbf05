"""What happens is seen happening: moves, dice and losses one after another on the map."""
