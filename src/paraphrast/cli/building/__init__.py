"""The commands of `paraphrast build`, a file for each recipe."""
