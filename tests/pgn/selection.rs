//! Tests how `--where` selects games and `--by` groups them. The tests read the same games with pgn-reader,
//! apply a Rust function that is equivalent to the option, and compare the results.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fs,
    io::Cursor,
    ops::ControlFlow,
};

use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use serde_json::Value;

use super::{LICHESS, TWIC, real, real_games};
use crate::common::{failure, folder, run, san_strings, stdout};

#[derive(Default)]
struct Tagged {
    tags: BTreeMap<String, String>,
    moves: Vec<String>,
}

impl Tagged {
    fn tag(&self, name: &str) -> &str {
        self.tags.get(name).map_or("", String::as_str)
    }

    /// A rating; `None` if the tag is missing or not a number.
    fn elo(&self, name: &str) -> Option<u32> {
        self.tag(name).parse().ok()
    }
}

/// Collects the games that pgn-reader reads, with their tags.
struct Collect;

impl Visitor for Collect {
    type Tags = Tagged;
    type Movetext = Tagged;
    type Output = Tagged;

    fn begin_tags(&mut self) -> ControlFlow<Tagged, Tagged> {
        ControlFlow::Continue(Tagged::default())
    }

    fn tag(&mut self, game: &mut Tagged, name: &[u8], value: RawTag<'_>) -> ControlFlow<Tagged> {
        let name = String::from_utf8_lossy(name).into_owned();
        game.tags.insert(name, value.decode_utf8_lossy().into_owned());
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, game: Tagged) -> ControlFlow<Tagged, Tagged> {
        ControlFlow::Continue(game)
    }

    fn san(&mut self, game: &mut Tagged, san: SanPlus) -> ControlFlow<Tagged> {
        game.moves.push(san.to_string());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: Tagged) -> Tagged {
        game
    }
}

fn games(name: &str) -> Vec<Tagged> {
    let mut reader = Reader::new(Cursor::new(real(name)));
    reader.read_games(&mut Collect).collect::<Result<_, _>>().expect("readable")
}

type Table = BTreeMap<String, u64>;

/// Counts how often each string is played in all games, by the sides that `takes` accepts. A side is 0 for
/// White, 1 for Black.
fn table(games: &[Tagged], takes: impl Fn(&Tagged, usize) -> bool) -> Table {
    let mut counts: HashMap<&str, u64> = HashMap::new();
    for game in games {
        let takes = [0, 1].map(|ply| takes(game, ply));
        for (_, san) in takes.iter().cycle().zip(&game.moves).filter(|(takes, _)| **takes) {
            *counts.entry(san).or_default() += 1;
        }
    }
    counts.into_iter().map(|(san, count)| (san.to_owned(), count)).collect()
}

/// Reads the rows of a CSV table, except those with a count of 0.
fn read_table(csv: &str) -> Table {
    let rows = csv.lines().skip(1).map(|line| {
        let mut fields = line.split(',');
        let string = fields.next().expect("a string").to_owned();
        (string, fields.next().expect("a count").parse().expect("a number"))
    });
    rows.filter(|&(_, count)| count > 0).collect()
}

/// Decides whether to count the moves of a side (0 is White, 1 is Black) in a game.
type Takes = fn(&Tagged, usize) -> bool;

#[test]
fn conditions_take_the_games_that_they_name() {
    conditions_take_games_of(&[TWIC]);
}

#[test]
#[ignore = "takes three seconds: games of lichess, too"]
fn conditions_take_more_games_that_they_name() {
    conditions_take_games_of(&[TWIC, LICHESS]);
}

