//! Fills the page templates with numbers, the drawings of the pieces, and links to the documentation.

use indicatif::HumanCount;
use san_strings::{LICHESS_SOURCE, lichess_counts, shortest_games};
use san_strings_core::{Vocabulary, diagram::PIECES};
use san_strings_games::ShortestGame;

use super::{SHARED, docs};

/// The beginning of every HTML page, including the pages of the documentation.
pub const HEAD: &str = include_str!("head.html");

/// A page: its template, and the texts for its HTML head.
pub struct Page {
    template: &'static str,
    title: &'static str,
    description: &'static str,
    /// Text of the preview when somebody shares a link.
    summary: &'static str,
}

/// The pages, in the order of [`files`](super::files).
pub const PAGES: [Page; 2] = [
    Page {
        template: include_str!("page.html"),
        title: "Every move string in chess",
        description: "{strings} move strings can occur in chess. Look up any string: the answer is a legal game, or \
                      the reason why it cannot occur.",
        summary: "{strings} move strings can occur in chess. Look up any string: the answer is a game, or the reason why \
                  there is none.",
    },
    Page {
        template: include_str!("check.html"),
        title: "Check a PGN",
        description: "Paste or drop a PGN to see every move that is illegal, missing or misspelled, with the board and \
                      the moves that the writer may have meant.",
        summary: "Every move of a PGN that is illegal, missing or misspelled, with the board. The file stays in \
                  your browser.",
    },
];

/// Fills the template of a page. Shared links get a preview image only if the `address` of the site is given.
pub fn html(page: &Page, address: Option<&str>) -> String {
    let number = |count: usize| HumanCount(count as u64).to_string();
    let strings = Vocabulary::occurring().len();
    let games = shortest_games();
    let settled = games.iter().filter(ShortestGame::is_shortest).count();
    let mut html = page.template.to_owned();
    for (name, value) in [
        ("{head}", HEAD.to_owned()),
        ("{type}", "website".to_owned()),
        ("{title}", page.title.to_owned()),
        ("{description}", page.description.to_owned()),
        ("{summary}", page.summary.to_owned()),
        ("{drawings}", include_str!("drawings.html").to_owned()),
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

/// The tags for the preview image of shared links.
fn share(address: &str) -> String {
    let address = address.trim_end_matches('/');
    format!(
        "<meta property=\"og:image\" content=\"{address}/{SHARED}\">\n\
         <meta name=\"twitter:card\" content=\"summary_large_image\">\n"
    )
}

/// The icon: a knight.
pub fn icon() -> String {
    let knight = PIECES.lines().find(|line| line.contains("id=\"piece-N\"")).unwrap_or_default();
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 45 45\">\n{knight}\n</svg>\n")
}
