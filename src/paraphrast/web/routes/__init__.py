"""The pages of the workbench, one file per area; each has a `router`."""
