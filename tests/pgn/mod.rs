//! Tests `count` and `encode` against pgn-reader, which shares no code with our reader, on the real games
//! that come with pgn-reader.

mod cases;
mod formats;
mod going_on;
// Makes the spellings in the conformance suite that are not SAN, such as `0-0`.
#[allow(dead_code)]
#[path = "../../makers/src/suite/lenient.rs"]
mod lenient;
mod lint;
mod odd;
mod reader;
mod selection;
mod slips;

use std::{
    cmp::Reverse,
    collections::BTreeMap,
    fs,
    io::{self, Cursor, Read, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
    process::Command as Process,
    sync::OnceLock,
    time::Duration,
};

use flate2::{Compression, write::GzEncoder};
use pgn_reader::{Outcome, RawTag, Reader, SanPlus, Visitor};
use proptest::prelude::*;
use san_strings::{Encoder, Errors, Vocabulary, lichess_counts};

use serde_json::{Value, json};
use shakmaty::{CastlingMode, Chess, Position};

use crate::common::{
    failure, folder, interrupt, repository, run, said, san_strings, spawn, stdout,
};

/// Number of bytes that the program reads from a stream at once.
const CHUNK: usize = 2 << 20;

/// Returns the folder with the real games that come with pgn-reader. They are from lichess.org, with clocks
/// and evaluations, and from The Week in Chess.
fn real_games() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        // We do not pass `--offline`, because this command reads the dependencies of the whole workspace, and
        // some of them may not be downloaded yet.
        let output = Process::new(env!("CARGO"))
            .args(["metadata", "--format-version=1", "--locked"])
            .current_dir(repository())
            .output()
            .expect("cargo runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "cargo metadata: {stderr}");
        let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let packages = metadata["packages"].as_array().expect("packages").iter();
        let manifest = packages
            .filter(|package| package["name"] == "pgn-reader")
            .find_map(|package| package["manifest_path"].as_str())
            .expect("pgn-reader");
        Path::new(manifest).with_file_name("benches")
    })
}

const LICHESS: &str = "lichess_db_1000k.pgn";
const TWIC: &str = "twic1599_1000k.pgn";

fn real(name: &str) -> Vec<u8> {
    fs::read(real_games().join(name)).expect("real games")
}

/// The moves and the result that a reader finds in a game.
#[derive(Debug, Default, PartialEq)]
struct Seen {
    moves: Vec<String>,
    result: Option<Outcome>,
}

/// A visitor that collects the games that pgn-reader parses.
struct Collect;

impl Visitor for Collect {
    type Tags = Seen;
    type Movetext = Seen;
    type Output = Seen;

    fn begin_tags(&mut self) -> ControlFlow<Seen, Seen> {
        ControlFlow::Continue(Seen::default())
    }

    fn tag(&mut self, _: &mut Seen, _: &[u8], _: RawTag<'_>) -> ControlFlow<Seen> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, seen: Seen) -> ControlFlow<Seen, Seen> {
        ControlFlow::Continue(seen)
    }

    fn san(&mut self, seen: &mut Seen, san: SanPlus) -> ControlFlow<Seen> {
        seen.moves.push(san.to_string());
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, seen: &mut Seen, outcome: Outcome) -> ControlFlow<Seen> {
        seen.result = Some(outcome);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, seen: Seen) -> Seen {
        seen
    }
}

fn read_by_them(text: &[u8]) -> Vec<Seen> {
    let mut reader = Reader::new(Cursor::new(text));
    let games = reader.read_games(&mut Collect).collect::<Result<_, _>>();
    games.expect("readable")
}

/// Returns the ids that we expect for a game, including the result.
fn ids(moves: &[String], result: Option<Outcome>) -> Vec<u16> {
    let list = Vocabulary::occurring();
    let special = u16::try_from(list.len()).expect("small");
    let moves = moves.iter().map(|san| list.id(san).unwrap_or(special + 1));
    let result = result.map(|result| match result.to_string().as_str() {
        "1-0" => special + 4,
        "0-1" => special + 5,
        "1/2-1/2" => special + 6,
        _ => special + 7,
    });
    moves.chain(result).collect()
}

/// Encodes games with our encoder. Returns the ids of each game.
fn encoded(mut stream: impl Read + Send) -> Vec<Vec<u16>> {
    let encoder =
        Encoder { results: true, as_written: true, errors: Errors::Unk, ..Encoder::default() };
    let mut lines = Vec::new();
    let totals = encoder.encode(&mut stream, &mut lines, &());
    totals.expect("no errors in memory");
    let lines = lines.split(|&byte| byte == b'\n');
    let lines = lines.filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).expect("ids")).collect()
}

fn encoded_by_them(text: &[u8]) -> Vec<Vec<u16>> {
    let games = read_by_them(text);
    games.iter().map(|game| ids(&game.moves, game.result)).collect()
}

#[test]
fn real_games_are_read_as_pgn_reader_reads_them() {
    let mut games = 0;
    for size in ["10k", "100k", "1000k"] {
        for name in ["lichess_db", "twic1599"] {
            let text = real(&format!("{name}_{size}.pgn"));
            let theirs = encoded_by_them(&text);
            games += theirs.len();
            assert_eq!(encoded(&text[..]), theirs);
        }
    }
    assert!(games > 1_500, "{games}");
}

/// Regular expression for the text of a comment.
const COMMENT: &str = "[a-z0-9 .!?:%()\\[\\]\n]{0,9}";

