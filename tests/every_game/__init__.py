"""Every registered game, taken through the whole house."""
