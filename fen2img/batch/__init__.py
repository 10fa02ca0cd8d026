"""A list of positions -> files."""

from fen2img.batch.run import Marking, Outcome, Report, run
from fen2img.batch.sources import Record, read_records

__all__ = ["Marking", "Outcome", "Record", "Report", "read_records", "run"]
