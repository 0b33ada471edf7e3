"""Learned judgement: data by self-play, training, and the gate that a new network must pass."""
