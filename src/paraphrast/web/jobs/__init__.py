"""Long work in processes of its own: a table of jobs, a folder for each, and workers that carry them out.

A job is a command of the shell in a folder: the worker runs what `paraphrast VERB ...` runs, in its own
process, where models stay loaded from one job to the next. So its sentences, its outputs and the folders of
its plans are those of the shell, and either can go on with what the other began.
"""
