//! Tests the files of the site, its lists, and the HTML heads of its pages. `.ci/npm` tests the npm package
//! that the site uses, and `browser.py` tests the site in a browser.

use std::{
    collections::{HashMap, HashSet},
    env::consts::EXE_EXTENSION,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::LazyLock,
};

use crate::common::{copy, failure, folder, refused, repository, stdout};

/// The arguments for writing a site from a package whose three modules do nothing.
static SITE: LazyLock<[&str; 4]> = LazyLock::new(|| {
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("package");
    for name in ["read", "games", "explain"] {
        for (kind, text) in
            [("glue", "let {}Glue;\nexport default {}Glue;\n"), ("wasm", "export default \"\";\n")]
        {
            fs::create_dir_all(package.join(kind)).expect("made");
            let path = package.join(kind).join(name).with_extension("js");
            fs::write(path, text.replace("{}", name)).expect("written");
        }
    }
    fs::write(package.join("api.js"), "\nexport class SanStringsError {}\n").expect("written");
    let package = package.to_str().expect("a path").to_owned();
    ["site", "page", "--package", package.leak()]
});

/// Folder of the site, which we write once for all tests.
fn page() -> &'static Path {
    static PAGE: LazyLock<PathBuf> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        // An earlier run may have left a site.
        let _ = fs::remove_dir_all(folder.join("page"));
        stdout(folder, &*SITE);
        folder.join("page")
    });
    &PAGE
}

/// The page's list of strings has the same bounds, plies and counts as the tables. The number of strings for each
/// role and discriminator agrees with the output of `stats`.
#[test]
fn the_list_is_that_of_the_tables() {
    let script = fs::read_to_string(page().join("data.js")).expect("written");
    let (_, list) = script.split_once('`').expect("a list");
    let (list, _) = list.split_once('`').expect("its end");
    let read = |name: &str| fs::read_to_string(repository().join(name)).expect("there");
    let (games, counts) = (read("output/shortest_games.tsv"), read("data/lichess_counts.tsv"));
    let counts: HashMap<_, _> = counts.lines().filter_map(|line| line.split_once('\t')).collect();
    let mut cell = String::new();
    let mut numbers = HashMap::<String, u64>::new();
    assert_eq!(list.lines().count(), 28_938);
    for (row, game) in list.lines().zip(games.lines().skip(1)) {
        let [san, at_least, plies, count, mark] =
            row.split('\t').collect::<Vec<_>>()[..].try_into().expect("five columns");
        let game: Vec<&str> = game.split('\t').collect();
        assert_eq!([san, plies, at_least], game[..3]);
        assert_eq!(count, *counts.get(san).unwrap_or(&"0"), "{san}");
        if !mark.is_empty() {
            cell = mark.to_owned();
        }
        let (role, form) = cell.split_once('-').expect("two");
        for role in [role, "total"] {
            for form in [form, "total"] {
                *numbers.entry(format!("{role}-{form}")).or_default() += 1;
            }
        }
    }
    let mut table = String::new();
    for role in ["pawn", "knight", "bishop", "rook", "queen", "king", "total"] {
        let name = if role == "king" { "king, castling" } else { role };
        let _ = write!(table, "{name:<14}");
        for form in ["plain", "file", "rank", "square", "total"] {
            let number = numbers.get(&format!("{role}-{form}")).unwrap_or(&0);
            let _ = write!(table, "{number:>8}");
        }
        table.push('\n');
    }
    let makers = Path::new(env!("CARGO_BIN_EXE_makers"));
    let program = makers.with_file_name("san-strings").with_extension(EXE_EXTENSION);
    // If the tests of `san-strings` ran before, they have already built the program.
    if !program.exists() {
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--locked", "--bin", "san-strings"]);
        assert!(build.current_dir(repository()).status().expect("Cargo").success());
    }
    let stats = Command::new(program).arg("stats").output().expect("it runs").stdout;
    let stats = String::from_utf8(stats).expect("text");
    assert!(stats.trim_end().ends_with(table.trim_end()), "{table}");
}

