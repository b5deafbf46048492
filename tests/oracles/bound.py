#!/usr/bin/env python3
"""Recomputes the bounds in shortest_games.tsv, following only docs/shortest.md.

    pip install chess
    python3 tests/oracles/bound.py      # four minutes
    python3 tests/oracles/bound.py 3    # every third string

Shares no code with the program, and uses python-chess for the board. A companion is another piece of the same
kind that could go to the same square. For each to-square, we try every from-square with up to two companions,
and keep the combinations for which SAN writes the discriminator of the string.
"""

import functools
import itertools
import pathlib
import re
import sys
import typing

import chess

OUTPUT = pathlib.Path(__file__).parent.parent.parent / "output"
CLAIMS = (pathlib.Path(__file__).parent.parent.parent / "crates/games/src/searched.rs").read_text("utf-8")
SEARCHED, NARROWED, PLANNED = (
    int(re.search(rf"{name}: usize = (\d+)", CLAIMS)[1]) for name in ("SEARCHED", "NARROWED", "PLANNED")
)
SAN = re.compile(r"([NBRQK]?)([a-h]?)([1-8]?)(x?)([a-h][1-8])(=[NBRQ])?[+#]?$")
START = chess.Board()
NEVER = 10**6


@functools.cache
def reach(role, square):
    """The squares that a piece attacks on an empty board."""
    board = chess.Board(None)
    board.set_piece_at(square, chess.Piece(role, chess.WHITE))
    return frozenset(board.attacks(square))


@functools.cache
def distances(role, start):
    """Maps each square that the piece can reach on an empty board to the number of moves from `start`."""
    found, edge, moves = {start: 0}, [start], 0
    while edge:
        moves += 1
        edge = [to for at in edge for to in reach(role, at) if to not in found]
        found.update({to: moves for to in edge})
    return found


def king_moves(color, to):
    """The minimum number of moves that the king needs to reach a square, with or without castling."""
    rank = 0 if color else 7
    start = chess.square(4, rank)
    castled = [1 + distances(chess.KING, chess.square(file, rank))[to] for file in (6, 2)]
    return min(distances(chess.KING, start)[to], *castled)


def pawn_moves(color, start, to):
    ahead = (chess.square_rank(to) - chess.square_rank(start)) * (1 if color else -1)
    aside = abs(chess.square_file(to) - chess.square_file(start))
    if ahead < 0 or aside > ahead:
        return NEVER
    # A double step saves a move, but the pawn stays on its file while it advances these two ranks.
    return ahead - 1 if ahead >= 2 and aside <= ahead - 2 else ahead


def takes(color, role, squares):
    """Yields all ways to bring our pieces to these squares. Each way is a list with one pair per square: the number of
    moves to bring a piece there, and whether the piece is a promoted pawn."""
    if role == chess.KING:
        yield [(king_moves(color, to), False) for to in squares]
        return
    originals = list(START.pieces(role, color))
    if role == chess.PAWN:
        for men in itertools.permutations(originals, len(squares)):
            yield [(pawn_moves(color, man, to), False) for man, to in zip(men, squares)]
        return
    last = range(56, 64) if color else range(8)
    # `None` means a promoted pawn. Any number of the pieces may be promoted pawns, because no string needs more
    # pieces than a side has pawns.
    for men in itertools.product([*originals, None], repeat=len(squares)):
        pieces = [man for man in men if man is not None]
        if len(set(pieces)) == len(pieces):
            yield [
                (5 + min(distances(role, at).get(to, NEVER) for at in last), True) if man is None
                else (distances(role, man).get(to, NEVER), False)
                for man, to in zip(men, squares)
            ]


@functools.cache
def cheapest(color, role, squares):
    """The minimum total number of moves needed to bring a different piece of this role to each of these squares."""
    return min(sum(moves for moves, _ in men) for men in takes(color, role, squares))


