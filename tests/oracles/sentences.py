#!/usr/bin/env python3
"""Uses python-chess to check every sentence that `explain` prints.

    pip install chess
    python3 tests/oracles/sentences.py target/release/san-strings [EVERY]

Asks the program about every text that has the form of a SAN. With EVERY = 3, checks only every third answer. For a
string that occurs, we replay the game and check the sentences on the board. For a text that cannot occur, we try all
from-squares and companions. A sentence of unknown form is an error. At the end, we falsify sentences of
every kind, and the checks must reject each false sentence.
"""

import functools
import itertools
import json
import re
import subprocess
import sys

import chess
from bound import (
    OUTPUT, SAN, SEARCHED, bound, has_prospects, is_planned, moves_of, obstacles_named, reach, role_of,
    searched_for, settings, stands, takes, written,
)
from shortest import replay

COLORS = {"white": chess.WHITE, "black": chess.BLACK}
LINES = {
    chess.BISHOP: "diagonals",
    chess.ROOK: "ranks and files",
    chess.QUEEN: "ranks, files and diagonals",
}
KNOWN = re.compile(
    r"The shortest game(?: has (?P<plies>\d+) (?:ply|plies)"
    r"| known has (?P<known>\d+) plies, and none has fewer than (?P<least>\d+))"
)
WHY = re.compile(
    r"No game has fewer than (?P<least>\d+) plies"
    r"(?:: all positions(?P<narrow> that could lead to it)? up to ply (?P<searched>\d+) were searched\."
    r"|\. (?P<side>White|Black), the quicker side, needs "
    r"(?:(?P<move>1) move|(?P<moves>\d+) moves: (?P<men>.*), and 1 for the move itself)\.)"
    r"(?: For games of (?P<first>\d+)(?: to (?P<last>\d+))? plies, all positions that could lead to it were searched\.)?"
    r"(?P<way>(?: By ply \d+, [^.]*\.)*)"
)
MAN = re.compile(r"(\d+) to (?:bring a (\w+)|promote a pawn and bring the (\w+)) to ([a-h][1-8])")


def all_sans():
    """Lists every text that has the form of a SAN."""
    origins = ["", *chess.FILE_NAMES, *chess.RANK_NAMES, *chess.SQUARE_NAMES]
    bases = ["O-O", "O-O-O"]
    for to in chess.SQUARE_NAMES:
        bases += [piece + origin + x + to for piece in "KQRBN" for origin in origins for x in ("", "x")]
        captures = [f"{file}x" for file in chess.FILE_NAMES]
        promotions = ("", "=Q", "=R", "=B", "=N")
        bases += [file + to + promotion for file in ("", *captures) for promotion in promotions]
    return [base + suffix for base in bases for suffix in ("", "+", "#")]


def listed(words, last="and"):
    *first, end = words
    return f"{', '.join(first)} {last} {end}" if first else end


def names(squares, last="or"):
    return listed([chess.square_name(square) for square in sorted(squares)], last)


def equal(san, said, true):
    assert said == true, f"{san}: it says\n{said}\nand it should say\n{true}"


def occurs(san, paragraphs, counts):
    """Checks the answer for a string that occurs. Returns the JSON object that `explain` must print for the string."""
    head, moves, why, diagram, parts, played, links = paragraphs
    [head], [why], [played] = head, why, played
    known = KNOWN.search(head)
    assert known and head == f"{san} occurs. {known[0]}:", head
    plies = int(known["plies"] or known["known"])
    least = int(known["least"] or plies)
    assert least < plies or not known["least"], head
    assert (" 1 ply" in head) == (plies == 1), head

    words = " ".join(moves).split(" ")
    sans = [word for word in words if not word[0].isdigit()]
    numbered = [[f"{ply // 2 + 1}.", san] if ply % 2 == 0 else [san] for ply, san in enumerate(sans)]
    assert words == sum(numbered, []) and all(len(line) < 80 for line in moves), moves
    after = replay(san, plies, " ".join(sans))
    before = after.copy(stack=1)
    move = before.pop()

    reason = because(san, least, why)
    assert reason["reason"] != "first" or plies == 1, san
    others = companions(before, move)
    equal(san, diagram, drawn(before, move, others))
    equal(san, parts, said_of(san, before, move, others, after))
    count = counts.get(san, 0)
    equal(san, played, said_played(count, sum(counts.values())))
    fen = before.fen(en_passant="legal")
    link = "https://lichess.org/analysis/" + fen.replace(" ", "_")
    equal(san, links, [f"FEN: {fen}", link])
    return {
        "san": san,
        "verdict": "occurs",
        "known": known[0],
        "plies": plies,
        "at_least": least,
        "proven": plies == least,
        "moves": " ".join(sans),
        "why": {**reason, "text": why},
        "parts": [part.removeprefix("  ") for part in parts],
        "lichess_count": count,
        "fen": fen,
    }


