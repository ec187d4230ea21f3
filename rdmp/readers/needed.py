"""Libraries of extras, as readers import them; buckets, which lie below, import them too."""

from rdmp.extras import needed

__all__ = ["needed"]