fn conditions_take_games_of(databases: &[&str]) {
    let conditions: [(&str, Takes); 9] = [
        ("WhiteElo>=2500", |game, _| game.elo("WhiteElo").is_some_and(|elo| elo >= 2500)),
        ("WhiteElo<2500", |game, _| game.elo("WhiteElo").is_some_and(|elo| elo < 2500)),
        ("not WhiteElo>=2500", |game, _| game.elo("WhiteElo").is_none_or(|elo| elo < 2500)),
        ("Result=1/2-1/2 and not ECO~b9 or White='Rapport,R'", |game, _| {
            let is_draw = game.tag("Result") == "1/2-1/2";
            is_draw && !game.tag("ECO").contains("B9") || game.tag("White") == "Rapport,R"
        }),
        ("Date>=2025.06.20 and (ECO<C00 or ECO>=D00)", |game, _| {
            let eco = game.tag("ECO");
            game.tag("Date") >= "2025.06.20"
                && !eco.is_empty()
                && eco != "?"
                && !eco.starts_with('C')
        }),
        ("Date=2025.06", |game, _| game.tag("Date").starts_with("2025.06")),
        ("PlayerElo>=2500", |game, ply| {
            game.elo(["WhiteElo", "BlackElo"][ply % 2]).is_some_and(|elo| elo >= 2500)
        }),
        ("OpponentElo>=2500 and Opponent!=''", |game, ply| {
            game.elo(["BlackElo", "WhiteElo"][ply % 2]).is_some_and(|elo| elo >= 2500)
        }),
        ("Event!=\"\"", |_, _| true),
    ];
    let folder = folder();
    for &name in databases {
        let (games, path) = (games(name), real_games().join(name));
        let path = path.to_str().expect("a path");
        for (condition, takes) in conditions {
            let expected = table(&games, takes);
            let code = i32::from(expected.is_empty());
            let taken = games.iter().filter(|game| takes(game, 0) || takes(game, 1)).count();
            for replay in [&[][..], &["--replay"]] {
                let args = ["count", "--format", "csv", "--where", condition, path];
                let (csv, error) = run(folder.path(), &[&args[..], replay].concat(), code);
                assert!(read_table(&csv) == expected, "{condition} on {name}: {error}");
                let not = games.len() - taken;
                let said = match taken {
                    0 => format!("none of {not} games selected"),
                    1 => format!("1 game selected, {not} not selected\n"),
                    taken => format!("{taken} games selected, {not} not selected\n"),
                };
                assert!(error.replace(',', "").contains(&said.replace(',', "")), "{said}: {error}");
            }
            let args = ["-q", "count", "--format", "json", "--where", condition, path];
            let json: Value =
                serde_json::from_str(&run(folder.path(), &args, code).0).expect("JSON");
            assert_eq!(json["games"], taken, "{condition} on {name}");
        }
    }
}

#[test]
fn encode_writes_the_games_that_are_taken() {
    let folder = folder();
    let path = real_games().join(TWIC);
    let path = path.to_str().expect("a path");
    let all = stdout(folder.path(), &["-q", "encode", "--tags", "WhiteElo", path]);
    let is_strong = |line: &&str| {
        let game: Value = serde_json::from_str(line).expect("JSON");
        game["WhiteElo"]
            .as_str()
            .and_then(|elo| elo.parse::<u32>().ok())
            .is_some_and(|elo| elo >= 2500)
    };
    let strong: Vec<&str> = all.lines().filter(is_strong).collect();
    assert!(strong.len() > 100 && strong.len() < all.lines().count());
    let args = ["encode", "--tags", "WhiteElo", "--where", "WhiteElo>=2500", path];
    for as_written in [&[][..], &["--as-written"]] {
        let (taken, error) = run(folder.path(), &[&args[..], as_written].concat(), 0);
        assert_eq!(taken.lines().collect::<Vec<_>>(), strong);
        let said = format!("where WhiteElo>=2500: {} games selected, ", strong.len());
        assert!(error.contains(&said), "{error}");
    }
    // The program does not report problems in games that the condition rejects. But it counts these games when
    // it numbers the games of a file.
    let text = "[White \"a\"]\n\n1. e5 *\n\n[White \"b\"]\n\n1. e4 e5 2. Ke3 *\n";
    fs::write(folder.path().join("games"), text).expect("written");
    let (_, error) = run(folder.path(), &["encode", "--where", "White=b", "games"], 1);
    assert!(error.starts_with("left out: games, game 2 (b - ?), line 7, ply 3"), "{error}");
    assert!(!error.contains("game 1"), "{error}");
    assert_eq!(
        stdout(folder.path(), &["-q", "encode", "--where", "White=b", "--errors", "unk", "games"])
            .lines()
            .count(),
        1
    );
}

/// What `--by` prints for a value: the number of games, the number of moves, and the count of each string.
#[derive(Clone, Debug, PartialEq)]
struct Group {
    games: u64,
    moves: u64,
    table: Table,
}