/// If the package is missing, `site` fails and says how to build the package.
#[test]
fn a_site_needs_the_package() {
    let folder = folder();
    let error = failure(folder.path(), &["site", "page", "--package", "none"]);
    assert!(error.contains(".ci/npm"), "{error}");
    assert!(!folder.path().join("page").exists());
}

#[test]
fn a_link_that_is_shared_has_a_picture() {
    let folder = folder();
    stdout(folder.path(), &[&SITE[..], &["--address", "https://example.org/san/"]].concat());
    let html = fs::read_to_string(folder.path().join("page/index.html")).expect("written");
    assert!(html.contains("og:image\" content=\"https://example.org/san/share.png\""));
    assert!(!fs::read_to_string(page().join("index.html")).expect("written").contains("og:image"));
    let picture = fs::read(page().join("share.png")).expect("written");
    assert!(picture.starts_with(b"\x89PNG"));
}

type Change = fn(&[u8]) -> Vec<u8>;

const CHANGES: [Change; 5] = [
    |bytes| bytes[1..].into(),
    |bytes| bytes[..bytes.len() - 1].into(),
    |bytes| [bytes, b"\n"].concat(),
    |bytes| [b"x", bytes].concat(),
    |_| Vec::new(),
];

/// Checks that `site` refuses each changed file.
fn are_foreign<'a>(changed: impl Iterator<Item = (&'a str, Change)>) {
    let folder = folder();
    copy(page(), &folder.path().join("page"));
    for (name, change) in changed {
        let path = folder.path().join("page").join(name);
        let bytes = fs::read(&path).expect("a file");
        let text = change(&bytes);
        fs::write(&path, &text).expect("written");
        let error = failure(folder.path(), &*SITE);
        assert!(error.contains(name), "{error}");
        assert_eq!(fs::read(&path).expect("kept"), text);
        fs::write(&path, bytes).expect("written");
    }
    let said = stdout(folder.path(), &*SITE);
    assert!(said.contains(": 0 files written, "), "{said}");
}

/// `site` refuses to replace another program's file; with `--force`, it first renames this file.
#[test]
fn what_is_not_ours_is_not_replaced() {
    let what = "its last line is not the checksum that san-strings writes for the lines above";
    let folder = refused(&*SITE, "page/style.css", what);
    stdout(folder.path(), &[&SITE[..], &["--force"]].concat());
    let theirs = fs::read(folder.path().join("page/style.css.orig")).expect("set aside");
    assert!(theirs.starts_with(b"[Event"));
    stdout(folder.path(), &*SITE);
}

#[test]
fn a_changed_file_is_foreign() {
    let names = ["parts/e4.js", "peers.html"];
    are_foreign(names.into_iter().zip(CHANGES.into_iter().step_by(2)));
}

#[test]
#[ignore = "takes half a minute: each change of more files"]
fn every_changed_file_is_foreign() {
    let names = [
        "index.html",
        "style.css",
        "data.js",
        "parts/e4.js",
        "peers.html",
        "Rah1.svg",
        "share.png",
    ];
    are_foreign(names.into_iter().flat_map(|name| CHANGES.map(|change| (name, change))));
}

/// Each page has its own title and description, so that search results differ.
#[test]
fn each_page_has_a_title_and_a_description_of_its_own() {
    let mut heads = HashSet::new();
    let names = fs::read_dir(page()).expect("written");
    let paths = names.map(|entry| entry.expect("an entry").path());
    let pages: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|it| it == "html")).collect();
    for page in &pages {
        let html = fs::read_to_string(page).expect("written");
        for (start, end) in
            [("<title>", " – san-strings</title>"), ("name=\"description\" content=\"", "\">")]
        {
            let (_, rest) = html.split_once(start).expect("a start");
            let (text, _) = rest.split_once(end).expect("an end");
            assert!(
                text.len() > 2 && !text.contains(['{', '<', '"']),
                "{}: {text}",
                page.display()
            );
            assert!(heads.insert(text.to_owned()), "{}: {text}", page.display());
        }
    }
    assert_eq!(pages.len(), 20);
}
