#!/usr/bin/env python3
"""Searches again for the games that `plan` in shortest_games.tsv says there are none of.

    pip install chess numpy
    python3 tests/oracles/plans.py              # a sample, and games that have to be found
    python3 tests/oracles/plans.py Q1a1 N1b3    # these strings
    python3 tests/oracles/plans.py --planted    # only the games that have to be found

Written from docs/shortest.md alone. The side that plays the string makes the moves of a plan and
no others; the other side is free. All positions of a ply are held at once, each once, as columns
of bitboards. The board is turned so that the planning side moves up. python-chess has the
last word: it writes the SAN of the last move, and replays what is found.
"""

import argparse
import collections
import functools
import itertools
import random
import time

import chess
import numpy as np

import bound

SEED = 7
# How many positions a search may have: one of the sample, and any.
FEW, MOST = 250_000, 10**9
# How many strings to sample, by the ply of the last move, and at ply 13 by the piece.
CLAIMS = {(11, ""): 5, (12, ""): 5, (13, "B"): 3, (13, "Q"): 3}
# Strings that have a game as short as the count gives.
PLANTED = "N6h5# N3c4+ Nca7+ N2xe4 N7h6+ N8d6 Nfxh8 N4b6 N4g6 Qad4# Bhxf5 Qcxf4+".split()
PIECES = (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)
# The columns: the free side's men by role, the planning side's men that have not moved, and the
# rights to castle (1 on the king's side, 2 on the queen's) with the square of a capture en passant.
PAWNS, KINGS, UNMOVED, FLAGS = 0, 5, 6, 7
COLUMNS = 8
HOME = chess.E1
ROOKS = {chess.H8: 1, chess.A8: 2}
ONE = np.uint64(1)
START = chess.Board()
# A king's moves to each square; and with castling.
WALKS = np.array([[chess.square_distance(one, two) for two in chess.SQUARES] for one in chess.SQUARES])
CASTLED = WALKS.copy()
CASTLED[chess.E8] = np.minimum(WALKS[chess.E8], 1 + np.minimum(WALKS[chess.G8], WALKS[chess.C8]))
MIX = np.array([random.Random(i).getrandbits(64) | 1 for i in range(COLUMNS)], np.uint64)[:, None]

# A move of a planned man. `kind` is that of a piece, a pawn's push, or a pawn's capture.
Step = collections.namedtuple("Step", "start to kind role")
# What is left of a plan: its men that have not arrived, by their first squares, with the steps that they still
# have to make (none, if a man stays); the squares of the piece that plays the string and of its companions.
Plan = collections.namedtuple("Plan", "men stands")
# What is left of a plan needs of the others: see `needs`.
Needs = collections.namedtuple("Needs", "waiting enter clear take kings")


def bit(square):
    return np.uint64(1 << square)


def bits(squares):
    return functools.reduce(int.__or__, (1 << square for square in squares), 0)


def ray(at, step):
    """The squares in a direction, up to the edge."""
    found = []
    while 0 <= at + step < 64 and chess.square_distance(at, at + step) == 1:
        at += step
        found.append(at)
    return found


RAYS = {
    (role, at): [ray(at, step) for step in steps]
    for role, steps in {chess.BISHOP: (7, 9, -7, -9), chess.ROOK: (1, -1, 8, -8)}.items()
    for at in chess.SQUARES
}


def count(squares):
    return np.bitwise_count(squares).astype(np.int16)


