"""Groups of commands of which one need not be named."""

from typing import Any

from typer.core import TyperGroup


def default_to(command: str) -> type[TyperGroup]:
    """Make a kind of group in which what is no command is an argument or option of this one."""

    class WithDefault(TyperGroup):
        def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
            if args and args[0] not in self.commands and args[0] not in ("--help", "-h"):
                args = [command, *args]
            return super().parse_args(ctx, args)

    return WithDefault
