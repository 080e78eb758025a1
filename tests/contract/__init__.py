"""What every game must keep: asked of all registered revisions and the toy games."""
