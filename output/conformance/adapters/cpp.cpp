// Adapter for chess-library (https://github.com/Disservin/chess-library).
// Build: g++ -std=c++17 -O2 -I chess-library/include cpp.cpp -o mine. Run: python judge.py --run ./mine
#include <iostream>
#include <sstream>
#include "chess.hpp"
using namespace chess;

// Collects the moves of the first game.
struct Moves : pgn::Visitor {
    Board board;
    std::string all;
    int games = 0;
    void startPgn() override { ++games; }
    void header(std::string_view key, std::string_view value) override {
        if (key == "FEN" && games < 2 && !board.setFen(value)) throw std::invalid_argument("FEN");
    }
    void startMoves() override {}
    void move(std::string_view san, std::string_view) override {
        if (games > 1 || san.empty()) return;  // An empty move is a comment.
        const auto move = uci::parseSan(board, san);
        all += uci::moveToUci(move) + " ";
        board.makeMove(move);
    }
    void endPgn() override {}
};

std::string movetext(const std::string& escaped) {
    std::stringstream pgn;
    for (std::size_t at = 0; at < escaped.size(); ++at) {
        const char c = escaped[at] == '\\' ? escaped[++at] : 0;
        pgn << (c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : escaped[at]);
    }
    Moves moves;
    return pgn::StreamParser(pgn).readGames(moves).hasError() ? "-" : moves.all;
}

std::string answer(const std::string& task, const std::string& fen, const std::string& text) {
    if (task == "movetext") return movetext(text);
    Board board(fen);
    std::string all;
    if (task == "read") return uci::moveToUci(uci::parseSan(board, text));
    if (task == "write") return uci::moveToSan(board, uci::uciToMove(board, text));
    if (task == "play") return board.makeMove(uci::uciToMove(board, text)), board.getFen();
    if (task != "legal") return "?";
    Movelist moves;
    movegen::legalmoves(moves, board);
    for (const auto& move : moves) all += uci::moveToSan(board, move) + " ";
    return all;
}

int main() {
    for (std::string line, id, task, fen, text; std::getline(std::cin, line);) {
        std::istringstream in(line);
        std::getline(in, id, '\t'), std::getline(in, task, '\t'), std::getline(in, fen, '\t'), std::getline(in, text);
        try { line = answer(task, fen, text); } catch (const std::exception&) { line = "-"; }
        std::cout << id << '\t' << line << std::endl;
    }
}
