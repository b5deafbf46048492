/* Repeats the searches behind output/shortest_games.tsv. Shares no code with the program that made the
 * table.
 *
 * For each SAN string, the table contains the number of plies of the shortest known game that ends with the
 * string, and a lower bound on the number of plies of any such game. Some of these bounds rest on searches
 * of positions. This program repeats the searches. We wrote it from docs/shortest.md alone, with its own
 * board, move generator, SAN, and pruning conditions.
 *
 *     cc -O3 -march=native -o searches tests/oracles/searches.c
 *     ./searches perft 5                                  # compare perft counts with published numbers
 *     ./searches all 7 output/shortest_games.tsv          # compare the strings first played up to ply 7
 *     ./searches all 9 output/shortest_games.tsv          # half an hour of processor time, 8 GB of memory
 *     ./searches conditions output/shortest_games.tsv     # no condition rejects a position of a known game
 *     ./searches deeper output/shortest_games.tsv --seed 1 --sample 200 --seconds 60
 *     ./searches deeper output/shortest_games.tsv 'Rae1+' 'Qcxc7#'
 *
 * `deeper` proves that no game shorter than the bound ends with a string. If the table has a game as long
 * as the bound, the same search must find a game of that length. If it finds none, a pruning condition is wrong.
 * `--seconds` limits the processor time of each search. A search that is "not finished" does not count as a
 * difference. The exit code is 0 if everything agrees, 1 if something differs, and 2 if the program cannot
 * run.
 *
 * In identifiers, a man is a piece or pawn. In comments, "piece" includes pawns. */
#define _DEFAULT_SOURCE
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

/* ---------- the board ---------- */

enum { EMPTY, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, WALL, BLACK_MAN = 8 };
enum { WHITE, BLACK };
enum { NONE = 64 };                       /* a square off the board: board[NONE] is always WALL */
enum { QUIET, DOUBLE, EN_PASSANT, CASTLE }; /* kinds of moves */

/* A position. `men` holds the squares of each side's pieces, so that loops need not scan the board. */
typedef struct {
    uint8_t board[72];   /* the piece on each square, a1 = 0, b1 = 1, ..., h8 = 63 */
    uint8_t king[2];     /* the squares of both kings */
    uint8_t side;        /* the side to move */
    uint8_t castling;    /* bits: 1 White O-O, 2 White O-O-O, 4 Black O-O, 8 Black O-O-O */
    uint8_t en_passant;  /* the square behind a pawn that can legally be captured en passant, or NONE */
    uint64_t men[2];
    uint64_t slot, tag;  /* 128 bits of Zobrist hash */
} Position;

typedef struct { uint8_t from, to, promotion, kind; } Move;

static const int file_step[8] = {0, 1, 0, -1, 1, 1, -1, -1}, rank_step[8] = {1, 0, -1, 0, 1, -1, -1, 1};
static uint8_t next_square[8][65];   /* the neighbour in each direction, or NONE */
static uint8_t line[64][64];         /* the direction from one square to another, or 8 */
static uint64_t rays[8][64];         /* the squares in each direction */
static uint64_t between[64][64];     /* the squares between two squares on a line */
static uint8_t knight_to[64][9];     /* the squares that a knight attacks, ended by NONE */
static bool knight_leap[64][64];     /* whether a knight can move from one square to another */
static uint64_t hash_man[16][64][2], hash_castling[16][2], hash_file[9][2], hash_side[2];
static uint8_t keeps_castling[64];   /* the castling rights that survive a move from or to a square */

/* Draws the next number of the SplitMix64 generator. */
static uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static int file_of(int square) { return square & 7; }
static int rank_of(int square) { return square >> 3; }
static int type_of(int man) { return man & 7; }
static bool is_man_of(int man, int side) { return man != WALL && man != EMPTY && man >> 3 == side; }

/* Returns the square that is `files` to the right and `ranks` up, or NONE if it would be off the board. */
static int offset(int square, int files, int ranks)
{
    int file = file_of(square) + files, rank = rank_of(square) + ranks;
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? NONE : rank * 8 + file;
}