/// Parses the CSV output of `--by` into one group for each value.
fn read_groups(csv: &str) -> BTreeMap<String, Group> {
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    assert_eq!(csv.lines().next(), Some("value,string,count,games,moves"));
    for line in csv.lines().skip(1) {
        let mut fields = line.rsplitn(5, ',');
        let mut number = || fields.next().expect("a field").parse::<u64>().expect("a number");
        let (moves, games) = (number(), number());
        let count = fields.next().expect("a count").parse().expect("a number");
        let string = fields.next().expect("a string").to_owned();
        let value = fields.next().expect("a value").trim_matches('"').replace("\"\"", "\"");
        let group =
            groups.entry(value).or_insert_with(|| Group { games, moves, table: Table::new() });
        assert_eq!((group.games, group.moves), (games, moves));
        assert!(count > 0 && group.table.insert(string, count).is_none());
    }
    groups
}

/// Returns the value by which `--by` groups the moves of one side of a game. The side is 0 for White, 1 for
/// Black.
type ValueOf = fn(&Tagged, usize) -> String;

#[test]
fn groups_are_the_games_of_each_value() {
    let folder = folder();
    let games = games(TWIC);
    let path = real_games().join(TWIC);
    let path = path.to_str().expect("a path");
    let by: [(&str, ValueOf); 8] = [
        ("Year", |game, _| game.tag("Date").get(..4).unwrap_or_default().to_owned()),
        ("White", |game, _| game.tag("White").to_owned()),
        ("Player", |game, ply| game.tag(["White", "Black"][ply % 2]).to_owned()),
        ("BlackTitle", |game, _| game.tag("BlackTitle").to_owned()),
        ("PlayerElo>=2500", |game, ply| {
            let elo = game.elo(["WhiteElo", "BlackElo"][ply % 2]);
            elo.map_or(String::new(), |elo| (elo >= 2500).to_string())
        }),
        ("WhiteElo/200", |game, _| {
            game.elo("WhiteElo").map_or(String::new(), |elo| (elo / 200 * 200).to_string())
        }),
        ("OpponentElo/1", |game, ply| {
            game.elo(["BlackElo", "WhiteElo"][ply % 2]).map_or(String::new(), |elo| elo.to_string())
        }),
        ("Year/10", |game, _| format!("{}0", game.tag("Date").get(..3).unwrap_or_default())),
    ];
    for (by, value) in by {
        let (mut tables, mut of) = (BTreeMap::<String, Table>::new(), BTreeMap::new());
        for game in &games {
            let values = [0, 1].map(|ply| value(game, ply));
            for own in BTreeSet::from(values.clone()) {
                *of.entry(own).or_insert(0) += 1;
            }
            for (value, san) in values.iter().cycle().zip(&game.moves) {
                let table = tables.entry(value.clone()).or_default();
                *table.entry(san.clone()).or_default() += 1;
            }
        }
        for least in [0, 3] {
            let groups = tables.iter().filter(|(own, _)| of[*own] >= least);
            let expected: BTreeMap<String, Group> = groups
                .map(|(own, table)| {
                    let (games, moves) = (of[own], table.values().sum());
                    (own.clone(), Group { games, moves, table: table.clone() })
                })
                .collect();
            assert!(expected.len() > 1 || by.starts_with("Year"), "{by}");
            let least = least.to_string();
            for replay in [&[][..], &["--replay"]] {
                let args =
                    ["-q", "count", "--by", by, "--min-games", &least, "--format", "csv", path];
                let csv = stdout(folder.path(), &[&args[..], replay].concat());
                assert!(read_groups(&csv) == expected, "{by}, {least}");
            }
        }
    }
}