def because(san, least, why):
    """Checks `why`, the reason that no game has fewer than `least` plies: the reason must be true, and must prove
    exactly this bound. Returns the JSON object for the reason, without its field `text`."""
    if why == "White can play it on the first move.":
        assert least == 1, san
        return {"reason": "first"}
    said = WHY.fullmatch(why)
    assert said, f"{san}: {why}"
    assert int(said["least"]) == least > 1, f"{san}: {why}"
    if said["side"]:
        fewest, reason = counted(san, said)
    else:
        searched = int(said["searched"])
        # Up to ply `SEARCHED`, we searched all positions. For later plies, the sentence must say that we searched only
        # positions that could lead to the string.
        assert searched <= SEARCHED or said["narrow"], f"{san}: {why}"
        assert searched > SEARCHED or not said["narrow"], f"{san}: {why}"
        assert searched <= searched_for(san), f"{san}: {why}"
        fewest = searched + 1
        reason = {"reason": "prospects" if said["narrow"] else "all", "searched": searched}
    if said["first"]:
        first, last = int(said["first"]), int(said["last"] or said["first"])
        assert (first, last) == (fewest, least - 1), f"{san}: {why}"
        assert not said["last"] or first < last, f"{san}: {why}"
        searched = [plies for plies in range(first, least) if has_prospects(san, plies)]
        most = searched_for(san)
        assert searched and not said["way"], f"{san}: {why}"
        assert all(plies <= most or is_planned(san, plies) for plies in searched), f"{san}: {why}"
        assert said["side"], f"{san}: {why}"
        return {**reason, "reason": "plan", "from": first, "to": last}
    if said["way"]:
        assert fewest < least, f"{san}: {why}"
        assert not any(has_prospects(san, plies) for plies in range(fewest, least)), f"{san}: {why}"
        obstacles = met(san, fewest, least - 1, said["way"])
        return {**reason, "reason": "way", "from": fewest, "to": least - 1, "obstacles": obstacles}
    assert fewest == least, f"{san}: {why}"
    return reason


def met(san, first, last, said):
    """Checks sentences such as "By ply 11, White cannot give mate.", which say why the string cannot be played at the
    plies `last - 1` and `last`. If `first` equals `last`, there is only one sentence. Returns the obstacles
    that the JSON should list."""
    found = []
    for ply, names in enumerate(obstacles_named(san, first, last).split(","), max(first, last - 1)):
        names, color = names.split("+"), ply % 2 == 1
        sentences = {
            "moves": f"needs {moves_of(san.rstrip('+#'), color)} moves, but has only {(ply + 1) // 2}",
            "king": f"has no move to spare to get the king on {'e1' if color else 'e8'} out of the way",
            "pieces": "cannot get all pieces out of the way",
            "check": f"cannot give {'mate' if san[-1] == '#' else 'check'}",
        }
        found.append((ply, color, names, ", or ".join(sentences[name] for name in names)))
    equal(san, said, "".join(
        f" By ply {ply}{', whichever way it is tried' * (len(names) > 1)}, {'White' if color else 'Black'} {sentence}."
        for ply, color, names, sentence in found
    ))
    return [{"ply": ply, "obstacles": names} for ply, _, names, _ in found]


