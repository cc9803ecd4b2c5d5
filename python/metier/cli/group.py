"""The `metier` command and its subcommands, each imported when it is called."""

from __future__ import annotations

from importlib import import_module

import click

__all__ = ["cli"]

_COMMANDS = {
    "init": "a skill folder that passes strict",
    "check": "every finding of every skill below a folder",
    "show": "what an agent sees of a skill, tier by tier",
    "seal": "write or verify the skill.json of a SKILL.md folder",
    "build": "the canonical archive of a skill",
    "unpack": "an archive as a folder, whole or not at all",
    "verify": "whether a folder or file is what a digest says it is",
    "digest": "tree and package digests",
    "resolve": "one exact version of each package, or why not",
    "activate": "load, verify, resolve, activate and project: the main job",
}


class _LazyGroup(click.Group):
    """A group whose commands are imported one by one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in _COMMANDS:
            return None
        command = getattr(import_module(f"metier.cli.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)  # noqa: S101 - the table names commands
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as mistake:
            from difflib import get_close_matches

            near = get_close_matches(args[0], _COMMANDS, n=1)
            if not near:
                raise
            message = f"No such command '{args[0]}'. Did you mean '{near[0]}'?"
            raise click.UsageError(message, ctx) from mistake


@click.group(
    cls=_LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 done, 1 the answer is no, 2 wrong usage, 3 the environment failed.",
)
@click.version_option(package_name="metier", message="%(prog)s %(version)s")
def cli() -> None:
    """Verified, versioned agent skills: load, verify, resolve, activate, project."""
