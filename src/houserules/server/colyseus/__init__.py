"""A door for clients that were written for Colyseus: their frames, their rooms and their sessions."""
