"""Adapter for python-chess. Install: pip install chess. Run: python judge.py --run 'python adapters/python.py'"""
import io, sys
import chess, chess.pgn

def read(fen, text):
    return chess.Board(fen).parse_san(text).uci()

def write(fen, uci):
    return chess.Board(fen).san(chess.Move.from_uci(uci))

def legal(fen, _):
    board = chess.Board(fen)
    return " ".join(board.san(move) for move in board.legal_moves)

def play(fen, uci):
    board = chess.Board(fen)
    board.push(chess.Move.from_uci(uci))
    return board.fen()

def movetext(_, pgn):
    text = pgn.replace("\\\\", "\0").replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t")
    game = chess.pgn.read_game(io.StringIO(text.replace("\0", "\\"), newline=None))
    return "-" if game.errors else " ".join(move.uci() for move in game.mainline_moves())

tasks = {"read": read, "write": write, "legal": legal, "play": play, "movetext": movetext}
sys.stdin.reconfigure(encoding="utf-8")
for line in sys.stdin:
    id, task, fen, text = line.rstrip("\n").split("\t")
    try: answer = tasks[task](fen, text) if task in tasks else "?"
    except ValueError: answer = "-"
    print(id, answer, sep="\t", flush=True)
