"""The acts of `paraphrast demo`, one file each."""
