"""Adapters that run Python libraries and pgn-extract on the conformance suite.

    python judge.py --run 'python tests/peers/peers.py LIBRARY'
    python judge.py --run 'python tests/peers/peers.py pgn-extract PROGRAM'
"""

import collections
import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile


def unescape(pgn):
    escapes = {"n": "\n", "r": "\r", "t": "\t"}
    return re.sub(r"\\(.)", lambda escape: escapes.get(escape[1], escape[1]), pgn)


def python_chess():
    import chess
    import chess.pgn

    def legal(fen, _):
        board = chess.Board(fen)
        return [board.san(move) for move in board.legal_moves]

    def movetext(_, pgn):
        game = chess.pgn.read_game(io.StringIO(unescape(pgn), newline=None))
        return None if game.errors else [move.uci() for move in game.mainline_moves()]

    def play(fen, uci):
        board = chess.Board(fen)
        board.push_uci(uci)
        return board.fen()

    return {
        "read": lambda fen, text: chess.Board(fen).parse_san(text).uci(),
        "write": lambda fen, uci: chess.Board(fen).san(chess.Move.from_uci(uci)),
        "legal": legal,
        "play": play,
        "movetext": movetext,
    }


def played_by_python_chess(texts):
    """Implements the task `movetext` for a parser without a board. python-chess plays the moves that the parser
    finds."""
    import chess

    def movetext(fen, pgn):
        board = chess.Board(fen)
        return [board.push_san(text).uci() for text in texts(unescape(pgn))]

    return {"movetext": movetext}


def pgn_read():
    from pgn_read.core.game import Game
    from pgn_read.core.parser import PGN

    def texts(pgn):
        game = next(PGN(game_class=Game).read_games(pgn))
        if game.state is not None:
            raise ValueError(pgn)
        depth, moves = 0, []
        for token in game.pgn_text:
            depth += (token == "(") - (token == ")")
            if depth == 0 and token[0] in "abcdefghKQRBNO":
                moves.append(token)
        return moves

    return played_by_python_chess(texts)


def pgnparse():
    import pgnparse

    def texts(pgn):
        turns = [turn for turn in pgnparse.PGN.from_string(pgn).turns if isinstance(turn, pgnparse.PGNTurn)]
        return [move.move_string for turn in turns for move in (turn.white_move, turn.black_move) if move]

    return played_by_python_chess(texts)


def tree_sitter_pgn():
    import tree_sitter
    import tree_sitter_pgn

    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_pgn.language()))

    def texts(pgn):
        root = parser.parse(pgn.encode()).root_node
        if root.has_error:
            raise ValueError(pgn)
        movetext = next(part for part in root.children[0].children if part.type == "movetext")
        return [part.text.decode().strip() for part in movetext.children if part.type == "san_move"]

    return played_by_python_chess(texts)


def rust_pgn_reader():
    from rust_pgn_reader_python_binding import parse_games_from_strings

    def movetext(_, pgn):
        game = parse_games_from_strings([unescape(pgn)])[0]
        return game.moves_uci() if game.is_valid else None

    return {"movetext": movetext}


def spooky_chess():
    from spooky_chess import Game, parse_pgn

    def game(fen):
        return Game(8, 8, fen, True)

    def write(fen, uci):
        here = game(fen)
        return here.move_to_san(here.move_from_lan(uci))

    def legal(fen, _):
        here = game(fen)
        return [here.move_to_san(move) for move in here.legal_moves()]

    def play(fen, uci):
        here = game(fen)
        return here.to_fen() if here.make_move_from_lan(uci) else None

    return {
        "read": lambda fen, text: game(fen).move_from_san(text).to_lan(),
        "write": write,
        "legal": legal,
        "play": play,
        "movetext": lambda _, pgn: [move.to_lan() for move in parse_pgn(unescape(pgn))[0].moves()],
    }


