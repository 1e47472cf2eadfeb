"""The workbench in the browser: `application(url)` gives the whole of it."""

from paraphrast.web.app import application

__all__ = ["application"]
