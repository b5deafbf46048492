//! The page: a template with figures, the drawings of the pieces, and parts of the documentation.

use indicatif::HumanCount;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd, html::push_html};

use crate::tables::shortest_games;
use san_strings_core::{Vocabulary, diagram::PIECES};
use san_strings_games::ShortestGame;

pub fn html() -> String {
    let number = |count: usize| HumanCount(count as u64).to_string();
    let strings = Vocabulary::occurring().len();
    let games = shortest_games();
    let settled = games.iter().filter(ShortestGame::is_shortest).count();
    // What follows the tables is about the repository.
    let peers = include_str!("../../docs/peers.md");
    let (peers, _) = peers.split_once("\n`python3").unwrap_or((peers, ""));
    let mut html = include_str!("page.html").to_owned();
    for (name, value) in [
        ("{strings}", number(strings)),
        ("{impossible}", number(Vocabulary::with_symbols().len() - strings)),
        ("{settled}", number(settled)),
        ("{version}", env!("CARGO_PKG_VERSION").to_owned()),
        ("{pieces}", PIECES.to_owned()),
        ("{figures}", to_html(include_str!("../../docs/figures.md"))),
        ("{peers}", to_html(peers)),
    ] {
        html = html.replace(name, &value);
    }
    html
}

/// A page of the documentation, one level lower. Links to other files are left out: the site does
/// not have them.
fn to_html(markdown: &str) -> String {
    let mut links = Vec::new();
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).filter_map(|event| {
        let level = |level| match level {
            HeadingLevel::H1 => HeadingLevel::H2,
            _ => HeadingLevel::H3,
        };
        Some(match event {
            Event::Start(Tag::Link { ref dest_url, .. }) => {
                let is_kept = dest_url.starts_with("https://");
                links.push(is_kept);
                return is_kept.then_some(event);
            }
            Event::End(TagEnd::Link) => return links.pop()?.then_some(event),
            Event::Start(Tag::Heading { level: found, id, classes, attrs }) => {
                Event::Start(Tag::Heading { level: level(found), id, classes, attrs })
            }
            Event::End(TagEnd::Heading(found)) => Event::End(TagEnd::Heading(level(found))),
            event => event,
        })
    });
    let mut html = String::new();
    push_html(&mut html, events);
    html
}
