"""Draw the pictures of the README: a terminal and a page, both of the small pair in examples/.

It runs from the root of the checkout, and needs the extra `test` and a Chromium. `scripts/pictures`
sets up the first.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
COMMAND = ("evaluate", "examples/original.csv", "examples/avatar.csv")
WIDTH, HEIGHT = 1000, 1080
LETTERS = 96


def run(*more: str) -> str:
    """Return what the program says on a terminal, in colours."""
    told = {"FORCE_COLOR": "1", "COLUMNS": str(LETTERS), "TERM": "xterm-256color", "LC_ALL": "C"}
    ran = subprocess.run(
        [sys.executable, "-m", "rdmp", *COMMAND, *more],
        cwd=ROOT,
        env=os.environ | told,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return ran.stdout


def draw_terminal(said: str, target: Path) -> None:
    """Draw what was said as SVG, which asks the network for no font."""
    console = Console(
        record=True, width=LETTERS, file=StringIO(), force_terminal=True, color_system="truecolor"
    )
    # Without the last lines: versions and seconds are those of this very run.
    console.print(Text.from_ansi(said.rstrip().rpartition("\n\n")[0]))
    svg = console.export_svg(title=f"rdmp {' '.join(COMMAND)}", theme=MONOKAI, unique_id="rdmp")
    target.write_text(re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL), encoding="utf-8")


def draw_page(page: Path, target: Path) -> None:
    """Draw the upper part of a page as a browser shows it in light."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        shown = opened.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
        shown.goto(page.as_uri())
        shown.screenshot(path=target)
        opened.close()


def main() -> None:
    """Draw both."""
    with TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        said = run("--report", str(page))
        draw_terminal(said, HERE / "terminal.svg")
        draw_page(page, HERE / "report.png")


if __name__ == "__main__":
    main()
