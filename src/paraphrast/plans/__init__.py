"""A job as a plan on disk: input shards, part files with done-marks, and a merge, wherever parts are made.

    plan = plans.make("folder", work, records, key="what the work depends on")
    plans.run("folder", engine=plans.Engine("ray", workers=8), progress=print, cancel=stop.is_set)
    plans.status("folder")

A work is called with the names of a shard and of a part; who runs the plan hands out names, not records.
"""

from paraphrast.plans.plan import Plan, Status, make, plan_files, remove, status
from paraphrast.plans.records import Map, merge, merge_beside
from paraphrast.plans.running import Defaults, Engine, run

__all__ = [
    "Defaults",
    "Engine",
    "Map",
    "Plan",
    "Status",
    "make",
    "merge",
    "merge_beside",
    "plan_files",
    "remove",
    "run",
    "status",
]
