//! Tests that a search loses no results and does not replace the user's files.

use std::{
    fs,
    io::{BufRead, BufReader, Read},
    path::Path,
    process::{Child, ChildStdout},
    thread,
    time::Duration,
};

use san_strings_games::{shortest_games, verify::verify};
use tempfile::TempDir;

use crate::common::{
    failure, folder, interrupt, interrupt_until_it_ends, names, refused, repository, run, spawn,
};

/// A search refuses to replace another program's files, before it does any work.
#[test]
fn what_is_not_ours_is_not_replaced() {
    let game = "san-strings did not write game 1 (line 1)";
    let header = "san-strings did not write line 1: the header is different";
    for (dir, name, what) in
        [("games", "games/corpus.pgn", game), (".", "./shortest_games.tsv", header)]
    {
        refused(&["search", "--output-dir", dir], name, what);
    }
}

/// Starts a search on copies of the repository's files, and waits until it has begun.
fn search(folder: &Path) -> (Child, BufReader<ChildStdout>) {
    for name in GAMES {
        fs::copy(repository().join("output").join(name), folder.join(name)).expect("there");
    }
    let mut child = spawn(folder, &["search", "--output-dir", "."]);
    let mut out = BufReader::new(child.stdout.take().expect("piped"));
    // Once the search has printed these lines, it handles Ctrl-C.
    for (name, games) in GAMES.iter().zip(["9590 of 9590", "28938"]) {
        let mut said = String::new();
        out.read_line(&mut said).expect("a line");
        assert_eq!(said, format!("./{name}: {games} games to start from\n"));
    }
    (child, out)
}

const GAMES: [&str; 2] = ["corpus.pgn", "shortest_games.tsv"];

/// A search that is stopped right after its start loses nothing.
#[test]
fn search_can_be_stopped_and_loses_nothing() {
    let folder = folder();
    let (child, mut out) = search(folder.path());
    interrupt(&child);
    let mut said = String::new();
    out.read_to_string(&mut said).expect("text");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "stopping: checking and writing the games found so far\n"
    );
    assert!(said.contains("corpus.pgn: 28938 strings, 0 missing, 9590 games"), "{said}");
    // Whether or not the search has already found better games, the files must be valid.
    let [corpus, table] = GAMES.map(|name| fs::read_to_string(folder.path().join(name)));
    assert!(verify(&corpus.expect("there")).failures.is_empty());
    assert!(shortest_games::verify(&table.expect("there"), |_, _| Ok(())).failures.is_empty());
    assert_eq!(names(folder.path()), GAMES);
}

/// The first three games of the corpus, and the first five rows of the table.
fn few_games() -> [String; 2] {
    let starts = GAMES.into_iter().zip([("\n[Event ", 3), ("\n", 6)]);
    let start = |(name, (end, count)): (&str, (&str, usize))| {
        let text = fs::read_to_string(repository().join("output").join(name)).expect("games");
        let at = text.match_indices(end).nth(count - 1).expect("more").0;
        text[..=at].to_owned()
    };
    starts.map(start).collect::<Vec<_>>().try_into().expect("two")
}

/// Starts a search with few games, and waits until it has begun.
fn search_few(more: &[&str]) -> (TempDir, Child, BufReader<ChildStdout>) {
    let folder = folder();
    for (name, text) in GAMES.into_iter().zip(few_games()) {
        fs::write(folder.path().join(name), text).expect("written");
    }
    let args = [&["search", "--output-dir", "."], more].concat();
    let mut child = spawn(folder.path(), &args);
    let mut out = BufReader::new(child.stdout.take().expect("piped"));
    if more.is_empty() {
        // We wait for the first line of output, because from then on, the search handles Ctrl-C.
        out.read_line(&mut String::new()).expect("a line");
    } else {
        thread::sleep(Duration::from_secs(2));
    }
    (folder, child, out)
}

