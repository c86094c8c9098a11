"""`houserules completion bash|zsh|fish`: a script that completes commands, options and games in a shell."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

SHELLS: Final = ("bash", "zsh", "fish")

BASH: Final = """\
_houserules() {{
    local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}" words=""
    case "${{COMP_WORDS[1]}} $before" in
{values}
        *) case "$COMP_CWORD ${{COMP_WORDS[1]}}" in
            "1 "*) words="{commands}" ;;
{options}
        esac ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _houserules houserules
"""


class Completed(msgspec.Struct, frozen=True):
    """What may follow a command."""

    about: str
    options: Mapping[str, str]
    """Each with what it does."""
    words: tuple[str, ...]
    """What else it takes: the names of games."""
    values: Mapping[str, tuple[str, ...]]
    """What may follow an option, if that is one of a few words."""


def script(shell: str, parser: argparse.ArgumentParser, games: tuple[str, ...]) -> str:
    """The script for a shell, made from the parser of all commands."""
    commands = dict(_commands(parser, games))
    commands["help"] = Completed("print all commands, or the options of one", {}, tuple(commands), {})
    if shell == "fish":
        return _fish(commands)
    bash = _bash(commands)
    if shell == "zsh":
        return f"#compdef houserules\nautoload -Uz bashcompinit && bashcompinit\n{bash}"
    return bash


def _commands(parser: argparse.ArgumentParser, games: tuple[str, ...]) -> Iterator[tuple[str, Completed]]:
    action: argparse._SubParsersAction[Any]
    [action] = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    helps = {one.dest: one.help or "" for one in action._choices_actions}
    for name, command in action.choices.items():
        options: dict[str, str] = {}
        values: dict[str, tuple[str, ...]] = {}
        words: tuple[str, ...] = ()
        for one in command._actions:
            choices = games if one.dest == "game" else tuple(map(str, one.choices or ()))
            for option in one.option_strings:
                if option.startswith("--"):
                    options[option] = (one.help or "").replace("%%", "%")
                    if choices:
                        values[option] = choices
            if not one.option_strings:
                words += choices
        yield name, Completed(helps.get(name, ""), options, words, values)


def _bash(commands: Mapping[str, Completed]) -> str:
    values = [
        f'        "{name} {option}") words="{" ".join(words)}" ;;'
        for name, command in commands.items()
        for option, words in command.values.items()
    ]
    options = [
        f'            *" {name}") words="{" ".join([*command.words, *command.options])}" ;;'
        for name, command in commands.items()
    ]
    return BASH.format(values="\n".join(values), commands=" ".join(commands), options="\n".join(options))


def _fish(commands: Mapping[str, Completed]) -> str:
    lines = []
    for name, command in commands.items():
        lines.append(f"complete -c houserules -n __fish_use_subcommand -a {name} -d {_quoted(command.about)}")
        here = f"complete -c houserules -n '__fish_seen_subcommand_from {name}'"
        if command.words:
            lines.append(f"{here} -a {_quoted(' '.join(command.words))}")
        for option, about in command.options.items():
            takes = f" -x -a {_quoted(' '.join(command.values[option]))}" if option in command.values else ""
            lines.append(f"{here} -l {option.removeprefix('--')}{takes} -d {_quoted(about)}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