/* Fills the geometry tables and the Zobrist tables. */
static void fill_tables(void)
{
    static const int knight[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    uint64_t state = 2026;
    uint64_t *numbers[] = {&hash_man[0][0][0], &hash_castling[0][0], &hash_file[0][0], hash_side};
    size_t sizes[] = {sizeof hash_man, sizeof hash_castling, sizeof hash_file, sizeof hash_side};
    for (int i = 0; i < 4; i++)
        for (size_t j = 0; j < sizes[i] / 8; j++) numbers[i][j] = draw(&state);
    memset(line, 8, sizeof line);
    memset(keeps_castling, 15, sizeof keeps_castling);
    keeps_castling[0] = 13, keeps_castling[7] = 14, keeps_castling[4] = 12;
    keeps_castling[56] = 7, keeps_castling[63] = 11, keeps_castling[60] = 3;
    for (int d = 0; d < 8; d++) next_square[d][NONE] = NONE;
    for (int s = 0; s < 64; s++) {
        int count = 0;
        for (int i = 0; i < 8; i++) {
            int to = offset(s, knight[i][0], knight[i][1]);
            if (to != NONE) knight_to[s][count++] = to, knight_leap[s][to] = true;
        }
        knight_to[s][count] = NONE;
        for (int d = 0; d < 8; d++) {
            uint64_t passed = 0;
            next_square[d][s] = offset(s, file_step[d], rank_step[d]);
            for (int to = next_square[d][s]; to != NONE; to = offset(to, file_step[d], rank_step[d])) {
                line[s][to] = d, between[s][to] = passed;
                passed |= 1ull << to;
            }
            rays[d][s] = passed;
        }
    }
}

/* Tells whether a piece of this type slides in direction `d`: 0 to 3 are straight, 4 to 7 diagonal. */
static bool slides(int type, int d) { return type == QUEEN || type == (d < 4 ? ROOK : BISHOP); }

/* Tells whether `side` attacks the square. */
static bool attacked(const Position *p, int square, int side)
{
    const uint8_t *board = p->board;
    int colour = side << 3;
    for (const uint8_t *to = knight_to[square]; *to != NONE; to++)
        if (board[*to] == (KNIGHT | colour)) return true;
    for (int d = 0; d < 8; d++) {
        int s = next_square[d][square];
        int man = board[s];
        if (man == (KING | colour)) return true;
        if (man == (PAWN | colour) && d >= 4 && (rank_step[d] > 0) == (side == BLACK)) return true;
        while (man == EMPTY) man = board[s = next_square[d][s]];
        if (man != WALL && man >> 3 == side && slides(man & 7, d)) return true;
    }
    return false;
}

/* Adds a piece to the hash and to the set of its side's pieces. If the piece is there already, removes it. */
static void toggle(Position *p, int man, int square)
{
    p->slot ^= hash_man[man][square][0], p->tag ^= hash_man[man][square][1];
    p->men[man >> 3] ^= 1ull << square;
}

static void remove_man(Position *p, int square)
{
    toggle(p, p->board[square], square);
    p->board[square] = EMPTY;
}

static void put_man(Position *p, int man, int square)
{
    p->board[square] = man;
    toggle(p, man, square);
}

/* Replaces the castling rights and the en passant square, and updates the hash. */
static void set_state(Position *p, int castling, int en_passant)
{
    int old = p->en_passant == NONE ? 8 : file_of(p->en_passant);
    int new = en_passant == NONE ? 8 : file_of(en_passant);
    for (int i = 0; i < 2; i++) {
        uint64_t change = hash_castling[p->castling][i] ^ hash_castling[castling][i];
        change ^= hash_file[old][i] ^ hash_file[new][i];
        *(i ? &p->tag : &p->slot) ^= change;
    }
    p->castling = castling, p->en_passant = en_passant;
}

static Position after(const Position *before, Move m);

/* Tells whether the side to move can legally capture en passant on `square`. */
static bool can_capture_en_passant(const Position *p, int square)
{
    int man = PAWN | p->side << 3;
    for (int i = -1; i <= 1; i += 2) {
        int from = offset(square, i, p->side == WHITE ? -1 : 1);
        if (from == NONE || p->board[from] != man) continue;
        Position q = after(p, (Move){from, square, EMPTY, EN_PASSANT});
        if (!attacked(&q, q.king[p->side], q.side)) return true;
    }
    return false;
}

/* Returns the position after a pseudo-legal move. */
static Position after(const Position *before, Move m)
{
    Position p = *before;
    int man = p.board[m.from], side = p.side;
    if (p.board[m.to] != EMPTY) remove_man(&p, m.to);
    if (m.kind == EN_PASSANT) remove_man(&p, m.to + (side == WHITE ? -8 : 8));
    remove_man(&p, m.from);
    put_man(&p, m.promotion ? m.promotion | side << 3 : man, m.to);
    if (type_of(man) == KING) p.king[side] = m.to;
    if (m.kind == CASTLE) {
        int rook = m.to > m.from ? m.to + 1 : m.to - 2;
        remove_man(&p, rook);
        put_man(&p, ROOK | side << 3, (m.from + m.to) / 2);
    }
    p.side = !side;
    p.slot ^= hash_side[0], p.tag ^= hash_side[1];
    int castling = p.castling & keeps_castling[m.from] & keeps_castling[m.to];
    if (castling != p.castling || p.en_passant != NONE) set_state(&p, castling, NONE);
    if (m.kind == DOUBLE && can_capture_en_passant(&p, (m.from + m.to) / 2))
        set_state(&p, castling, (m.from + m.to) / 2);
    return p;
}

/* Appends a pawn move to a list, once for each promotion. */
static int add_pawn_move(Move *list, int n, int from, int to, int kind)
{
    if (rank_of(to) % 7) list[n++] = (Move){from, to, EMPTY, kind};
    else
        for (int type = KNIGHT; type <= QUEEN; type++) list[n++] = (Move){from, to, type, kind};
    return n;
}

/* Lists the pseudo-legal moves, which obey all rules except that they may leave the king in check. */
static int list_moves(const Position *p, Move *list)
{
    const uint8_t *board = p->board;
    int n = 0, side = p->side, forward = side == WHITE ? 0 : 2;
    for (uint64_t men = p->men[side]; men; men &= men - 1) {
        int from = __builtin_ctzll(men), type = type_of(board[from]);
        if (type == PAWN) {
            int to = next_square[forward][from];
            if (board[to] == EMPTY) {
                n = add_pawn_move(list, n, from, to, QUIET);
                int far = next_square[forward][to];
                if (rank_of(from) == (side == WHITE ? 1 : 6) && board[far] == EMPTY)
                    list[n++] = (Move){from, far, EMPTY, DOUBLE};
            }
            for (int d = 1; d <= 3; d += 2) {
                int target = next_square[d][to];
                if (is_man_of(board[target], !side)) n = add_pawn_move(list, n, from, target, QUIET);
                else if (target != NONE && target == p->en_passant)
                    list[n++] = (Move){from, target, EMPTY, EN_PASSANT};
            }
        } else if (type == KNIGHT) {
            for (const uint8_t *to = knight_to[from]; *to != NONE; to++)
                if (!is_man_of(board[*to], side)) list[n++] = (Move){from, *to, EMPTY, QUIET};
        } else {
            int first = type == BISHOP ? 4 : 0, last = type == ROOK ? 4 : 8;
            for (int d = first; d < last; d++) {
                int to = next_square[d][from];
                for (; type != KING && board[to] == EMPTY; to = next_square[d][to])
                    list[n++] = (Move){from, to, EMPTY, QUIET};
                if (to != NONE && !is_man_of(board[to], side)) list[n++] = (Move){from, to, EMPTY, QUIET};
            }
        }
    }
    int king = side == WHITE ? 4 : 60, rights = p->castling >> 2 * side;
    if (rights & 3 && !attacked(p, king, !side)) {
        bool short_free = board[king + 1] == EMPTY && board[king + 2] == EMPTY;
        bool long_free = board[king - 1] == EMPTY && board[king - 2] == EMPTY && board[king - 3] == EMPTY;
        if (rights & 1 && short_free && !attacked(p, king + 1, !side))
            list[n++] = (Move){king, king + 2, EMPTY, CASTLE};
        if (rights & 2 && long_free && !attacked(p, king - 1, !side))
            list[n++] = (Move){king, king - 2, EMPTY, CASTLE};
    }
    return n;
}

/* Tells whether the side to move is in check. */
static bool in_check(const Position *p) { return attacked(p, p->king[p->side], !p->side); }

/* Tells whether a move opens a line on which a piece of `side` attacks the square `king`. */
static bool opens_line(const Position *p, Move m, int king, int side)
{
    int d = line[king][m.from];
    if (d == 8 || d == line[king][m.to]) return false;
    int s = next_square[d][king];
    while (p->board[s] == EMPTY) s = next_square[d][s];
    if (s != m.from) return false;
    do s = next_square[d][s];
    while (p->board[s] == EMPTY);
    return is_man_of(p->board[s], side) && slides(type_of(p->board[s]), d);
}

/* Tells whether a pseudo-legal move is legal. If the king is not in check, only king moves, en passant
 * captures and moves of a piece on a line with the king can be illegal. So for most moves we need not search
 * for attackers. */
static bool is_legal(const Position *p, Move m, bool check)
{
    int king = p->king[p->side];
    if (check || m.from == king || m.kind == EN_PASSANT) {
        Position q = after(p, m);
        return !attacked(&q, q.king[p->side], q.side);
    }
    return !opens_line(p, m, king, !p->side);
}

/* Tells whether the side to move has no legal move. */
static bool is_stuck(const Position *p)
{
    Move list[256];
    bool check = in_check(p);
    /* We try the king moves first, because usually one of them is legal. */
    int king = p->king[p->side];
    for (int d = 0; d < 8; d++) {
        int to = next_square[d][king];
        if (to == NONE || is_man_of(p->board[to], p->side)) continue;
        if (is_legal(p, (Move){king, to, EMPTY, QUIET}, true)) return false;
    }
    int n = list_moves(p, list);
    for (int i = 0; i < n; i++)
        if (list[i].from != king && is_legal(p, list[i], check)) return false;
    return true;
}

/* Tells whether a pseudo-legal move gives check. */
static bool gives_check(const Position *p, Move m)
{
    int king = p->king[!p->side], type = m.promotion ? m.promotion : type_of(p->board[m.from]);
    if (m.kind >= EN_PASSANT) {
        Position q = after(p, m);
        return in_check(&q);
    }
    int d = line[m.to][king];
    if (type == KNIGHT) {
        if (knight_leap[m.to][king]) return true;
    } else if (d < 8 && type == PAWN) {
        if (d >= 4 && (rank_step[d] > 0) == (p->side == WHITE) && next_square[d][m.to] == king) return true;
    } else if (d < 8 && type != KING && slides(type, d)) {
        int s = next_square[d][m.to];
        while (p->board[s] == EMPTY || s == m.from) s = next_square[d][s];
        if (s == king) return true;
    }
    return opens_line(p, m, king, p->side);
}

/* Lists the legal moves. */
static int list_legal(const Position *p, Move *list)
{
    int n = list_moves(p, list), legal = 0;
    bool check = in_check(p);
    for (int i = 0; i < n; i++)
        if (is_legal(p, list[i], check)) list[legal++] = list[i];
    return legal;
}

static const char letters[] = " PNBRQK";

/* Reads a FEN. */
static Position read_fen(const char *fen)
{
    Position p = {.en_passant = NONE};
    memset(p.board + 64, WALL, sizeof p.board - 64);
    for (int rank = 7, file = 0; *fen != ' '; fen++) {
        if (*fen == '/') rank--, file = 0;
        else if (*fen >= '1' && *fen <= '8') file += *fen - '0';
        else {
            int black = *fen >= 'a', type = strchr(letters, black ? *fen - 32 : *fen) - letters;
            if (type == KING) p.king[black] = rank * 8 + file;
            put_man(&p, type | black << 3, rank * 8 + file++);
        }
    }
    int castling = 0, en_passant = NONE;
    if (*++fen == 'b') p.side = BLACK, p.slot ^= hash_side[0], p.tag ^= hash_side[1];
    for (fen += 2; *fen != ' '; fen++)
        castling |= *fen == 'K' ? 1 : *fen == 'Q' ? 2 : *fen == 'k' ? 4 : *fen == 'q' ? 8 : 0;
    if (*++fen != '-') en_passant = (fen[1] - '1') * 8 + fen[0] - 'a';
    if (en_passant != NONE && !can_capture_en_passant(&p, en_passant)) en_passant = NONE;
    set_state(&p, castling, en_passant);
    return p;
}

#define INITIAL "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static Position initial_position(void) { return read_fen(INITIAL); }

/* ---------- SAN ---------- */

/* A string is coded as ((class * 64 + to) * 2 + capture) * 3 + suffix. The class encodes the piece and its
 * discriminator: 81 classes each for N, B, R, Q (no discriminator, 8 files, 8 ranks, 64 squares), one for the
 * king, 40 for pawns (8 files, each with no promotion or one of 4) and 2 for castling. */
enum { KING_CLASS = 324, PAWN_CLASS = 325, CASTLE_CLASS = 365, CLASSES = 367, CODES = CLASSES * 64 * 2 * 3 };
enum { NO_SUFFIX, CHECK, MATE };

static int code_of(int class, int to, int capture, int suffix)
{
    return ((class * 64 + to) * 2 + capture) * 3 + suffix;
}

/* Writes the string of a code. */
static char *write_san(int code, char *text)
{
    int suffix = code % 3, capture = code / 3 % 2, to = code / 6 % 64, class = code / 384;
    char *s = text;
    if (class >= CASTLE_CLASS) s += sprintf(s, class == CASTLE_CLASS ? "O-O" : "O-O-O");
    else {
        int promotion = 0;
        if (class < KING_CLASS) {
            int origin = class % 81;
            *s++ = letters[KNIGHT + class / 81];
            if (origin > 16) *s++ = 'a' + file_of(origin - 17), *s++ = '1' + rank_of(origin - 17);
            else if (origin) *s++ = origin <= 8 ? 'a' + origin - 1 : '1' + origin - 9;
        } else if (class == KING_CLASS) *s++ = 'K';
        else {
            promotion = (class - PAWN_CLASS) / 8;
            if (capture) *s++ = 'a' + (class - PAWN_CLASS) % 8;
        }
        if (capture) *s++ = 'x';
        *s++ = 'a' + file_of(to), *s++ = '1' + rank_of(to);
        if (promotion) *s++ = '=', *s++ = letters[promotion + 1];
    }
    if (suffix) *s++ = suffix == CHECK ? '+' : '#';
    *s = 0;
    return text;
}

/* Returns the code of a string, or -1 if it is invalid. */
static int read_san(const char *text)
{
    int n = strlen(text), suffix = NO_SUFFIX, class = PAWN_CLASS, capture = 0, promotion = 0;
    if (n && text[n - 1] == '+') suffix = CHECK, n--;
    else if (n && text[n - 1] == '#') suffix = MATE, n--;
    if (n == 3 && !strncmp(text, "O-O", 3)) return code_of(CASTLE_CLASS, 0, 0, suffix);
    if (n == 5 && !strncmp(text, "O-O-O", 5)) return code_of(CASTLE_CLASS + 1, 0, 0, suffix);
    if (n > 2 && text[n - 2] == '=') promotion = strchr(letters, text[n - 1]) - letters - 1, n -= 2;
    if (n < 2) return -1;
    int to = (text[n - 1] - '1') * 8 + text[n - 2] - 'a';
    n -= 2;
    if (n && text[n - 1] == 'x') capture = 1, n--;
    if (text[0] == 'K') class = KING_CLASS;
    else if (text[0] < 'a') {
        class = (strchr(letters, text[0]) - letters - KNIGHT) * 81;
        const char *o = text + 1;
        if (n == 2) class += *o >= 'a' ? 1 + *o - 'a' : 9 + *o - '1';
        if (n == 3) class += 17 + (o[1] - '1') * 8 + *o - 'a';
    } else class += promotion * 8 + (n > 0 ? text[0] - 'a' : file_of(to));
    return code_of(class, to, capture, suffix);
}

/* Returns the class of a legal move: its piece and discriminator (see `code_of`). The other legal moves decide
 * whether SAN names the file, the rank or the square. */
static int class_of(const Position *p, Move m, const Move *list, int n, bool check)
{
    int type = type_of(p->board[m.from]);
    if (m.kind == CASTLE) return CASTLE_CLASS + (m.to < m.from);
    if (type == KING) return KING_CLASS;
    if (type == PAWN) return PAWN_CLASS + (m.promotion ? m.promotion - 1 : 0) * 8 + file_of(m.from);
    bool other = false, same_file = false, same_rank = false;
    for (int i = 0; i < n; i++)
        if (list[i].to == m.to && list[i].from != m.from && p->board[list[i].from] == p->board[m.from] &&
            is_legal(p, list[i], check)) {
            other = true;
            same_file |= file_of(list[i].from) == file_of(m.from);
            same_rank |= rank_of(list[i].from) == rank_of(m.from);
        }
    int origin = 17 + m.from;
    if (!same_rank) origin = 9 + rank_of(m.from);
    if (!same_file) origin = 1 + file_of(m.from);
    if (!other) origin = 0;
    return (type - KNIGHT) * 81 + origin;
}

static bool is_capture(const Position *p, Move m) { return p->board[m.to] != EMPTY || m.kind == EN_PASSANT; }

/* Returns the code of the SAN of a legal move. */
static int san_of(const Position *p, Move m, const Move *list, int n, bool check)
{
    Position q = after(p, m);
    int suffix = !in_check(&q) ? NO_SUFFIX : is_stuck(&q) ? MATE : CHECK;
    int class = class_of(p, m, list, n, check);
    return code_of(class, class >= CASTLE_CLASS ? 0 : m.to, is_capture(p, m), suffix);
}

/* ---------- the table ---------- */

typedef struct {
    char san[10], why[12];
    int code, plies, bound;
    const char *moves;
} Game;

typedef struct { Game *games; int count; char *text; } Table;

static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

static void fail(const char *message, const char *detail)
{
    fprintf(stderr, "%s%s\n", message, detail);
    exit(2);
}

/* Reads shortest_games.tsv. */
static Table read_table(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f) fail("cannot open ", path);
    Table t = {malloc(40000 * sizeof(Game)), 0, malloc(8 << 20)};
    t.text[fread(t.text, 1, (8 << 20) - 1, f)] = 0;
    fclose(f);
    char *row = strchr(t.text, '\n');
    while (row && *++row && t.count < 40000) {
        Game *g = &t.games[t.count++];
        char *end = strchr(row, '\n'), *column[5] = {row}, written[12];
        if (end) *end = 0;
        for (int i = 1; i < 5; i++) {
            column[i] = strchr(column[i - 1], '\t');
            if (!column[i]) fail("not a row with five columns: ", row);
            *column[i]++ = 0;
        }
        snprintf(g->san, sizeof g->san, "%s", column[0]);
        snprintf(g->why, sizeof g->why, "%s", column[4]);
        g->plies = atoi(column[1]), g->bound = atoi(column[2]), g->moves = column[3];
        g->code = read_san(g->san);
        if (g->code < 0 || strcmp(write_san(g->code, written), g->san)) fail("cannot read the move ", g->san);
        row = end;
    }
    return t;
}

