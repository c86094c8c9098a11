"""The steps, each a module. Never change one that was released: add the next."""