def counted(san, said):
    """Checks a reason that counts moves, such as `White, the quicker side, needs 7 moves`. Returns the bound in plies,
    and the JSON object for the reason, without its text."""
    base = san.rstrip("+#")
    side = said["side"].lower()
    moves = int(said["move"] or said["moves"])
    plies = 2 * moves - 1 if COLORS[side] else 2 * moves
    assert moves == moves_of(base, COLORS[side]) and plies == bound(san), f"{san}: {said[0]}"
    men = [MAN.fullmatch(man) for man in said["men"].split(", ")] if said["men"] else []
    assert all(men), f"{san}: {said[0]}"
    # Of the pieces that the string needs, the sentence names only those that must move. The others start the game on
    # the squares where they are needed.
    brought = sorted((int(man[1]), bool(man[3]), chess.parse_square(man[4])) for man in men)
    role = role_of(base)
    assert all((man[2] or man[3]) == chess.piece_name(role) for man in men), f"{san}: {said[0]}"
    assert sum(number for number, _, _ in brought) == moves - 1, f"{san}: {said[0]}"
    assert any(
        brought == sorted((*man, square) for man, square in zip(taken, squares) if man[0])
        for squares in stands(base, COLORS[side])
        for taken in takes(COLORS[side], role, squares)
    ), f"{san}: {said[0]}"
    return plies, {
        "reason": "count",
        "side": side,
        "moves": moves,
        "men": [
            {"moves": int(man[1]), "promoted": bool(man[3]), "role": man[2] or man[3], "square": man[4]}
            for man in men
        ],
    }


def companions(board, move):
    """The other pieces of the same kind that could legally go to the same square. Pawns have no companions, because SAN
    always names the file of a pawn capture."""
    if board.piece_type_at(move.from_square) == chess.PAWN:
        return []
    kind = board.pieces_mask(board.piece_type_at(move.from_square), board.turn)
    others = board.generate_legal_moves(kind, chess.BB_SQUARES[move.to_square])
    return sorted({other.from_square for other in others} - {move.from_square})


def drawn(board, move, others):
    marks = {move.from_square: "[]", move.to_square: "<>", **dict.fromkeys(others, "()")}
    lines = []
    for rank in reversed(range(8)):
        line = f"{rank + 1} "
        for square in range(8 * rank, 8 * rank + 8):
            left, right = marks.get(square, "  ")
            piece = board.piece_at(square)
            line += left + (piece.unicode_symbol() if piece else ".") + right
        lines.append(line.rstrip())
    return [*lines, "   a  b  c  d  e  f  g  h"]


def piece_on(board, square):
    return f"{chess.piece_name(board.piece_type_at(square))} on {chess.square_name(square)}"


def said_of(san, board, move, others, after):
    """The lines that `explain` must print about the parts of a string."""
    color = chess.COLOR_NAMES[board.turn]
    role = chess.piece_name(board.piece_type_at(move.from_square))
    start, to = chess.square_name(move.from_square), chess.square_name(move.to_square)
    if board.is_castling(move):
        side = "queen" if board.is_queenside_castling(move) else "king"
        lines = [f"{color} castles on the {side}'s side"]
    else:
        lines = [f"the {color} {role} goes from {start} to {to}"]
        _, file, rank, _, _, promotion = SAN.match(san).groups()
        if others:
            men = said_of_companions(board, move, others, file, rank)
            lines.append(f"{file + rank}: {men} could go to {to} too")
        if board.is_en_passant(move):
            captured = move.to_square + (-8 if board.turn else 8)
            lines.append(f"x: takes the {piece_on(board, captured)} en passant")
        elif board.is_capture(move):
            lines.append(f"x: takes the {piece_on(board, move.to_square)}")
        if promotion:
            lines.append(f"{promotion}: turns into a {chess.piece_name(move.promotion)}")
    if after.is_check():
        moved = {move.to_square}
        if board.is_castling(move):
            moved = set(after.pieces(chess.ROOK, board.turn) - board.pieces(chess.ROOK, board.turn))
        checkers = list(after.checkers())
        men = listed([
            f"the {piece_on(after, square)}" + ("" if square in moved else " (discovered)")
            for square in checkers
        ])
        mate = ", and there is no legal reply" * (not any(after.legal_moves))
        suffix = "#" if mate else "+"
        lines.append(f"{suffix}: {men} {'check' if len(checkers) > 1 else 'checks'} the king{mate}")
    return [f"  {line}" for line in lines]


