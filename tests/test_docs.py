"""The documents and their pictures belong together: none is missing, none lies about unused."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest
import yaml

import grognard
import make_configuration
import make_limits
import make_verbs
from grognard import cli, games
from grognard.club import config

ROOT = Path(__file__).parents[1]
GALLERY = ROOT / "docs" / "players" / "gallery.md"
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
SHOWN = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
MOST = 6_500_000
"""Bytes of pictures that a clone has to carry."""


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: str(document.relative_to(ROOT)))
def test_every_picture_that_is_shown_is_there_and_has_words(document: Path) -> None:
    for words, picture in SHOWN.findall(document.read_text(encoding="utf-8")):
        assert (document.parent / picture).is_file(), f"{document.name} shows {picture}"
        assert words, f"{picture} has no words for those who cannot see it"


def test_the_readme_shows_one_of_them() -> None:
    shown = SHOWN.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert sum("screenshots/" in picture for _, picture in shown) == 1


def test_the_readme_can_be_read_in_three_minutes() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").split()) <= 620


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: str(document.relative_to(ROOT)))
def test_every_page_that_a_document_links_to_is_there(document: Path) -> None:
    for link in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8")):
        assert (document.parent / link).exists(), f"{document.name} links to {link}"


def test_the_page_of_limits_is_made_from_the_code() -> None:
    assert make_limits.FILE.read_text(encoding="utf-8") == make_limits.page(), "python tests/make_limits.py"


def test_the_page_of_verbs_is_that_of_the_code() -> None:
    assert make_verbs.FILE.read_text(encoding="utf-8") == make_verbs.page(), "python tests/make_verbs.py"


def test_the_page_of_configuration_is_made_from_the_code() -> None:
    assert make_configuration.FILE.read_text(encoding="utf-8") == make_configuration.page(), make_configuration.__doc__


GENERATED = re.compile(r"battles/|-facts\.md|limits\.md|configuration\.md|verbs\.md|protocol\.md")
"""Pages made from code or games, and the protocol."""
WRITTEN = [document for document in DOCUMENTS if not GENERATED.search(str(document))]


def test_documents_are_short_enough_to_be_finished() -> None:
    words = {str(document.relative_to(ROOT)): len(document.read_text(encoding="utf-8").split()) for document in WRITTEN}
    assert max(words.values()) <= 2_500
    assert sum(words.values()) < 16_000, words


@pytest.mark.parametrize("document", WRITTEN, ids=lambda document: str(document.relative_to(ROOT)))
def test_every_page_begins_with_what_its_reader_can_do_afterwards(document: Path) -> None:
    """Only the README begins with what Grognard is."""
    begun = " ".join(document.read_text(encoding="utf-8").split("\n## ")[0].split())
    assert document.name == "README.md" or re.search(r"\bAfter (?:reading|following|this page)\b", begun)


def test_the_pairs_of_the_voice_guide_are_pairs_and_what_stood_before_is_gone() -> None:
    text = (ROOT / "docs" / "developers" / "voice.md").read_text(encoding="utf-8")
    pairs = re.findall(r"^\| (.+?) \| (.+?) \|$", text, re.M)[2:]
    assert len(pairs) >= 19
    code = "".join(
        file.read_text(encoding="utf-8")
        for kind in ("*.py", "*.js", "*.toml")
        for file in (ROOT / "src" / "grognard").rglob(kind)
    )
    for before, after in pairs:
        assert before != after
        assert " / " in before or before not in code, before


def test_the_page_on_security_is_finished_in_five_minutes() -> None:
    assert len((ROOT / "docs" / "developers" / "security.md").read_text(encoding="utf-8").split()) <= 900


def test_the_laboratory_has_a_report_and_facts_of_every_game_and_they_are_small() -> None:
    folder = ROOT / "docs" / "designers" / "lab"
    index = (folder / "README.md").read_text(encoding="utf-8")
    for game in games.game_ids():
        for page in (f"{game}.html", f"{game}-facts.md"):
            assert f"({page})" in index
            assert (folder / page).stat().st_size < 1_200_000
    for link in re.findall(r"\]\(([^)]+)\)", index):
        assert (folder / link).is_file(), link


def test_every_screenshot_is_in_the_gallery() -> None:
    shown = {Path(picture).name for _, picture in SHOWN.findall(GALLERY.read_text(encoding="utf-8"))}
    kept = {file.name for file in (ROOT / "docs" / "screenshots").iterdir()}
    assert kept == shown
    assert sum(file.stat().st_size for file in (ROOT / "docs" / "screenshots").iterdir()) < MOST


def test_every_picture_of_the_gallery_is_taken_by_a_test() -> None:
    tests = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "tests" / "browser").glob("test_*.py"))
    names = {Path(picture).stem for _, picture in SHOWN.findall(GALLERY.read_text(encoding="utf-8"))}
    # Some are named after the game that a test is run for.
    made = {name for name in names if f'"{name}"' in tests or f'f"{name.partition("-")[0]}-{{' in tests}
    assert made == names


FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
OURS = re.compile(r"^\s*(?:[\d* ]+grognard  )?(?:runuser -u grognard -- )?(?:\S*bin/)?grognard (?=[a-z])")


def commands_of(document: Path) -> list[str]:
    """Every `grognard …` that a document prints for its reader to type."""
    found = []
    for language, block in FENCED.findall(document.read_text(encoding="utf-8")):
        if language not in ("", "sh"):
            continue
        for line in re.sub(r"\\\n\s*", "", block).splitlines():
            for part in re.split(r"&&|\|", line):
                at = OURS.search(part)
                if at:
                    found.append(re.sub(r"\s{2,}\S.*$|\s+# .*$", "", part[at.end() :]).strip())
    return found


def test_every_command_that_a_document_prints_is_one_that_the_program_takes() -> None:
    every = [(document, line) for document in DOCUMENTS for line in commands_of(document)]
    assert len(every) > 30
    parser = cli.parser()
    for document, line in every:
        try:
            parser.parse_args(shlex.split(re.sub(r"\$\([^)]*\)", "today", line), comments=True))
        except SystemExit as refused:
            pytest.fail(f"{document.relative_to(ROOT)}: grognard {line} ends with {refused.code}")


def test_every_script_that_a_document_names_is_there() -> None:
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        for script in re.findall(r"\b(?:python3?|bash|node) ((?:bench|examples|tests)/[\w/]+\.\w+)", text):
            assert (ROOT / script).is_file(), f"{document.relative_to(ROOT)} runs {script}"


def test_every_extra_that_a_document_installs_is_one_of_ours() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        for named in re.findall(r"pip install[^\n`]*\[(\w+(?:,\w+)*)\]", text):
            assert set(named.split(",")) <= set(extras), f"{document.relative_to(ROOT)} installs [{named}]"
        for version in re.findall(r"grognard-(\d[\w.]*)-py3-none-any\.whl", text):
            assert version == grognard.__version__, f"{document.relative_to(ROOT)} installs version {version}"
        # No index has this package: it is installed from a checkout or from a wheel.
        assert not re.search(r"pip install[^\n`&]* '?grognard(\[|'|\s|$|`)", text), document.relative_to(ROOT)


def test_the_printed_configuration_is_one_that_a_club_takes(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "hosts" / "deployment.md").read_text(encoding="utf-8")
    [printed] = [block for language, block in FENCED.findall(text) if language == "toml"]
    file = tmp_path / "club.toml"
    file.write_text(printed, encoding="utf-8")
    read = config.read(file)
    assert (read.server.names, read.club and read.club.registration) == (["play.example.org"], "invitation")


def test_the_compose_file_is_a_club_as_the_document_says() -> None:
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    services = yaml.safe_load(text)["services"]
    assert set(services) == {"db", "grognard", "caddy"}
    taken = cli.parser().parse_args(
        [re.sub(r"\$\{\w+\}", "play.example.org", word) for word in services["grognard"]["command"]]
    )
    assert (taken.workers, taken.https) == (2, True)
    assert set(services["grognard"]["depends_on"]) <= set(services)
    assert (ROOT / services["grognard"]["build"]["dockerfile"]).is_file()
    printed = (ROOT / "docs" / "hosts" / "deployment.md").read_text(encoding="utf-8")
    for variable in set(re.findall(r"\$\{(\w+)", text)):
        assert f"`{variable}`" in printed, variable