/* Returns the legal move with this code. If no legal move has this code, returns a move whose `from` is NONE. */
static Move find_move(const Position *p, int code)
{
    Move list[256];
    int n = list_moves(p, list);
    bool check = in_check(p);
    for (int i = 0; i < n; i++)
        if (is_legal(p, list[i], check) && san_of(p, list[i], list, n, check) == code) return list[i];
    return (Move){.from = NONE};
}

/* ---------- perft ---------- */

static uint64_t perft(const Position *p, int depth)
{
    Move list[256];
    int n = list_legal(p, list);
    if (depth == 1) return n;
    uint64_t sum = 0;
    for (int i = 0; i < n; i++) {
        Position q = after(p, list[i]);
        sum += perft(&q, depth - 1);
    }
    return sum;
}

/* Compares perft counts with the published counts (https://www.chessprogramming.org/Perft_Results). */
static int run_perft(int limit)
{
    static const struct { const char *name, *fen; uint64_t counts[6]; } tests[] = {
        {"initial", INITIAL, {20, 400, 8902, 197281, 4865609, 119060324}},
        {"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
         {48, 2039, 97862, 4085603, 193690690}},
        {"position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
         {14, 191, 2812, 43238, 674624, 11030083}},
        {"position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
         {6, 264, 9467, 422333, 15833292}},
        {"position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
         {44, 1486, 62379, 2103487, 89941194}},
        {"position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
         {46, 2079, 89890, 3894594, 164075551}},
    };
    int wrong = 0;
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        Position p = read_fen(tests[i].fen);
        for (int depth = 1; depth <= limit && depth <= 6 && tests[i].counts[depth - 1]; depth++) {
            uint64_t count = perft(&p, depth);
            bool same = count == tests[i].counts[depth - 1];
            if (depth == limit || !same)
                printf("perft %s %d: %" PRIu64 "%s\n", tests[i].name, depth, count, same ? "" : " WRONG");
            wrong += !same;
        }
    }
    return wrong != 0;
}

/* ---------- all positions ---------- */

/* A position in 32 bytes, with four bits for each square. Besides the codes of the pieces, there is a code for
 * a rook with a castling right, and a code for a pawn that can be captured en passant. */
typedef struct { uint8_t squares[32]; } Packed;
enum { CASTLING_ROOK = 7, PASSING_PAWN = 15 };

static Packed pack(const Position *p)
{
    static const uint8_t corner[4] = {7, 0, 63, 56};
    uint8_t board[64];
    Packed packed;
    memcpy(board, p->board, 64);
    for (int i = 0; i < 4; i++)
        if (p->castling >> i & 1) board[corner[i]] = CASTLING_ROOK;
    if (p->en_passant != NONE) board[p->en_passant + (p->side == WHITE ? -8 : 8)] = PASSING_PAWN;
    for (int i = 0; i < 32; i++) packed.squares[i] = board[2 * i] | board[2 * i + 1] << 4;
    return packed;
}