/// Generates a move with its number, annotations, comments and white space. Returns the whole text,
/// and the SAN of the move.
fn any_move() -> impl Strategy<Value = (String, String)> {
    let number = prop_oneof!["", "[2-9][0-9]?\\. ?", "[1-9]\\.\\.\\. "];
    let san = prop_oneof![
        "[a-h][1-8][+#]?",
        "[NBRQK][a-h]?[1-8]?x?[a-h][1-8][+#]?",
        "[a-h]x[a-h][18]=[NBRQ]",
        "O-O(-O)?[+#]?",
    ];
    let after = prop_oneof![
        Just(String::new()),
        "[!?]{1,2}",
        " \\$[0-9]{1,3}",
        COMMENT.prop_map(|text| format!(" {{{}}}", text.replace("\n\n", "\n"))),
        ("[a-z.!() ]{0,9}").prop_map(|text| format!(" ;{text}\n")),
        "[a-h][1-8]".prop_map(|san| format!(" (1. {san} ({san} {{)}} {san}) 1... {san})")),
    ];
    let space = prop_oneof![" ", "\n", "  ", "\r\n"];
    (number, san, after, space).prop_map(|(number, san, after, space)| {
        // pgn-reader ends a game at an empty line, so we generate no empty lines.
        let space = if after.ends_with('\n') { " " } else { &space };
        (format!("{number}{san}{after}{space}"), san)
    })
}

fn any_game() -> impl Strategy<Value = (String, Vec<String>)> {
    let moves = prop::collection::vec(any_move(), 0..9);
    let result = prop_oneof!["1-0", "0-1", "1/2-1/2", "\\*"];
    let tag = "[a-z \\[\\]{};%]{0,9}";
    (tag, moves, result).prop_map(|(tag, moves, result)| {
        let (texts, sans): (Vec<_>, Vec<_>) = moves.into_iter().unzip();
        let text = texts.concat();
        let sans = [vec!["e4".to_owned()], sans].concat();
        (format!("[Event \"{tag}\"]\n[Site \"x\"]\n\n1. e4 {text}{result}\n\n"), sans)
    })
}

/// pgn-reader ends a game at an empty line. We do not.
#[test]
fn an_empty_line_does_not_end_a_game() {
    for end in ["\n", "\r\n"] {
        let text = "[Event \"\"]\n[Site \"x\"]\n\na1 ;\n\n1-0\n\n".replace('\n', end);
        assert_eq!(encoded(text.as_bytes()).len(), 1);
        assert_eq!(encoded_by_them(text.as_bytes()).len(), 2);
    }
}

proptest! {
    #[test]
    fn made_games_are_read_as_pgn_reader_reads_them(
        games in prop::collection::vec(any_game(), 0..6),
    ) {
        let (texts, sans): (Vec<_>, Vec<_>) = games.into_iter().unzip();
        let text = texts.concat();
        let ours = encoded(text.as_bytes());
        prop_assert_eq!(&ours, &encoded_by_them(text.as_bytes()));
        for (ours, sans) in ours.iter().zip(&sans) {
            prop_assert_eq!(&ours[..sans.len()], ids(sans, None));
        }
        prop_assert_eq!(ours.len(), sans.len());
    }

    /// Reading a text at once or byte by byte yields the same games, even if the text is invalid.
    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any_piece(), 0..60)) {
        let bytes = bytes.concat();
        prop_assert_eq!(encoded(bytes.as_bytes()), encoded(ByteByByte(bytes.as_bytes())));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    /// Even an invalid text yields the same games wherever it begins in a stream.
    #[test]
    fn any_bytes_mean_the_same_after_others(
        bytes in prop::collection::vec(any_piece(), 1..60),
        at in 0_usize..100,
    ) {
        let bytes = bytes.concat();
        // The comment is so long that the first block ends within `bytes`.
        let comment = "x".repeat(CHUNK - 20 - at.min(bytes.len()));
        let before = format!("1. e4 {{{comment}}} *\n\n");
        let both = encoded((before.clone() + &bytes).as_bytes());
        let apart = [encoded(before.as_bytes()), encoded(bytes.as_bytes())].concat();
        prop_assert_eq!(both, apart);
    }
}

struct ByteByByte<'a>(&'a [u8]);

impl Read for ByteByByte<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(1);
        self.0.read(&mut buffer[..most])
    }
}

/// Generates a fragment of PGN, or other characters.
fn any_piece() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("\n[Event \"".to_owned()),
        Just("\"]\n".to_owned()),
        Just("\n\n".to_owned()),
        Just("1-0".to_owned()),
        "[{}()\\[\\];%$!?*.\" \n\r\\\\]",
        "[a-hNBRQKO][1-8x+#=-]{0,3} ?",
        "[0-9]{1,2}[./-]{0,2}",
        ".{0,3}",
    ]
}

/// Uses pgn-reader to count how often each string occurs.
fn counted_by_them(text: &[u8]) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for san in read_by_them(text).into_iter().flat_map(|game| game.moves) {
        *counts.entry(san).or_default() += 1;
    }
    counts
}

/// Reads a table of counts, without the rows whose count is 0. Checks that the first rows are those of
/// the strings in our list, in the same order.
fn table(csv: &str) -> BTreeMap<String, u64> {
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("string,count"));
    let rows: Vec<(&str, u64)> = lines
        .filter_map(|line| line.split_once(','))
        .map(|(san, count)| (san, count.parse().expect("a count")))
        .collect();
    let list = Vocabulary::occurring();
    assert!(rows.len() >= list.len(), "{}", rows.len());
    for (row, (_, san)) in rows.iter().zip(list.iter()) {
        assert_eq!(row.0, san.to_string());
    }
    let seen = rows.into_iter().filter(|(_, count)| *count > 0);
    seen.map(|(san, count)| (san.to_owned(), count)).collect()
}

fn csv(folder: &Path, args: &[&str]) -> String {
    stdout(folder, &[&["-q", "count", "--format", "csv"], args].concat())
}

