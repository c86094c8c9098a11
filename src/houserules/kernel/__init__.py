"""The rules themselves, on plain integers: compiled as one unit if there is a C compiler, otherwise interpreted."""
