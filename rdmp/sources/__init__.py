"""What the user hands over -> `Source`, without reading more than names, sizes and first bytes."""

from rdmp.sources.model import Address, Files, Format, Frame, Key, Source
from rdmp.sources.naming import resolve

__all__ = ["Address", "Files", "Format", "Frame", "Key", "Source", "resolve"]
