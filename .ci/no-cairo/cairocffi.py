"""With this folder on PYTHONPATH the cairo library cannot be found, as on a machine that lacks it."""

raise OSError('no library called "cairo-2" was found (hidden for a test)')