class Goal:
    """A string, and the side that plays it, moving up."""

    def __init__(self, san, plies):
        self.san, self.plies, self.color = san, plies, plies % 2 == 1
        self.role, self.to = bound.role_of(san), self.turn(chess.parse_square(bound.SAN.match(san)[5]))
        self.takes, self.checks = "x" in san, san[-1] in "+#"
        self.moves = (plies + 1) // 2
        base = san.rstrip("+#")
        assert self.role in (chess.KNIGHT, chess.BISHOP, chess.QUEEN), f"{san}: only knights, bishops and queens"
        assert bound.moves_of(base, self.color) == self.moves, f"{san}: at ply {plies} there is a move to spare"
        self.stands = [tuple(map(self.turn, squares)) for squares in bound.stands(base, self.color)]

    def turn(self, square):
        return square if self.color else chess.square_mirror(square)

    def plans(self):
        """All plans. The count is the fewest moves, so each man goes a shortest way."""
        for stands in self.stands:
            ways = [list(self.ways(square)) for square in stands]
            for men in itertools.product(*ways):
                if len({man for man, _ in men}) == len(men) and sum(len(way) for _, way in men) == self.moves - 1:
                    yield Plan(tuple(sorted(men)), stands)

    def ways(self, to):
        """The men that can get to a square, with each of their shortest ways."""
        for man in chess.SquareSet(START.pieces(self.role, chess.WHITE)):
            for way in piece_ways(self.role, man, to):
                yield man, way
        # The count takes the last square that is nearest; a pawn that has to go to another comes too late.
        least = min(bound.distances(self.role, last).get(to, bound.NEVER) for last in range(56, 64))
        for man, last in itertools.product(range(8, 16), range(56, 64)):
            if bound.distances(self.role, last).get(to) == least:
                double = Step(man, man + 16, "push", chess.PAWN)
                pawns, ways = pawn_ways(man + 16, last, self.role), piece_ways(self.role, last, to)
                for pawn, way in itertools.product(pawns, ways):
                    yield man, (double, *pawn, *way)


@functools.cache
def piece_ways(role, start, to):
    """The shortest ways of a piece."""
    if start == to:
        return [()]
    moves = bound.distances(role, start).get(to, 0)
    return [
        (Step(start, at, "piece", role), *way)
        for at in sorted(bound.reach(role, start)) if bound.distances(role, at).get(to, 0) == moves - 1
        for way in piece_ways(role, at, to)
    ]


@functools.cache
def pawn_ways(start, last, role):
    """The ways of a pawn, a rank each move, to a square of the last rank, where it promotes."""
    if start >= 56:
        return [()] if start == last else []
    return [
        (Step(start, start + 8 + aside, "take" if aside else "push", role if start >= 48 else chess.PAWN), *way)
        for aside in (-1, 0, 1) if 0 <= start % 8 + aside < 8
        for way in pawn_ways(start + 8 + aside, last, role)
    ]


@functools.lru_cache(1 << 16)
def needs(goal, plan):
    """What is left of a plan needs.

    waiting: its men that have not moved: they must not be captured.
    enter: the squares that its men enter or cross. Our other men never move, so they have to be
        captured there.
    clear: those where the men of the other side have to leave by themselves, because our men only
        cross them, or push a pawn there: no man of the plan can capture there.
    take: the squares where a man of the other side has to be: pawns capture there, or the last move does.
    kings: the squares where the king can be in check after the last move, with the line to it.
    """
    waiting = enter = land = take = passed = 0
    for man, way in plan.men:
        waiting |= 1 << man if not way or way[0].start == man else 0
        for step in way:
            if step.kind == "piece":
                land |= 1 << step.to
            elif step.kind == "take":
                land |= 1 << step.to
                take |= 1 << step.to
                # En passant, the pawn is captured on the square behind.
                passed |= 1 << step.to - 8 if step.to // 8 == 5 else 0
            enter |= chess.between(step.start, step.to) | 1 << step.to
    for stand in plan.stands:
        enter |= chess.between(stand, goal.to)
    enter |= 1 << goal.to
    if goal.takes:
        land |= 1 << goal.to
        take |= 1 << goal.to
    held = land | passed
    kings = []
    if goal.checks:
        start, *others = plan.stands
        kings = [(king, chess.between(goal.to, king)) for king in bound.reach(goal.role, goal.to)]
        # The man that moves leaves the line of a bishop, rook or queen behind it.
        behind = [(man, START.piece_type_at(man)) for man in (0, 2, 3, 5, 7)] + [(at, goal.role) for at in others]
        for at, role in behind:
            for king in bound.reach(role, at) if role != chess.KNIGHT else ():
                line = chess.between(at, king)
                if line >> start & 1 and not line >> goal.to & 1:
                    kings.append((king, line & ~(1 << start)))
    kings = tuple(sorted((king, line, line & ~held) for king, line in set(kings)))
    return Needs(waiting, enter, enter & ~held, take, kings)


