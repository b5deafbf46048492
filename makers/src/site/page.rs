//! A page: a template with figures, the drawings of the pieces, and links to the documentation.

use indicatif::HumanCount;
use san_strings::shortest_games;
use san_strings_core::{Vocabulary, diagram::PIECES};
use san_strings_games::ShortestGame;

use super::docs;

/// A page out of its template.
pub fn html(template: &str) -> String {
    let number = |count: usize| HumanCount(count as u64).to_string();
    let strings = Vocabulary::occurring().len();
    let games = shortest_games();
    let settled = games.iter().filter(ShortestGame::is_shortest).count();
    let mut html = template.to_owned();
    for (name, value) in [
        ("{docs}", docs::links("")),
        ("{strings}", number(strings)),
        ("{impossible}", number(Vocabulary::with_symbols().len() - strings)),
        ("{settled}", number(settled)),
        ("{version}", env!("CARGO_PKG_VERSION").to_owned()),
        ("{pieces}", PIECES.to_owned()),
    ] {
        html = html.replace(name, &value);
    }
    html
}
