# make run: set up and run the demo.   make test: set up and check everything.