def said_of_companions(board, move, others, file, rank):
    on_file = [one for one in others if chess.square_file(one) == chess.square_file(move.from_square)]
    on_rank = [one for one in others if chess.square_rank(one) == chess.square_rank(move.from_square)]
    said = [f"the {piece_on(board, one)}" for one in others]
    if not rank:
        assert not on_file
        return listed(said)
    if not file:
        # There is one companion, on the same file as the moving piece.
        [one] = said
        assert on_file == others
        return f"{one}, on the same file,"
    # There are two companions, one on the same file and one on the same rank.
    [one], [two] = on_file, on_rank
    assert {one, two} == set(others)
    return (
        f"the {piece_on(board, one)}, on the same file, "
        f"and the {piece_on(board, two)}, on the same rank,"
    )


def said_played(count, total):
    played = "played once" if count == 1 else f"played {count:,} times" if count else "never played"
    games = f"{round(total / 1e9)} billion moves of rated games on lichess.org"
    return f"{played} in {games}, July 2014 to September 2024"


def cannot_occur(san, lines, table):
    """Checks the answer for a text that cannot occur. Returns the JSON object that `explain` must print."""
    head, *proof = lines
    reason = head.removeprefix(f"{san} cannot occur. ")
    base = san.rstrip("+#")
    no_check = "gives no check, wherever the king is."
    if reason == f"{base} can be played, but {no_check}":
        assert san != base and base in table, san
        gives_no_check(san, proof)
    else:
        true = dict(reasons(san))
        assert reason in true, f"{san}: {reason}"
        equal(san, proof, true[reason])
    return {
        "san": san,
        "verdict": "cannot_occur",
        "reason": reason,
        "proof": [line.removeprefix("  ") for line in proof],
    }


def reasons(san):
    """Yields the reasons why a text cannot occur, whatever its suffix (none, + or #), each with its proof."""
    letter, file, rank, capture, to, promotion = SAN.match(san).groups()
    if not letter:
        yield from reasons_of_pawn(file, to, promotion)
    elif letter == "K":
        if file + rank:
            yield "Each side has only one king, so SAN never names the king's from-square.", []
    else:
        role, square = role_of(san), chess.parse_square(to)
        starts = starts_of(role, file + rank, square)
        if not starts:
            origin = file + rank if file and rank else f"the {file}-file" if file else f"rank {rank}"
            name = chess.piece_name(role)
            moves = f"moves along {LINES.get(role)}"
            if role == chess.KNIGHT:
                moves = f"reaches {to} only from {names(reach(role, square))}"
            yield f"No {name} goes from {origin} to {to}: a {name} {moves}.", []
        elif file + rank and file + rank not in settings(role, square):
            yield no_companion(role, file, rank, starts, square)


def reasons_of_pawn(file, to, promotion):
    if file and abs(ord(file) - ord(to[0])) != 1:
        yield f"A pawn captures onto a neighbouring file, so never from the {file}-file onto {to}.", []
    if promotion and to[1] not in "18":
        yield f"A pawn promotes on the first or last rank only, not on {to}.", []
    if not promotion and to[1] in "18":
        base = f"{file}x{to}" if file else to
        promotions = listed([f"{base}={piece}" for piece in "QRBN"], "or")
        yield f"A pawn that reaches {to} must promote: {promotions}.", []


def starts_of(role, origin, to):
    """The from-squares that fit the discriminator of a string."""
    return [start for start in sorted(reach(role, to)) if origin in chess.square_name(start)]


def no_companion(role, file, rank, starts, to):
    """Returns the reason why no companion justifies the discriminator, and the proof of this reason: at least one line
    for each from-square."""
    name, target = chess.piece_name(role), chess.square_name(to)
    if file and rank:
        reason = (
            f"SAN names the square only if another {name} on the same file and another on the same "
            f"rank could both go to {target} too. They could not."
        )
    elif file:
        reason = (
            f"SAN names the file only if another {name}, on another file, could go to {target} too. "
            "None could."
        )
    else:
        reason = (
            f"SAN names the rank only if another {name} on the same file could go to {target} too. "
            "None could."
        )
    proof = []
    for start in starts:
        fails = list(places_without_companion(role, file, rank, start, to))
        assert fails, f"{name} from {chess.square_name(start)} to {target}"
        proof += [f"  from {chess.square_name(start)}: {fail}" for fail in fails]
    return reason, proof


