"""Essays paraphrased by hand, as PlagEvalRus collected them: a sheet of fragments and saved pages."""
