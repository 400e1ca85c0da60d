"""Tiny Epic Galaxies for research: the exact game, bots, and fast environments.

The names of this module come from the native engine. Environments and adapters are in separate
modules, so that ``import orrery`` stays fast. A call of ``orrery.env`` or ``orrery.parallel_env``
imports PettingZoo; a call of ``orrery.analyse`` imports ``orrery.analysis``. Import ``orrery.gym``
for Gymnasium and ``orrery.spiel`` for OpenSpiel. If Gymnasium is imported already, this module
registers its environments; otherwise ``import orrery.gym`` does.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from ._orrery import (
    ACTIONS,
    CHANCE,
    FEATURE_SLOTS,
    FEATURES,
    OBSERVATION,
    OVER,
    STATE_BYTES,
    Action,
    BatchEnv,
    Bot,
    BotError,
    DeckError,
    Features,
    GameResult,
    IllegalStep,
    Network,
    OptionError,
    OrreryError,
    Outcome,
    Record,
    RecordError,
    Recorder,
    Rules,
    State,
    StateError,
    States,
    __version__,
    action_index,
    action_table,
    bot_seed,
    evaluate,
    expand,
    feature_table,
    game_seed,
    observation_table,
    question_words,
    simulate,
)

if TYPE_CHECKING:
    from .aec import OrreryAEC, OrreryParallel
    from .analysis import Review

EDITIONS = ("prototype", "classic", "revised", "blast-off")
BOTS = ("random", "greedy", "cadet", "pilot", "captain", "admiral", "oracle")

__all__ = [
    "ACTIONS",
    "BOTS",
    "CHANCE",
    "EDITIONS",
    "FEATURES",
    "FEATURE_SLOTS",
    "OBSERVATION",
    "OVER",
    "STATE_BYTES",
    "Action",
    "BatchEnv",
    "Bot",
    "BotError",
    "DeckError",
    "Features",
    "GameResult",
    "IllegalStep",
    "Network",
    "OptionError",
    "OrreryError",
    "Outcome",
    "Record",
    "RecordError",
    "Recorder",
    "Rules",
    "State",
    "StateError",
    "States",
    "__version__",
    "action_index",
    "action_table",
    "analyse",
    "bot_seed",
    "env",
    "evaluate",
    "expand",
    "feature_table",
    "game_seed",
    "observation_table",
    "parallel_env",
    "question_words",
    "simulate",
]


def env(*args: Any, **kwargs: Any) -> OrreryAEC:
    """Return a PettingZoo AEC environment; see ``orrery.aec.OrreryAEC``."""
    from .aec import OrreryAEC

    return OrreryAEC(*args, **kwargs)


def parallel_env(*args: Any, **kwargs: Any) -> OrreryParallel:
    """Return a PettingZoo parallel environment; see ``orrery.aec.OrreryParallel``."""
    from .aec import OrreryParallel

    return OrreryParallel(*args, **kwargs)


def analyse(record: Record, **kwargs: Any) -> Review:
    """Analyse a recorded game; see ``orrery.analysis.analyse``."""
    from .analysis import analyse

    return analyse(record, **kwargs)


if "gymnasium" in sys.modules:
    from .gym import register_envs

    register_envs()
