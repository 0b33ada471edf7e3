"""The environments under their names: `coatl/Board-v0` and `coatl/Card-v0`.

The version is tied to the rules version and to the fields of the observations (`observation_hash`).
"""

from importlib.util import find_spec

NAMES = {"board": "coatl/Board-v0", "card": "coatl/Card-v0"}


def register_all() -> None:
    """Tells Gymnasium and PettingZoo, whichever is installed; once is enough."""
    if find_spec("gymnasium") is not None:
        import gymnasium

        for game, name in NAMES.items():
            if name not in gymnasium.registry:
                gymnasium.register(
                    name,
                    entry_point="coatl.rl.single:CoatlEnv",
                    vector_entry_point="coatl.rl.vector:CoatlVectorEnv",
                    kwargs={"game": game},
                )
    if find_spec("pettingzoo") is not None:
        import pettingzoo

        for game, name in NAMES.items():
            if name not in pettingzoo.aec_registry:
                pettingzoo.register("aec", name, "coatl.rl.aec:env", kwargs={"game": game})