#[test]
fn what_one_value_alone_has_is_named() {
    let folder = folder();
    let (games, path) = (games(TWIC), real_games().join(TWIC));
    let path = path.to_str().expect("a path");
    let strong = |game: &Tagged, ply: usize| {
        game.elo(["WhiteElo", "BlackElo"][ply % 2]).is_some_and(|elo| elo >= 2500)
    };
    let others = table(&games, |game, ply| {
        game.elo(["WhiteElo", "BlackElo"][ply % 2]).is_some_and(|elo| elo < 2500)
    });
    let mut alone = table(&games, strong);
    let (strings, moves) = (alone.len(), alone.values().sum::<u64>());
    alone.retain(|string, _| !others.contains_key(string));
    let args = ["count", "--by", "PlayerElo>=2500", "--show", "100000"];
    let out = stdout(folder.path(), &[&args[..], &[path]].concat());
    let row = out.lines().find(|line| line.ends_with("  true")).expect("a row").replace(',', "");
    let numbers: Vec<u64> = row.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    assert_eq!(numbers[1..], [moves, strings as u64, alone.len() as u64]);
    let block = out.split("\nonly where PlayerElo>=2500 is true: ").nth(1).expect("a block");
    let block = block.lines().skip(1).take_while(|line| !line.is_empty());
    let named: Table = block
        .map(|line| {
            let mut words = line.split_whitespace();
            let first = words.next().expect("a string").to_owned();
            (first, words.next().expect("a count").parse().expect("a number"))
        })
        .collect();
    assert!(!named.is_empty() && named == alone);
    // For this group, the JSON output must show as many moves and strings as the text output.
    let args = ["count", "--by", "PlayerElo>=2500", "--format", "json", path];
    let json: Value = serde_json::from_str(&stdout(folder.path(), &args)).expect("JSON");
    assert_eq!(json["by"], "PlayerElo>=2500");
    let group =
        json["groups"].as_array().expect("groups").iter().find(|group| group["value"] == "true");
    assert_eq!(group.expect("a group")["moves"], moves);
    assert_eq!(group.expect("a group")["strings"].as_array().map(Vec::len), Some(strings));
}

/// The values with the most games come first. The last lines say how many values are not listed.
#[test]
fn values_that_are_not_named_are_counted() {
    let folder = folder();
    let game = |white: &str| format!("[White \"{white}\"]\n\n1. e4 *\n\n");
    let games: String = "abbbccdde?".chars().map(|white| game(&white.to_string())).collect();
    fs::write(folder.path().join("games"), games).expect("written");
    let args = ["count", "--by", "White", "--show", "2", "--min-games", "2", "games"];
    let out = stdout(folder.path(), &args);
    let lines: Vec<String> =
        out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(
        lines,
        [
            "10 moves in 10 games",
            "",
            "games moves strings only here White",
            "3 3 1 0 b",
            "2 2 1 0 c",
            "... and 1 more: `--show N` lists more of them, and `--format csv` lists all",
            "... and 3 more with fewer than 2 games",
        ]
    );
}

#[test]
fn after_a_fen_black_may_move_first() {
    let folder = folder();
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2";
    let text = format!("[White \"w\"]\n[Black \"b\"]\n[FEN \"{fen}\"]\n\n2... Nf6 3. Nc3 *\n");
    fs::write(folder.path().join("games"), text).expect("written");
    for replay in [&[][..], &["--replay"]] {
        let args = ["-q", "count", "--by", "Player", "--format", "csv", "games"];
        let csv = stdout(folder.path(), &[&args[..], replay].concat());
        assert_eq!(csv, "value,string,count,games,moves\nb,Nf6,1,1,1\nw,Nc3,1,1,1\n");
    }
}

#[test]
fn a_condition_that_takes_nothing_is_a_no() {
    let folder = folder();
    fs::write(folder.path().join("games"), "[White \"a\"]\n\n1. e4 *\n").expect("written");
    for command in ["count", "encode"] {
        let (_, error) = run(folder.path(), &["-q", command, "--where", "White=b", "games"], 1);
        assert_eq!(error, "error: where White=b: none of 1 game selected\n");
        let (_, error) = run(folder.path(), &["-q", command, "--where", "not Whit=b", "games"], 0);
        assert_eq!(error, "warning: no game has a value for the tag Whit\n");
        let args = ["-q", command, "--where", "Black!=b and Elo=1", "games"];
        let (_, error) = run(folder.path(), &args, 1);
        let why = "warning: no game has a value for the tags Black, Elo";
        assert!(error.contains(&format!("none of 1 game selected\n{why}\n")), "{error}");
    }
}

