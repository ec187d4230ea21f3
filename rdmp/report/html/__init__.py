"""The evaluation as one page of HTML that needs nothing else: no network, no script, no file."""

from rdmp.report.html.drawing import refuse_undrawable
from rdmp.report.html.page import html_report
from rdmp.report.html.several import several_report

__all__ = ["html_report", "refuse_undrawable", "several_report"]
