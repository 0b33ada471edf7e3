"""The sounds, rendered without a speaker: each can be heard on a phone, and none is distorted or cut off."""

from base64 import b64decode
from typing import Any

import numpy as np

from coatl.server.settings import FOLDER
from tests.web.browser import Visits

SOUNDS = ("take", "place", "card", "gain", "loss", "highest", "stamp", "finish", "win", "end", "turn", "chat")
RATE = 22_050
SECONDS = 2.5
PARTS = 25
LONGEST = 1.7
SMALL_SPEAKER = 350  # hertz; what is lower a phone cannot give
# Each sound in a module of its own, since the module keeps its context; the page knows nothing of it.
RENDER = """
    async ([chunk, sounds, rate, seconds]) => {
        const found = {}
        for (const sound of sounds) {
            const offline = new OfflineAudioContext(1, rate * seconds, rate)
            offline.resume = async () => {}
            window.AudioContext = function () { return offline }
            const { perform } = await import(`/assets/${chunk}?${sound}`).then((module) =>
                ({ perform: Object.values(module).find((one) => typeof one === 'function') }))
            perform(sound, 1)
            const samples = (await offline.startRendering()).getChannelData(0)
            found[sound] = new Uint8Array(samples.buffer).toBase64()
        }
        return found
    }
"""


def rendered(visits: Visits) -> dict[str, Any]:
    """The samples of each sound at its loudest."""
    chunk = next((FOLDER / "assets").glob("tunes-*.js")).name
    found = visits.page("/learn").evaluate(RENDER, [chunk, SOUNDS, RATE, SECONDS])
    return {sound: np.frombuffer(b64decode(samples), "<f4") for sound, samples in found.items()}


def high(samples: Any) -> Any:
    """What a small speaker gives of it."""
    spectrum = np.fft.rfft(samples)
    spectrum[np.fft.rfftfreq(len(samples), 1 / RATE) < SMALL_SPEAKER] = 0
    return np.fft.irfft(spectrum, len(samples))


def shape(samples: Any) -> Any:
    """When it sounds, and in which octaves."""
    parts = samples.reshape(PARTS, -1)
    octaves = np.searchsorted(2.0 ** np.arange(6, 14), np.fft.rfftfreq(parts.shape[1], 1 / RATE))
    power = abs(np.fft.rfft(parts)) ** 2
    loudness = np.sqrt([np.bincount(octaves, part, 9) for part in power]).ravel()
    return loudness / np.linalg.norm(loudness)


def test_each_sound_is_heard_whole_and_undistorted_and_none_is_like_another(visits: Visits) -> None:
    waves = rendered(visits)
    for sound, samples in waves.items():
        heard = np.flatnonzero(abs(samples) > 0.001)
        assert abs(samples).max() < 0.5, sound  # several may come at once
        assert abs(high(samples)).max() > 0.1, sound
        assert heard[-1] / RATE < LONGEST, sound
        assert abs(np.diff(samples[heard[-1] - 100 :])).max() < 0.005, sound  # it dies away, without a click
    alike = {(one, two): shape(waves[one]) @ shape(waves[two]) for one in SOUNDS for two in SOUNDS if one < two}
    assert max(alike.values()) < 0.95, max(alike, key=lambda pair: float(alike[pair]))
