"""Texts -> diagrams, with every fault as a finding that knows its place."""

from fen2img.notation.fen import Reading, like_placement, parse_fen, read_fen

__all__ = ["Reading", "like_placement", "parse_fen", "read_fen"]
