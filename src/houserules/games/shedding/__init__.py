"""The Shithead family: three games that ship and any house that is written in TOML."""
