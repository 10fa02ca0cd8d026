"""Where positions come from: everything that chess people have, as records."""

from fen2img.inputs.kinds import KINDS, THE_TEXT, check_position, read_input, read_text
from fen2img.inputs.lists import line_record
from fen2img.inputs.options import READ_OPTIONS, ReadOptions
from fen2img.inputs.reading import CHESS, Rules, read_record, words_of
from fen2img.inputs.record import PROGRAM, Record, records_of
from fen2img.inputs.telling import told

__all__ = [
    "CHESS",
    "KINDS",
    "PROGRAM",
    "READ_OPTIONS",
    "THE_TEXT",
    "ReadOptions",
    "Record",
    "Rules",
    "check_position",
    "line_record",
    "read_input",
    "read_record",
    "read_text",
    "records_of",
    "told",
    "words_of",
]