static Position unpack(const Packed *packed, int side)
{
    Position p = {.side = side, .en_passant = NONE};
    int castling = 0, en_passant = NONE;
    memset(p.board + 64, WALL, sizeof p.board - 64);
    if (side == BLACK) p.slot ^= hash_side[0], p.tag ^= hash_side[1];
    for (int s = 0; s < 64; s++) {
        int man = packed->squares[s / 2] >> (s & 1) * 4 & 15;
        if (man == EMPTY) continue;
        if (man == CASTLING_ROOK) {
            castling |= (s & 7 ? 1 : 2) << (s > 7 ? 2 : 0);
            man = ROOK | (s > 7) << 3;
        } else if (man == PASSING_PAWN) {
            en_passant = side == WHITE ? s + 8 : s - 8;
            man = PAWN | !side << 3;
        }
        if (type_of(man) == KING) p.king[man >> 3] = s;
        put_man(&p, man, s);
    }
    set_state(&p, castling, en_passant);
    return p;
}

/* A hash set of positions with linear probing. A position has a hash of 128 bits: 64 bits select the first
 * slot, and 63 of the other 64 bits are stored as a tag. So we mistake one position for another only if they
 * have equal tags and are in the same run of occupied slots. At ply 9, 2.7 billion look-ups compare about ten
 * tags each, and one bit of the tag is the same in all positions of a class (see `add_positions`). So the
 * probability that such a mistake ever happens is about 3e10 / 2^62, or 1 in 150,000,000. */
typedef struct { uint64_t *tags, slots, count; size_t bytes; } Set;

static Set new_set(uint64_t expected)
{
    Set set = {.slots = expected + expected / 4 + 64};
    set.bytes = set.slots * 8;
    set.tags = mmap(NULL, set.bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (set.tags == MAP_FAILED) fail("not enough memory", "");
    madvise(set.tags, set.bytes, MADV_HUGEPAGE);
    return set;
}

static uint64_t first_slot(const Set *set, uint64_t hash)
{
    return (uint64_t)((unsigned __int128)hash * set->slots >> 64);
}

/* Adds a position, and tells whether it is new. */
static bool insert(Set *set, uint64_t hash, uint64_t tag)
{
    uint64_t slot = first_slot(set, hash);
    tag |= 1;
    while (set->tags[slot]) {
        if (set->tags[slot] == tag) return false;
        if (++slot == set->slots) slot = 0;
    }
    set->tags[slot] = tag;
    if (++set->count > set->slots * 0.97) fail("more positions than expected", "");
    return true;
}

/* `first` contains the ply at which each string was first played. `unmet` has three bits for each base string:
 * they tell which of the suffixes NO_SUFFIX, CHECK and MATE we have not met yet. With `unmet`, we can skip
 * most moves without testing whether they give check or mate. */
typedef struct { uint8_t first[CODES], unmet[CODES / 3]; } Strings;

/* Plays the legal moves whose strings we have not met yet, and marks these strings as met. */
static void look(Strings *strings, const Position *p, int ply)
{
    Move list[256];
    uint8_t reach[WALL][64] = {{0}};
    int n = list_moves(p, list);
    bool check = in_check(p);
    for (int i = 0; i < n; i++) reach[type_of(p->board[list[i].from])][list[i].to]++;
    for (int i = 0; i < n; i++) {
        Move m = list[i];
        int type = type_of(p->board[m.from]), capture = is_capture(p, m), class, others = 0;
        if (m.kind == CASTLE || type == KING || type == PAWN) class = class_of(p, m, list, n, check);
        else class = (type - KNIGHT) * 81;
        int base = code_of(class, class >= CASTLE_CLASS ? 0 : m.to, capture, 0) / 3;
        int unmet = strings->unmet[base];
        if (class < KING_CLASS && reach[type][m.to] > 1) {
            /* Another piece of this type attacks the square, too. Unless that piece is pinned, SAN needs a
             * discriminator. */
            static const int width = 64 * 2;
            unmet |= strings->unmet[base + (1 + file_of(m.from)) * width];
            unmet |= strings->unmet[base + (9 + rank_of(m.from)) * width];
            unmet |= strings->unmet[base + (17 + m.from) * width];
            others = 1;
        }
        if (!unmet) continue;
        bool checks = false, known = !(unmet & 1);
        if (known && !(checks = gives_check(p, m))) continue;
        if (!is_legal(p, m, check)) continue;
        if (others) {
            base += (class_of(p, m, list, n, check) - class) * 64 * 2;
            unmet = strings->unmet[base];
        }
        if (!known) checks = gives_check(p, m);
        if (!(checks ? unmet & 6 : unmet & 1)) continue;
        int suffix = NO_SUFFIX;
        if (checks) {
            Position q = after(p, m);
            suffix = is_stuck(&q) ? MATE : CHECK;
        }
        if (!(unmet >> suffix & 1)) continue;
        strings->unmet[base] &= ~(1 << suffix);
        strings->first[base * 3 + suffix] = ply;
    }
}

/* The number of positions after 0, 1, 2, ... plies: https://oeis.org/A083276 */
static const uint64_t known_positions[] = {1, 20, 400, 5362, 72078, 822518, 9417681, 96400068, 988187354};

/* The positions at one ply. */
typedef struct { Packed *positions; uint64_t count; } Layer;

/* Returns the positions one ply after `layer`, without duplicates. If `keep` is false, as at the last
 * ply, we call `look` for each position instead of storing it.
 *
 * We divide a large layer by hash into two classes, and process one class after the other, so that the set
 * fits into memory. */
static Layer add_positions(const Layer *layer, Strings *strings, int ply, bool keep)
{
    uint64_t expected = known_positions[ply - 1], room = expected + 1000;
    unsigned classes = expected > 300000000 ? 2 : 1;
    Layer next = {keep ? malloc(room * sizeof(Packed)) : NULL, 0};
    if (keep && !next.positions) fail("not enough memory", "");
    for (unsigned class = 0; class < classes; class++) {
        Set set = new_set(expected / classes + 1000);
        for (uint64_t i = 0; i < layer->count; i++) {
            Position p = unpack(&layer->positions[i], ply & 1), children[256];
            Move list[256];
            int n = list_legal(&p, list), kept = 0;
            for (int j = 0; j < n; j++) {
                Position *q = &children[kept];
                *q = after(&p, list[j]);
                if ((q->tag >> 1) % classes != class) continue;
                __builtin_prefetch(&set.tags[first_slot(&set, q->slot)], 1);
                kept++;
            }
            for (int j = 0; j < kept; j++) {
                if (!insert(&set, children[j].slot, children[j].tag)) continue;
                if (!keep) look(strings, &children[j], ply);
                else if (next.count < room) next.positions[next.count] = pack(&children[j]);
                next.count++;
            }
            if ((i & 0xFFFFFF) == 0xFFFFFF) {
                printf("  class %u: %" PRIu64 " positions expanded, %.0f s\n", class, i + 1, seconds());
                fflush(stdout);
            }
        }
        munmap(set.tags, set.bytes);
    }
    return next;
}

/* Plays all moves up to ply `last`. Checks the table against the ply at which each string is first played. */
static int run_all(int last, const Table *table)
{
    static Strings strings;
    static int in_table[CODES];
    int differ = 0;
    if (last < 2 || last > 9) fail("all: the number of plies must be 2 to 9", "");
    memset(strings.unmet, 7, sizeof strings.unmet);
    for (int i = 0; i < table->count; i++) in_table[table->games[i].code] = table->games[i].plies;
    Position start = initial_position();
    Layer layer = {malloc(sizeof(Packed)), 1};
    *layer.positions = pack(&start);
    for (int ply = 1; ply <= last; ply++) {
        if (ply > 1) {
            Layer next = add_positions(&layer, &strings, ply, ply < last);
            free(layer.positions);
            layer = next;
        }
        for (uint64_t i = 0; ply < last && i < layer.count; i++) {
            Position p = unpack(&layer.positions[i], (ply - 1) & 1);
            look(&strings, &p, ply);
        }
        int found = 0;
        for (int c = 0; c < CODES; c++) found += strings.first[c] == ply;
        bool known = layer.count == known_positions[ply - 1];
        printf("ply %d: %" PRIu64 " positions before it%s, ", ply, layer.count, known ? "" : " (WRONG)");
        printf("%d strings first played, %.1f s\n", found, seconds());
        fflush(stdout);
        differ += !known;
    }
    for (int c = 0; c < CODES; c++) {
        char text[12];
        int expected = in_table[c] <= last ? in_table[c] : 0;
        if (strings.first[c] == expected) continue;
        printf("%s: first played at ply %d, ", write_san(c, text), strings.first[c]);
        printf("in the table %d (0: never)\n", in_table[c]);
        differ++;
    }
    printf(differ ? "%d differences\n" : "all agree\n", differ);
    return differ != 0;
}

/* ---------- conditions for a last move ---------- */

/* `possible` rejects positions from which no game of `left` more plies can end with a given string. A
 * condition may be weak, but it must never reject a position that occurs in such a game. We use these terms:
 *
 * - The mover is the side that plays the string. Its last move goes from `from` to `to`, and the final piece
 *   is the piece that makes this move.
 * - Companions are other pieces of the same type that can go to `to`. They are the reason why SAN names a
 *   file, a rank or a square.
 * - A goal is a choice of `from` and of the companions' squares.
 * - A plan assigns a piece on the board, or a pawn that promotes, to each of these squares.
 * - The slack is the number of moves that the mover has left if the pieces of the plan make only the moves
 *   that they need on an empty board.
 *
 * For each goal and each plan we ask whether there are enough moves:
 *
 * 1. The slack must not be negative.
 * 2. If the string is a capture, a piece of the other side must get to `to`. If the string is a check, the
 *    other king must get to a square that the final piece attacks from `to`, or to a line that the final
 *    piece opens for a piece behind it.
 * 3. Some squares must be empty at some later time. We call these squares the *way*: the squares between the
 *    final piece or a companion and `to`, the squares between the checking piece and the king, `to` itself
 *    unless the string is a capture, and the squares that a piece of the plan passes if it needs only one
 *    straight move. (With slack, the piece can also make a detour: see `plan_works`.) A move of a piece
 *    outside the plan empties at most one square of the way. A piece of the plan empties a square only if it
 *    captures there and then moves on. For each piece that is on a square of the way, there must be time for
 *    one move that empties the square.
 * 4. The mover's own pieces on squares of the way must be captured, or move away. Each move away uses up one
 *    move of the slack. A piece of the other side that captures such a piece must have time to reach the
 *    square, and to leave it again. If a piece of the plan is shut in by pieces of its own side, one of these
 *    pieces must move as well, unless the other side can capture it.
 * 5. After mate, each square next to the king is attacked, or occupied by a piece of the king's side. We count
 *    attacks as on an empty board. A move of the other side can fill one square. Each spare move lets a piece attack
 *    more of these squares. For each type of piece, we assume the maximum number of squares around a king that such a
 *    piece can attack.
 *
 * Castling moves two pieces, and an en passant capture removes a piece from a square other than the to-square.
 * The conditions allow for both, and never reject a position because of such a move. */

enum { FAR = 100, MAX_GOALS = 256 };

typedef struct {
    uint8_t square[3]; /* `from`, and the squares of up to two companions */
    int count;         /* number of squares */
    uint64_t way;      /* squares between these and `to`, and `to` itself unless the string is a capture */
    uint64_t ends;     /* the squares in `square`, as a set */
} Goal;

typedef struct {
    int code, mover, type, final, to, capture, suffix; /* `final` is the type after a promotion */
    int right;                                   /* the castling right that O-O or O-O-O needs */
    bool loose;                                  /* castling and en passant: we do not test for check */
    int goal_count;
    Goal goals[MAX_GOALS];
    uint64_t kings;                              /* squares where the final piece attacks the king from `to` */
} Target;

/* The fewest moves that a piece needs from one square to another on an empty board. FAR if it cannot get there. */
static uint8_t distance[8][64][64];             /* a piece of a type */
static uint8_t pawn_distance[2][64][64];        /* a pawn that stays a pawn */
static uint8_t promoted_distance[2][8][64][64]; /* a pawn that promotes to a type, and continues */
static uint8_t any_distance[2][64][64];         /* a pawn that may promote to any type */
static uint64_t within[2][16][64][16];          /* squares within a number of moves; [1]: for pawns that promote */

static uint64_t attacks[16][64];                /* squares that a piece attacks on an empty board */
static int most_attacked[8];                    /* most squares next to a king that a piece of a type attacks */

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }
static int number(uint64_t set) { return __builtin_popcountll(set); }
static uint64_t bit(int square) { return 1ull << square; }

