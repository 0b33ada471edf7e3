"""The card game for learners: its observation and its batches, compiled."""
