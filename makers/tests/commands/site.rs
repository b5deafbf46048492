//! The site says what the program says: its own code, run by Node, against `explain`, `stats` and
//! shakmaty. What it looks like in a browser is tested by `browser.py`.

use std::{
    collections::{HashMap, HashSet},
    env::consts::EXE_EXTENSION,
    fmt::Write,
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::LazyLock,
};

use crate::common::{copy, failure, folder, refused, repository, stdout};
use fastrand::Rng;
use serde_json::{Value, json};
use shakmaty::{Chess, EnPassantMode, Position, fen::Fen, san::San};

/// The site, which is made once.
fn page() -> &'static Path {
    static PAGE: LazyLock<PathBuf> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        // Of an earlier run.
        let _ = fs::remove_dir_all(folder.join("page"));
        stdout(folder, &["site", "page"]);
        folder.join("page")
    });
    &PAGE
}

/// The program that makes the answers with which the page is compared.
fn san_strings(folder: &Path, args: &[&str]) -> Command {
    static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
        let makers = Path::new(env!("CARGO_BIN_EXE_makers"));
        let program = makers.with_file_name("san-strings").with_extension(EXE_EXTENSION);
        // The tests of the program have built it, if they ran before.
        if !program.exists() {
            let mut build = Command::new(env!("CARGO"));
            build.args(["build", "--quiet", "--locked", "--bin", "san-strings"]);
            assert!(build.current_dir(repository()).status().expect("Cargo").success());
        }
        program
    });
    let mut command = Command::new(&*PROGRAM);
    command.current_dir(folder).args(args);
    command
}

/// The page's answer for each text, after its table of numbers. `None` and a note where there is no
/// Node: the rest can be tested without.
fn page_says(folder: &Path, texts: &[String]) -> Option<Vec<Value>> {
    let path = folder.join("texts");
    fs::write(&path, lines(texts)).expect("written");
    let input = fs::File::open(path).expect("the texts");
    let mut node = Command::new("node");
    node.arg(repository().join("makers/tests/site/page.mjs")).arg(page());
    let output = match node.stdin(input).stderr(Stdio::inherit()).output() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            eprintln!("node is not here: the page is not tested");
            return None;
        }
        output => output.expect("Node"),
    };
    assert!(output.status.success());
    let lines = String::from_utf8(output.stdout).expect("text");
    let lines = lines.lines().map(serde_json::from_str);
    Some(lines.collect::<Result<_, _>>().expect("JSON"))
}

fn lines(texts: &[String]) -> String {
    texts.iter().flat_map(|text| [text, "\n"]).collect()
}

/// Every text that has the form of a SAN.
fn all_sans() -> Vec<String> {
    let squares: Vec<String> =
        ('a'..='h').flat_map(|file| ('1'..='8').map(move |rank| format!("{file}{rank}"))).collect();
    let files = ('a'..='h').map(String::from);
    let ranks = ('1'..='8').map(String::from);
    let mut origins = vec![String::new()];
    origins.extend(files.clone().chain(ranks).chain(squares.iter().cloned()));
    let mut bases = vec!["O-O".to_owned(), "O-O-O".to_owned()];
    for to in &squares {
        for (role, origin) in "KQRBN".chars().flat_map(|role| {
            let origins = origins.iter();
            origins.map(move |origin| (role, origin))
        }) {
            bases.extend([format!("{role}{origin}{to}"), format!("{role}{origin}x{to}")]);
        }
        for promotion in ["", "=Q", "=R", "=B", "=N"] {
            bases.push(format!("{to}{promotion}"));
            bases.extend(files.clone().map(|file| format!("{file}x{to}{promotion}")));
        }
    }
    let with_suffix = |base: String| ["", "+", "#"].map(|suffix| format!("{base}{suffix}"));
    bases.into_iter().flat_map(with_suffix).collect()
}