/// The year may be anywhere in a date. Dates can be compared if it is clear which number is the day and which
/// is the month.
#[test]
fn dates_are_read_as_people_write_them() {
    let folder = folder();
    for (date, year, is_late) in [
        ("2019.03.12", "2019", true),
        ("12.03.2019", "2019", true),
        ("3.1.2019", "2019", false),
        ("03/12/2019", "2019", false),
        ("2019", "2019", false),
        ("20190312", "2019", false),
        ("2019?", "2019", false),
        ("????.03.12", "", false),
        ("5.3.99", "", false),
    ] {
        let game = format!("[Date \"{date}\"]\n\n1. Sf3 *\n");
        fs::write(folder.path().join("games"), game).expect("written");
        let count = |args: &[&str], code| {
            run(folder.path(), &[&["-q", "count", "games"], args].concat(), code).0
        };
        let unknown = i32::from(year.is_empty());
        let csv = count(&["--by", "Year", "--format", "csv"], unknown);
        assert_eq!(csv, format!("value,string,count,games,moves\n{year},Sf3,1,1,1\n"), "{date}");
        let code = i32::from(!is_late);
        count(&["--where", "Date>=2019.03.12 and Date<2020.1.1"], code);
        // `--by` also reports moves outside the list.
        assert!(
            count(&["--by", "Year"], unknown)
                .contains("\noutside the list: 1 different, 1 in all\n")
        );
    }
}

/// Warns about each tag that has no value in any game, because its name may be misspelled.
#[test]
fn a_tag_that_no_game_has_is_named() {
    let folder = folder();
    fs::write(folder.path().join("games"), "[White \"a\"]\n[Date \"2015.01.02\"]\n\n1. e4 *\n")
        .expect("written");
    let year = "[White \"a\"]\n[Black \"b\"]\n[Year \"2015\"]\n\n1. e4 *\n";
    fs::write(folder.path().join("years"), year).expect("written");
    let (_, error) = run(folder.path(), &["-q", "count", "--by", "Year", "years"], 0);
    assert_eq!(error, "");
    // If no game has a value for `--by`, the exit code is 1, as with `--where`.
    for (by, missing, code) in [
        ("Yaer", Some("tag Yaer"), 1),
        ("Year", None, 0),
        ("White", None, 0),
        ("White/10", None, 1),
        ("Player", Some("tag Black"), 0),
        ("PlayerColor", None, 0),
        ("WhitElo>=2700 or White=a", Some("tag WhitElo"), 0),
        ("opponentelo>=2700", Some("tags Blackelo, Whiteelo"), 1),
    ] {
        let (_, error) = run(folder.path(), &["-q", "count", "--by", by, "games"], code);
        let warning = missing.map(|tag| format!("warning: no game has a value for the {tag}\n"));
        let what = if by.contains('/') { "number" } else { "value" };
        let no = format!("error: `--by {by}`: none of 1 game has a {what}\n");
        let no = if code == 0 { "" } else { &no };
        assert_eq!(error, warning.unwrap_or_default() + no, "{by}");
    }
    // `encode` prints the same warning.
    let (_, error) = run(folder.path(), &["-q", "encode", "--tags", "White,Balck", "games"], 0);
    assert_eq!(error, "warning: no game has a value for the tag Balck\n");
    // A rating that is not a number is neither above nor below a number.
    fs::write(folder.path().join("odd"), "[WhiteElo \"2700?\"]\n\n1. e4 *\n").expect("written");
    let args = ["-q", "count", "--format", "csv", "--by", "WhiteElo>=2500", "odd"];
    assert!(run(folder.path(), &args, 1).0.ends_with("\n,e4,1,1,1\n"));
    // If no move satisfies a condition, the condition may be misspelled, so `count` warns.
    let (_, error) = run(folder.path(), &["-q", "count", "--by", "White~^a", "games"], 0);
    assert_eq!(error, "warning: `--by White~^a`: no move matches\n");
}

/// Prose has words but no moves, so `count` refuses it.
#[test]
fn what_has_no_move_is_no_pgn() {
    let folder = folder();
    for (text, words) in [("hello\n", "1 word"), ("Dear all, this is no game.\n", "6 words")] {
        fs::write(folder.path().join("notes"), text).expect("written");
        let (_, error) = run(folder.path(), &["-q", "count", "notes"], 1);
        assert_eq!(error, format!("error: notes: none of its {words} is a move: is it PGN?\n"));
    }
    let by = "value,string,count,games,moves\nb,Nf6,1,1,1\n";
    fs::write(folder.path().join("by.csv"), by).expect("written");
    let (_, error) = run(folder.path(), &["-q", "count", "by.csv"], 1);
    let what = "it is a table that `count --by` wrote, and `count` cannot merge such tables";
    assert!(error.contains(what), "{error}");
}

