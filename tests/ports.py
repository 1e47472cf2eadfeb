"""Ports for servers that are started by a number, and may be killed and started again."""

import random
import socket
from pathlib import Path

RANGE = Path("/proc/sys/net/ipv4/ip_local_port_range")


def find_port() -> int:
    """Give a free port that no client is given: while a server is down, one of theirs would keep it out."""
    first = int(RANGE.read_text(encoding="ascii").split()[0]) if RANGE.exists() else 32_768
    for _ in range(100):
        port = random.randrange(first - 12_000, first)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError(f"no port below {first} is free")
