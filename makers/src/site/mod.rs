//! Builds the site. Its main page shows every answer of `explain`, and needs no server and no network.
//!
//! The site's own scripts contain no rules of chess. The [reader], which is the npm package, answers
//! questions, and the [data] contains the strings and the shortest games. The [page]s are templates that we
//! fill with numbers, drawings and links, and the [docs] are converted from Markdown.

mod data;
mod docs;
mod page;
mod reader;

use std::path::Path;

use anyhow::Result;
use san_strings_files::Ours;

use self::page::PAGES;

use crate::sha256::sha256;

/// The path of a site file, relative to the site's folder.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SiteFile(pub String);

/// The paths of all files of the site.
pub fn files() -> Vec<SiteFile> {
    let names = ["index.html", "check.html"].into_iter().chain(FIXED.map(|(name, _)| name));
    let names = names.chain(["icon.svg", SHARED]).map(str::to_owned).chain(reader::names());
    names.chain(docs::names()).chain(data::names()).map(SiteFile).collect()
}

/// Preview image for shared links.
pub const SHARED: &str = "share.png";

/// Files that we copy unchanged.
const FIXED: [(&str, &str); 4] = [
    ("style.css", include_str!("style.css")),
    ("board.js", include_str!("board.js")),
    ("script.js", include_str!("script.js")),
    ("check.js", include_str!("check.js")),
];

/// The contents of all files, in the order of [`files`]. `package` is the folder of the npm package, and
/// `address` is the URL of the site. The last line of each file is a comment with a checksum of the lines
/// above.
///
/// # Errors
///
/// Fails if the package is missing.
pub fn texts(package: &Path, address: Option<&str>) -> Result<impl Iterator<Item = Vec<u8>>> {
    let pages = PAGES.iter().map(move |page| page::html(page, address));
    let bodies = pages.chain(FIXED.map(|(_, text)| text.to_owned()));
    let bodies = bodies.chain([page::icon()]).map(String::into_bytes);
    let bodies = bodies.chain([include_bytes!("../../../docs/site-string.png").to_vec()]);
    let scripts = reader::texts(package)?.into_iter().chain(docs::texts()).chain(data::texts());
    let bodies = bodies.chain(scripts.map(String::into_bytes));
    Ok(files().into_iter().zip(bodies).map(|(file, body)| file.stamp(body)))
}

/// Text before the checksum on the last line of each file.
const STAMP: &str = "san-strings wrote this file. SHA-256 of the lines above: ";

impl SiteFile {
    fn stamp(&self, mut body: Vec<u8>) -> Vec<u8> {
        let (start, end) = comment(&self.0);
        // An image need not end with a newline.
        if !body.ends_with(b"\n") {
            body.push(b'\n');
        }
        let sum = sha256(&body);
        body.extend(format!("{start}{STAMP}{sum}{end}\n").bytes());
        body
    }
}

/// Returns the comment delimiters for the type of the file `name`: JavaScript and CSS, or HTML.
fn comment(name: &str) -> (&'static str, &'static str) {
    match name.rsplit_once('.') {
        Some((_, "js" | "css")) => ("/* ", " */"),
        _ => ("<!-- ", " -->"),
    }
}

impl Ours for SiteFile {
    /// We check only the checksum, because another version of the program may have written different lines.
    fn foreign(&self, contents: &[u8]) -> Option<String> {
        let body = contents.strip_suffix(b"\n").unwrap_or_default();
        let line = body.iter().rposition(|&byte| byte == b'\n');
        let (above, last) = body.split_at(line.map_or(0, |at| at + 1));
        let last = String::from_utf8_lossy(last);
        let (start, end) = comment(&self.0);
        let is_ours = last == format!("{start}{STAMP}{}{end}", sha256(above));
        (!is_ours).then(|| {
            "its last line is not the checksum that san-strings writes for the lines above"
                .to_owned()
        })
    }
}
