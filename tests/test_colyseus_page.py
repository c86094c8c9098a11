"""docs/colyseus.md: its program plays a match with each SDK, and its lists are those of the code."""

import re
import subprocess
from pathlib import Path
from typing import get_args

import pytest

from houserules.games.heroes.message import Type
from houserules.games.heroes.said import TYPES
from houserules.server.colyseus.matchmaking import JoinOptions, room_games
from tests.colyseus_sdks import SDKS, sdk_folder
from tests.processes import PATIENCE_SECONDS
from tests.serving import served

pytestmark = pytest.mark.one_build

PAGE = (Path(__file__).parent.parent / "docs" / "colyseus.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("sdk", SDKS)
def test_the_program_of_the_page_plays_a_match(tmp_path: Path, sdk: str) -> None:
    [program] = re.findall(r"```js\n(.*?)```", PAGE, re.DOTALL)
    folder = sdk_folder(sdk)
    (tmp_path / "node_modules").symlink_to(folder.parent)
    source = program.replace('"@colyseus/sdk"', f'"{sdk}"')
    assert source != program
    with served(tmp_path) as house:
        (tmp_path / "play.mjs").write_text(source.replace("http://localhost:8000", house.url))
        done = subprocess.run(
            ["node", "play.mjs"], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False
        )
        assert done.returncode == 0, done.stderr
        assert re.fullmatch(r"over: (busted|real_winner)\n", done.stdout), done.stdout + done.stderr
    assert "Traceback" not in house.log.getvalue()


def test_the_page_names_every_room_option_and_message() -> None:
    options = set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE))
    assert options == set(JoinOptions.__struct_fields__) - {"reconnectionToken"}
    for name in (*room_games(), *TYPES, *get_args(Type)):
        assert f"`{name}`" in PAGE
