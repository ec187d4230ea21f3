"""What ``rdmp verify`` says: whether a repeated run is the same, and where it is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rdmp.report.characters import visible

if TYPE_CHECKING:
    from rdmp.evidence.verification import Difference, Verification
    from rdmp.words.catalogue import Words


def verified_text(words: Words, found: Verification) -> str:
    """Return the verification as text: the verdict first, then a line for each difference."""
    evidence = visible(found.evidence)
    if found.same:
        verdict = words("verified-same", evidence=evidence, avatars=len(found.evaluations))
    else:
        verdict = words("verified-other", evidence=evidence, differences=len(found.differences))
    lines = [_line(words, one) for one in found.differences]
    lines += [words("verified-note", note=_line(words, one)) for one in found.notes]
    return "\n  ".join([verdict, *lines]) + "\n"


def _line(words: Words, one: Difference) -> str:
    source, what = visible(one.source), visible(one.what)
    recorded, found = _value(words, one.recorded), _value(words, one.found)
    if one.kind in {"file-changed", "file-missing", "file-added"}:
        return _file(words, one, source, what)
    match one.kind:
        case "count":
            return words("verified-count", source=source, what=what, recorded=recorded, found=found)
        case "schema":
            return words(
                "verified-schema", source=source, what=what, recorded=recorded, found=found
            )
        case "comparison":
            return words("verified-comparison", source=source, what=what)
        case "finding" if one.found is None:
            return words("verified-finding-gone", source=source, what=what)
        case "finding":
            return words("verified-finding-new", source=source, what=what)
        case "version":
            return words("verified-version", what=what, recorded=recorded, found=found)
    return words("verified-no-digest", source=source)


def _file(words: Words, one: Difference, source: str, file: str) -> str:
    if one.kind == "file-changed":
        return words("verified-file-changed", file=file, source=source)
    if one.kind == "file-missing":
        return words("verified-file-missing", file=file, source=source)
    return words("verified-file-added", file=file, source=source)


def _value(words: Words, value: str | float | None) -> str:
    return words("verified-nothing") if value is None else visible(str(value))