#[test]
fn counts_are_those_of_pgn_reader() {
    let folder = real_games();
    let (lichess, twic) = (csv(folder, &[LICHESS]), csv(folder, &[TWIC]));
    assert_eq!(lichess.lines().count(), 28_939);
    assert_eq!(table(&lichess), counted_by_them(&real(LICHESS)));
    let both = csv(folder, &[LICHESS, TWIC]);
    assert_eq!(table(&twic), counted_by_them(&real(TWIC)));
    // The order of the files and the number of threads do not change the output. `--replay` does not change it
    // either, because all games are legal and in SAN.
    assert_eq!(csv(folder, &[TWIC, LICHESS, "--jobs", "1"]), both);
    assert_eq!(csv(folder, &[TWIC, LICHESS, "--replay"]), both);
    let text = |jobs| stdout(folder, &["count", TWIC, LICHESS, "--jobs", jobs]);
    assert_eq!(text("1"), text("3"));
    // `count` also reads its own tables, alone or together with games, and adds up the counts.
    let sums = crate::common::folder();
    fs::write(sums.path().join("lichess.csv"), &lichess).expect("written");
    fs::write(sums.path().join("twic.csv"), &twic).expect("written");
    fs::copy(folder.join(TWIC), sums.path().join(TWIC)).expect("copied");
    assert_eq!(csv(sums.path(), &["lichess.csv", "twic.csv"]), both);
    assert_eq!(csv(sums.path(), &["lichess.csv", TWIC]), both);
}

#[test]
fn compressed_files_are_read() {
    let folder = folder();
    let text = real("twic1599_100k.pgn");
    let (first, second) = text.split_at(text.len() / 2);
    let gz = |text: &[u8]| {
        let mut file = GzEncoder::new(Vec::new(), Compression::fast());
        file.write_all(text).expect("memory");
        file.finish().expect("memory")
    };
    let bz2 = |mut text: &[u8]| {
        let mut file = Vec::new();
        let level = bzip2::Compression::fast();
        let mut encoder = bzip2::read::BzEncoder::new(&mut text, level);
        encoder.read_to_end(&mut file).expect("memory");
        file
    };
    let zst = |text: &[u8]| zstd::encode_all(text, 1).expect("memory");
    // pzstd writes a skippable frame first.
    let skipped = [b"\x50\x2a\x4d\x18\x04\0\0\0abcd", &zst(&text)[..]].concat();
    for (name, bytes) in [
        ("plain", text.clone()),
        ("a.gz", gz(&text)),
        ("two.gz", [gz(first), gz(second)].concat()),
        ("a.bz2", bz2(&text)),
        ("two.bz2", [bz2(first), bz2(second)].concat()),
        ("a.zst", zst(&text)),
        ("two.zst", [zst(first), zst(second)].concat()),
        ("pzstd.zst", skipped),
    ] {
        fs::write(folder.path().join(name), bytes).expect("written");
        let counts = csv(folder.path(), &[name]);
        assert_eq!(table(&counts), counted_by_them(&text), "{name}");
        let file = fs::read(folder.path().join(name)).expect("written");
        let piped = san_strings(folder.path(), &["-q", "count", "--format", "csv"])
            .write_stdin(file)
            .output()
            .expect("a run");
        assert_eq!(String::from_utf8_lossy(&piped.stdout), counts, "{name}");
    }
}

/// The program reads a truncated file as far as possible, and reports the error.
#[test]
fn half_a_file_is_named() {
    let folder = folder();
    let file = zstd::encode_all(&real(TWIC)[..], 3).expect("memory");
    fs::write(folder.path().join("half.zst"), &file[..file.len() / 2]).expect("written");
    let (out, error) = run(folder.path(), &["count", "half.zst"], 1);
    assert!(error.starts_with("error: half.zst: read error: "), "{error}");
    let games: u64 = out
        .split_once(" games\n")
        .and_then(|(start, _)| start.rsplit(' ').next()?.parse().ok())
        .expect("a number of games");
    assert!((300..800).contains(&games), "{out}");
    assert!(out.contains(": the game is cut off"), "{out}");
    let error = run(folder.path(), &["encode", "half.zst"], 1).1;
    assert!(error.contains("half.zst: "), "{error}");
}

/// A game that spans two blocks of the input is read correctly.
#[test]
fn more_than_a_block_is_read() {
    let folder = folder();
    let text = real(TWIC);
    let times = 3 * CHUNK / text.len() + 2;
    let once = counted_by_them(&text);
    for (name, separator, ends) in [("lf", "\n", "\n"), ("crlf", "\r\n", "\r\n")] {
        let mut long = String::from_utf8(text.clone()).expect("ASCII");
        long = long.replace('\n', ends) + separator;
        fs::write(folder.path().join(name), long.repeat(times)).expect("written");
        let all = table(&csv(folder.path(), &[name]));
        assert_eq!(all.len(), once.len());
        for (san, count) in all {
            assert_eq!(count, times as u64 * once[&san], "{name}: {san}");
        }
    }
    // Games without tags, one per line or per paragraph, and games with tags but without `Event`.
    for (name, game) in [
        ("lines", "1. e4 e5 2. Nf3 1-0\n"),
        ("empty lines", "1. e4 e5 2. Nf3\n\n"),
        ("tags", "[White \"x\"]\n\n1. e4 e5 2. Nf3 1-0\n\n"),
    ] {
        let times = 3 * CHUNK / game.len();
        fs::write(folder.path().join(name), game.repeat(times)).expect("written");
        let text = stdout(folder.path(), &["count", name]);
        let moves = indicatif::HumanCount(3 * times as u64);
        let games = indicatif::HumanCount(times as u64);
        assert!(text.starts_with(&format!("{moves} moves in {games} games\n")), "{text}");
    }
}

