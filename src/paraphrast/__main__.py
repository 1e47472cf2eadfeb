"""`python -m paraphrast` is the command `paraphrast`."""

from paraphrast.cli import main

if __name__ == "__main__":
    main()
