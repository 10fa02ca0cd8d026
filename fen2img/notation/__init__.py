"""Texts -> diagrams, with every fault as a finding that knows its place."""

from fen2img.notation.fen import FIELDS, Reading, parse_fen, read_fen, written_fields
from fen2img.notation.fields import like_placement
from fen2img.notation.plain import read_plain

__all__ = ["FIELDS", "Reading", "like_placement", "parse_fen", "read_fen", "read_plain", "written_fields"]