/// A fault affects only its own game.
#[test]
fn broken_games_are_named_and_left_out() {
    let long = format!("1. e4 {{{}}} e5", "x".repeat(2 * CHUNK));
    for (broken, ply, what) in [
        ("1. e4 {no end e5", 2, "a comment is never closed"),
        ("1. e4 |", 2, "'|' is not allowed in PGN"),
        ("1. e4 (1. d4 e5", 2, "a variation is never closed"),
        ("1. e4 (1. d4 (1. c4) e5", 2, "a variation is never closed"),
        ("1. e4) e5", 3, "`)` has no matching `(`"),
        ("1. e4 \u{1}\u{2}", 2, "'\\u{1}' is not allowed in PGN"),
        ("1. e4 7/8", 2, "'/' is not allowed in PGN"),
        ("1. e4 Nf3Nf6Ng1Ng8Nf3Nf6Ng1Ng8Nf3", 2, "the word is too long for a move"),
        (&long, 2, "cut off, or longer than 2 MiB"),
    ] {
        let folder = folder();
        let game = |site: &str, moves: &str| {
            format!("[Event \"?\"]\n[Site \"{site}\"]\n\n{moves} 1-0\n\n")
        };
        let text =
            [game("before", "1. a3 a6"), game("broken", broken), game("after", "1. h3 h6 {fine}")];
        fs::write(folder.path().join("games"), text.concat()).expect("written");
        let (out, error) = run(folder.path(), &["count", "games"], 1);
        assert_eq!(error, "");
        assert!(out.starts_with("4 moves in 2 games\n"), "{broken:.40}: {out}");
        assert!(out.contains("unreadable games skipped: 1\n"), "{out}");
        let line = format!("  broken, games, game 2, line 9, ply {ply}: ");
        let line = out.lines().find(|other| other.starts_with(&line));
        assert!(line.is_some_and(|line| line.contains(what)), "{broken:.40}: {out}");
        let args = ["encode", "--as-written", "games", "--errors"];
        let error = run(folder.path(), &[&args[..], &["stop"]].concat(), 1).1;
        assert!(error.contains("error: games, game 2 (broken), line 9, ply "), "{error}");
        let (ids, error) = run(folder.path(), &[&args[..], &["skip"]].concat(), 1);
        assert_eq!(ids.lines().count(), 2);
        assert!(error.contains("left out: games, game 2 (broken), line 9, ply "), "{error}");
        let ids = run(folder.path(), &[&args[..], &["unk"]].concat(), 0).0;
        assert_eq!(ids.lines().count(), 3);
    }
}

