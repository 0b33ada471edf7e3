"""For whoever runs a server: commands, an API behind a secret of its own, and what both do."""