class Positions:
    """Positions that differ only in the men of the free side, and in which of ours are left."""

    def __init__(self, columns, parents, moves):
        self.columns, self.parents, self.moves = columns, parents, moves

    def __len__(self):
        return self.columns.shape[1]

    def pick(self, rows):
        return Positions(self.columns[:, rows], self.parents[rows], self.moves[rows])

    @staticmethod
    def join(parts):
        columns, parents, moves = zip(*((part.columns, part.parents, part.moves) for part in parts))
        return Positions(np.concatenate(columns, axis=1), np.concatenate(parents), np.concatenate(moves))

    def unique(self):
        order = np.argsort((self.columns * MIX).sum(axis=0, dtype=np.uint64), kind="stable")
        columns = self.columns[:, order]
        new = np.ones(len(order), bool)
        new[1:] = (columns[:, 1:] != columns[:, :-1]).any(axis=0)
        return self.pick(order[new])

    def theirs(self):
        return np.bitwise_or.reduce(self.columns[:6], axis=0)


class TooMany(Exception):
    """A search has more positions than it may."""


class Search:
    """All positions that may lead to a string, ply by ply, with the squares of our men that have moved as keys."""

    def __init__(self, goal, most=MOST):
        self.goal, self.most, self.kept, self.history = goal, most, 0, []

    def possible(self, positions, need, left):
        """In which positions a plan may be completed with so many moves left to the other side.

        Each of these is necessary:
        - The men of the plan that have not moved are there.
        - A man of ours in `enter` is captured, by a move each, that ends on its square. Our king cannot be.
        - A man of theirs in `clear` leaves by a move of its own, the last of which ends outside `clear`; so
          does one that captures in `clear`. Castling takes two away.
        - Where there is nothing to take, somebody moves there, or beside it to be taken en passant: a
          move that captures none of our men in the way. A king cannot be taken.
        - For a check, their king walks to a square where it can be in check; others clear the line.
        """
        columns = positions.columns
        ours, flags = columns[UNMOVED], columns[FLAGS]
        waiting = np.uint64(need.waiting)
        good = ours & waiting == waiting
        rest = ours & ~waiting
        theirs = positions.theirs()
        taken = theirs & ~columns[KINGS]
        castles = (flags & np.uint64(3)) != 0

        def least(enter, clear):
            in_clear = count(rest & np.uint64(clear))
            in_land = count(rest & np.uint64(enter & ~clear))
            leave = count(theirs & np.uint64(clear)) - castles
            arrive = count(np.uint64(need.take) & ~taken & ~rest)
            return in_clear + np.maximum(np.maximum(leave, in_clear > 0), in_land + arrive)

        good &= (least(need.enter, need.clear) <= left) & (rest & np.uint64(need.enter) & bit(HOME) == 0)
        if not self.goal.checks:
            return good
        rows = np.flatnonzero(good)
        if not len(rows):
            return good
        ours, theirs, taken, rest, castles = ours[rows], theirs[rows], taken[rows], rest[rows], castles[rows]
        kings = np.log2(columns[KINGS][rows].astype(np.float64)).astype(np.int8)
        others = theirs & ~columns[KINGS][rows]
        arrive = count(np.uint64(need.take) & ~taken & ~rest)
        checked = np.zeros(len(rows), bool)
        for king, line, clear in need.kings:
            walk = np.where(castles, CASTLED[kings, king], WALKS[kings, king])
            near = walk <= left
            if not near.any():
                continue
            clear |= need.clear
            walk += np.maximum(count(others & np.uint64(clear)), arrive) - castles
            free = (least(need.enter | line, clear) <= left) & (rest & np.uint64(line) & bit(HOME) == 0)
            checked |= near & free & (walk <= left)
            if checked.all():
                break
        good[rows] = checked
        return good

    def prune(self, positions, plans, left):
        """The positions from which some plan can be completed, and the plans that some position has left."""
        by_needs = collections.defaultdict(list)
        for plan in plans:
            by_needs[needs(self.goal, plan)].append(plan)
        good = np.zeros(len(positions), bool)
        alive = set()
        for need, same in by_needs.items():
            # Many positions: only those that have no plan yet; then the plan is not dropped.
            rows = np.arange(len(positions)) if len(positions) <= 512 else np.flatnonzero(~good)
            found = self.possible(positions.pick(rows), need, left) if len(rows) else np.zeros(0, bool)
            good[rows] |= found
            if found.any() or len(rows) < len(positions):
                alive.update(same)
        return positions.pick(np.flatnonzero(good)), alive

    # Moves.

    def ours_by_role(self, moved, ours, role):
        """Our men of a role: those that have not moved, and those that have."""
        start = int(START.pieces(role, chess.WHITE))
        return ours & np.uint64(start) | np.uint64(bits(at for _, at, kind in moved if kind == role))

    def attacked_by_us(self, columns, moved, squares):
        """Whether we attack the one square of each position."""
        ours = columns[UNMOVED]
        roles = {role: self.ours_by_role(moved, ours, role) for role in chess.PIECE_TYPES}
        occupied = functools.reduce(np.bitwise_or, [*columns[:6], *roles.values()])
        result = np.zeros(len(squares), bool)
        for square in np.unique(squares):
            rows = np.flatnonzero(squares == square)
            pawns = int(chess.BB_PAWN_ATTACKS[chess.BLACK][square])
            here = {role: men[rows] for role, men in roles.items()}
            result[rows] = attacked(int(square), occupied[rows], here, pawns)
        return result

    def attacked_by_them(self, columns, moved):
        """Whether they attack our king, which never moves."""
        occupied = np.bitwise_or.reduce(columns[:7], axis=0) | np.uint64(bits(at for _, at, _ in moved))
        roles = dict(zip(chess.PIECE_TYPES, columns[:6]))
        return attacked(HOME, occupied, roles, int(chess.BB_PAWN_ATTACKS[chess.WHITE][HOME]))

    def replies(self, positions, first, moved):
        """All moves of the free side that capture none of our men that have moved: a plan needs them all."""
        columns, parts = positions.columns, []
        placed = bits(at for _, at, _ in moved)
        beside = {at for _, at, role in moved if role == chess.PAWN and at // 8 == 4}
        theirs, ours = positions.theirs(), columns[UNMOVED]
        occupied = theirs | ours | np.uint64(placed)
        capturable = ours & ~bit(HOME)

        def has(board, rows, square):
            return board[rows] >> np.uint64(square) & ONE != 0

        def move(rows, role, start, to, promoted=0, passed=0):
            if len(rows):
                parts.append((rows, role, start, to, promoted, passed))

        for at in chess.SQUARES:
            for role in chess.PIECE_TYPES:
                rows = np.flatnonzero(columns[role - 1] >> np.uint64(at) & ONE)
                if not len(rows):
                    continue
                if role == chess.PAWN:
                    promotions = PIECES if at < 16 else (0,)
                    pushed = rows[~has(occupied, rows, at - 8)]
                    ways = [(pushed, at - 8, 0)]
                    if at // 8 == 6:
                        neighbours = {to for to in (at - 17, at - 15) if chess.square_distance(to, at - 16) == 1}
                        passed = at - 8 if beside & neighbours else 0
                        ways.append((pushed[~has(occupied, pushed, at - 16)], at - 16, passed))
                    for to in chess.SquareSet(chess.BB_PAWN_ATTACKS[chess.BLACK][at]):
                        ways.append((rows[has(capturable, rows, to)], to, 0))
                    for some, to, passed in ways:
                        for promoted in promotions:
                            move(some, role, at, to, promoted, passed)
                elif role in (chess.KNIGHT, chess.KING):
                    for to in bound.reach(role, at):
                        move(rows[~has(theirs, rows, to)] if not placed >> to & 1 else rows[:0], role, at, to)
                else:
                    kinds = [kind for kind in (chess.BISHOP, chess.ROOK) if role in (kind, chess.QUEEN)]
                    for ray in (ray for kind in kinds for ray in RAYS[kind, at]):
                        some = rows
                        for to in ray:
                            if not placed >> to & 1:
                                move(some[~has(theirs, some, to)], role, at, to)
                            some = some[~has(occupied, some, to)]
                            if not len(some):
                                break
        for rook, right, to, empty in ((chess.H8, 1, chess.G8, (61, 62)), (chess.A8, 2, chess.C8, (57, 58, 59))):
            rows = np.flatnonzero((columns[FLAGS] & np.uint64(right) != 0) & (occupied & np.uint64(bits(empty)) == 0))
            for over in (chess.E8, (chess.E8 + to) // 2):
                rows = rows[~self.attacked_by_us(columns[:, rows], moved, np.full(len(rows), over))]
            move(rows, chess.KING, chess.E8, to)
        return [self.moved(positions, first, *part) for part in parts]

    def moved(self, positions, first, rows, role, start, to, promoted, passed):
        columns = positions.columns[:, rows]
        columns[role - 1] ^= bit(start)
        columns[(promoted or role) - 1] |= bit(to)
        columns[UNMOVED] &= ~bit(to)
        lost = ROOKS.get(start, 3 if role == chess.KING else 0)
        columns[FLAGS] = columns[FLAGS] & np.uint64(3 & ~lost) | np.uint64(passed << 8)
        if role == chess.KING and start == chess.E8 and to in (chess.G8, chess.C8) and abs(start - to) == 2:
            rook, over = (chess.H8, chess.F8) if to == chess.G8 else (chess.A8, chess.D8)
            columns[chess.ROOK - 1] ^= np.uint64(1 << rook | 1 << over)
        code = start | to << 6 | promoted << 12
        return Positions(columns, (rows + first).astype(np.int32), np.full(len(rows), code, np.uint16))

    def steps(self, positions, first, moved, man, step):
        """The positions after a step of a plan, where it is legal."""
        columns = positions.columns
        placed = np.uint64(bits(at for _, at, _ in moved))
        ours, theirs = columns[UNMOVED] | placed, positions.theirs()
        occupied, to = ours | theirs, bit(step.to)
        can = occupied & np.uint64(chess.between(step.start, step.to)) == 0
        passing = np.zeros(len(positions), bool)
        if step.kind == "push":
            can &= occupied & to == 0
        elif step.kind == "take":
            passing = columns[FLAGS] >> np.uint64(8) == np.uint64(step.to)
            can &= (theirs & ~columns[KINGS] & to != 0) | passing
        else:
            can &= (ours | columns[KINGS]) & to == 0
        rows = np.flatnonzero(can)
        columns = columns[:, rows]
        columns[UNMOVED] &= ~bit(man)
        columns[:6] &= ~to
        if step.kind == "take" and step.to // 8 == 5:
            columns[PAWNS, passing[rows]] &= ~bit(step.to - 8)
        columns[FLAGS] &= np.uint64(3 & ~ROOKS.get(step.to, 0))
        after = tuple(sorted([*(one for one in moved if one[0] != man), (man, step.to, step.role)]))
        promoted = step.role if step.kind != "piece" and step.to >= 56 else 0
        code = step.start | step.to << 6 | promoted << 12
        found = Positions(columns, (rows + first).astype(np.int32), np.full(len(rows), code, np.uint16))
        return after, found.pick(np.flatnonzero(~self.attacked_by_them(columns, after)))

    # The search.

    def run(self, game=None):
        """A game, or None: of all games, or of this one alone."""
        goal, follow = self.goal, chess.Board()
        columns = [int(START.pieces(role, chess.BLACK)) for role in chess.PIECE_TYPES]
        columns += [int(START.occupied_co[chess.WHITE]), 3]
        start = Positions(np.array(columns, np.uint64)[:, None], np.zeros(1, np.int32), np.zeros(1, np.uint16))
        left = goal.plies - goal.moves
        start, plans = self.prune(start, set(goal.plans()), left)
        layer = {(): (start, plans)} if len(start) else {}
        for ply in range(1, goal.plies):
            ours = ply % 2 == goal.color
            left -= not ours
            layer = self.ours(layer, left) if ours else self.theirs(layer, left)
            if game:
                follow.push_san(game[ply - 1])
                layer = self.only(layer, follow)
            self.history.append([(one.parents, one.moves) for one, _ in layer.values()])
            self.kept += sum(len(one) for one, _ in layer.values())
            if self.kept > self.most:
                raise TooMany(self.kept)
        return self.finish(layer)

    def ours(self, layer, left):
        found, plans, first = collections.defaultdict(list), collections.defaultdict(set), 0
        for moved, (positions, alive) in layer.items():
            after = collections.defaultdict(set)
            for plan in alive:
                for i, (man, way) in enumerate(plan.men):
                    if way:
                        rest = plan.men[:i] + (((man, way[1:]),) if way[1:] else ()) + plan.men[i + 1:]
                        after[man, way[0]].add(Plan(rest, plan.stands))
            for (man, step), rest in sorted(after.items()):
                now, some = self.steps(positions, first, moved, man, step)
                if len(some):
                    found[now].append(some)
                    plans[now] |= rest
            first += len(positions)
        return self.next_layer(found, plans, left)

    def theirs(self, layer, left):
        found, plans, first = collections.defaultdict(list), {}, 0
        for moved, (positions, alive) in layer.items():
            for begin in range(0, len(positions), 20000):
                some = positions.pick(np.arange(begin, min(begin + 20000, len(positions))))
                children = self.replies(some, first + begin, moved)
                if not children:
                    continue
                children, _ = self.prune(Positions.join(children).unique(), alive, left)
                kings = np.log2(children.columns[KINGS].astype(np.float64)).astype(np.int8)
                found[moved].append(children.pick(np.flatnonzero(~self.attacked_by_us(children.columns, moved, kings))))
            plans[moved] = alive
            first += len(positions)
        return self.next_layer(found, plans, left)

    def next_layer(self, found, plans, left):
        layer = {}
        for moved, parts in sorted(found.items()):
            positions, alive = self.prune(Positions.join(parts).unique(), plans[moved], left)
            if len(positions):
                layer[moved] = positions, alive
        return layer

    def only(self, layer, board):
        """What a layer has of one position."""
        for moved, (positions, plans) in layer.items():
            rows = [
                row for row in range(len(positions))
                if self.board(positions.columns[:, row], moved).board_fen() == board.board_fen()
            ]
            if rows:
                return {moved: (positions.pick(rows), plans)}
        return {}

    def finish(self, layer):
        """The game of the first position where python-chess writes the string."""
        goal, first = self.goal, 0
        for moved, (positions, plans) in layer.items():
            stands = sorted({plan.stands[0] for plan in plans})
            for row in range(len(positions)):
                board = self.board(positions.columns[:, row], moved)
                for start in stands:
                    move = chess.Move(goal.turn(start), goal.turn(goal.to))
                    if board.is_legal(move) and board.san(move) == goal.san:
                        return self.replay(first + row, move)
            first += len(positions)
        return None

    def board(self, columns, moved):
        """A position as python-chess has it, for its last move: without castling and en passant."""
        men = [int(column) for column in columns]
        theirs, ours = functools.reduce(int.__or__, men[:6]), men[UNMOVED] | bits(at for _, at, _ in moved)
        for role in chess.PIECE_TYPES:
            men[role - 1] |= int(self.ours_by_role(moved, columns[UNMOVED], role))
        if not self.goal.color:
            *men, theirs, ours = map(chess.flip_vertical, [*men, theirs, ours])
        board = chess.Board(None)
        board.turn = self.goal.color
        board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings, *_ = men
        board.occupied_co[self.goal.color], board.occupied_co[not self.goal.color] = ours, theirs
        board.occupied = ours | theirs
        return board

    def replay(self, row, last):
        moves = [last]
        for layer in reversed(self.history):
            for parents, codes in layer:
                if row < len(parents):
                    break
                row -= len(parents)
            code = int(codes[row])
            squares = [self.goal.turn(square) for square in (code & 63, code >> 6 & 63)]
            moves.append(chess.Move(*squares, promotion=code >> 12 or None))
            row = int(parents[row])
        board, game = chess.Board(), []
        for move in reversed(moves):
            assert board.is_legal(move), f"{self.goal.san}: {move} is illegal after {' '.join(game)}"
            game.append(board.san_and_push(move))
        assert len(game) == self.goal.plies and game[-1] == self.goal.san, game
        return " ".join(game)


def attacked(square, occupied, roles, pawns):
    """Whether men attack a square, in each position; `pawns` are the squares from which a pawn does."""
    near = roles[chess.PAWN] & np.uint64(pawns)
    near = near | roles[chess.KNIGHT] & np.uint64(int(chess.BB_KNIGHT_ATTACKS[square]))
    near = near | roles[chess.KING] & np.uint64(int(chess.BB_KING_ATTACKS[square]))
    result = near != 0
    for kind in (chess.BISHOP, chess.ROOK):
        far = roles[kind] | roles[chess.QUEEN]
        for ray in RAYS[kind, square]:
            open_ = far & np.uint64(bits(ray)) != 0
            for to in ray:
                if not open_.any():
                    break
                here = bit(to)
                result |= open_ & (far & here != 0)
                open_ = open_ & (occupied & here == 0)
    return result


def is_without_spare(san):
    """Whether the table speaks of the ply that the count gives, in which no move is to spare."""
    return bound.is_planned(san, bound.bound(san))


def search(san, table, most=MOST):
    """Whether a search finds a game at the ply that the count gives, as the table says; and its positions."""
    plies, at_least, moves, _ = table[san]
    goal = Goal(san, bound.bound(san))
    one = Search(goal, most)
    began = time.process_time()
    game = one.run()
    took = f"{one.kept:,} positions, {time.process_time() - began:.1f} s"
    print(f"{san}: {game or f'no game of {goal.plies} plies'}; {took}", flush=True)
    if game and int(at_least) > goal.plies:
        raise SystemExit(f"{san}: shortest_games.tsv says that no game has {goal.plies} plies, but this has: {game}")
    if not game and int(plies) == goal.plies:
        raise SystemExit(f"{san}: the search misses a game of {plies} plies, such as {moves}")
    return one.kept


def sample(table):
    """Searches for some of the strings that the table says have no game at the ply that the count gives."""
    kinds = collections.defaultdict(list)
    for san, (*_, why) in sorted(table.items()):
        if why == "plan" and is_without_spare(san):
            kinds[bound.bound(san), san[0] if bound.bound(san) == 13 else ""].append(san)
    checked, positions, left_out = 0, 0, 0
    for kind, size in CLAIMS.items():
        strings = iter(random.Random(SEED).sample(kinds[kind], len(kinds[kind])))
        while size:
            try:
                positions += search(next(strings), table, FEW)
                size, checked = size - 1, checked + 1
            except TooMany:
                left_out += 1
    print(f"{checked} strings, {positions:,} positions; passed over {left_out} with more than {FEW:,} each")


def follow(table, number):
    """Whether shortest games of the table, as many as the count gives, come through the search."""
    strings = [
        san for san, (plies, _, _, why) in sorted(table.items())
        if why == "count" and is_without_spare(san) and int(plies) == bound.bound(san)
    ]
    strings = random.Random(SEED).sample(strings, min(number, len(strings)))
    for san in strings:
        plies, _, moves, _ = table[san]
        if Search(Goal(san, int(plies))).run(moves.split()) != moves:
            raise SystemExit(f"{san}: the search drops a position of {moves}")
    print(f"{len(strings)} games of the table come through")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("strings", nargs="*")
    parser.add_argument("--planted", action="store_true", help="only strings that have a game")
    parser.add_argument("--follow", type=int, default=20, metavar="NUMBER", help="games of the table to follow")
    args = parser.parse_args()
    lines = (bound.OUTPUT / "shortest_games.tsv").read_text("ascii").splitlines()[1:]
    table = {san: rest for san, *rest in (line.split("\t") for line in lines)}
    for san in args.strings:
        if san not in table or not is_without_spare(san):
            parser.error(f"{san}: `verify --plans` does not look for it at the ply that the count gives")
    for san in args.strings:
        search(san, table)
    if not args.strings:
        if not args.planted:
            sample(table)
        for san in PLANTED:
            search(san, table)
        follow(table, args.follow)
        print(f"{time.process_time():.0f} s")


if __name__ == "__main__":
    main()
