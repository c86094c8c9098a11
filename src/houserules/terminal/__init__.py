"""Playing in a terminal. It does not know rules: views, events and refusals say what is allowed, and why not."""
