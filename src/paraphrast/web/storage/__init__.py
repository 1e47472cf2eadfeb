"""Files on their way in: how large they may be, what they are by their content, what archives unpack to."""