def places_without_companion(role, file, rank, start, to):
    file_of, rank_of = chess.square_file(start), chess.square_rank(start)
    if not rank:
        places = [("on other files", lambda one: chess.square_file(one) != file_of)]
    else:
        places = [(
            f"on the {chess.FILE_NAMES[file_of]}-file",
            lambda one: chess.square_file(one) == file_of,
        )]
        if file:
            places.append((f"on rank {rank_of + 1}", lambda one: chess.square_rank(one) == rank_of))
    target = chess.square_name(to)
    for place, is_there in places:
        squares = [one for one in reach(role, to) if one != start and is_there(one)]
        if not squares:
            yield f"no other square {place} is a {chess.piece_name(role)}'s move from {target}"
        elif all(one_blocks(start, one, to) for one in squares):
            are = "is" if len(squares) == 1 else "are"
            line = f"{names(squares, 'and')} {place} {are} on the same line to {target} as {chess.square_name(start)}"
            yield f"{line}, so one of the two pieces would block the other"


def one_blocks(one, other, to):
    return one in chess.SquareSet.between(other, to) or other in chess.SquareSet.between(one, to)


def gives_no_check(san, proof):
    """Verifies that the move can give check neither from the to-square nor by opening a line for a piece behind the
    from-square. There is no third way to give check."""
    _, file, rank, capture, to, _ = SAN.match(san).groups()
    role, to = role_of(san), chess.parse_square(to)
    starts = {start: sets_of(role, start, to, file + rank) for start in starts_of(role, file + rank, to)}
    starts = {start: sets for start, sets in starts.items() if sets}
    name = chess.piece_name(role)
    assert len(proof) <= 6, san
    *proof, rest = proof
    behind = set().union(*(opened(start, to) for start in starts))
    if behind:
        *proof, said = proof
        equal(
            san, said, f"  On {names(behind)}, a king could be in check from a piece behind the {name}, "
            f"but the {name} attacked the king before the move."
        )
        assert all(opened(start, to) <= set(reach(role, start)) for start in starts), f"{san}: {said}"
    no_king_can_stand(san, role, to, capture, starts, clauses(san, proof, name, to))
    equal(
        san, rest, f"  Anywhere else, a king is out of reach of the {name} on {chess.square_name(to)}, and no line "
        f"leads from the king through {names(starts)} to a square beyond, so the {name} discovers no check."
    )
    elsewhere = set(chess.SQUARES) - set(reach(role, to)) - behind - {to}
    assert elsewhere and not any(
        start in chess.SquareSet.between(one, king)
        for king in elsewhere for start in starts for one in chess.SQUARES
    ), f"{san}: {rest}"


@functools.cache
def opened(start, to):
    """The squares on which a king could be in a discovered check after the move from `start` to `to`."""
    way = chess.SquareSet.between(start, to)
    free = [one for one in chess.SQUARES if one != to and one not in way]
    lines = {(one, king): chess.SquareSet.between(one, king) for one in free for king in free}
    return {king for (_, king), line in lines.items() if start in line and to not in line}


def clauses(san, proof, name, to):
    """Splits the sentences of a proof into clauses. For each clause, yields the squares that it names, and the reasons
    why a king cannot be there."""
    obstacles = {
        f"where the {name} comes from": "from",
        f"in the way of the {name}": "way",
        f"where the {name} goes": "to",
        f"in check from the {name} before the move": "before",
        f"where another {name} is": "another",
        f"in the way of another {name}": "its way",
        f"sheltered from {chess.square_name(to)} by another {name}": "sheltered",
        f"in check from another {name} before the move": "before, from another",
    }
    for said in proof:
        form = re.fullmatch(r"  On (.+?), a king would be (.+)\.", said)
        assert form, f"{san}: {said}"
        for clause in f"{form[1]}, {form[2]}".split("; on "):
            form = re.fullmatch("((?:[a-h][1-8], )*(?:[a-h][1-8] or )?[a-h][1-8]), (.+)", clause)
            assert form, f"{san}: {clause}"
            kings = [chess.parse_square(king) for king in re.findall("[a-h][1-8]", form[1])]
            why = re.split(", | or ", form[2])
            assert form[1] == names(kings) and set(why) <= obstacles.keys(), f"{san}: {clause}"
            assert form[2] == listed(why, "or") and len(set(why)) == len(why), f"{san}: {clause}"
            yield kings, {obstacles[one] for one in why}


