"""Texts -> diagrams, with every fault as a finding that knows its place."""

from fen2img.notation.fen import Reading, parse_fen, read_fen

__all__ = ["Reading", "parse_fen", "read_fen"]
