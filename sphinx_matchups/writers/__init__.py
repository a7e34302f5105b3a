"""How the nodes look in each format."""