def sets_of(role, start, to, origin):
    """All sets of one or two companions for which SAN writes this discriminator. We do not need larger sets: if a set
    of companions excludes a king from a square, so does every superset."""
    others = [one for one in reach(role, to) if one != start and not one_blocks(start, one, to)]
    pairs = [pair for pair in itertools.combinations(others, 2) if not one_blocks(*pair, to)]
    sets = [*((one,) for one in others), *pairs]
    return [companions for companions in sets if written(start, to, companions) == origin]


def no_king_can_stand(san, role, to, capture, starts, said):
    """Checks the clauses about kings. The clauses must name the to-square and all squares that the piece attacks from
    there on an empty board, each square in exactly one clause. For each of these squares, each from-square and each
    set of companions, at least one reason of the square's clause must hold. No reason of a clause may be superfluous:
    it must hold for at least one square of the clause, with at least one from-square and set of companions."""
    clause_of, unused = {}, {}
    for clause, (kings, why) in enumerate(said):
        assert not clause_of.keys() & set(kings), f"{san}: {names(kings)}"
        clause_of |= dict.fromkeys(kings, clause)
        unused[clause] = set(why)
    reasons = {clause: set(why) for clause, why in unused.items()}
    equal(san, names(clause_of), names([*reach(role, to), to]))
    for start, others in ((start, others) for start, sets in starts.items() for others in sets):
        ways = {one: chess.SquareSet.between(one, to) for one in (start, *others)}
        for king in clause_of:
            line = chess.SquareSet.between(to, king)
            empty = set(line).union(*ways.values()) - {start}
            if not capture:
                empty.add(to)

            def attacked_from(one):
                return king in reach(role, one) and set(chess.SquareSet.between(one, king)) <= empty

            hold = {
                "from": king == start,
                "way": king in ways[start],
                "to": king == to,
                "before": attacked_from(start),
                "another": king in others,
                "its way": any(king in ways[one] for one in others),
                "sheltered": any(one in line for one in others),
                "before, from another": any(attacked_from(one) for one in others),
            }
            hold = {why for why in reasons[clause_of[king]] if hold[why]}
            assert hold, f"{san}: a king on {chess.square_name(king)}, others on {names(others)}"
            unused[clause_of[king]] -= hold
    assert not any(unused.values()), f"{san}: {unused}"


