"""Take the weights from the checkout, or from our own sdist, into the folder where paraphrast looks.

Weights are large, and git keeps every place that they ever had: so they stay in the source tree of the code,
which leaves them out of its own wheel.
"""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

INSTALLED = "paraphrast/models/weights"
# in an sdist, and in a checkout
PLACES = ["weights", "../../src/paraphrast/models/weights"]


class Weights(BuildHookInterface[Any]):
    """What goes into the wheel and the sdist beside the metadata: the weights, and nothing else."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the weights, unless the install is editable and finds them in the checkout."""
        if version == "editable":
            return
        folder = next((path for place in PLACES if (path := Path(self.root, place)).is_dir()), None)
        if folder is None:
            raise FileNotFoundError(f"no weights in {' or '.join(PLACES)} beside {self.root}")
        target = PLACES[0] if self.target_name == "sdist" else INSTALLED
        for path in sorted(folder.iterdir()):
            build_data["force_include"][str(path.resolve())] = f"{target}/{path.name}"
