//! The site: every answer of `explain` as a page that needs no server and no network.
//!
//! The scripts know no chess: the [reader] is the npm package, which answers, and the [data] has what the lists show. The
//! [page]s are templates with figures, and the [docs] are the documentation.

mod data;
mod docs;
mod page;
mod reader;

use std::path::Path;

use anyhow::Result;
use san_strings_files::Ours;

use crate::sha256::sha256;

/// The name of a file of the site, in the folder or in a folder in there.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SiteFile(pub String);

/// Every file of the site.
pub fn files() -> Vec<SiteFile> {
    let names = ["index.html", "check.html"].into_iter().chain(FIXED.map(|(name, _)| name));
    let names = names.map(str::to_owned).chain(reader::names());
    names.chain(docs::names()).chain(data::names()).map(SiteFile).collect()
}

/// Files as they are.
const FIXED: [(&str, &str); 4] = [
    ("style.css", include_str!("style.css")),
    ("board.js", include_str!("board.js")),
    ("script.js", include_str!("script.js")),
    ("check.js", include_str!("check.js")),
];

/// The contents of these files, in their order, with the npm package in a folder. The last line of each is a comment with
/// the checksum of those before.
///
/// # Errors
///
/// That the package is not there.
pub fn texts(package: &Path) -> Result<impl Iterator<Item = String>> {
    let pages = [include_str!("page.html"), include_str!("check.html")].map(page::html);
    let bodies = pages.into_iter().chain(FIXED.map(|(_, text)| text.to_owned()));
    let bodies = bodies.chain(reader::texts(package)?).chain(docs::texts()).chain(data::texts());
    Ok(files().into_iter().zip(bodies).map(|(file, body)| file.stamp(body)))
}

/// The text of the last line of each file before the checksum.
const STAMP: &str = "san-strings wrote this file. SHA-256 of the lines above: ";

impl SiteFile {
    fn stamp(&self, body: String) -> String {
        let (start, end) = comment(&self.0);
        let sum = sha256(body.as_bytes());
        body + start + STAMP + &sum + end + "\n"
    }
}

/// What begins and ends a comment in a file of this name.
fn comment(name: &str) -> (&'static str, &'static str) {
    match name.rsplit_once('.') {
        Some((_, "js" | "css")) => ("/* ", " */"),
        _ => ("<!-- ", " -->"),
    }
}

impl Ours for SiteFile {
    /// Another version wrote other lines, with their checksum below.
    fn foreign(&self, contents: &[u8]) -> Option<String> {
        let body = contents.strip_suffix(b"\n").unwrap_or_default();
        let line = body.iter().rposition(|&byte| byte == b'\n');
        let (above, last) = body.split_at(line.map_or(0, |at| at + 1));
        let last = String::from_utf8_lossy(last);
        let (start, end) = comment(&self.0);
        let is_ours = last == format!("{start}{STAMP}{}{end}", sha256(above));
        (!is_ours).then(|| "its last line has no checksum of the lines above".to_owned())
    }
}