/// The second Ctrl-C ends a search at once, but leaves no file half written. A search with few games may end
/// normally before the second Ctrl-C.
#[test]
fn a_search_that_is_ended_leaves_whole_files() {
    let (folder, child, _out) = search_few(&[]);
    let code = interrupt_until_it_ends(child);
    assert!(matches!(code, Some(1 | 130)), "{code:?}");
    let [corpus, table] = GAMES.map(|name| fs::read_to_string(folder.path().join(name)));
    assert!(plies(&table.expect("there")).len() >= 5);
    assert!(corpus.expect("there").ends_with("\n\n"));
}

/// The strings of a table, each with the number of plies of its game.
fn plies(table: &str) -> Vec<(String, usize)> {
    let rows = table.lines().skip(1).map(|line| {
        let mut columns = line.split('\t');
        let san = columns.next().expect("a string").to_owned();
        (san, columns.next().expect("plies").parse().expect("a number"))
    });
    rows.collect()
}

/// A search never replaces a game with a longer game, even if the search starts from scratch. It never replaces
/// a file that the user or another program has changed, even if the change happens during the search.
#[test]
fn search_makes_nothing_worse() {
    let finish = |child: Child, mut out: BufReader<ChildStdout>| {
        interrupt(&child);
        let mut said = String::new();
        out.read_to_string(&mut said).expect("text");
        let output = child.wait_with_output().expect("it ends");
        (output.status.code(), said)
    };

    // We start from scratch and stop at once.
    let (folder, child, out) = search_few(&["--fresh", "--exhaustive", "3"]);
    let (code, said) = finish(child, out);
    assert_eq!(code, Some(1), "{said}");
    let found = plies(&fs::read_to_string(folder.path().join(GAMES[1])).expect("there"));
    let [corpus, table] = few_games();
    for (san, old) in plies(&table) {
        let new = found.iter().find(|(other, _)| *other == san);
        assert!(new.expect("still there").1 <= old, "{san}");
    }

    // During a search, a second search in the same folder fails. If another program writes to a file during
    // the search, the search must not replace this file.
    let (folder, child, out) = search_few(&[]);
    let path = folder.path().join(GAMES[1]);
    let error = failure(folder.path(), &["search", "--output-dir", "."]);
    assert_eq!(error, "error: .: another run is using this folder\n");
    fs::write(&path, "precious\n").expect("written");
    let (code, said) = finish(child, out);
    assert_eq!(code, Some(1), "{said}");
    let what = "changed by another program during the run, so it was not replaced; the new version is in ./shortest_games.tsv.new1\n";
    assert!(said.ends_with(what), "{said}");
    assert_eq!(fs::read_to_string(&path).expect("there"), "precious\n");
    let ours = fs::read_to_string(folder.path().join("shortest_games.tsv.new1"));
    assert!(plies(&ours.expect("there")).len() >= 5);

    // If the user has added a comment, a column, a line or a cell to a file, the search refuses to replace the
    // file, and does not begin.
    for (name, line, from, to) in [
        (GAMES[0], "game 1 (line 1)", "\n\n1. ", "\n\n{mine} 1. "),
        (GAMES[1], "line 1", "\twhy\n", "\twhy\tcomment\n"),
        (GAMES[1], "line 2", "\n", "\n# mine\n"),
        (GAMES[1], "line 3", "\n", "\tmine\n"),
    ] {
        let text = if name == GAMES[0] { &corpus } else { &table };
        let at = text.match_indices(from).nth(usize::from(line == "line 3") * 2);
        let at = at.expect("there").0;
        let changed = format!("{}{to}{}", &text[..at], &text[at + from.len()..]);
        let folder = self::folder();
        fs::write(folder.path().join(name), &changed).expect("written");
        let error = failure(folder.path(), &["search", "--output-dir", "."]);
        let expected = format!("error: cannot replace ./{name}: san-strings did not write {line}");
        assert!(error.starts_with(&expected), "{error}");
        assert_eq!(fs::read_to_string(folder.path().join(name)).expect("there"), changed);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn where_nothing_can_be_made_it_says_so() {
    let (_, stderr) = run(folder().path(), &["search", "--output-dir", "/proc"], 1);
    assert!(stderr.starts_with("error: cannot ") && stderr.contains("/proc/"), "{stderr}");
}
