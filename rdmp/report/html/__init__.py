"""The evaluation as one page of HTML that needs nothing else: no network, no script, no file."""

from rdmp.report.html.page import html_report

__all__ = ["html_report"]
