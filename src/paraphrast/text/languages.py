"""Which languages there are."""

from typing import Literal, TypeAlias, get_args

Lang: TypeAlias = Literal["ru", "en", "zh"]
LANGS: tuple[Lang, ...] = get_args(Lang)
