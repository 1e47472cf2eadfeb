"""The same models as torch modules, for training (extra `train`)."""