#[test]
fn what_cannot_be_asked_is_misuse() {
    let folder = folder();
    fs::write(folder.path().join("a.csv"), "string,count\ne4,1\n").expect("written");
    let cases: [(&[&str], &str); 8] = [
        (
            &["count", "--where", "WhiteElo==2700"],
            "one `=` is enough: WhiteElo=2700\n  WhiteElo==2700\n          ^\n",
        ),
        (
            &["encode", "--where", "A=1 AND B=2"],
            "write `and`, in lower case\n  A=1 AND B=2\n      ^\n",
        ),
        (
            &["count", "--by", "WhiteElo>"],
            "a value is missing after `>`\n  WhiteElo>\n           ^\n",
        ),
        (&["encode", "--where", "PlayerElo>=2700"], "instead of `PlayerElo`"),
        (&["count", "--lines", "--where", "A=1"], "cannot be used with"),
        (&["count", "--lines", "--by", "A"], "cannot be used with"),
        (&["count", "--min-games", "3"], "--by"),
        (&["count", "--examples"], "`--examples` is for `--format csv`"),
    ];
    for (args, what) in cases {
        let output = san_strings(folder.path(), args).write_stdin("").assert().code(2);
        let error = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
        assert!(error.contains(what), "{args:?}: {error}");
    }
    for option in [&["--where", "A=1"][..], &["--by", "A"], &["--lines"]] {
        let (_, error) = run(folder.path(), &[&["count", "a.csv"], option].concat(), 1);
        assert!(
            error.starts_with("error: a.csv: it is a table of counts, without tags"),
            "{error}"
        );
    }
}

#[test]
fn games_are_named_by_address_or_players() {
    let folder = folder();
    let games = [
        (
            "[Site \"https://lichess.org/abcdefgh\"]\n[White \"a\"]",
            "https://lichess.org/abcdefgh#1",
        ),
        ("[Site \"http://lichess.org/abcdefgh#9\"]", "http://lichess.org/abcdefgh#9"),
        ("[Site \"https://lichess.org\"]", "https://lichess.org"),
        ("[Site \"https://example.org/1\"]\n[White \"a\"]", "https://example.org/1"),
        (
            "[Site \"Chess.com\"]\n[Link \"https://www.chess.com/game/1\"]\n[White \"a\"]",
            "https://www.chess.com/game/1",
        ),
        (
            "[Site \"Paris\"]\n[Date \"2018.11.09\"]\n[White \"O'Kelly, A\"]\n[Black \"the \\\"b\\\"\"]",
            "O'Kelly, A - the \"b\", 2018.11.09",
        ),
        ("[Site \"Paris\"]\n[Date \"????.??.??\"]\n[Black \"b\"]", "? - b"),
        ("[Date \"1851.06.??\"]\n[White \"a\"]\n[Black \"b\"]", "a - b, 1851.06"),
        ("[Site \"Paris\"]\n[Date \"2018.11.09\"]\n[White \"?\"]\n[Black \"?\"]", "Paris"),
        ("[Event \"a\"]\n[Site \"?\"]", "a"),
    ];
    for (tags, name) in games {
        fs::write(folder.path().join("games"), format!("{tags}\n\n1. Xf3 *\n")).expect("written");
        let out = stdout(folder.path(), &["count", "games"]);
        let line = format!("  {name}, games, game 1, line ");
        assert!(out.contains(&line), "{name}: {out}");
        let json =
            stdout(folder.path(), &["-q", "count", "--format", "json", "--sort", "count", "games"]);
        let json: Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(json["strings"][0]["example"]["name"], name);
        let csv = ["-q", "count", "--format", "csv", "--examples", "--sort", "count", "games"];
        let csv = stdout(folder.path(), &csv);
        let quoted = if name.contains([',', '"']) {
            format!("\"{}\"", name.replace('"', "\"\""))
        } else {
            name.to_owned()
        };
        let number = tags.lines().count() + 2;
        let rows: Vec<&str> = csv.lines().take(3).collect();
        assert_eq!(rows[0], "string,count,name,file,line,game,ply");
        assert_eq!(rows[1], format!("Xf3,1,{quoted},games,{number},1,1"));
        assert_eq!(rows[2], "a2,0,,,,,");
        // `count` can read its own table again.
        fs::write(folder.path().join("a.csv"), &csv).expect("written");
        let twice = stdout(folder.path(), &["-q", "count", "--format", "csv", "a.csv", "a.csv"]);
        assert_eq!(read_table(&twice), Table::from([("Xf3".to_owned(), 2)]));
    }
}

