"""The Python examples of the documents run as they stand there, and links between documents lead somewhere."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])


def python_blocks(document: str) -> list[str]:
    text = (ROOT / document).read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize(
    "document", ["README.md", "python/README.md", "docs/environment.md", "docs/python.md"]
)
def test_examples_run(document: str) -> None:
    blocks = python_blocks(document)
    assert blocks
    if "gymnasium" in "".join(blocks):
        pytest.importorskip("gymnasium")
        pytest.importorskip("pettingzoo")
    names: dict[str, object] = {}
    for block in blocks:  # later blocks go on from earlier ones
        exec(compile(block, document, "exec"), names)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_to_files(document: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", document.read_text(encoding="utf-8"))
    relative = [link for link in links if "://" not in link]
    missing = [link for link in relative if not (document.parent / link).exists()]
    assert not missing
