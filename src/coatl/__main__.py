"""`python -m coatl` is the command `coatl`."""

from coatl.cli import main

if __name__ == "__main__":
    main()
