"""Chess for `gymnasium`, with ids as actions. Install it with `pip install 'san-strings[gym]'`.

>>> from san_strings import Vocabulary, gym
>>> envs = gym.ChessVectorEnv(Vocabulary("uci"), 2)
>>> observations, infos = envs.reset()
>>> observations["squares"].shape, infos["action_mask"].sum(axis=1).tolist()
((2, 64), [20, 20])
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ._games import _integers
from ._positions import Positions
from ._vocabulary import Vocabulary

_Observations = dict[str, npt.NDArray[Any]]


def _space() -> spaces.Dict:
    """Returns the observation space of one game: the arrays of `Boards.from_mover` except `turn`."""
    return spaces.Dict(
        squares=spaces.Box(0, 12, (64,), np.uint8),
        castling=spaces.Box(0, 15, (), np.uint8),
        en_passant=spaces.Box(-1, 63, (), np.int8),
        halfmoves=spaces.Box(0, 255, (), np.uint8),
    )


class ChessVectorEnv(VectorEnv[Any, Any, Any]):
    """A batch of chess games. In each game, one agent moves for both sides.

    An action is an id of the vocabulary. The observation is the board as the side to move sees it: `squares`,
    `castling`, `en_passant` and `halfmoves`. The reward goes to the side that moved: 1 if the move mates,
    0 after any other legal move. `infos["action_mask"]` tells which actions are legal.

    A game ends by mate, stalemate, insufficient material, repetition or lack of progress, as in
    `Positions.result(claim)`. With `illegal="lose"`, an illegal action also ends the game, with the reward
    -1. With `illegal="refuse"`, an illegal action raises a ValueError, and no game changes. After a game has
    ended, the next step ignores its action and starts a new game. `reset` takes the starting positions as
    `options={"fens": [...]}`.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self, vocabulary: Vocabulary, num_envs: int = 1, *, illegal: str = "lose", claim: bool = True, threads: int | None = None
    ) -> None:
        if illegal not in ("lose", "refuse"):
            raise ValueError(f'illegal is "lose" or "refuse", not {illegal!r}')
        self.num_envs, self.illegal, self.claim = num_envs, illegal, claim
        self.positions = Positions(vocabulary, num_envs, threads=threads)
        self.single_observation_space: Any = _space()
        self.single_action_space = spaces.Discrete(vocabulary.strings)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._over = np.zeros(num_envs, bool)
        self._look()

    def _seen(self) -> tuple[_Observations, dict[str, Any]]:
        boards = self.positions.boards().from_mover()
        observations = {name: getattr(boards, name) for name in self.single_observation_space}
        return observations, {"action_mask": self._legal}

    def _look(self) -> None:
        strings = self.positions.vocabulary.strings
        self._legal = self.positions.mask()[:, :strings].astype(np.int8)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Observations, dict[str, Any]]:
        """Restarts all games."""
        self.positions.reset(**_known(options, "fens"))
        self._over[:] = False
        self._look()
        return self._seen()

    def step(self, actions: npt.NDArray[Any]) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Plays a move in each game. If a game is over, restarts this game instead."""
        actions, over = _integers(actions, "actions"), self._over
        strings = self.positions.vocabulary.strings
        if actions.shape != (self.num_envs,):
            raise ValueError(f"actions have the shape ({self.num_envs},), not {actions.shape}")
        is_action = (actions >= 0) & (actions < strings)
        actions = np.where(is_action, actions, 0).astype(np.int64)
        is_legal = over | is_action & (self._legal[np.arange(self.num_envs), actions] > 0)
        if self.illegal == "refuse":
            if not (over | is_action).all():
                raise ValueError(f"actions go from 0 to {strings - 1}")
            is_legal[:] = True
        self.positions.push(np.where(over | ~is_legal, -1, actions))
        self.positions.reset(over)
        results = self.positions.result(self.claim)
        terminated = ~is_legal | (results != 2) & ~over
        rewards = np.where(~is_legal, -1.0, (np.abs(results) == 1) & terminated)
        self._over = terminated
        self._look()
        observations, infos = self._seen()
        return observations, rewards, terminated, np.zeros(self.num_envs, bool), infos


class ChessEnv(gymnasium.Env[Any, Any]):
    """An environment with a single game of chess. It takes the same options as `ChessVectorEnv`."""

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(self, vocabulary: Vocabulary, **options: Any) -> None:
        self._envs = ChessVectorEnv(vocabulary, 1, **options)
        self.observation_space, self.action_space = self._envs.single_observation_space, self._envs.single_action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Restarts the game."""
        super().reset(seed=seed)
        known = _known(options, "fen")
        observations, infos = self._envs.reset(options={"fens": [known["fen"]]} if known else None)
        return _first(observations), _first(infos)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays a move."""
        observations, rewards, terminated, _, infos = self._envs.step(np.array([action]))
        return _first(observations), float(rewards[0]), bool(terminated[0]), False, _first(infos)


def _known(options: dict[str, Any] | None, name: str) -> dict[str, Any]:
    """Checks the options of `reset`. `name` is the name of the only valid option."""
    if wrong := [key for key in options or {} if key != name]:
        raise ValueError(f"reset has the option {name!r}, not {wrong[0]!r}")
    return options or {}


def _first(of_all: dict[str, Any]) -> dict[str, Any]:
    return {name: np.array(values[0]) for name, values in of_all.items()}