/* Fills the tables of distances on an empty board. */
static void fill_distances(void)
{
    for (int man = KNIGHT; man < 16; man++)
        for (int s = 0; s < 64; s++)
            for (int to = 0; to < 64; to++) {
                int type = type_of(man), d = line[s][to];
                bool hits = type == KNIGHT ? knight_leap[s][to]
                          : type == KING ? d < 8 && !between[s][to]
                          : type >= BISHOP && type <= QUEEN && d < 8 && slides(type, d);
                if (hits) attacks[man][s] |= bit(to);
            }
    for (int s = 0; s < 64; s++)
        for (int i = -1; i <= 1; i += 2)
            for (int side = 0; side < 2; side++) {
                int to = offset(s, i, side == WHITE ? 1 : -1);
                if (to != NONE) attacks[PAWN | side << 3][s] |= bit(to);
            }
    memset(distance, FAR, sizeof distance);
    for (int type = KNIGHT; type <= KING; type++)
        for (int s = 0; s < 64; s++) {
            uint64_t seen = bit(s), last = seen;
            for (int moves = 0; last; moves++) {
                uint64_t next = 0;
                for (; last; last &= last - 1) {
                    distance[type][s][__builtin_ctzll(last)] = moves;
                    next |= attacks[type][__builtin_ctzll(last)];
                }
                last = next & ~seen, seen |= next;
            }
        }
    for (int man = PAWN; man <= KING; man++)
        for (int s = 0; s < 64; s++)
            for (int king = 0; king < 64; king++)
                most_attacked[man] = most(most_attacked[man], number(attacks[man][s] & attacks[KING][king]));
    memset(pawn_distance, FAR, sizeof pawn_distance);
    memset(promoted_distance, FAR, sizeof promoted_distance);
    for (int side = 0; side < 2; side++)
        for (int s = 0; s < 64; s++)
            for (int to = 0; to < 64; to++) {
                int ranks = side == WHITE ? rank_of(to) - rank_of(s) : rank_of(s) - rank_of(to);
                int files = abs(file_of(s) - file_of(to));
                bool start = rank_of(s) == (side == WHITE ? 1 : 6);
                if (ranks < 0 || files > ranks) continue;
                pawn_distance[side][s][to] = start && ranks >= 2 && files <= ranks - 2 ? ranks - 1 : ranks;
            }
    for (int side = 0; side < 2; side++)
        for (int s = 0; s < 64; s++)
            for (int to = 0; to < 64; to++) {
                int best = pawn_distance[side][s][to];
                for (int type = KNIGHT; type <= QUEEN; type++) {
                    int moves = FAR;
                    for (int last = side == WHITE ? 56 : 0, i = 0; i < 8; i++)
                        moves = least(moves, pawn_distance[side][s][last + i] + distance[type][last + i][to]);
                    promoted_distance[side][type][s][to] = moves;
                    best = least(best, moves);
                }
                any_distance[side][s][to] = best;
                for (int type = KNIGHT; type <= KING; type++)
                    for (int moves = 0; moves < 16; moves++) {
                        int man = type | side << 3;
                        if (distance[type][s][to] <= moves) within[0][man][s][moves] |= bit(to);
                        if (promoted_distance[side][type][s][to] <= moves)
                            within[1][man][s][moves] |= bit(to);
                    }
            }
}

/* Returns the fewest moves that a king needs to get to a square, with or without castling. */
static int king_distance(const Position *p, int side, int to)
{
    int king = p->king[side], rights = p->castling >> 2 * side, moves = distance[KING][king][to];
    if (rights & 1) moves = least(moves, 1 + distance[KING][king + 2][to]);
    if (rights & 2) moves = least(moves, 1 + distance[KING][king - 2][to]);
    return moves;
}

/* Returns the fewest moves that the piece on `from` needs to reach `to` as a piece of type `type`. A pawn may have to
 * promote first. */
static int moves_to(const Position *p, int from, int type, int to)
{
    int man = p->board[from], side = man >> 3;
    if (type_of(man) == KING) return type == KING ? king_distance(p, side, to) : FAR;
    if (type_of(man) == type) return type == PAWN ? pawn_distance[side][from][to] : distance[type][from][to];
    return type_of(man) == PAWN && type != KING ? promoted_distance[side][type][from][to] : FAR;
}

/* Returns the fewest moves that the piece on `from` needs to get to `to`. A pawn may promote first. */
static int moves_anyhow(const Position *p, int from, int to)
{
    int man = p->board[from];
    return type_of(man) == PAWN ? any_distance[man >> 3][from][to] : moves_to(p, from, type_of(man), to);
}

/* Adds a goal, unless one of its pieces would block another. */
static void add_goal(Target *t, int from, int first, int second)
{
    Goal g = {{from, first, second}, 1 + (first != NONE) + (second != NONE), t->capture ? 0 : bit(t->to), 0};
    for (int i = 0; i < g.count; i++) g.way |= between[g.square[i]][t->to], g.ends |= bit(g.square[i]);
    if (g.way & g.ends) return;
    if (t->goal_count == MAX_GOALS) fail("too many goals", "");
    t->goals[t->goal_count++] = g;
}

