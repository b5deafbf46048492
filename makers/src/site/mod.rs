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

use self::page::PAGES;

use crate::sha256::sha256;

/// The name of a file of the site, in the folder or in a folder in there.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SiteFile(pub String);

/// Every file of the site.
pub fn files() -> Vec<SiteFile> {
    let names = ["index.html", "check.html"].into_iter().chain(FIXED.map(|(name, _)| name));
    let names = names.chain(["icon.svg", SHARED]).map(str::to_owned).chain(reader::names());
    names.chain(docs::names()).chain(data::names()).map(SiteFile).collect()
}

/// The picture for links that are shared.
pub const SHARED: &str = "share.png";

/// Files as they are.
const FIXED: [(&str, &str); 4] = [
    ("style.css", include_str!("style.css")),
    ("board.js", include_str!("board.js")),
    ("script.js", include_str!("script.js")),
    ("check.js", include_str!("check.js")),
];

/// The contents of these files, in their order. `package` is the folder of the npm package, and `address` that of the site.
/// The last line of each is a comment with the checksum of those before.
///
/// # Errors
///
/// That the package is not there.
pub fn texts(package: &Path, address: Option<&str>) -> Result<impl Iterator<Item = Vec<u8>>> {
    let pages = PAGES.iter().map(move |page| page::html(page, address));
    let bodies = pages.chain(FIXED.map(|(_, text)| text.to_owned()));
    let bodies = bodies.chain([page::icon()]).map(String::into_bytes);
    let bodies = bodies.chain([include_bytes!("../../../docs/site-string.png").to_vec()]);
    let scripts = reader::texts(package)?.into_iter().chain(docs::texts()).chain(data::texts());
    let bodies = bodies.chain(scripts.map(String::into_bytes));
    Ok(files().into_iter().zip(bodies).map(|(file, body)| file.stamp(body)))
}

/// The text of the last line of each file before the checksum.
const STAMP: &str = "san-strings wrote this file. SHA-256 of the lines above: ";

impl SiteFile {
    fn stamp(&self, mut body: Vec<u8>) -> Vec<u8> {
        let (start, end) = comment(&self.0);
        // A picture has no lines.
        if !body.ends_with(b"\n") {
            body.push(b'\n');
        }
        let sum = sha256(&body);
        body.extend(format!("{start}{STAMP}{sum}{end}\n").bytes());
        body
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