#[test]
fn each_line_can_be_a_game() {
    let folder = folder();
    let lines = "e4 e5 Nf3\n\n1. d4 d5 1-0\ne4 e4\n1. e4 * 1. d4 *\n?!\n";
    fs::write(folder.path().join("games"), lines).expect("written");
    let (out, _) = run(folder.path(), &["count", "--lines", "games"], 1);
    assert!(out.starts_with("7 moves in 4 games\n"), "{out}");
    assert!(out.contains("games, game 5, line 5, ply 1: d4: it begins another game\n"), "{out}");
    let (out, _) = run(folder.path(), &["count", "--lines", "--replay", "games"], 1);
    assert!(out.starts_with("6 moves in 4 games\n"), "{out}");
    assert!(out.contains("games, game 4, line 4, ply 2: e4: it is not legal"), "{out}");
    // `encode` reports the same numbers of games and moves as `count` without `--replay`.
    let (_, error) = run(folder.path(), &["encode", "--lines", "--as-written", "games"], 1);
    assert!(error.contains("4 games, 7 moves, 0 unknown\n"), "{error}");
    let moves: String = ["e4 e5 Nf3 Nc6\n", "d4 d5 c4 e6 Nc3\n"].concat().repeat(200_000);
    fs::write(folder.path().join("many"), moves).expect("written");
    let out = stdout(folder.path(), &["count", "--lines", "many"]);
    assert!(out.starts_with("1,800,000 moves in 400,000 games\n"), "{out:.200}");
}