def bulletchess():
    from bulletchess import Board, Move, pgn

    def legal(fen, _):
        board = Board.from_fen(fen)
        return [move.san(board) for move in board.legal_moves()]

    def movetext(_, text):
        with tempfile.NamedTemporaryFile("w", suffix=".pgn", newline="") as file:
            file.write(unescape(text))
            file.flush()
            with pgn.PGNFile.open(file.name) as games:
                return [move.uci() for move in games.next_game().moves]

    def play(fen, uci):
        board = Board.from_fen(fen)
        board.apply(Move.from_uci(uci))
        return board.fen()

    return {
        "read": lambda fen, text: Move.from_san(text, Board.from_fen(fen)).uci(),
        "write": lambda fen, uci: Move.from_uci(uci).san(Board.from_fen(fen)),
        "legal": legal,
        "play": play,
        "movetext": movetext,
    }


def esca():
    from esca import Position, pgn

    def legal(fen, _):
        position = Position.from_fen(fen)
        return [position.san(move) for move in position.legal_moves()]

    def write(fen, uci):
        position = Position.from_fen(fen)
        return position.san(position.parse_uci(uci))

    def read(fen, text):
        position = Position.from_fen(fen)
        return position.uci(position.parse_san(text))

    def play(fen, uci):
        position = Position.from_fen(fen)
        return position.play(position.parse_uci(uci)).fen

    def movetext(_, text):
        [game] = pgn.read_string(unescape(text))
        return [str(node.move) for node in game.mainline()]

    return {"read": read, "write": write, "legal": legal, "play": play, "movetext": movetext}


def fastchess():
    import fastchess

    def play(fen, uci):
        board = fastchess.Board(fen)
        board.push_uci(uci)
        return board.fen()

    return {"read": lambda fen, text: fastchess.Board(fen).push_san(text), "play": play}


def pyffish():
    import pyffish

    def legal(fen, _):
        return [pyffish.get_san("chess", fen, move) for move in pyffish.legal_moves("chess", fen, [])]

    return {
        "write": lambda fen, uci: pyffish.get_san("chess", fen, uci),
        "legal": legal,
        "play": lambda fen, uci: pyffish.get_fen("chess", fen, [uci]),
    }


def open_spiel():
    import pyspiel

    chess = pyspiel.load_game("chess")

    def parsed(fen, text):
        state = chess.new_initial_state(fen)
        action = state.parse_move_to_action(text)
        # The library returns None or -1 if it cannot read the text.
        if action is None or action < 0:
            raise ValueError(text)
        return state, action

    def read(fen, text):
        state, action = parsed(fen, text)
        return pyspiel.chess.action_to_move(action, state.board()).to_lan()

    def write(fen, uci):
        state, action = parsed(fen, uci)
        return state.action_to_string(action)

    def play(fen, uci):
        state, action = parsed(fen, uci)
        state.apply_action(action)
        return state.board().to_fen()

    def legal(fen, _):
        state = chess.new_initial_state(fen)
        return [state.action_to_string(action) for action in state.legal_actions()]

    return {"read": read, "write": write, "legal": legal, "play": play}


def nchess():
    import nchess

    def play(fen, uci):
        board = nchess.Board(fen=fen)
        return board.fen() if board.step(uci) else None

    return {"play": play}


def pychess():
    from pychess.Utils.const import CASTLE_KK
    from pychess.Utils.lutils.LBoard import LBoard
    from pychess.Utils.lutils.lmove import parseAN, parseSAN, toAN, toSAN
    from pychess.Utils.lutils.lmovegen import genAllMoves

    def board(fen):
        board = LBoard()
        board.applyFen(fen)
        return board

    def read(fen, text):
        here = board(fen)
        return toAN(here, parseSAN(here, text), short=True, castleNotation=CASTLE_KK)

    def write(fen, uci):
        here = board(fen)
        return toSAN(here, parseAN(here, uci))

    def legal(fen, _):
        here = board(fen)
        moves = []
        for move in genAllMoves(here):
            here.applyMove(move)
            if not here.opIsChecked():
                moves.append(move)
            here.popMove()
        return [toSAN(here, move) for move in moves]

    def play(fen, uci):
        here = board(fen)
        here.applyMove(parseAN(here, uci))
        return here.asFen()

    return {"read": read, "write": write, "legal": legal, "play": play}