#[test]
fn strings_outside_the_list_are_named() {
    let folder = folder();
    let text = "[Site \"there\"]\n\n1. Ng1f3 e5 2. Qa1a8 0-0 3. Sf3 Qa1a8 *\n\n1. Nf3 Qa1a8 *\n";
    fs::write(folder.path().join("games"), text).expect("written");
    let out = stdout(folder.path(), &["count", "games"]);
    for line in [
        "8 moves in 2 games",
        "3 of 28,938 strings seen, 28,935 not",
        "outside the list: 3 different, 5 in all",
        "  Qa1a8                  3  there, games, game 1, line 3, ply 3",
        "    cannot occur: SAN names the square only if",
        "  Sf3                    1  there, games, game 1, line 3, ply 5",
    ] {
        assert!(out.contains(line), "{line}: {out}");
    }
    let json =
        stdout(folder.path(), &["-q", "count", "games", "--format", "json", "--sort", "count"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["moves"], 8);
    let first = &json["strings"][0];
    assert_eq!((first["string"].as_str(), first["count"].as_u64()), (Some("Qa1a8"), Some(3)));
    assert_eq!(first["example"]["ply"], 3);
}

#[test]
fn replay_knows_what_is_legal() {
    let folder = folder();
    let games = [
        // Legal moves that are not spelled in exact SAN: characters are missing, superfluous or wrong.
        "1. Ng1f3 e7e5 2. Nxe5 f6 3. Nc4+ d5 4. e3 dc4 5. Qh5 g6 *",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. 0-0 *",
        // The second move is illegal.
        "1. e4 e4 2. d4 d5 *",
        "1. Nc3 a6 2. Nf3 a5 3. Nd5 a4 4. Nb4 a3 5. Nd3 b6 6. Ne5 b5 *",
        "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O Kd7 *",
        // Some programs write an en passant square after every double step, even if no pawn can capture there.
        "[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\"]\n\n1... e5 *",
        "[Variant \"Crazyhouse\"]\n\n1. e4 *",
        "[FEN \"nonsense\"]\n\n1. e4 *",
    ];
    fs::write(folder.path().join("games"), games.join("\n\n")).expect("written");
    let (out, error) = run(folder.path(), &["count", "--replay", "--show", "20", "games"], 1);
    assert_eq!(error, "");
    for line in [
        "in 6 games\n",
        "games, game 1, line 1, ply 1: Ng1f3: it should be Nf3\n",
        "games, game 1, line 1, ply 2: e7e5: it should be e5\n",
        "games, game 1, line 1, ply 5: Nc4+: it should be Nc4\n",
        "games, game 1, line 1, ply 8: dc4: it should be dxc4\n",
        "games, game 1, line 1, ply 9: Qh5: it should be Qh5+\n",
        "games, game 2, line 3, ply 7: 0-0: it should be O-O\n",
        "legal moves that are not spelled as SAN: 6\n",
        "games, game 3, line 5, ply 2: e4: it is not legal",
        "games, game 4, line 7, ply 11: Ne5: it could be Nde5 or Nfe5\n",
        "games, game 7, line 17, ply 1: e4: it is a game of Crazyhouse\n",
        "games, game 8, line 21, ply 1: e4: the FEN is wrong",
        "unreadable games skipped: 2\n",
        "illegal moves (each game is counted up to its first one): 2\n",
    ] {
        assert!(out.contains(line), "{line}: {out}");
    }
}

/// In any notation, a text that can mean only one legal move counts as that move.
#[test]
fn replay_reads_other_notations() {
    let folder = folder();
    let games =
        "1. e2-e4 e7e5 2. Ng1-f3 nc6 3. Bb5 a6 4. o-o Nf6 5. d4 ed 6. e4-e5 Ne4 7. Rf1e1 -- *";
    fs::write(folder.path().join("games"), games).expect("written");
    let (out, _) = run(folder.path(), &["count", "--replay", "--show", "20", "games"], 0);
    for (ply, is, should) in [
        (1, "e2-e4", "e4"),
        (2, "e7e5", "e5"),
        (3, "Ng1-f3", "Nf3"),
        (4, "nc6", "Nc6"),
        (7, "o-o", "O-O"),
        (10, "ed", "exd4"),
        (11, "e4-e5", "e5"),
        (13, "Rf1e1", "Re1"),
    ] {
        let line = format!("games, game 1, line 1, ply {ply}: {is}: it should be {should}\n");
        assert!(out.contains(&line), "{line}: {out}");
    }
    assert!(out.contains("games, game 1, line 1, ply 14: --: it is a null move\n"), "{out}");
    assert!(out.starts_with("13 moves in 1 game\n"), "{out}");
}

#[test]
fn counts_that_are_wrong_are_named() {
    let folder = folder();
    for (text, line) in [
        ("string,count\na2,1\nb2\n", 3),
        ("string,count\na2,-1\n", 2),
        ("string,count\n,1\n", 2),
        ("string,count\na2,18446744073709551616\n", 2),
        ("a2\t1\nb2\tx\n", 2),
    ] {
        fs::write(folder.path().join("counts"), text).expect("written");
        let (_, error) = run(folder.path(), &["count", "counts"], 1);
        let start = format!("error: counts: read error: line {line}: expected a string");
        assert!(error.starts_with(&start), "{text:?}: {error}");
    }
    // The counts of lichess games, which are built into the program, are also a table in this format.
    let lichess = repository().join("data/lichess_counts.tsv");
    let out = stdout(folder.path(), &["count", lichess.to_str().expect("a path")]);
    assert!(
        out.starts_with("397,801,292,866 moves in 1 table\n21,595 of 28,938 strings seen"),
        "{out}"
    );
    let error = failure(folder.path(), &["count", "missing"]);
    assert!(error.starts_with("error: cannot read missing: "), "{error}");
}

/// Every string that was played on lichess must be in our list of strings that can occur.
#[test]
fn what_is_played_occurs() {
    let path = repository().join("data/lichess_counts.tsv");
    let text = fs::read_to_string(path).expect("in the repository");
    let list = Vocabulary::occurring();
    let counts = lichess_counts();
    let mut ids = Vec::new();
    for line in text.lines() {
        let (san, count) = line.split_once('\t').expect("two columns");
        let id = list.id(san);
        ids.push(id.unwrap_or_else(|| panic!("{san} cannot occur")));
        assert_eq!(counts.of(san), count.parse::<u64>().expect("a count"));
    }
    assert!(ids.is_sorted_by(|a, b| a < b));
    assert_eq!(ids.len(), 21_595);
    assert_eq!(counts.total(), 397_801_292_866);
}

#[test]
#[cfg(unix)]
fn what_was_counted_before_ctrl_c_is_printed() {
    let folder = folder();
    let mut child = spawn(folder.path(), &["count", "--format", "csv"]);
    let mut stdin = child.stdin.take().expect("piped");
    let game = "[Event \"x\"]\n\n1. e4 *\n\n";
    stdin.write_all(game.repeat(4 * CHUNK / game.len()).as_bytes()).expect("it reads");
    std::thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    std::thread::sleep(Duration::from_millis(100));
    // This write may fail, because the program may have stopped reading.
    let rest = std::thread::spawn(move || {
        let _ = stdin.write_all(game.repeat(4 * CHUNK / game.len()).as_bytes());
    });
    let output = child.wait_with_output().expect("an end");
    rest.join().expect("written or not");
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("stopped: these are the counts so far"), "{error}");
    let counts = table(&String::from_utf8_lossy(&output.stdout));
    let most = 7 * CHUNK / game.len();
    assert!(counts["e4"] > 0 && counts["e4"] < most as u64, "{counts:?}");
}

/// Runs a command on a text, and returns standard output and standard error.
fn on(text: &str, args: &[&str], code: i32) -> (String, String) {
    let folder = folder();
    fs::write(folder.path().join("games"), text).expect("written");
    run(folder.path(), &[args, &["games"]].concat(), code)
}

/// Quotation marks inside a name do not hide the other tags.
#[test]
fn tags_after_inner_quotation_marks_are_read() {
    for name in ["Bob \"the rook\" Smith", "C:\\", "\\\"x\\\"]", "\"", "a \" ] b"] {
        let tag = format!("[White \"{name}\"]");
        let game = format!("{tag}\n[Variant \"Antichess\"]\n\n1. e4 e5 *\n");
        let (out, _) = on(&game, &["count", "--replay"], 1);
        assert!(out.contains("it is a game of Antichess"), "{name}: {out}");
        let game = format!("{tag}\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. Kd2 *\n");
        let (out, _) = on(&game, &["count", "--replay"], 0);
        assert!(out.starts_with("1 move in 1 game\n"), "{name}: {out}");
    }
}

