//! Converts the documentation to pages of the site.

use std::fmt::Write;

use super::page::HEAD;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html::push_html};

/// A page of the documentation (its name and its Markdown), or an image (its file name and its SVG).
type Doc = (&'static str, &'static str);

/// Includes the named pages, in the order in which the site links to them.
macro_rules! docs {
    ($($name:literal),*) => {
        [$(($name, include_str!(concat!("../../../docs/", $name, ".md")))),*]
    };
}

const DOCS: [Doc; 18] = docs![
    "figures",
    "peers",
    "theorem",
    "analysis",
    "occurrence",
    "dead-positions",
    "games",
    "shortest",
    "read",
    "pgn",
    "lint",
    "npm",
    "counting",
    "models",
    "tree",
    "scale",
    "mutants",
    "site"
];

/// The images on the pages.
const PICTURES: [Doc; 4] = [
    ("Bb1d3-check.svg", include_str!("../../../docs/Bb1d3-check.svg")),
    ("Qd2xd4-mate.svg", include_str!("../../../docs/Qd2xd4-mate.svg")),
    ("Rah1.svg", include_str!("../../../docs/Rah1.svg")),
    ("upsets.svg", include_str!("../../../docs/upsets.svg")),
];

/// File names of the pages and their images.
pub fn names() -> impl Iterator<Item = String> {
    let pages = DOCS.map(|(name, _)| format!("{name}.html"));
    pages.into_iter().chain(PICTURES.map(|(name, _)| name.to_owned()))
}

/// The pages and their images, in the order of [`names`].
pub fn texts() -> impl Iterator<Item = String> {
    DOCS.into_iter().map(page).chain(PICTURES.map(|(_, svg)| svg.to_owned()))
}

/// The links to all pages, with the link to page `current` marked.
pub fn links(current: &str) -> String {
    let mut links = String::new();
    for (name, markdown) in DOCS {
        let mark = if name == current { " aria-current=\"page\"" } else { "" };
        // Writing to a `String` cannot fail.
        let _ = writeln!(links, "<a href=\"{name}.html\"{mark}>{}</a>", title(markdown));
    }
    links
}

fn title(markdown: &str) -> &str {
    let (first, _) = markdown.split_once('\n').unwrap_or((markdown, ""));
    first.trim_start_matches("# ")
}

/// The first paragraph as plain text, for an HTML attribute.
fn description(markdown: &str) -> String {
    let events = Parser::new(markdown).skip_while(|event| *event != Event::Start(Tag::Paragraph));
    let mut text = String::new();
    for event in events.take_while(|event| *event != Event::End(TagEnd::Paragraph)) {
        match event {
            Event::Text(part) | Event::Code(part) => text += &part,
            Event::SoftBreak => text.push(' '),
            _ => {}
        }
    }
    text.replace('&', "&amp;").replace('"', "&quot;")
}

fn page((name, markdown): Doc) -> String {
    let mut html = include_str!("doc.html").to_owned();
    let description = description(markdown);
    for (field, value) in [
        ("{head}", HEAD.to_owned()),
        ("{type}", "article".to_owned()),
        ("{summary}", description.clone()),
        ("{docs}", links(name)),
        ("{title}", title(markdown).to_owned()),
        ("{description}", description),
        ("{version}", env!("CARGO_PKG_VERSION").to_owned()),
        ("{body}", to_html(markdown)),
    ] {
        html = html.replace(field, &value);
    }
    html
}

/// Converts Markdown to HTML. Headings get the anchors that the documentation links to. Links to files that
/// are not on the site become plain text.
fn to_html(markdown: &str) -> String {
    let mut events: Vec<Event<'_>> = Vec::new();
    let mut links = Vec::new();
    let mut heading = None;
    let mut is_shown = true;
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let dest_url = target(&dest_url);
                links.push(dest_url.is_some());
                let link = dest_url.map(|dest_url| Tag::Link { link_type, dest_url, title, id });
                events.extend(link.map(Event::Start));
            }
            Event::End(TagEnd::Link) if links.pop() != Some(true) => {}
            Event::Start(Tag::Heading { .. }) => {
                heading = Some(events.len());
                events.push(event);
            }
            Event::End(TagEnd::Heading(_)) => {
                let at = heading.take().unwrap_or(events.len());
                let anchor = anchor(&events[at..]);
                if let Some(Event::Start(Tag::Heading { id, .. })) = events.get_mut(at) {
                    *id = Some(anchor);
                }
                events.push(event);
            }
            // The site does not contain its own screenshots, so we show the alternative text instead.
            Event::Start(Tag::Image { ref dest_url, .. }) => {
                is_shown = PICTURES.iter().any(|&(name, _)| *name == **dest_url);
                events.extend(is_shown.then_some(event));
            }
            Event::End(TagEnd::Image) if !is_shown => {}
            // On a narrow screen, a wide table scrolls in its own box.
            Event::Start(Tag::Table(_)) => {
                events.extend([Event::Html("<div class=\"wide\">".into()), event]);
            }
            Event::End(TagEnd::Table) => events.extend([event, Event::Html("</div>\n".into())]),
            event => events.push(event),
        }
    }
    let mut html = String::new();
    push_html(&mut html, events.into_iter());
    // Boxes that scroll must be reachable by keyboard, and the empty corner of a table is not a header cell.
    let html = html
        .replace("<pre>", "<pre tabindex=\"0\">")
        .replace("<div class=\"wide\">", "<div class=\"wide\" tabindex=\"0\">");
    html.replace("<th></th>", "<td></td>")
}

/// Converts a link of the documentation to an address on the site. `None` if the file is not on the site.
fn target<'a>(url: &str) -> Option<CowStr<'a>> {
    let (file, anchor) = url.split_once('#').map_or((url, None), |(file, at)| (file, Some(at)));
    let file = match file.strip_suffix(".md") {
        Some(name) if DOCS.iter().any(|&(other, _)| other == name) => format!("{name}.html"),
        _ if file.is_empty() || file.starts_with("https://") => file.to_owned(),
        _ => return None,
    };
    Some(anchor.map_or_else(|| file.clone(), |at| format!("{file}#{at}")).into())
}

/// The anchor of a heading, as GitHub generates it: its words in lower case, joined by hyphens.
fn anchor<'a>(heading: &[Event<'_>]) -> CowStr<'a> {
    let text = heading.iter().filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(&text[..]),
        _ => None,
    });
    let text: String = text.collect();
    let letters = text.chars().filter_map(|letter| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        _ => letter.is_alphanumeric().then_some(letter),
    });
    letters.collect::<String>().to_lowercase().into()
}