/// Texts that are not SAN: spellings of strings, and letters at random.
fn others(sans: &[String]) -> Vec<String> {
    let mut random = Rng::with_seed(29);
    let mut texts = Vec::new();
    for _ in 0..20_000 {
        let san = random.choice(sans).expect("some").as_str();
        let square = format!("a{}", random.u8(1..9));
        let piece = |letters: &str, n: usize| {
            let letter = letters.chars().nth(n).map_or_else(String::new, String::from);
            san.replacen("KQRBN".chars().nth(n % 5).expect("one of five"), &letter, 1)
        };
        let n = random.usize(0..5);
        texts.push(match random.u8(0..16) {
            0 => piece("♔♕♖♗♘", n),
            1 => piece("♚♛♜♝♞", n),
            2 => piece("kqrbn", n),
            3 => piece("KDTLS", n),
            4 => piece("RDTFC", n),
            5 => piece("RDTAC", n),
            6 => piece("KDTLP", n),
            7 => format!("{}. {san}", random.u8(..)),
            8 => format!("{}...{san}!?", random.u8(..)),
            9 => format!("{san} e.p."),
            10 => san.replace('O', "0"),
            11 => san.replace('=', "").to_lowercase(),
            12 => format!("{san}++").replace("+++", "++"),
            13 => san.replace('x', &format!("{square}x")),
            14 => format!("{square}-{san}"),
            _ => san.replace('x', ""),
        });
    }
    let letters: Vec<char> = "KQRBNPDTLSFCAabcdefgh12345678xO0o-=+#()/!?. ♘♙–kq".chars().collect();
    for _ in 0..30_000 {
        let length = random.usize(0..9);
        let letter = || *random.choice(&letters).expect("some");
        texts.push(std::iter::repeat_with(letter).take(length).collect());
    }
    texts
}

/// The last position of the game for each string, out of the table of games.
fn games() -> HashMap<String, String> {
    let table = fs::read_to_string(repository().join("output/shortest_games.tsv")).expect("there");
    let game = |line: &str| {
        let columns: Vec<&str> = line.split('\t').collect();
        let mut position = Chess::default();
        for san in columns[3].split(' ') {
            let san = San::from_ascii(san.trim_end_matches(['+', '#']).as_bytes()).expect("SAN");
            let m = san.to_move(&position).expect("legal");
            position.play_unchecked(m);
        }
        let fen = Fen::from_position(&position, EnPassantMode::Legal).to_string();
        (columns[0].to_owned(), placement(&fen))
    };
    table.lines().skip(1).map(game).collect()
}

fn placement(fen: &str) -> String {
    fen.split(' ').next().unwrap_or_default().to_owned()
}

#[test]
fn the_page_says_what_the_program_says() {
    let mut texts = all_sans();
    texts.extend(others(&texts));
    let texts: Vec<_> = texts.into_iter().step_by(20).collect();
    let found = the_page_and_the_program_agree(&texts);
    assert!(found.is_none_or(|found| found.iter().all(|&number| number > 250)), "{found:?}");
}

#[test]
#[ignore = "takes ten seconds: every text"]
fn the_page_says_what_the_program_says_of_all() {
    let mut texts = all_sans();
    texts.extend(others(&texts));
    if let Some([occurring, impossible, read]) = the_page_and_the_program_agree(&texts) {
        assert_eq!([occurring, impossible], [games().len(), 135_228]);
        assert!(read > 5_000, "{read}");
    }
}

/// The page finds the verdict, the reason, the game and every word that `explain` has, for texts
/// that have the form of a SAN; and it reads other texts as `explain` does. It plays each game to
/// the position where shakmaty comes to. Its table is that of `stats`. How many of the texts
/// occur, how many cannot, and how many others are read; `None` where there is no Node.
fn the_page_and_the_program_agree(texts: &[String]) -> Option<[usize; 3]> {
    let folder = folder();
    let page = page_says(folder.path(), texts)?;
    assert_counts(folder.path(), &page[0]);
    let input = fs::File::open(folder.path().join("texts")).expect("the texts");
    let mut explain = san_strings(folder.path(), &["explain", "-", "--format", "json"]);
    let output = explain.stdin(input).output().expect("it runs");
    let program = String::from_utf8(output.stdout).expect("text");
    assert_eq!(page.len() - 1, texts.len());
    assert_eq!(program.lines().count(), texts.len());
    let games = games();
    let (mut occurring, mut impossible, mut read) = (HashSet::new(), HashSet::new(), 0);
    for ((text, mut page), program) in
        texts.iter().zip(page.into_iter().skip(1)).zip(program.lines())
    {
        let mut program: Value = serde_json::from_str(program).expect("JSON");
        match program["verdict"].as_str() {
            Some("occurs") => {
                occurring.insert(text);
                assert_eq!(page["last"].take(), games[text], "{text}");
                program["why"] = program["why"]["text"].take();
                program["fen"] = placement(program["fen"].as_str().expect("a FEN")).into();
                let fields = program.as_object_mut().expect("an object");
                fields.remove("proven");
                fields.insert("last".to_owned(), Value::Null);
            }
            Some("cannot_occur") => drop(impossible.insert(text)),
            _ => {
                read += usize::from(program["readings"] != json!([]));
                // The page has the differences in the order of its rules, and reads less.
                sort_differences(&mut program);
                sort_differences(&mut page);
                let known = program["readings"].as_array().expect("a list").clone();
                let readings = page["readings"].as_array_mut().expect("a list");
                assert!(
                    readings.iter().all(|reading| known.contains(reading)),
                    "{text}: {readings:?}"
                );
                program["readings"] = json!(readings);
                program = json!({
                    "verdict": "not_san",
                    "readings": program["readings"],
                    "moves": program["moves"],
                });
            }
        }
        assert_eq!(page, program, "{text}");
    }
    Some([occurring.len(), impossible.len(), read])
}