def written(start, to, companions):
    """The discriminator that SAN writes if the piece has these companions (PGN standard, 8.2.3.4)."""
    name = chess.square_name(start)
    if not companions:
        return ""
    if all(chess.square_file(one) != chess.square_file(start) for one in companions):
        return name[0]
    if all(chess.square_rank(one) != chess.square_rank(start) for one in companions):
        return name[1]
    return name


@functools.cache
def settings(role, to):
    """Maps each discriminator that a SAN may have to a list of pairs: a from-square, and a minimal set of companions
    that requires this discriminator."""
    found = {}
    for start in reach(role, to):
        # If one piece blocks the other, they cannot both go to the to-square.
        others = [
            one for one in reach(role, to)
            if one != start
            and start not in chess.SquareSet.between(to, one)
            and one not in chess.SquareSet.between(to, start)
        ]
        sets = [(), *((one,) for one in others), *itertools.combinations(others, 2)]
        for companions in sets:
            key = written(start, to, companions)
            known = found.setdefault(key, [])
            if not any(at == start and set(fewer) <= set(companions) for at, fewer in known):
                known.append((start, companions))
    return found


def stands(base, color):
    """Lists the possible placements of the moving piece and its companions before the last move. Each placement is a
    tuple of squares, which begins with the square of the moving piece."""
    letter, file, rank, capture, to, _ = SAN.match(base).groups()
    to = chess.parse_square(to)
    if letter == "K":
        return [(start,) for start in reach(chess.KING, to)]
    if letter:
        ways = settings(role_of(base), to).get(file + rank, [])
        return [(start, *others) for start, others in ways]
    ahead = 8 if color else -8
    starts = [chess.square("abcdefgh".index(file) if file else to % 8, (to - ahead) // 8)]
    if not capture and (to - 2 * ahead) // 8 == (1 if color else 6):
        starts.append(to - 2 * ahead)
    return [(start,) for start in starts if 0 <= start < 64]


def role_of(base):
    return "PNBRQK".index(SAN.match(base)[1] or "P") + chess.PAWN


@functools.cache
def moves_of(base, color):
    """The fewest moves that `color` needs to play the string, including the last move."""
    if base.startswith("O"):
        return 1
    ways = (cheapest(color, role_of(base), squares) for squares in stands(base, color))
    return 1 + min(ways, default=NEVER)


class Way(typing.NamedTuple):
    """A piece's route to a square. Sets of squares are bitboards."""

    moves: int
    through: int  # squares that our pieces must leave
    stops: int = 0  # squares on which the piece stops before its last square, if they are fixed
    free_stops: int = 0  # the number of stops that may be anywhere
    pawn_stops: int = 0  # squares on which a pawn may stop, at most once on each rank
    castles: bool = False
    first: int | None = None  # the first square where the piece stops, if that is fixed


def bits(squares):
    return sum(1 << square for square in squares)


def straight(start, to):
    """The squares that must be empty for a move from `start` to `to`."""
    return chess.between(start, to) | 1 << to


@functools.cache
def walks(role, starts, moves):
    """The squares that a piece can reach from `starts` in exactly `moves` moves on an empty board."""
    return starts if moves == 0 else frozenset(
        to for at in walks(role, starts, moves - 1) for to in reach(role, at)
    )


def free_ways(role, starts, to, least, before=0):
    """Returns a list with the shortest route to `to` that has at least `least` moves. Empty if there is no such route.
    The piece may stop anywhere along the route. `before` is the number of moves that the piece or pawn needs
    to reach one of `starts`."""
    all_moves = (moves for moves in range(least, 8) if to in walks(role, starts, moves))
    return [Way(before + moves, 1 << to, free_stops=before + moves - 1) for moves in all_moves][:1]


@functools.cache
def piece_ways(role, start, to):
    """Lists the routes of a piece: all routes of up to two moves, and one route that represents all longer routes. On
    that route, the piece may stop on any square."""
    def castles(first):
        return role == chess.ROOK and (start, first) in (
            (chess.A1, chess.D1), (chess.H1, chess.F1), (chess.A8, chess.D8), (chess.H8, chess.F8)
        )

    ways = [Way(0, 0)] if start == to else []
    for first in reach(role, start):
        if first == to:
            ways.append(Way(1, straight(start, to), castles=castles(to), first=to))
        elif to in reach(role, first) and to != start:
            through = straight(start, first) | straight(first, to)
            ways.append(Way(2, through, 1 << first, castles=castles(first), first=first))
    free = free_ways(role, frozenset([start]), to, 3)
    ways += [way._replace(castles=role == chess.ROOK) for way in free]
    if role == chess.KING:
        # The king can also castle first, which moves it two squares, and then walk.
        castled = free_ways(role, frozenset([start - 2, start + 2]), to, 0, 1)
        ways += [way._replace(castles=True) for way in castled]
    return ways


@functools.cache
def pawn_ways(role, color, start, to):
    """The routes on which a pawn leaves its initial square `start`, promotes to `role`, and then goes to `to`."""
    def is_ahead(one, other):
        aside = abs(chess.square_file(one) - chess.square_file(other))
        return aside <= abs(chess.square_rank(one) - chess.square_rank(other)) > 0

    ranks = range(2, 7) if color else range(1, 6)
    double = start + 16 if color else start - 16
    ways = []
    promotion = chess.SquareSet(chess.BB_RANK_8 if color else chess.BB_RANK_1)
    for first, moves in ((start, 6), (double, 5)):
        lasts = frozenset(last for last in promotion if is_ahead(first, last))
        ways += free_ways(role, lasts, to, 2, moves)
    for last in promotion:
        for first, moves in ((start, 6), (double, 5)):
            if is_ahead(first, last):
                stops = bits(
                    one for one in chess.SQUARES
                    if chess.square_rank(one) in ranks
                    and (one > first) == color and is_ahead(first, one) and is_ahead(one, last)
                )
                if last == to:
                    ways.append(Way(moves, 1 << to, pawn_stops=stops))
                elif to in reach(role, last):
                    through = 1 << last | straight(last, to)
                    ways.append(Way(moves + 1, through, 1 << last, pawn_stops=stops))
    return ways


@functools.cache
def men_ways(color, role, square):
    """Returns every pair of a piece and one of its routes to this square."""
    found = [(man, way) for man in START.pieces(role, color) for way in piece_ways(role, man, square)]
    pawns = () if role == chess.KING else START.pieces(chess.PAWN, color)
    found += [(man, way) for man in pawns for way in pawn_ways(role, color, man, square)]
    return found


@functools.cache
def short_ways(color, role, square, most):
    return [(man, way) for man, way in men_ways(color, role, square) if way.moves <= most]


@functools.cache
def beyond(king, start):
    """The squares behind `start`, as seen from the king: a line piece there attacks the king once `start` is empty."""
    return [one for one in chess.SQUARES if chess.between(one, king) >> start & 1]


class Plan:
    """A way to play a string: the last move and, for each piece that this move needs, a route from the piece's initial
    square. The route of the piece that makes the last move comes first."""

    def __init__(self, color, role, setting, men, ways, capture, moves):
        (self.start, self.companions, self.to), self.role, self.capture = setting, role, capture
        self.ways = ways
        ours, self.theirs = START.occupied_co[color], START.occupied_co[not color]
        self.all_ours, self.men = ours, men
        our_moves, self.their_moves = moves
        self.spare = our_moves - sum(way.moves for way in ways)
        self.home = START.king(not color)
        self.king = START.king(color)
        king = 1 << self.king & ~bits(men)
        has_other_rook = bool(START.pieces_mask(chess.ROOK, color) & ~bits(men))
        castles = any(way.castles for way in ways) or (self.spare > 0 and has_other_rook)
        self.castles = castles
        self.ours = ours & ~bits(men) & ~(king if castles else 0)
        stand = bits((self.start, *self.companions))
        path = functools.reduce(int.__or__, (chess.between(one, self.to) for one in chess.SquareSet(stand)))
        self.stands = path | stand
        if role == chess.KING:
            self.stands |= bits(reach(chess.KING, self.to))
        self.empty = functools.reduce(int.__or__, (way.through for way in ways), path | 1 << self.to)
        self.final = path if capture else path | 1 << self.to
        self.our_king = king
        self.king_stays = self.spare == 0 and self.empty & self.ours & king

    def most_gone(self, squares):
        """An upper bound on the number of pieces that can leave `squares` or be captured there."""
        gone = self.their_moves + self.spare
        stops = functools.reduce(int.__or__, (way.stops for way in self.ways))
        gone += (stops & squares).bit_count()
        for way in self.ways:
            gone += way.free_stops
            gone += sum(way.pawn_stops & squares & rank != 0 for rank in chess.BB_RANKS)
        return gone

    def leave(self, home, rooks, squares):
        """Whether the king on `home` can leave `squares` by castling with one of `rooks`."""
        return squares >> home & 1 and any(
            rooks >> home + rook & 1 and not squares & (1 << home + king | 1 << home + castled)
            for rook, king, castled in ((3, 2, 1), (-4, -2, -1))
        )

    def obstacle(self, suffix):
        """The first condition that the plan violates, or None."""
        men = (self.final & (self.ours | self.our_king | self.theirs)).bit_count()
        most = self.most_gone(self.final) + bool(self.leave(self.home, self.final, self.final))
        most += bool(self.castles and self.leave(self.king, chess.BB_ALL, self.final))
        if self.king_stays:
            return "king"
        in_the_way = (self.empty & self.ours).bit_count()
        if in_the_way > self.spare + self.their_moves or men > most or not self.can_begin():
            return "pieces"
        kings = (king for king in chess.SQUARES if not self.stands >> king & 1)
        if suffix and not any(self.checks(king, suffix == "#") for king in kings):
            return "check"
        return None

    def checks(self, king, mate):
        start, companions, to = self.start, self.companions, self.to

        def attacked_before(empty):
            """Whether the moving piece or a companion already attacks the king before the move, if the squares in
            `empty` are empty."""
            return any(
                king in reach(self.role, man) and not chess.between(man, king) & ~empty
                for man in (start, *companions)
            )

        if king in reach(self.role, to) and self.role != chess.KING:
            line = chess.between(to, king)
            if not attacked_before(self.final | line):
                gone = self.capturers(king) if mate and king not in reach(chess.QUEEN, start) else 0
                if self.is_free(line, king, mate, gone):
                    return True
        if king not in reach(chess.QUEEN, start) or king in reach(self.role, start):
            return False
        line = chess.between(start, king)
        behind = beyond(king, start)
        if line & bits((to, *companions)) or not behind or attacked_before(self.final | line):
            return False
        if self.spare > 0 and self.is_free(line, king, mate):
            return True
        return any(
            self.all_ours >> one & 1
            and START.piece_type_at(one) in (chess.BISHOP, chess.ROOK, chess.QUEEN)
            and king in reach(START.piece_type_at(one), one)
            and self.is_free(chess.between(one, king) & ~(1 << start), king, mate)
            for one in behind
        )

    def can_begin(self):
        """Whether the side can make its first move. If the side has no moves to spare, one of the plan's pieces must
        make this move, and the path of the move must be empty in the initial position. For Black, up to two squares on
        the path may be occupied: White moves first, and the program assumes that this move may clear two squares."""
        gone = 0 if START.color_at(self.king) == chess.WHITE else 2
        return self.spare > 0 or self.castles or any(
            way.moves > 0
            and (way.first is None or (straight(man, way.first) & START.occupied).bit_count() <= gone)
            for man, way in zip(self.men, self.ways)
        )

    def capturers(self, king):
        """The initial squares of the opponent's pieces that could capture on the to-square. The king never
        counts. Any other piece counts only if it attacks the to-square, cannot be pinned, and is either a knight or
        next to the to-square."""
        found = 0
        for man in chess.SquareSet(self.theirs & ~bits((self.start, *self.companions))):
            role = START.piece_type_at(man)
            if role == chess.PAWN:
                attacks = chess.BB_PAWN_ATTACKS[START.color_at(man)][man] >> self.to & 1
            else:
                near = role == chess.KNIGHT or chess.square_distance(man, self.to) == 1
                attacks = role != chess.KING and near and self.to in reach(role, man)
            if attacks and man not in reach(chess.QUEEN, king):
                found |= 1 << man
        return found

    def is_taken(self, king, line, fills):
        """Whether all squares around the king can be attacked or occupied. The king's own side can occupy up to `fills`
        of these squares."""
        color = START.color_at(self.king)

        def attacked(role, square):
            pawn = set(chess.SquareSet(chess.BB_PAWN_ATTACKS[color][square]))
            return pawn if role == chess.PAWN else reach(role, square)

        ours = set(chess.SquareSet(self.all_ours & ~bits(self.men)))
        flights = set(reach(chess.KING, king)).difference(
            *(reach(self.role, one) for one in (self.to, *self.companions))
        )
        for man in ours:
            flights -= attacked(START.piece_type_at(man), man)
        gone = self.final | line | bits((self.start, self.to, *self.companions)) | 1 << self.home
        flights -= set(chess.SquareSet(self.theirs & ~gone))
        left = len(flights) - fills - 6 * self.castles
        if left <= 0 or self.spare == 0:
            return left <= 0
        if self.spare > 1:
            # We allow five squares for each spare move: a queen attacks at most five squares around a king, and no
            # other piece attacks more.
            return left <= 5 * self.spare
        for man in ours:
            role = START.piece_type_at(man)
            ends = reach(role, man)
            if role == chess.PAWN:
                ahead = 8 if color else -8
                ends = {man + ahead, man + 2 * ahead, *attacked(role, man)}
            if any(len(flights & attacked(role, end)) >= left for end in ends):
                return True
        return False

    def is_free(self, line, king, mate, gone=0):
        """Whether the moves that are left are enough for the opponent's king to reach the square `king`, and for all
        pieces to leave the squares of `line`. If `mate` is true, it must also be possible to mate the king on the
        square `king`."""
        home, squares = self.home, self.final | line
        ways = [(chess.square_distance(home, king), bits(reach(chess.KING, home)), 0, 0)]
        for rook, castled in ((home + 3, home + 2), (home - 4, home - 2)):
            moves = 1 + chess.square_distance(castled, king)
            ways.append((moves, 0, chess.between(home, rook), 1 << rook))

        def their_men(squares, moves, around, rook):
            men = squares & self.theirs
            if moves:
                men &= ~(1 << home | rook)
            # If the king is shut in by its own pieces, one of them must move first.
            shut = moves and around and not around & ~self.theirs and not men & around
            return men.bit_count() + bool(shut)

        for moves, around, through, rook in ways:
            if moves > self.their_moves:
                continue
            # All pieces of the king's colour must leave the squares of the king's route.
            leave = squares | through | gone | (1 << king if moves else 0)
            most = self.most_gone(leave | around)
            last = min(1, moves)
            in_the_way = ((self.empty | line) & self.ours).bit_count()
            on_line = their_men(squares | through, moves, around, rook)
            if (
                in_the_way + last <= self.spare + self.their_moves
                and their_men(leave, moves, around, rook) + moves <= most
                and on_line + (squares & self.ours).bit_count() + last <= most
                and (not mate or self.is_taken(king, line, self.their_moves - moves + (rook != 0)))
            ):
                return True
        return False


def assigned(color, role, squares, most):
    """Yields all ways to bring a different piece to each of these squares, in at most `most` moves in total."""
    if not squares:
        return [((), ())]
    most_here = most - cheapest(color, role, squares[1:])
    return (
        ((man, *men), (way, *ways))
        for man, way in short_ways(color, role, squares[0], most_here)
        for men, ways in assigned(color, role, squares[1:], most - way.moves)
        if man not in men
    )


def obstacles(san, plies):
    """Yields the obstacle of each way to play a string at this ply, or None if the way has no obstacle."""
    _, file, rank, capture, to, _ = SAN.match(san).groups()
    role, to, color = role_of(san), chess.parse_square(to), plies % 2 == 1
    suffix = san[-1] if san[-1] in "+#" else ""
    ours = (plies - 1) // 2
    moves = (ours, plies - 1 - ours)
    return (
        Plan(color, role, (start, others, to), men, ways, bool(capture), moves).obstacle(suffix)
        for start, others in settings(role, to).get(file + rank, [])
        for men, ways in assigned(color, role, (start, *others), ours)
    )


def has_prospects(san, plies):
    """Whether there is a way to play the string at this ply that meets no obstacle."""
    return None in obstacles(san, plies)


def obstacles_named(san, first, last):
    """The obstacles at the plies `last - 1` and `last`, in the format of the table. Leaves out plies before `first`."""
    plies = range(max(first, last - 1), last + 1)
    found = [set(obstacles(san, ply)) or {"moves"} for ply in plies]
    order = ("moves", "king", "pieces", "check")
    return ",".join("+".join(sorted(names, key=order.index)) for names in found)


def bound(san):
    base = san.rstrip("+#")
    return min(2 * moves_of(base, chess.WHITE) - 1, 2 * moves_of(base, chess.BLACK))


def searched_for(san):
    """The ply up to which the program searched all positions that could lead to the string."""
    if re.match(r"[BRQ]([a-h]|[1-8])x?[a-h][1-8]", san):
        return NARROWED
    return SEARCHED


def is_planned(san, ply):
    """Whether `ply` is later than `searched_for(san)`, and the program still searched for the string at `ply`. At such
    a late ply, it searched for a string only if the side that plays the string has few moves to spare."""
    narrow = re.match(r"([NBRQ])([a-h]|[1-8])x?[a-h]([1-8])", san)
    is_mate = san[-1] == "#"
    last = {"B": PLANNED, "Q": PLANNED}.get(san[0], 14) - is_mate
    if not narrow or not searched_for(san) < ply <= last:
        return False
    to_rank = int(narrow[3])
    spare = (ply + 1) // 2 - moves_of(san.rstrip("+#"), ply % 2 == 1)
    few = {"B13": 1, "B14": 1, "Q13": 1, "Q14": 1, "R13": 2 if is_mate and to_rank < 4 else 3, "R14": 2}.get(f"{narrow[1]}{ply}", 0)
    return 0 <= spare <= few


def main():
    lines = (OUTPUT / "shortest_games.tsv").read_text("ascii").splitlines()[1:]
    lines = lines[:: int(sys.argv[1]) if len(sys.argv) > 1 else 1]
    settled = gap = 0
    for line in lines:
        san, plies, at_least, _, why = line.split("\t")
        plies, at_least = int(plies), int(at_least)
        searched = searched_for(san)
        should = least = plies if plies <= searched else max(searched + 1, bound(san))
        plan = False
        if plies > searched and san[0] in "NBRQK":
            while not has_prospects(san, should) or (should < plies and is_planned(san, should)):
                plan |= has_prospects(san, should)
                should += 1
        reasons = {
            "plan": plan,
            "way": should > least,
            "first": should == 1,
            "count": should == bound(san),
            "all": should <= SEARCHED + 1,
            "prospects": should <= searched + 1,
        }
        reason = next(name for name, holds in reasons.items() if holds)
        assert at_least == should, f"{san}: {at_least}, not {should}"
        if reason == "way":
            reason += " " + obstacles_named(san, least, should - 1)
        assert why == reason, f"{san}: {why}, not {reason}"
        assert bound(san) <= plies, f"{san} has {plies} plies, fewer than {bound(san)}"
        settled += plies == at_least
        gap += plies - at_least
    print(f"{len(lines)} bounds; {settled} games are shortest; {gap / len(lines):.2f} plies between them on average")


if __name__ == "__main__":
    main()