/* Lists the goals of a string for one side. */
static Target new_target(int code, int mover)
{
    Target t = {.code = code, .mover = mover, .to = code / 6 % 64};
    t.capture = code / 3 % 2, t.suffix = code % 3;
    int class = code / 384, forward = mover == WHITE ? 8 : -8;
    if (class >= CASTLE_CLASS) {
        int king = mover == WHITE ? 4 : 60, rook = class == CASTLE_CLASS ? king + 3 : king - 4;
        t.type = t.final = KING, t.loose = true, t.to = class == CASTLE_CLASS ? king + 2 : king - 2;
        t.right = (class == CASTLE_CLASS ? 1 : 2) << 2 * mover;
        t.goals[t.goal_count++] = (Goal){{king, NONE, NONE}, 1, between[king][rook], bit(king)};
        return t;
    }
    if (class >= PAWN_CLASS) {
        int promotion = (class - PAWN_CLASS) / 8, file = (class - PAWN_CLASS) % 8;
        int rank = rank_of(t.to) - forward / 8;
        t.type = PAWN, t.final = promotion ? promotion + 1 : PAWN;
        t.loose = t.capture && rank_of(t.to) == (mover == WHITE ? 5 : 2);
        if (rank > 0 && rank < 7 && (promotion != 0) == (rank_of(t.to) == (mover == WHITE ? 7 : 0)))
            add_goal(&t, rank * 8 + file, NONE, NONE);
        if (!t.capture && rank_of(t.to) == (mover == WHITE ? 3 : 4))
            add_goal(&t, t.to - 2 * forward, NONE, NONE);
    } else {
        t.type = t.final = class == KING_CLASS ? KING : KNIGHT + class / 81;
        int origin = class == KING_CLASS ? 0 : class % 81;
        uint64_t reach = attacks[t.type][t.to];
        for (int from = 0; from < 64; from++) {
            if (!(reach >> from & 1)) continue;
            if (origin == 0) add_goal(&t, from, NONE, NONE);
            if (origin >= 1 && origin <= 8 && file_of(from) != origin - 1) continue;
            if (origin >= 9 && origin <= 16 && rank_of(from) != origin - 9) continue;
            if (origin >= 17 && from != origin - 17) continue;
            for (int c = 0; c < 64 && origin; c++) {
                if (!(reach >> c & 1) || c == from) continue;
                bool same_file = file_of(c) == file_of(from);
                if (origin <= 8 ? !same_file : origin <= 16 && same_file) add_goal(&t, from, c, NONE);
                for (int e = 0; e < 64 && origin >= 17 && same_file; e++)
                    if (reach >> e & 1 && e != from && rank_of(e) == rank_of(from)) add_goal(&t, from, c, e);
            }
        }
    }
    if (t.final != KING) t.kings = attacks[t.final | mover << 3][t.to];
    return t;
}

/* A plan in a position, and the moves outside the plan that must still be made. */
typedef struct {
    const Target *target;
    const Goal *goal;
    const Position *p;
    uint64_t men;       /* the current squares of the plan's pieces */
    uint64_t moving;    /* squares of the plan's pieces that must still move */
    uint64_t path;      /* squares that pieces in `moving` pass if they need only one straight move */
    int slack, replies; /* moves of the mover outside the plan; moves of the other side */
    int stuck;          /* how many of the `slack` moves are needed to free shut-in pieces of the plan */
    uint64_t free;      /* squares of the pieces that may make the moves in `stuck` */
    int landings;       /* number of times that the plan's pieces stop before their goals */
    uint64_t walks;     /* squares that the other side's king can reach in time */
    int *spare;         /* result: the number of moves that no condition needs */
    int arrival;        /* moves that the other side needs to bring a piece to `to`, where it is captured */
} Plan;

/* Checks conditions 3 and 4: there must be enough moves to remove all pieces from the squares in the
 * bitboard `way`. The other side's king makes `walk` moves to get to the square `king`. If the string is not a
 * check, `king` is NONE. */
static bool way_can_clear(const Plan *plan, uint64_t way, int king, int walk)
{
    const Position *p = plan->p;
    int slack = plan->slack - plan->stuck;
    int mover = plan->target->mover, replies = plan->replies - walk, enemy_king = p->king[!mover];
    if (plan->arrival > replies || slack < 0) return false;
    *plan->spare = slack + replies;
    if (p->en_passant != NONE) return true;
    way = (way | plan->path) & ~plan->free;
    uint64_t mine = way & p->men[mover] & ~plan->men, theirs = way & p->men[!mover];
    if (king != NONE) theirs &= ~bit(enemy_king);
    *plan->spare = slack + replies - number(mine) - number(theirs) - plan->arrival;
    if (!mine && !theirs) return true;
    bool castles = p->castling >> 2 * mover & 3;
    int blocking = number(theirs) - ((p->castling >> 2 * !mover & 3) != 0), own = number(mine);
    if (blocking < 0) blocking = 0;
    if (castles && own > 0) own--;
    else if (mine >> p->king[mover] & 1 && slack == 0) return false;
    /* The other side's king may capture pieces of the mover during its walk, and thus clear squares of `way`. */
    if (walk && mine)
        for (uint64_t s = mine; s; s &= s - 1) {
            int square = __builtin_ctzll(s);
            if (king_distance(p, !mover, square) + distance[KING][square][king] <= plan->replies) {
                replies = plan->replies;
                break;
            }
        }
    int captured = own - slack, help = replies + plan->landings;
    if (captured <= 0) {
        int rest = blocking - plan->landings - (slack - own);
        if (own == 0 && plan->arrival) return plan->arrival + most(0, rest - 1) <= replies;
        return rest <= replies;
    }
    int needed = captured + most(0, blocking - 1);
    if (needed + 1 > help) return false;
    int nearest = FAR;
    for (uint64_t s = mine; s; s &= s - 1)
        for (uint64_t men = p->men[!mover]; men; men &= men - 1)
            nearest = least(nearest, moves_anyhow(p, __builtin_ctzll(men), __builtin_ctzll(s)));
    return needed + nearest <= help;
}

/* Returns the fewest moves that a pawn needs to promote. */
static int moves_to_last_rank(int side, int square)
{
    return pawn_distance[side][square][side == WHITE ? 56 | file_of(square) : file_of(square)];
}

/* Checks condition 5: there must be enough moves to attack or fill all free squares next to the king. */
static bool can_mate(const Plan *plan, uint64_t way, int king, int walk)
{
    const Target *t = plan->target;
    const Position *p = plan->p;
    int mover = t->mover, colour = mover << 3, home = mover == WHITE ? 4 : 60;
    int slack = plan->slack, widest = 0;
    uint64_t covered = attacks[t->final | colour][t->to] | bit(t->to);
    for (int i = 1; i < plan->goal->count; i++) covered |= attacks[t->type | colour][plan->goal->square[i]];
    for (uint64_t men = p->men[mover] & ~plan->men; men; men &= men - 1) {
        int s = __builtin_ctzll(men), type = type_of(p->board[s]);
        covered |= attacks[type | colour][s];
        if (type == PAWN && moves_to_last_rank(mover, s) <= slack) type = QUEEN;
        widest = most(widest, most_attacked[type]);
    }
    if (p->castling >> 2 * mover & 3) {
        covered |= attacks[KING][home + 2] | attacks[ROOK][home + 1];
        covered |= attacks[KING][home - 2] | attacks[ROOK][home - 1];
        widest = most(widest, most_attacked[ROOK] + most_attacked[KING]);
    }
    uint64_t filled = p->men[!mover] & ~bit(p->king[!mover]) & ~way;
    int open = number(attacks[KING][king] & ~covered & ~filled);
    int fills = plan->replies - walk - (plan->arrival > 0) + ((p->castling >> 2 * !mover & 3) != 0);
    *plan->spare -= open;
    return open <= fills + slack * widest;
}

/* Returns the minimum number of moves that bring a piece to a square behind `from`, from which it checks `king`
 * once the moving piece leaves `from`. */
static int moves_behind(const Plan *plan, int king)
{
    const Position *p = plan->p;
    int from = plan->goal->square[0], d = line[king][from], best = FAR, type = plan->target->type;
    for (int s = next_square[d][from]; s != NONE; s = next_square[d][s]) {
        if (plan->goal->way >> s & 1) continue;
        if (plan->goal->ends >> s & 1) {
            if (slides(type, d)) best = 0;
            break;
        }
        for (uint64_t men = p->men[plan->target->mover] & ~plan->men; men; men &= men - 1) {
            int man = __builtin_ctzll(men);
            best = least(best, moves_to(p, man, QUEEN, s));
            best = least(best, moves_to(p, man, d < 4 ? ROOK : BISHOP, s));
        }
    }
    return best;
}

