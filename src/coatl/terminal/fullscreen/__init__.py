"""The full-screen table: fixed panes, mouse and keys. One session logic plays on it as on the plain prompt."""