#[test]
fn games_begin_and_end_where_they_should() {
    for (text, games) in [
        ("1. e4 e5\n%% x\n\n1. d4 d5 *\n", 2),
        ("1. e4 e5\n; x\n\n1. d4 d5 *\n", 2),
        ("1. e4 e5\n1. d4 d5\n1. c4\n", 3),
        ("1. e4 (1. d4\n1. c4) {a\n1. b}\n1... e5\n", 1),
        ("[Site \"a\"]\n\n[Date \"b\"]\n\n1. e4 *\n", 1),
        ("[Site \"a\"]\n[FEN \"8/8/8/8/8/8/8/8 w - -\"]\n\n[Site \"b\"]\n\n1. e4 e5 *\n", 2),
    ] {
        let (ids, _) = on(text, &["-q", "encode", "--variants", "--errors", "unk"], 0);
        assert_eq!(ids.lines().count(), games, "{text:?}");
    }
    let tags = "[Site \"a\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n";
    let text = format!("{tags}[Site \"b\"]\n\n1. e4 e5 *\n");
    let (out, _) = on(&text, &["count", "--replay"], 0);
    assert!(out.starts_with("2 moves in 2 games\n"), "{out}");
    // The text is longer than a block, and only move numbers separate the games.
    let (ids, _) = on(&"1. e4 e5\n".repeat(CHUNK / 3), &["-q", "encode"], 0);
    assert_eq!(ids.lines().count(), CHUNK / 3);
}

#[test]
fn counts_add_up() {
    let (out, _) = on("string\tcount\nNf3\t5\ne4\t7\n", &["count"], 0);
    assert!(out.starts_with("12 moves in 1 table\n"), "{out}");
    let many: Vec<_> = (0..12_000).map(|n| format!("Z{n:07}")).collect();
    let (csv, _) = on(&many.join(" "), &["count", "--format", "csv"], 0);
    assert!(csv.ends_with("\n(others),2000\n"), "{csv}");
    let twice = csv.clone() + &csv["string,count\n".len()..];
    for (table, moves) in [(csv, "12,000"), (twice, "24,000")] {
        let (out, _) = on(&table, &["count"], 0);
        assert!(out.starts_with(&format!("{moves} moves in 1 table\n")), "{out}");
        let outside = format!("outside the list: more than 10,000 different, {moves} in all\n");
        assert!(out.contains(&outside), "{out}");
    }
    for rows in ["Xf3,18446744073709551615\n", "e4,9223372036854775807\nZf4,1\n"] {
        let (out, error) = on(&format!("string,count\n{rows}"), &["count"], 1);
        assert!(!out.contains(" in \n"), "{out}");
        assert!(error.contains(": the counts add up to more than 2^63"), "{error}");
    }
}

#[test]
fn promotions_need_no_equals_sign() {
    let text = "[FEN \"k2r4/4P3/8/8/8/8/p7/7K w - - 0 1\"]\n\n1. exd8Q+ Kb7 2. Kg1 a1R+ *\n";
    let (out, _) = on(text, &["count", "--replay"], 0);
    assert!(out.contains("exd8Q+: it should be exd8=Q+\n"), "{out}");
    assert!(out.contains("a1R+: it should be a1=R+\n"), "{out}");
}

/// By default, `encode` leaves out games of variants and games that do not start from the initial position, and
/// reports them. A Chess960 game from the initial position counts as a game of standard chess.
#[test]
fn variants_are_encoded_on_demand() {
    let games = "[Variant \"Antichess\"]\n\n1. e4 *\n\n\
        [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. Kd2 *\n\n\
        [Variant \"Chess960\"]\n\
        [FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n1. e4 *\n\n1. Xf3 *\n";
    let (ids, error) = on(games, &["encode", "--errors", "unk"], 0);
    let list = Vocabulary::occurring();
    let e4 = list.id("e4").expect("it occurs");
    assert_eq!(ids, format!("[{e4}]\n[{}]\n", list.len() + 1));
    assert_eq!(
        error,
        "left out: games, game 1, line 1, ply 1: e4: it is a game of Antichess\n\
         left out: games, game 2, line 5, ply 1: Kd2: it starts from a FEN\n\
         written with [UNK]: games, game 4, line 14, ply 1: Xf3: it is not a move: character 1 is 'X': \
         expected a piece (K, Q, R, B or N), a file (a-h) or O-O\n\
         2 games, 2 moves, 1 unknown\n\
         left out: 2 games (from a FEN: 1, of a variant: 1): `--variants` writes them\n\
         written with [UNK]: 1 game (no move: 1)\n"
    );
    let (_, error) = on(games, &["encode", "--errors", "stop"], 1);
    assert!(error.contains("error: games, game 4, line 14, ply 1: Xf3: it is not"), "{error}");
    let (ids, _) = on(games, &["-q", "encode", "--errors", "unk", "--variants"], 0);
    assert_eq!(ids.lines().count(), 4);
}

#[test]
fn what_cannot_be_read_is_called_by_its_name() {
    let folder = folder();
    let games = "[Event \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n".repeat(100);
    let whole = zstd::encode_all(games.as_bytes(), 1).expect("compressed");
    fs::write(folder.path().join("cut.zst"), &whole[..whole.len() - 9]).expect("written");
    fs::write(folder.path().join("games.parquet"), b"PAR1\x15\x04\x15").expect("written");
    for args in [&["encode"][..], &["encode", "--errors", "unk"], &["count"]] {
        let (_, error) = run(folder.path(), &[args, &["cut.zst"]].concat(), 1);
        assert!(error.contains("error: cut.zst: read error"), "{error}");
        let (_, error) = run(folder.path(), &[args, &["games.parquet"]].concat(), 1);
        assert!(error.contains("it is Parquet"), "{error}");
    }
}

#[test]
fn ids_are_those_of_the_lists() {
    let folder = real_games();
    for (list, option) in [(Vocabulary::occurring(), "occurring"), (Vocabulary::base(), "base")] {
        for name in [LICHESS, TWIC] {
            let mut expected = Vec::new();
            let mut words: Vec<u16> = Vec::new();
            for game in read_by_them(&real(name)) {
                let id = |san: &String| {
                    let is_base = option == "base";
                    let plain = san.trim_end_matches(['+', '#']);
                    list.id(if is_base { plain } else { san }).expect("in the list")
                };
                let ids: Vec<u16> = game.moves.iter().map(id).collect();
                expected.push(format!("{ids:?}\n"));
                words.extend(&ids);
                // `[EOS]` is the fourth special token.
                words.push(u16::try_from(list.len() + 3).expect("small"));
            }
            let args = ["-q", "encode", name, "--list", option];
            assert_eq!(stdout(folder, &args), expected.concat());
            let args = [&args[..], &["--format", "bin", "--jobs", "3"]].concat();
            let output = san_strings(folder, &args).output().expect("a run");
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            assert!(output.stdout == bytes);
        }
    }
}