/// Sorts the differences of each reading by their names.
fn sort_differences(answer: &mut Value) {
    let readings = answer["readings"].as_array_mut().into_iter().flatten();
    for reading in readings {
        let differences = reading["with"].as_array_mut().expect("a list");
        differences.sort_by_key(|it| it["kind"].as_str().map(str::to_owned));
    }
}

/// The table of the page has the numbers of `stats`.
fn assert_counts(folder: &Path, numbers: &Value) {
    let mut table = String::new();
    for role in ["pawn", "knight", "bishop", "rook", "queen", "king", "all"] {
        let name = match role {
            "all" => "total",
            "king" => "king, castling",
            role => role,
        };
        let _ = write!(table, "{name:<14}");
        for form in ["plain", "file", "rank", "square", "all"] {
            let number = numbers[format!("{role}-{form}")].as_u64().unwrap_or(0);
            let _ = write!(table, "{number:>8}");
        }
        table.push('\n');
    }
    let stats = san_strings(folder, &["stats"]).output().expect("it runs").stdout;
    let stats = String::from_utf8(stats).expect("text");
    assert!(stats.trim_end().ends_with(table.trim_end()), "{table}");
}

type Change = fn(&[u8]) -> Vec<u8>;

/// Changes of a file: its first or last byte is missing, one more is there, or none.
const CHANGES: [Change; 5] = [
    |bytes| bytes[1..].into(),
    |bytes| bytes[..bytes.len() - 1].into(),
    |bytes| [bytes, b"\n"].concat(),
    |bytes| [b"x", bytes].concat(),
    |_| Vec::new(),
];

/// The files are recognized as the program's, and any other text is not.
fn are_foreign<'a>(changed: impl Iterator<Item = (&'a str, Change)>) {
    let folder = folder();
    copy(page(), &folder.path().join("page"));
    for (name, change) in changed {
        let path = folder.path().join("page").join(name);
        let bytes = fs::read(&path).expect("a file");
        let text = change(&bytes);
        fs::write(&path, &text).expect("written");
        let error = failure(folder.path(), &["site", "page"]);
        assert!(error.contains(name), "{error}");
        assert_eq!(fs::read(&path).expect("kept"), text);
        fs::write(&path, bytes).expect("written");
    }
    let said = stdout(folder.path(), &["site", "page"]);
    assert!(said.contains(": 0 files written, "), "{said}");
}

/// A file that somebody else wrote is set aside with `--force`.
#[test]
fn what_is_not_ours_is_not_replaced() {
    let what = "its last line has no checksum of the lines above";
    let folder = refused(&["site", "page"], "page/style.css", what);
    stdout(folder.path(), &["site", "page", "--force"]);
    let theirs = fs::read(folder.path().join("page/style.css.orig")).expect("set aside");
    assert!(theirs.starts_with(b"[Event"));
    stdout(folder.path(), &["site", "page"]);
}

#[test]
fn a_changed_file_is_foreign() {
    let names = ["squares/e4.js", "peers.html"];
    are_foreign(names.into_iter().zip(CHANGES.into_iter().step_by(2)));
}

#[test]
#[ignore = "takes half a minute: each change of more files"]
fn every_changed_file_is_foreign() {
    let names = ["index.html", "style.css", "data.js", "squares/e4.js", "peers.html", "Rah1.svg"];
    are_foreign(names.into_iter().flat_map(|name| CHANGES.map(|change| (name, change))));
}

/// What a search engine shows of each page tells it from the others.
#[test]
fn each_page_has_a_title_and_a_description_of_its_own() {
    let mut heads = HashSet::new();
    let names = fs::read_dir(page()).expect("written");
    let paths = names.map(|entry| entry.expect("an entry").path());
    let pages: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|it| it == "html")).collect();
    for page in &pages {
        let html = fs::read_to_string(page).expect("written");
        for (start, end) in
            [("<title>", " – san-strings</title>"), ("name=\"description\" content=\"", "\">")]
        {
            let (_, rest) = html.split_once(start).expect("a start");
            let (text, _) = rest.split_once(end).expect("an end");
            assert!(
                text.len() > 2 && !text.contains(['{', '<', '"']),
                "{}: {text}",
                page.display()
            );
            assert!(heads.insert(text.to_owned()), "{}: {text}", page.display());
        }
    }
    assert_eq!(pages.len(), 18);
}
