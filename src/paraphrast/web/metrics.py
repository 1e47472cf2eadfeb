"""Numbers about the server, in the text form that Prometheus reads."""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from typing import TypeAlias

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
Gauge: TypeAlias = Callable[[], float]


class Metrics:
    """Counts requests of this process; others add gauges, which are asked when somebody looks."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, int]] = Counter()
        self._buckets, self._seconds, self._turn = [0] * (len(BUCKETS) + 1), 0.0, threading.Lock()
        self._gauges: dict[str, tuple[str, Gauge]] = {}

    def count(self, method: str, status: int, seconds: float) -> None:
        """Count an answer."""
        with self._turn:
            self._requests[method, status] += 1
            self._buckets[bisect_left(BUCKETS, seconds)] += 1
            self._seconds += seconds

    def gauge(self, name: str, about: str, ask: Gauge) -> None:
        """Add a number that is asked for: `metrics.gauge("jobs_waiting", "Jobs that wait.", queue.size)`."""
        self._gauges[name] = (about, ask)

    def text(self) -> str:
        """Give all numbers.

        >>> metrics = Metrics()
        >>> metrics.count("GET", 200, 0.02)
        >>> 'paraphrast_requests_total{method="GET",status="200"} 1' in metrics.text()
        True
        """
        with self._turn:
            requests, buckets, seconds = dict(self._requests), list(self._buckets), self._seconds
        lines = ["# HELP paraphrast_requests_total Answers by method and status."]
        lines.append("# TYPE paraphrast_requests_total counter")
        for (method, status), count in sorted(requests.items()):
            lines.append(f'paraphrast_requests_total{{method="{method}",status="{status}"}} {count}')
        lines.append("# HELP paraphrast_request_seconds How long answers took.")
        lines.append("# TYPE paraphrast_request_seconds histogram")
        total = 0
        for bound, count in zip([*map(str, BUCKETS), "+Inf"], buckets, strict=True):
            total += count
            lines.append(f'paraphrast_request_seconds_bucket{{le="{bound}"}} {total}')
        lines += [
            f"paraphrast_request_seconds_sum {seconds:.6f}",
            f"paraphrast_request_seconds_count {total}",
        ]
        for name, (about, ask) in sorted(self._gauges.items()):
            lines += [f"# HELP paraphrast_{name} {about}", f"# TYPE paraphrast_{name} gauge"]
            lines.append(f"paraphrast_{name} {ask():.15g}")
        return "\n".join(lines) + "\n"