#[test]
fn unknown_text_is_named_or_has_a_token() {
    let folder = folder();
    let text = "1. e4 e5 1-0\n\n[Site \"here\"]\n\n1. Xf3 e5 2. Qa1a8 1/2-1/2\n\n1. d4 *\n";
    fs::write(folder.path().join("games"), text).expect("written");
    let list = Vocabulary::occurring();
    let [e4, e5, d4] = ["e4", "e5", "d4"].map(|san| list.id(san).expect("it occurs"));
    let (ids, error) = run(folder.path(), &["encode", "--errors", "stop", "games"], 1);
    assert_eq!(ids, format!("[{e4}, {e5}]\n"));
    let start = "error: games, game 2 (here), line 5, ply 1: Xf3: it is not a move: ";
    assert!(error.starts_with(start), "{error}");
    assert!(error.ends_with("; `--errors skip` leaves such games out\n"), "{error}");
    let (ids, error) = run(folder.path(), &["encode", "games"], 1);
    assert_eq!(ids, format!("[{e4}, {e5}]\n[{d4}]\n"));
    assert!(error.contains("left out as broken: 1 game (no move: 1): `--errors unk`"), "{error}");
    let unknown = list.len() + 1;
    let args = ["-q", "encode", "--errors", "unk", "--results", "games"];
    let [white, draw, star] = [4, 6, 7].map(|special| list.len() + special);
    assert_eq!(
        said(folder.path(), &args, 0),
        format!("[{e4}, {e5}, {white}]\n[{unknown}, {e5}, {unknown}, {draw}]\n[{d4}, {star}]\n")
    );
}

/// For each move, `encode --list uci` writes the id of the UCI string that shakmaty returns for the move.
#[test]
fn uci_ids_are_those_of_the_moves() {
    let folder = real_games();
    let list = stdout(folder, &["list", "--list", "uci"]);
    let list: Vec<&str> = list.lines().collect();
    for name in [LICHESS, TWIC] {
        let mut expected = String::new();
        for game in read_by_them(&real(name)) {
            let mut position = Chess::default();
            let id = |san: &String| {
                let san: SanPlus = san.parse().expect("SAN");
                let m = san.san.to_move(&position).expect("a legal move");
                position.play_unchecked(m);
                let uci = m.to_uci(CastlingMode::Standard).to_string();
                list.iter().position(|&other| other == uci).expect("in the list")
            };
            let ids: Vec<usize> = game.moves.iter().map(id).collect();
            expected.extend([format!("{ids:?}"), "\n".to_owned()]);
        }
        assert_eq!(stdout(folder, &["-q", "encode", name, "--list", "uci"]), expected);
    }
    let pgn = "1. e4 e5 2. Nf6 Nc6 1-0\n";
    let (_, error) = on(pgn, &["encode", "--list", "uci"], 1);
    assert!(error.contains("game 1, line 1, ply 3: Nf6: it is not legal"), "{error}");
    let [e4, e5] = ["e2e4", "e7e5"].map(|uci| list.iter().position(|&other| other == uci));
    let (ids, _) = on(pgn, &["-q", "encode", "--list", "uci", "--errors", "unk"], 0);
    let [e4, e5] = [e4.expect("listed"), e5.expect("listed")];
    let [unknown, nc6] = [list.len() + 1, list.len() + 1];
    assert_eq!(ids, format!("[{e4}, {e5}, {unknown}, {nc6}]\n"));
}

/// `encode` plays a game in UCI like any other game. With `--as-written`, it writes the ids of the tokens,
/// whether or not the moves are legal.
#[test]
fn games_in_uci_are_read() {
    let list = stdout(repository(), &["list", "--list", "uci"]);
    let list: Vec<&str> = list.lines().collect();
    let unknown = list.len() + 1;
    let id = |text: &str| list.iter().position(|&other| other == text).expect("listed");
    let args = ["-q", "encode", "--list", "uci", "--as-written"];
    let text = "e2e4 e7e5\n1. a1h8 b7b8q 2. e1h1 1-0\n";
    let (lines, _) = on(text, &[&args[..], &["--lines"]].concat(), 0);
    let expected = [vec![id("e2e4"), id("e7e5")], vec![id("a1h8"), id("b7b8q"), id("e1h1")]];
    assert_eq!(lines, format!("{:?}\n{:?}\n", expected[0], expected[1]));
    let pgn = "[Event \"x\"]\n\n1. e2e4 {king's pawn} e7e5 *\n";
    assert_eq!(on(pgn, &args, 0).0, format!("{:?}\n", expected[0]));
    for (text, message, ids) in [
        ("e2e4 e2f5 e7e5", "ply 2: e2f5: it is not in", vec![id("e2e4"), unknown, id("e7e5")]),
        ("Xf3 e7e5", "ply 1: Xf3: it is not in the list of strings", vec![unknown, id("e7e5")]),
        ("e2e4 e5", "ply 2: e5: it is not in the list of strings", vec![id("e2e4"), unknown]),
    ] {
        let (_, error) = on(text, &["encode", "--list", "uci", "--as-written"], 1);
        assert!(error.contains(message), "{error}");
        let (unk, _) = on(text, &[&args[..], &["--errors", "unk"]].concat(), 0);
        assert_eq!(unk, format!("{ids:?}\n"));
    }
    // Without `--as-written`, `encode` plays the moves, so it reads any notation, whatever `--list` says.
    let moves = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1";
    let (uci, _) = on(moves, &["-q", "encode", "--list", "uci"], 0);
    let ids: Vec<usize> = moves.split(' ').map(id).collect();
    assert_eq!(uci, format!("{ids:?}\n"));
    let (mixed, _) = on("e4 e7e5 Nf3 b8c6 Bb5 a6 0-0", &["-q", "encode", "--list", "uci"], 0);
    assert_eq!(mixed, uci);
    let (san, _) = on(moves, &["-q", "encode"], 0);
    assert_eq!(san, on("e4 e5 Nf3 Nc6 Bb5 a6 O-O", &["-q", "encode", "--as-written"], 0).0);
}

