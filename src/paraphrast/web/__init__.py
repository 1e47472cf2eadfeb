"""The workbench in the browser: `application(url)` gives the whole of it."""

from paraphrast.errors import naming_extras

with naming_extras():
    from paraphrast.web.app import application

__all__ = ["application"]
