"""Plain Russian clauses by their pieces: other orders, passives, gerunds."""
