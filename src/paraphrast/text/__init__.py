"""Everything that differs between Russian, English and Chinese; nothing above branches on the language."""