# False sentences that the checks must reject, at least one for each kind of sentence. Each lie is a triple: a string, a
# regular expression, and a replacement. The replacement falsifies the part of the string's answer that the regular
# expression matches. If the string is None, we use the first string whose answer matches the regular expression.
LIES = [
    ("e4", "has 1 ply", "has 2 plies"),
    ("e4", "has 1 ply", "has 1 plies"),
    ("Ncd5+", "occurs", "cannot occur"),
    ("Ncd5+", "has 7 plies", "has 6 plies"),
    ("Ncd5+", "has 7 plies", "known has 7 plies, and none has fewer than 7"),
    ("O-O#", "none has fewer than 11", "none has fewer than 12"),
    # The moves of the game.
    ("Ncd5+", r"1\. ", "2. "),
    ("Ncd5+", r"4\. Ncd5\+", "4. Ncd5"),
    ("Ncd5+", r"4\. Ncd5\+", "4. Nfd5+"),
    ("Ncd5+", r"1\. Nc3", "1. Nb1c3"),
    # The reason why no game is shorter.
    ("Ncd5+", "No game .*", "White can play it on the first move."),
    ("a5", "No game .*", "White can play it on the first move."),
    ("a5", "Black, the quicker", "White, the quicker"),
    ("Ncd5+", r"fewer than 7 plies\.", "fewer than 6 plies."),
    ("Ncd5+", "needs 4 moves", "needs 3 moves"),
    ("Ncd5+", "1 to bring a knight", "2 to bring a knight"),
    ("Ncd5+", "a knight to c3", "a knight to b4"),
    ("Ncd5+", "bring a knight to f4", "promote a pawn and bring the knight to f4"),
    ("Ncd5+", "a knight to f4", "a bishop to f4"),
    ("Ncd5+", ", and 1 for the move itself", ""),
    ("Ncd5+", r"itself\.$", "itself. By ply 7, White cannot get all pieces out of the way."),
    ("Qa1b2", "Black, the quicker", "White, the quicker"),
    ("Qa1b2", "promote a pawn and bring the queen to a1", "bring a queen to a1"),
    ("Qa1b2", "2 to bring a queen to a2, ", ""),
    ("exd7", "a pawn to e6", "a pawn to d6"),
    ("O-O#", "up to ply 10", "up to ply 11"),
    ("O-O#", "all positions", "all positions that could lead to it"),
    (None, r" that could lead to it (up to ply \d+ were searched\.)$", r" \1"),
    (None, r"that could lead to it up to ply 11 were", "that could lead to it up to ply 10 were"),
    ("N6a7#", "up to ply 10", "up to ply 11"),
    ("N6a7#", "By ply 11", "By ply 10"),
    ("Q1a8", "By ply 13[^.]*. ", ""),
    ("Q1a8", "15 plies(.*) ply 14", r"16 plies\1 ply 15"),
    ("Q1a8", " By ply 13.*", ""),
    ("N6a7#", "needs 8 moves", "needs 9 moves"),
    ("Q1a8", "king on e1", "king on e8"),
    # The diagram.
    ("Ncd5+", r"\[♘\]", " ♘ "),
    ("Ncd5+", r"\(♘\)", " ♘ "),
    ("Ncd5+", r"<\.>", " . "),
    ("Ncd5+", "♙  ♙", "♙ (♙)"),
    ("Ncd5+", "♚", "♛"),
    ("Ncd5+", "a  b  c", "a  c  b"),
    # The parts.
    ("Ncd5+", "white knight", "black knight"),
    ("Ncd5+", "from c3", "from b4"),
    ("Ncd5+", "the knight on f4 could", "the knight on e3 could"),
    ("Ncd5+", "f4 could", "f4, on the same file, could"),
    ("Ncd5+", r"\n  c: .*", ""),
    ("Ncd5+", "on d5 checks", "on d5 (discovered) checks"),
    ("Ncd5+", r"\n  \+: .*", ""),
    ("Ncd5+", "checks the king", "checks the king, and there is no legal reply"),
    ("Qa1b2", "on the same rank,", "on the same file,"),
    ("Qa1b2", "and the queen on b1, on the same rank, ", ""),
    ("cxb6", "pawn on b5 en passant", "pawn on b6 en passant"),
    ("cxb6", " en passant", ""),
    ("exd8=Q#", "takes the queen", "takes the rook"),
    ("exd8=Q#", "turns into a queen", "turns into a rook"),
    ("exd8=Q#", ", and there is no legal reply", ""),
    ("O-O-O#", "queen's side", "king's side"),
    ("O-O-O#", "rook on d1", "rook on d1 (discovered)"),
    ("Bb1d3+", r" \(discovered\)", ""),
    (None, r" \(discovered\) and the (.*) check the", r" and the \1 check the"),
    (None, r" \(discovered\) and the (.*) check the", r" (discovered) and the \1 checks the"),
    # How often the string was played, and the position before the move.
    ("Ncd5+", "played 4", "played 5"),
    ("Qb6xe3#", "never played", "played once"),
    ("Ncd5+", "398 billion", "397 billion"),
    ("Ncd5+", "FEN: (.*) KQ", r"FEN: \1 KQkq"),
    ("Ncd5+", "_KQ_", "_KQkq_"),
    ("cxb6", " b6 0", " - 0"),
    # A string whose move cannot give check.
    ("Ba1b2#", "Ba1b2 can", "Ba1xb2 can"),
    ("Ba1b2#", "wherever the king is", "if the king is on b2"),
    ("Ba1b2#", "c3, d4", "d4"),
    ("Ba1b2#", "c3, d4", "c2, c3, d4"),
    ("Ba1b2#", "On c1 or a3", "On c1, c3 or a3"),
    ("Ba1b2#", "from the bishop before", "from another bishop before"),
    ("Ba1b2#", "from; on", "from or in the way of the bishop; on"),
    ("Ba1b2#", "in check from the bishop before the move", "in the way of the bishop"),
    ("Ba1b2#", "where another bishop is", "in the way of another bishop"),
    ("Ba1b2#", "where the bishop comes from", "where another bishop is"),
    ("Ba1b2#", "through a1", "through b2"),
    ("Ba1b2#", "the bishop on b2", "the bishop on a1"),
    ("Ba1b2#", r"\n  Anywhere else.*", ""),
    ("Ba1b2#", r"(\n  On c1.*)", r"\1\1"),
    ("Rah1+", "h7 or h8", "or h7"),
    ("Rah1+", "; on h1, where the rook goes", ""),
    ("Rah1+", " or sheltered from h1 by another rook", ""),
    ("Rah1+", "sheltered from h1", "sheltered from a1"),
    ("Rah2+", "On a1, a3", "On a3"),
    ("Rah2+", r"\n  On a1, a3.*", ""),
    ("Rah2+", " or in check from another rook before the move", ""),
    ("Rah2+", r"\n  On a2, a king .*", ""),
    ("Rhh8+", "h1, h2, h3, h4, h5, h6 or h7 to", "h1 to"),
    ("Qb2a1+", "behind the queen, but", "behind another queen, but"),
    ("Qb2a1+", "On b1, c1, a2, c2", "On b1, c1, a2, b2, c2"),
    # A text that SAN never writes.
    ("Qa1a8", "a2, a3", "a3"),
    ("Qa1a8", "SAN names the square", "SAN names the file"),
    ("Qe1e8", "on rank 1", "on rank 2"),
    ("Qe1e8", r"\n  from e1: no other .*", ""),
    ("R1a1", "on the same file", "on the same rank"),
    ("R1a1", r"\n  from c1: .*", ""),
    ("Bba1", "on other files", "on the b-file"),
    ("Nbh5", "g3, f4", "f4"),
    ("Nbh5", "the b-file", "the f-file"),
    ("Ra1b2", "ranks and files", "diagonals"),
    ("Ke1e2", "one king", "two kings"),
    ("e8", "e8=Q, ", ""),
    ("axb1", "axb1=Q", "b1=Q"),
    ("axc3", "A pawn .*", "A pawn that reaches c3 must promote: axc3=Q, axc3=R, axc3=B or axc3=N."),
    ("e4=Q", "not on e4", "not on e5"),
]


