"""The board game for learners: its observation and its batches, compiled."""
