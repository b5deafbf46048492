//! A page: a template with figures, the drawings of the pieces, and links to the documentation.

use indicatif::HumanCount;
use san_strings::{LICHESS_SOURCE, lichess_counts, shortest_games};
use san_strings_core::{Vocabulary, diagram::PIECES};
use san_strings_games::ShortestGame;

use super::{SHARED, docs};

/// A page out of its template. `address` is that of the site, if it is known: a picture for links that are shared has to be
/// named whole.
pub fn html(template: &str, address: Option<&str>) -> String {
    let number = |count: usize| HumanCount(count as u64).to_string();
    let strings = Vocabulary::occurring().len();
    let games = shortest_games();
    let settled = games.iter().filter(ShortestGame::is_shortest).count();
    let mut html = template.to_owned();
    for (name, value) in [
        ("{docs}", docs::links("")),
        ("{share}", address.map_or_else(String::new, share)),
        ("{strings}", number(strings)),
        ("{impossible}", number(Vocabulary::with_symbols().len() - strings)),
        ("{settled}", number(settled)),
        ("{billion}", ((lichess_counts().total() + 500_000_000) / 1_000_000_000).to_string()),
        ("{source}", LICHESS_SOURCE.to_owned()),
        ("{version}", env!("CARGO_PKG_VERSION").to_owned()),
        ("{pieces}", PIECES.to_owned()),
    ] {
        html = html.replace(name, &value);
    }
    html
}

/// What a link that is shared shows, beside the words.
fn share(address: &str) -> String {
    let address = address.trim_end_matches('/');
    format!(
        "\n<meta property=\"og:image\" content=\"{address}/{SHARED}\">\n\
         <meta name=\"twitter:card\" content=\"summary_large_image\">"
    )
}

/// The icon: a knight.
pub fn icon() -> String {
    let knight = PIECES.lines().find(|line| line.contains("id=\"piece-N\"")).unwrap_or_default();
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 45 45\">\n{knight}\n</svg>\n")
}