def main(program, every=1):
    def explain(texts, *options):
        command = [program, "explain", "-", *options]
        run = subprocess.run(command, input="\n".join(texts), stdout=subprocess.PIPE, text=True)
        assert run.returncode == 1, run.returncode
        return run.stdout

    _, *lines = (OUTPUT / "shortest_games.tsv").read_text("ascii").splitlines()
    table = {row[0]: row for row in (line.split("\t") for line in lines)}
    lines = (OUTPUT.parent / "data/lichess_counts.tsv").read_text("ascii").splitlines()
    counts = {san: int(count) for san, count in (line.split("\t") for line in lines)}
    symbols = (OUTPUT / "san_strings_with_symbols.txt").read_text("ascii").split()

    def read(text, answer):
        paragraphs = [paragraph.split("\n") for paragraph in answer.split("\n\n")]
        if text in table:
            return occurs(text, paragraphs, counts)
        [lines] = paragraphs
        return cannot_occur(text, lines, table)

    texts = all_sans()
    assert set(symbols) <= set(texts) and len(symbols) == 29_274
    paragraphs = iter(explain(texts).split("\n\n"))
    answers = {
        text: "\n\n".join(itertools.islice(paragraphs, 7 if text in table else 1)) for text in texts
    }
    assert list(paragraphs) == [""]
    objects = explain(texts, "--format", "json").splitlines()
    for text, said in itertools.islice(zip(texts, objects, strict=True), 0, None, every):
        true = read(text, answers[text])
        equal(text, json.loads(said), true)
        if text in table:
            row = [true[name] for name in ("san", "plies", "at_least", "moves")]
            why = true["why"]
            obstacles = ",".join("+".join(ply["obstacles"]) for ply in why.get("obstacles", []))
            equal(text, table[text], [*map(str, row), f"{why['reason']} {obstacles}".strip()])

    for text, old, new in LIES:
        text = text or next(text for text in texts if re.search(old, answers[text], re.M))
        lie = re.sub(old, new, answers[text], count=1, flags=re.M)
        assert lie != answers[text], f"{text}: it does not say {old}"
        try:
            read(text, lie)
        except (AssertionError, ValueError):
            continue
        sys.exit(f"{text}: not noticed\n{lie}")
    print(
        f"{len(table)} strings occur and {len(texts) - len(table)} texts do not, as explained; "
        f"{len(LIES)} lies noticed; python-chess {chess.__version__}"
    )


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if sys.argv[2:] else 1)
