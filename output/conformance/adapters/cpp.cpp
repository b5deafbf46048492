// Answers for chess-library (https://github.com/Disservin/chess-library).
// Build: g++ -std=c++17 -O2 -I chess-library/include cpp.cpp -o mine. Run: python judge.py --run ./mine
#include <iostream>
#include <sstream>
#include "chess.hpp"
using namespace chess;

std::string answer(const std::string& task, const std::string& fen, const std::string& text) {
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
