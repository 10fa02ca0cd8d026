"""Many positions -> a folder or an archive. `run` holds what programs and the command line call."""
