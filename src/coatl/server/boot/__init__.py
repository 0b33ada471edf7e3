"""Starting the server: the commands, the checks before the first request, compilation, the process, the browser."""