#[test]
fn a_folder_stands_for_all_games_below_it() {
    let folder = folder();
    let root = folder.path().join("all");
    fs::create_dir_all(root.join("b/deep")).expect("made");
    fs::create_dir_all(root.join(".hidden")).expect("made");
    fs::create_dir_all(folder.path().join("empty.pgn")).expect("made");
    let game = |name: &str| format!("[White \"{name}\"]\n\n1. e4 *\n");
    let packed = zstd::encode_all(game("packed").as_bytes(), 1).expect("packed");
    for (path, bytes) in [
        ("b/deep/2.PGN", game("2").into_bytes()),
        ("a.pgn", game("a").into_bytes()),
        ("b/3.pgn.zst", packed),
        ("b/._3.pgn", game("mac").into_bytes()),
        (".hidden/4.pgn", game("hidden").into_bytes()),
        ("notes.txt", b"hello".to_vec()),
        ("c.csv", b"string,count\ne4,7\n".to_vec()),
    ] {
        fs::write(root.join(path), bytes).expect("written");
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(&root, root.join("b/loop")).expect("a link");
    let encoded = stdout(folder.path(), &["-q", "encode", "--tags", "White", "all"]);
    let names: Vec<&str> = encoded.lines().filter_map(|line| line.split('"').nth(3)).collect();
    assert_eq!(names, ["a", "packed", "2"]);
    assert!(
        stdout(folder.path(), &["count", "all", "all/c.csv"])
            .starts_with("10 moves in 3 games and 1 table\n")
    );
    let (_, error) = run(folder.path(), &["lint", "all"], 0);
    assert!(error.starts_with("3 games, nothing found"), "{error}");
    for command in ["count", "encode", "lint"] {
        let error = failure(folder.path(), &[command, "empty.pgn"]);
        assert!(
            error.starts_with("error: no file in the folder empty.pgn ends with .pgn, "),
            "{error}"
        );
    }
    let (_, error) = run(folder.path(), &["lint", "--fix", "all"], 2);
    assert!(error.contains("to fix several, add `--in-place`"), "{error}");
}

/// Compares the lengths of games, grouped by result, with the lengths that pgn-reader finds.
#[test]
fn lengths_are_those_of_the_games() {
    let folder = folder();
    let (games, path) = (games(TWIC), real_games().join(TWIC));
    let args = ["count", "--format", "json", path.to_str().expect("a path")];
    for replay in [&[][..], &["--replay"]] {
        let json: Value =
            serde_json::from_str(&stdout(folder.path(), &[&args[..], replay].concat()))
                .expect("JSON");
        for result in ["1-0", "0-1", "1/2-1/2", "*", "all"] {
            let is_such = |game: &&Tagged| result == "all" || game.tag("Result") == result;
            let plies: Vec<usize> =
                games.iter().filter(is_such).map(|game| game.moves.len()).collect();
            let found = &json["lengths"][result];
            assert_eq!(found["games"], plies.len(), "{result}");
            // We compute the mean with integer arithmetic, in tenths of a ply.
            let tenths =
                (!plies.is_empty()).then(|| 10 * plies.iter().sum::<usize>() / plies.len());
            let mean = found["mean"].as_f64().map(|mean| (10.0 * mean + 1e-6).floor().to_string());
            assert_eq!(mean, tenths.map(|tenths| tenths.to_string()), "{result}");
            let extremes =
                [plies.iter().min(), plies.iter().max()].map(|it| it.copied().unwrap_or(0));
            assert_eq!(
                [&found["shortest"], &found["longest"]],
                extremes.map(Value::from).each_ref()
            );
        }
        let longest = games.iter().map(|game| game.moves.len()).max().expect("a game");
        let first = games.iter().position(|game| game.moves.len() == longest).expect("a game");
        let place = &json["longest"];
        assert_eq!(
            [&place["game"], &place["ply"]],
            [first + 1, longest].map(Value::from).each_ref()
        );
    }
}

/// `--address` writes the number of the line where each game begins, wherever the chunks end.
#[test]
fn addresses_lead_to_games() {
    let folder = folder();
    let path = real_games().join(TWIC);
    let text = String::from_utf8(real(TWIC)).expect("UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    let path = path.to_str().expect("a path");
    let args = ["-q", "encode", "--address", "--tags", "Event,White", path];
    let out = stdout(folder.path(), &args);
    assert!(out.lines().count() > 1000);
    for (line, number) in out.lines().zip(1..) {
        let game: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!((&game["file"], &game["game"]), (&path.into(), &number.into()));
        let at = usize::try_from(game["line"].as_u64().expect("a line")).expect("a few") - 1;
        let tag = |name: &str| format!("[{name} \"{}\"]", game[name].as_str().expect("a value"));
        assert_eq!(lines[at], tag("Event"));
        assert!(lines[at..at + 7].contains(&&*tag("White")), "{number}");
    }
    // The game numbers of `--address` also count games that are left out. `--tags` refuses a tag whose
    // name is also a key of `--address`, such as `line`.
    fs::write(folder.path().join("games"), "\n1. e5 *\n\n1. e4 *\n").expect("written");
    let (out, error) = run(folder.path(), &["-q", "encode", "--address", "games"], 1);
    assert_eq!(out, "{\"file\": \"games\", \"game\": 2, \"line\": 4, \"ids\": [26]}\n");
    assert!(error.contains("left out as broken: 1 game (illegal move: 1)"), "{error}");
    let args = ["encode", "--address", "--tags", "line", "games"];
    let (_, error) = run(folder.path(), &args, 2);
    assert!(error.contains("would contain the key \"line\" twice"), "{error}");
    let args = ["encode", "--address", "--format", "bin", "games"];
    let (_, error) = run(folder.path(), &args, 2);
    assert!(error.contains("`--address` is for `--format jsonl`"), "{error}");
    // `encode` reports every game that it leaves out.
    fs::write(folder.path().join("variant"), "[Variant \"Atomic\"]\n\n1. e4 *\n").expect("written");
    let (_, error) = run(folder.path(), &["-q", "encode", "variant"], 0);
    assert_eq!(error, "left out: 1 game (of a variant: 1): `--variants` writes them\n");
}
