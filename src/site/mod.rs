//! The site: every answer of `explain` as a page that needs no server and no network.
//!
//! The page knows no chess. The [data] has, in words and squares, all that it says and
//! draws; the [page] has the tables of the documentation. A script finds and shows.

mod data;
mod moves;
mod page;

use san_strings_files::{Ours, sha256};

/// A file of the site.
#[derive(Clone, Copy, Debug)]
pub struct SiteFile {
    /// Its name in the folder.
    pub name: &'static str,
    /// Its contents but for the last line.
    body: fn() -> String,
    /// What begins and ends a comment.
    comment: (&'static str, &'static str),
}

/// Every file of the site.
pub const FILES: [SiteFile; 4] = [
    SiteFile { name: "index.html", body: page::html, comment: ("<!-- ", " -->") },
    SiteFile { name: "style.css", body: || include_str!("style.css").to_owned(), comment: CODE },
    SiteFile { name: "data.js", body: data::script, comment: CODE },
    SiteFile { name: "script.js", body: || include_str!("script.js").to_owned(), comment: CODE },
];

/// What begins and ends a comment in scripts and style sheets.
const CODE: (&str, &str) = ("/* ", " */");

/// The text of the last line of each file before the checksum.
const STAMP: &str = "san-strings wrote this file. SHA-256 of the lines above: ";

impl SiteFile {
    /// Its contents. The last line is a comment with the checksum of those before.
    pub fn text(&self) -> String {
        let (start, end) = self.comment;
        let mut text = (self.body)();
        let sum = sha256(text.as_bytes());
        text.extend([start, STAMP, &sum, end, "\n"]);
        text
    }
}

impl Ours for SiteFile {
    /// Another version wrote other lines, with their checksum below.
    fn foreign(&self, contents: &[u8]) -> Option<String> {
        let body = contents.strip_suffix(b"\n").unwrap_or_default();
        let line = body.iter().rposition(|&byte| byte == b'\n');
        let (above, last) = body.split_at(line.map_or(0, |at| at + 1));
        let last = String::from_utf8_lossy(last);
        let stamp = format!("{STAMP}{}", sha256(above));
        let (start, end) = self.comment;
        let is_ours = last == format!("{start}{stamp}{end}");
        (!is_ours).then(|| "its last line has no checksum of the lines above".to_owned())
    }
}
