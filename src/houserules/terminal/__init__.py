"""Playing in a terminal. It knows no rules: what can be said, and why not, comes with views, events and refusals."""