/* Tells whether the last move can give check, by the piece that moves or by a piece behind that piece. */
static bool check_can_come(const Plan *plan)
{
    const Target *t = plan->target;
    const Goal *g = plan->goal;
    int from = g->square[0], straight = line[from][t->to];
    uint64_t others = g->ends & ~bit(from), kings = plan->walks & ~(g->way | g->ends | bit(t->to));
    for (int d = -1; d < 8; d++) {
        /* -1 means a check by the final piece. 0 to 7 mean the lines through `from` that this piece may open. */
        if (d >= 0 && (d == straight || d == (straight ^ 2))) continue;
        for (uint64_t set = kings & (d < 0 ? t->kings : rays[d][from]); set; set &= set - 1) {
            int king = __builtin_ctzll(set), walk = king_distance(plan->p, !t->mover, king);
            uint64_t way = g->way | (d < 0 ? between[t->to][king] & ~bit(from) : between[from][king]);
            if (way & others) continue;
            /* The piece that goes behind `from` may start on a square of `way`, so its moves may also help to clear
             * `way`. We therefore do not subtract these moves from the slack. */
            if (d >= 0 && moves_behind(plan, king) > plan->slack) continue;
            if (!way_can_clear(plan, way, king, walk)) continue;
            if (t->suffix == MATE && !can_mate(plan, way, king, walk)) continue;
            return true;
        }
    }
    return false;
}

/* Tells whether a plan has enough slack to clear the way, and to give check or mate if the string needs it. */
static bool plan_works(const Plan *plan)
{
    bool works = plan->target->suffix != NO_SUFFIX && !plan->target->loose
        ? check_can_come(plan)
        : way_can_clear(plan, plan->goal->way, NONE, 0);
    if (works || !plan->path || plan->slack == 0) return works;
    /* If we spend one move of the slack, a piece can also make a detour, and stop on one more square. */
    Plan detour = *plan;
    detour.path = 0, detour.slack--, detour.landings++;
    return plan_works(&detour);
}

/* If neighbours of the same side block all moves of a piece of the plan, one of these neighbours has to move first.
 * This uses up one move of the slack, unless the other side can capture a neighbour in time. Counts this extra move in
 * `stuck`, and adds the neighbours to `free`. */
static void note_stuck(Plan *plan, int square)
{
    const Position *p = plan->p;
    int mover = plan->target->mover, type = type_of(p->board[square]);
    uint64_t near = attacks[KING][square] & attacks[type][square];
    if (type < BISHOP || type > QUEEN || p->en_passant != NONE || near & ~p->men[mover]) return;
    if (near & (plan->men | plan->free)) return;
    /* A king next to the piece may castle with a rook of the plan. Castling moves the king away without reducing
     * the slack. */
    if (near >> p->king[mover] & 1 && p->castling >> 2 * mover & 3) return;
    for (uint64_t set = near; set; set &= set - 1)
        for (uint64_t men = p->men[!mover]; men; men &= men - 1)
            if (moves_anyhow(p, __builtin_ctzll(men), __builtin_ctzll(set)) <= plan->replies) return;
    plan->stuck++, plan->free |= near;
}

/* Assigns pieces to the squares of the goal from index `i` on. Tells whether one of the resulting plans works. */
static bool assign(Plan *plan, int i, uint64_t candidates)
{
    const Target *t = plan->target;
    const Goal *g = plan->goal;
    if (i >= least(g->count, 3)) {
        Plan whole = *plan;
        for (uint64_t men = plan->moving; men; men &= men - 1) note_stuck(&whole, __builtin_ctzll(men));
        return plan_works(&whole);
    }
    for (uint64_t men = candidates & ~plan->men; men; men &= men - 1) {
        int s = __builtin_ctzll(men), moves = moves_to(plan->p, s, t->type, g->square[i]);
        if (moves > plan->slack) continue;
        Plan longer = *plan;
        longer.men |= bit(s);
        if (moves) longer.moving |= bit(s);
        longer.slack -= moves;
        longer.landings += most(0, moves - 1);
        if (moves == 1 && t->type != KNIGHT) longer.path |= between[s][g->square[i]];
        if (assign(&longer, i + 1, candidates)) return true;
    }
    return false;
}

/* Tells whether the conditions allow a game of `left` more plies that ends with the string. If so, sets `spare`
 * for the first plan that works: to the number of moves that no condition needs. */
static bool possible(const Position *p, const Target *t, int left, int *spare)
{
    int own_moves = (left + 1) / 2, mover = t->mover;
    if (t->right && !(p->castling & t->right)) return false;
    Plan plan = {.target = t, .p = p, .slack = own_moves - 1, .replies = left / 2, .spare = spare};
    int king = p->king[!mover], rights = p->castling >> 2 * !mover;
    if (t->capture && !((p->men[!mover] & ~bit(p->king[!mover])) >> t->to & 1)) {
        plan.arrival = FAR;
        for (uint64_t men = p->men[!mover] & ~bit(p->king[!mover]); men; men &= men - 1)
            plan.arrival = least(plan.arrival, moves_anyhow(p, __builtin_ctzll(men), t->to));
        if (t->loose) {
            int start = t->to + (mover == WHITE ? 8 : -8);
            if (p->board[start] == (PAWN | !mover << 3)) plan.arrival = 1;
            if (p->en_passant == t->to) plan.arrival = 0;
        }
        if (plan.arrival > plan.replies) return false;
    }
    int walk = least(plan.replies - plan.arrival, 15);
    plan.walks = within[0][KING][king][walk];
    if (rights & 1 && walk) plan.walks |= within[0][KING][king + 2][walk - 1];
    if (rights & 2 && walk) plan.walks |= within[0][KING][king - 2][walk - 1];
    /* The pieces that can be part of a plan, and the squares that they can reach within the slack. */
    uint64_t candidates = 0, reached = 0;
    for (uint64_t men = p->men[mover]; men; men &= men - 1) {
        int s = __builtin_ctzll(men), type = type_of(p->board[s]);
        if (type != t->type && (type != PAWN || t->type == KING)) continue;
        uint64_t squares = type == PAWN && t->type == PAWN ? ~0ull
            : type == KING && p->castling ? ~0ull
            : within[type != t->type][t->type | mover << 3][s][least(plan.slack, 15)];
        if (!squares) continue;
        candidates |= bit(s), reached |= squares;
    }
    for (int i = 0; i < t->goal_count; i++) {
        plan.goal = &t->goals[i];
        if (plan.goal->ends & ~reached) continue;
        if (assign(&plan, 0, candidates)) return true;
    }
    return false;
}

/* Plays up to six random moves from a position. Then, for each position before the last move, asks `possible`
 * whether the string of that move can still be played. Returns whether `possible` ever says no. */
static bool rejects_random_game(const Position *start, uint64_t *seed)
{
    Position line_of_play[8] = {*start};
    int plies = 1 + draw(seed) % 6, code = -1, mover = 0, spare;
    for (int i = 0; i < plies; i++) {
        Move list[256];
        const Position *p = &line_of_play[i];
        int n = list_legal(p, list);
        if (n == 0) return false;
        Move m = list[draw(seed) % n];
        if (i == plies - 1) code = san_of(p, m, list, n, in_check(p)), mover = p->side;
        line_of_play[i + 1] = after(p, m);
    }
    Target t = new_target(code, mover);
    for (int i = 0; i < plies; i++)
        if (!possible(&line_of_play[i], &t, plies - i, &spare)) {
            char text[12];
            printf("%s: rejected %d plies before\n", write_san(code, text), plies - i);
            return true;
        }
    return false;
}

/* Replays every game of the table. Each game ends with its string, so `possible` must not reject any position
 * of the game. */
static int run_conditions(const Table *table)
{
    int wrong = 0, positions = 0, spare;
    uint64_t seed = 1;
    for (int i = 0; i < table->count; i++) {
        const Game *g = &table->games[i];
        Target t = new_target(g->code, !(g->plies & 1));
        Position p = initial_position();
        const char *next = g->moves;
        int ply = 0, last = -1;
        for (; *next; ply++) {
            char san[16];
            int length = strcspn(next, " ");
            snprintf(san, sizeof san, "%.*s", length, next);
            next += length + (next[length] == ' ');
            positions++;
            if (!possible(&p, &t, g->plies - ply, &spare)) {
                printf("%s: rejected before ply %d, %s\n", g->san, ply + 1, san);
                wrong++;
                break;
            }
            last = read_san(san);
            Move m = last < 0 ? (Move){.from = NONE} : find_move(&p, last);
            if (m.from == NONE) {
                printf("%s: %s is not a legal move\n", g->san, san);
                wrong++;
                break;
            }
            p = after(&p, m);
            wrong += rejects_random_game(&p, &seed);
        }
        if (!*next && (ply != g->plies || last != g->code) && ++wrong) printf("%s: another game\n", g->san);
    }
    printf("%d games, %d positions, %d wrong\n", table->count, positions, wrong);
    return wrong != 0;
}

