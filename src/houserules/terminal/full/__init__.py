"""The full-screen client: a table that is played with single keys and the mouse. Only this room knows Textual."""
