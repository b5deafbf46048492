// Adapter for chesslib (https://github.com/bhlangonijr/chesslib). Download the jar as chesslib.jar, then run:
// python judge.py --run 'java -cp chesslib.jar Java.java'
import com.github.bhlangonijr.chesslib.*;
import com.github.bhlangonijr.chesslib.game.Game;
import com.github.bhlangonijr.chesslib.move.*;
import com.github.bhlangonijr.chesslib.pgn.PgnHolder;
import java.util.*;

public class Java {
    static String answer(String task, String fen, String text) throws Exception {
        Board board = new Board();
        board.loadFromFen(fen);
        MoveList moves = new MoveList(fen);
        if (task.equals("read")) { moves.addSanMove(text, true, true); return moves.getLast().toString(); }
        if (task.equals("write")) { moves.add(new Move(text, board.getSideToMove())); return moves.toSanArray()[0]; }
        if (task.equals("play")) { board.doMove(new Move(text, board.getSideToMove())); return board.getFen(); }
        StringJoiner all = new StringJoiner(" ");
        if (task.equals("movetext")) {
            PgnHolder pgn = new PgnHolder(null);
            // chesslib only reads games with these tags.
            pgn.loadPgn("[Event \"?\"]\n[White \"?\"]\n[Black \"?\"]\n" + text.translateEscapes());
            Game game = pgn.getGames().get(0);
            game.loadMoveText();
            for (Move move : game.getHalfMoves()) all.add(move.toString());
            return all.toString();
        }
        if (!task.equals("legal")) return "?";
        for (Move move : board.legalMoves()) { moves.clear(); moves.add(move); all.add(moves.toSanArray()[0]); }
        return all.toString();
    }
    public static void main(String[] args) {
        for (Scanner lines = new Scanner(System.in); lines.hasNextLine();) {
            String[] question = lines.nextLine().split("\t", 4);
            String answer = "-";
            try { answer = answer(question[1], question[2], question[3]); } catch (Exception refused) {}
            System.out.println(question[0] + "\t" + answer);
        }
    }
}