#[test]
fn a_line_can_be_a_game() {
    let ids = |sans: &[&str]| {
        let list = Vocabulary::occurring();
        let ids = sans.iter().map(|san| list.id(san).expect("it occurs"));
        format!("{:?}\n", ids.collect::<Vec<_>>())
    };
    let text = "e4 e5\n\n1. d4 {good} d5 1-0\nNf3";
    let (lines, _) = on(text, &["-q", "encode", "--lines"], 0);
    let expected = [ids(&["e4", "e5"]), ids(&[]), ids(&["d4", "d5"]), ids(&["Nf3"])];
    assert_eq!(lines, expected.concat());
    let (lines, error) = on("e4\nd4 1-0 e4\nd4\n", &["encode", "--lines"], 1);
    assert!(error.contains("game 2, line 2, ply 1: e4: it begins another game"), "{error}");
    assert_eq!(lines, [ids(&["e4"]), ids(&[]), ids(&["d4"])].concat());
    let unknown = Vocabulary::occurring().len() + 1;
    let args = ["-q", "encode", "--lines", "--errors", "unk"];
    let (lines, _) = on("d4 1-0 e4 * d4\nNf3\n[FEN \"8/8/8/8/8/k7/8/K7 w\"]\n", &args, 0);
    let d4 = ids(&["d4"]).replace(']', &format!(", {unknown}]"));
    assert_eq!(lines, [d4, ids(&["Nf3"]), ids(&[])].concat());
    let (lines, error) = on("e4\ne4 Xf3\nd4\n", &["encode", "--lines"], 1);
    assert!(error.contains("game 2, line 2, ply 2: Xf3: it is not a move"), "{error}");
    assert_eq!(lines, [ids(&["e4"]), ids(&[]), ids(&["d4"])].concat());
    // The text is longer than a block, and has neither move numbers nor results.
    let (lines, _) = on(&"e4 e5\n".repeat(CHUNK / 3), &["-q", "encode", "--lines"], 0);
    assert!(lines == ids(&["e4", "e5"]).repeat(CHUNK / 3));
}

#[test]
fn tags_come_with_the_ids() {
    let text = "[Event \"a\"]\n[White \"D\\\\Arc \\\"x\\\" \u{1}é\"]\n[WhiteElo \"2100\"]\n\n1. e4 1-0\n\n\
                [Event \"b\"]\n\n1. d4 *\n";
    let args = ["-q", "encode", "--tags", "White,WhiteElo,Result"];
    let (lines, _) = on(text, &args, 0);
    let games: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let id = |san| Vocabulary::occurring().id(san);
    let white = "D\\Arc \"x\" \u{1}é";
    assert_eq!(
        games,
        [
            json!({"White": white, "WhiteElo": "2100", "Result": null, "ids": [id("e4")]}),
            json!({"White": null, "WhiteElo": null, "Result": null, "ids": [id("d4")]}),
        ]
    );
    let (_, error) = on(text, &[&args[..], &["--format", "bin"]].concat(), 2);
    assert!(error.contains("`--tags` is for `--format jsonl`"), "{error}");
}

/// Compares the output of `--most` with the lichess counts, which this test sorts itself.
#[test]
fn the_most_frequent_strings_are_those_with_the_highest_counts() {
    let counts = fs::read_to_string(repository().join("data/lichess_counts.tsv")).expect("counts");
    let mut counts: Vec<(u64, &str)> = counts
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(san, count)| (count.parse().expect("a number"), san))
        .collect();
    let total: u64 = counts.iter().map(|(count, _)| count).sum();
    counts.sort_unstable_by_key(|&(count, san)| (Reverse(count), san.len(), san));
    for most in [1, 4000, 10_000, counts.len()] {
        let args = ["list", "--most", &most.to_string()];
        let text = stdout(repository(), &args);
        let mut expected: Vec<&str> = counts[..most].iter().map(|(_, san)| *san).collect();
        expected.sort_unstable_by_key(|san| (san.len(), *san));
        assert!(text.lines().eq(expected), "{most}");
        let played: u64 = counts[..most].iter().map(|(count, _)| count).sum();
        eprintln!("{most}: {} of {total} left out", total - played);
    }
    // The count of a base string includes the counts with `+` and with `#`.
    let mut sums: BTreeMap<&str, u64> = BTreeMap::new();
    for (count, san) in &counts {
        *sums.entry(san.trim_end_matches(['+', '#'])).or_default() += count;
    }
    let mut sums: Vec<(u64, &str)> = sums.into_iter().map(|(san, sum)| (sum, san)).collect();
    sums.sort_unstable_by_key(|&(sum, san)| (Reverse(sum), san.len(), san));
    let mut expected: Vec<&str> = sums[..500].iter().map(|(_, san)| *san).collect();
    expected.sort_unstable_by_key(|san| (san.len(), *san));
    let base = stdout(repository(), &["list", "--list", "base", "--most", "500"]);
    assert!(base.lines().eq(expected));
    assert!(sums[..500].iter().any(|(_, san)| *san == "O-O"));
}
