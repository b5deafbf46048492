//! Recognizes files that this program wrote, so that we never overwrite anyone else's.

use crate::suite::{GAMES, Suite, Table, version::OTHERS};
use rayon::prelude::*;
use san_strings_core::{Vocabulary, parse};
use san_strings_files::Ours;
use san_strings_games::{
    pgn::{self, RawGame},
    replay::Replay,
    shortest_games::{HEADER, verify_line},
};

use crate::{proof::check, suite::write::write_table};

/// A PGN file in which the tag `Event` of every game has this value.
pub struct Games(pub &'static str);

impl Ours for Games {
    fn foreign(&self, contents: &[u8]) -> Option<String> {
        let Games(event) = self;
        let Ok(text) = str::from_utf8(contents) else {
            return Some("it is not text".to_owned());
        };
        let games: Vec<_> = pgn::split(text).zip(1..).collect();
        let is_foreign =
            |&&(game, round): &&(RawGame<'_>, usize)| Replay::of_event(event, game, round).is_err();
        let (game, round) = games.par_iter().find_first(is_foreign)?;
        let line = game.line;
        Some(format!("san-strings did not write game {round} (line {line})"))
    }
}

/// The table of the shortest games.
pub struct ShortestTable;

impl Ours for ShortestTable {
    fn foreign(&self, contents: &[u8]) -> Option<String> {
        let not_ours = |line, what| Some(format!("san-strings did not write line {line}: {what}"));
        let Ok(text) = str::from_utf8(contents) else {
            return Some("it is not text".to_owned());
        };
        let mut lines = text.split_inclusive('\n');
        if lines.next() != Some(&format!("{HEADER}\n")) {
            return not_ours(1, "the header is different".to_owned());
        }
        let lines: Vec<_> = lines.zip(2..).collect();
        let check = |&(line, number): &(&str, usize)| {
            let text = line.strip_suffix('\n').ok_or("it is cut off".to_owned());
            let checked = text.and_then(|text| {
                let san = text.split('\t').next().and_then(|san| parse(san).ok());
                let san =
                    san.ok_or("the first column is not a string that can occur".to_owned())?;
                let (_, why) = verify_line(text, san).map_err(|error| error.cause)?;
                check(san, why)?;
                Ok(Vocabulary::occurring().id_of(san))
            });
            (number, checked)
        };
        let checked: Vec<_> = lines.par_iter().map(check).collect();
        let mut before = None;
        for (number, id) in checked {
            match id {
                Err(what) => return not_ours(number, what),
                Ok(id) if id <= before => return not_ours(number, "it is out of order".to_owned()),
                Ok(id) => before = id,
            }
        }
        None
    }
}

impl Ours for Table {
    fn foreign(&self, contents: &[u8]) -> Option<String> {
        let mut suite = Suite::default();
        let read = suite.read_table(*self, &String::from_utf8_lossy(contents));
        let what = |error: _| format!("san-strings did not write it: {error}");
        read.err().map(what).or_else(|| {
            let differs = write_table(&suite, *self).as_bytes() != contents;
            differs.then(|| "san-strings would write it differently".to_owned())
        })
    }
}

/// The `VERSION` file of the suite.
pub struct Version;

impl Ours for Version {
    fn foreign(&self, contents: &[u8]) -> Option<String> {
        let text = String::from_utf8_lossy(contents);
        let is_ours = text.ends_with('\n')
            && text.lines().enumerate().all(|(n, line)| match n {
                0 => line.starts_with("# san-strings conformance suite "),
                _ => line.split_once("  ").is_some_and(|(hash, name)| {
                    let is_name =
                        OTHERS.contains(&name) || name == GAMES || name.parse::<Table>().is_ok();
                    is_name && hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
                }),
            });
        (!is_ours).then(|| "san-strings did not write it".to_owned())
    }
}
