"""Benchmarks of rdmp: pairs with a known answer, contenders, whole-process measurements."""