/* ---------- deeper searches ---------- */

enum { SLOTS = 1 << 26, BUCKET = 8, LONGEST = 64 };

/* A depth-first search for a game that ends with a string. `seen` holds the tags of positions that were
 * searched before with the same number of plies left. A tag is 64 bits of the hash. The other 64 bits select
 * the slot, as in `Set`. A look-up mistakes one position for another with a probability of 8 / 2^64. New tags
 * overwrite old tags, which only costs time. */
typedef struct {
    const Target *target;
    uint64_t *seen, stored, salt, positions;
    double deadline;
    bool late;
    Move game[LONGEST];
    int plies;
} Search;

/* Stores a position. Returns whether it was already stored with the same number of plies left. */
static bool met_before(Search *s, const Position *p, int left)
{
    uint64_t state = s->salt + left, tag = p->tag ^ draw(&state);
    uint64_t *bucket = s->seen + ((p->slot ^ state) % (SLOTS / BUCKET)) * BUCKET;
    for (int i = 0; i < BUCKET; i++) {
        if (bucket[i] == tag) return true;
        if (!bucket[i]) {
            bucket[i] = tag, s->stored++;
            return false;
        }
    }
    bucket[tag % BUCKET] = tag;
    return false;
}

/* Looks for a legal move whose SAN is the string, and stores it as the last move of the game. */
static bool find_last(Search *s, const Position *p)
{
    Move list[256];
    const Target *t = s->target;
    int n = list_moves(p, list);
    bool check = in_check(p);
    for (int i = 0; i < n; i++) {
        Move m = list[i];
        if (m.to != t->to || type_of(p->board[m.from]) != t->type || !is_legal(p, m, check)) continue;
        s->game[s->plies - 1] = m;
        if (san_of(p, m, list, n, check) == t->code) return true;
    }
    return false;
}

/* Looks for a continuation of `left` plies that ends with the string. First tries the moves that leave the
 * most moves to spare: if there is a game, this order finds it sooner. */
static bool find(Search *s, const Position *p, int left)
{
    s->positions++;
    if ((s->positions & 1023) == 0 && seconds() > s->deadline) s->late = true;
    if (s->late) return false;
    if (left == 1) return find_last(s, p);
    Move list[256];
    int n = list_moves(p, list), kept = 0, spare[256];
    bool check = in_check(p);
    for (int i = 0; i < n; i++) {
        if (!is_legal(p, list[i], check)) continue;
        Position q = after(p, list[i]);
        int value = 0, j = kept;
        if (!possible(&q, s->target, left - 1, &value)) continue;
        if (left > 2 && met_before(s, &q, left - 1)) continue;
        Move m = list[i];
        for (kept++; j > 0 && spare[j - 1] < value; j--) list[j] = list[j - 1], spare[j] = spare[j - 1];
        list[j] = m, spare[j] = value;
    }
    for (int i = 0; i < kept; i++) {
        Position q = after(p, list[i]);
        s->game[s->plies - left] = list[i];
        if (find(s, &q, left - 1)) return true;
    }
    return false;
}

enum { NO_GAME, FOUND, LATE };

/* Searches for a game that has exactly `plies` plies and ends with the string. */
static int search_plies(Search *s, int code, int plies)
{
    Target t = new_target(code, !(plies & 1));
    Position p = initial_position();
    int spare;
    s->target = &t, s->plies = plies, s->salt += 1000003, s->late = false;
    if (s->stored > SLOTS / 4) memset(s->seen, 0, (size_t)SLOTS * 8), s->stored = 0;
    if (!possible(&p, &t, plies, &spare)) return NO_GAME;
    return find(s, &p, plies) ? FOUND : s->late ? LATE : NO_GAME;
}

/* Replays and prints the game that a search has found. Reports an error if the game ends with another string. */
static void print_game(const Search *s, int code)
{
    Position p = initial_position();
    int last = -1;
    for (int i = 0; i < s->plies; i++) {
        Move list[256];
        char text[12];
        int n = list_legal(&p, list);
        last = san_of(&p, s->game[i], list, n, in_check(&p));
        printf(" %s", write_san(last, text));
        p = after(&p, s->game[i]);
    }
    if (last != code) printf(" (which is WRONG)");
}

/* Searches for games that end with one string. First searches for games shorter than the bound. Then, if the
 * game in the table is as long as the bound, searches for a game of that length.
 *
 * A game of n plies yields a game of n + 4 plies, because we can play Nf3 Nf6 Ng1 Ng8 first. So if no game has
 * one of the four lengths just below the bound, no shorter game exists. */
static void search_string(Search *s, const Game *g, double limit, int counts[3], int again[3])
{
    static const char *planted[] = {"MISSED", "found again", "not finished"};
    double begin = seconds();
    int result = NO_GAME, longest = g->bound - 1, plies = longest;
    s->positions = 0, s->deadline = begin + limit;
    for (; plies > longest - 4 && plies > 0 && result == NO_GAME; plies--)
        result = search_plies(s, g->code, plies);
    printf("%s\t%d\t%s\tplies %d to %d\t", g->san, g->bound, g->why, most(longest - 3, 1), longest);
    printf("%" PRIu64 "\t%.1f s\t", s->positions, seconds() - begin);
    printf(result == NO_GAME ? "confirmed" : result == LATE ? "not finished" : "GAME FOUND:");
    if (result == FOUND) print_game(s, g->code);
    counts[result]++;
    if (g->plies == g->bound) {
        s->positions = 0, begin = seconds(), s->deadline = begin + limit;
        result = search_plies(s, g->code, g->plies);
        printf("\tply %d\t%" PRIu64 "\t%.1f s\t", g->plies, s->positions, seconds() - begin);
        printf("%s", planted[result]);
        again[result]++;
    }
    printf("\n");
    fflush(stdout);
}

/* Tells whether the bound rests on a search beyond the first nine plies. */
static bool rests_on_search(const Game *g)
{
    if (!strcmp(g->why, "all")) return g->bound >= 10;
    if (!strcmp(g->why, "way")) return g->bound == 12;
    return !strcmp(g->why, "prospects") || !strcmp(g->why, "plan");
}

static int run_deeper(int argc, char **argv)
{
    Table table = read_table(argv[0]);
    uint64_t seed = 1;
    int sample = 200, *chosen = malloc(table.count * sizeof(int)), count = 0, named = 0;
    double limit = 60;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--seed") && i + 1 < argc) seed = strtoull(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--sample") && i + 1 < argc) sample = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--seconds") && i + 1 < argc) limit = atof(argv[++i]);
        else {
            int before = count;
            for (int j = 0; j < table.count; j++)
                if (!strcmp(table.games[j].san, argv[i])) chosen[count++] = j;
            if (count == before) fail("not in the table: ", argv[i]);
            named++;
        }
    }
    if (!named) {
        for (int j = 0; j < table.count; j++)
            if (rests_on_search(&table.games[j])) chosen[count++] = j;
        sample = least(sample, count);
        for (int i = 0; i < sample; i++) {
            int j = i + draw(&seed) % (count - i), swap = chosen[i];
            chosen[i] = chosen[j], chosen[j] = swap;
        }
        count = sample;
    }
    Search search = {.seen = calloc(SLOTS, 8)};
    if (!search.seen) fail("not enough memory", "");
    int counts[3] = {0}, again[3] = {0};
    for (int i = 0; i < count; i++) search_string(&search, &table.games[chosen[i]], limit, counts, again);
    printf("bounds: %d confirmed, %d not finished, ", counts[NO_GAME], counts[LATE]);
    printf("%d games found\n", counts[FOUND]);
    printf("games as long as the bound: %d found again, %d not finished, ", again[FOUND], again[LATE]);
    printf("%d missed\n", again[NO_GAME]);
    return counts[FOUND] || again[NO_GAME];
}

int main(int argc, char **argv)
{
    fill_tables();
    fill_distances();
    if (argc >= 2 && !strcmp(argv[1], "perft")) return run_perft(argc > 2 ? atoi(argv[2]) : 5);
    if (argc == 4 && !strcmp(argv[1], "all")) {
        Table table = read_table(argv[3]);
        return run_all(atoi(argv[2]), &table);
    }
    if (argc == 3 && !strcmp(argv[1], "conditions")) {
        Table table = read_table(argv[2]);
        return run_conditions(&table);
    }
    if (argc >= 3 && !strcmp(argv[1], "deeper")) return run_deeper(argc - 2, argv + 2);
    fprintf(stderr, "usage: searches perft [DEPTH]\n"
                    "       searches all PLIES TABLE\n"
                    "       searches conditions TABLE\n"
                    "       searches deeper TABLE [--seed N] [--sample N] [--seconds S] [STRING...]\n");
    return 2;
}
