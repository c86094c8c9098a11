"""The rules themselves, on plain integers: compiled as one unit where a C compiler is there, interpreted where not."""
