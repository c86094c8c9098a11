"""The server: rooms with sockets around tables, a journal that is the only truth, and the doors into them."""
