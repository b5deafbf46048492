//! Writes the page's data as scripts: one with the list of strings, and one for each part of the table of
//! shortest games.

use std::fmt::Write;

use san_strings::{lichess_counts, shortest_games};
use san_strings_core::{Discriminator, english::role_name, parse};
use shakmaty::{Role, san::San};

use crate::npm::{part_names, parts};

/// Names of the scripts. The first script contains everything that the search field and the lists need. Each
/// of the other scripts defines one part of the table of shortest games.
pub fn names() -> impl Iterator<Item = String> {
    let parts = part_names().map(|part| format!("parts/{part}.js"));
    ["data.js".to_owned()].into_iter().chain(parts)
}

/// The scripts, in the order of [`names`].
pub fn texts() -> impl Iterator<Item = String> {
    let parts = parts().into_iter();
    let parts = parts.map(|(part, rows)| format!("sanStrings.parts.{part} = `{rows}`;\n"));
    [index()].into_iter().chain(parts)
}

/// One line of tab-separated columns for each string: the string, the proven minimum number of plies, the
/// plies of the shortest known game, how often the string was played on Lichess, and its [`cell`]. The last
/// column is empty if the cell is the same as in the previous line.
fn index() -> String {
    let counts = lichess_counts();
    let (mut lines, mut last) = (String::new(), String::new());
    for game in shortest_games().iter() {
        let san = parse(game.san).expect("a SAN").san;
        let cell = cell(san);
        let mark = if cell == last { "" } else { &cell };
        let (at_least, plies, count) = (game.at_least, game.plies, counts.of(game.san));
        // Writing to a `String` cannot fail.
        let _ = writeln!(lines, "{}\t{at_least}\t{plies}\t{count}\t{mark}", game.san);
        last = cell;
    }
    format!("\"use strict\";\nvar DATA = {{ strings: `{}` }};\n", lines.trim_end_matches('\n'))
}

/// The name of the cell for this string in the page's table of roles and discriminators, such as `queen-square`.
fn cell(san: San) -> String {
    let role = if let San::Normal { role, .. } = san { role } else { Role::King };
    let form = match Discriminator::of(san) {
        Discriminator::None => "plain",
        Discriminator::File => "file",
        Discriminator::Rank => "rank",
        Discriminator::Square => "square",
    };
    format!("{}-{form}", role_name(role))
}
