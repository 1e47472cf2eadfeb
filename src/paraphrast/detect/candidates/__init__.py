"""Which documents a text may have borrowed from, named place by place; `methods` lists the ways."""
