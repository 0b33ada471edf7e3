"""What is made for a release and not shipped in it: the manual, the list of licences, the checks of a wheel."""