def pgn_extract(lines, program):
    """Answers all questions. For each of the tasks `read`, `write` and `play`, all moves go into one file of one-move
    games, so that pgn-extract runs only once. For `movetext`, each game gets its own file."""

    def run(games, notation, *options):
        with tempfile.NamedTemporaryFile("w", suffix=".pgn", encoding="utf-8", newline="") as file:
            file.write(games)
            file.flush()
            command = [program, "-s", "-w100000", f"-W{notation}", *options, file.name]
            done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace")
        found = {}
        for game in done.stdout.split("[Event ")[1:]:
            body = game.split("\n\n", 1)[1] if "\n\n" in game else ""
            if options:
                # pgn-extract writes the position in a comment after the move.
                found[game.split('"')[1]] = re.findall(r"\{ ([^}]*) \}", body)
                continue
            body = re.sub(r"\{[^}]*\}", " ", body)
            while "(" in body and ")" in body:
                shorter = re.sub(r"\([^()]*\)", " ", body)
                if shorter == body:
                    break
                body = shorter
            words = [re.sub(r"^\d+\.+", "", word) for word in body.split()]
            ends = {"", "*", "1-0", "0-1", "1/2-1/2", "None"}
            words = [word for word in words if word not in ends and word[0] != "$"]
            # In UCI moves, pgn-extract writes the promotion letter in upper case.
            found[game.split('"')[1]] = [word.lower() if notation == "uci" else word for word in words]
        return found

    groups = collections.defaultdict(list)
    questions = [line.rstrip("\n").split("\t") for line in lines]
    for id, task, fen, text in questions:
        game = f'[Event "{id}"]\n[SetUp "1"]\n[FEN "{fen}"]\n[Result "*"]\n\n{text} *\n\n'
        groups[task].append(game)
    answers = {
        "read": run("".join(groups["read"]), "uci"),
        "write": run("".join(groups["write"]), "san"),
        "play": run("".join(groups["play"]), "uci", "--fencomments"),
    }
    for id, task, _, text in questions:
        if task == "legal":
            answer = "?"
        elif task == "movetext":
            found = list(run(unescape(text), "uci").values())
            answer = " ".join(found[0]) if len(found) == 1 else "-"
        else:
            answer = (answers[task].get(id) or ["-"])[0]
        print(id, answer, sep="\t")


def answer_alone(ask):
    """Calls `ask` in a new process, because some texts make bulletchess crash the whole process."""
    reader, writer = os.pipe()
    if (child := os.fork()) == 0:
        os.write(writer, (ask() or "-").encode())
        os._exit(0)
    os.close(writer)
    with open(reader, encoding="utf-8") as pipe:
        answer = pipe.read()
    _, status = os.waitpid(child, 0)
    return answer if status == 0 else "crash"


def main(library, program="pgn-extract"):
    sys.stdin.reconfigure(encoding="utf-8")
    if library == "pgn-extract":
        return pgn_extract(sys.stdin, program)
    # Some libraries print complaints to standard output, even from C code. So we redirect standard output to standard
    # error.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    with contextlib.redirect_stdout(sys.stderr):
        tasks = {
            "python-chess": python_chess, "bulletchess": bulletchess, "esca": esca,
            "fastchess": fastchess, "pychess": pychess, "pyffish": pyffish,
            "open-spiel": open_spiel, "nchess": nchess, "spooky-chess": spooky_chess, "pgn-read": pgn_read,
            "pgnparse": pgnparse, "tree-sitter-pgn": tree_sitter_pgn,
            "rust-pgn-reader-python-binding": rust_pgn_reader,
        }[library]()
        for line in sys.stdin:
            id, task, fen, text = line.rstrip("\n").split("\t")

            def ask():
                try:
                    answer = tasks[task](fen, text) if task in tasks else "?"
                except KeyboardInterrupt:
                    raise
                except BaseException:  # Every error is a refusal, even a Rust panic, which `Exception` would not catch.
                    return "-"
                return " ".join(answer) if isinstance(answer, list) else answer or "-"

            answer = answer_alone(ask) if library == "bulletchess" else ask()
            print(id, answer, sep="\t", file=out, flush=True)


main(*sys.argv[1:])
