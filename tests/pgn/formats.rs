//! Tests the file formats that people use. The program reads some of them, and refuses the others with an
//! error that names the format. We make some of the files with tools such as `7zz`, if these tools are
//! installed.

use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

use flate2::{
    Compression,
    write::{DeflateEncoder, GzEncoder},
};
use rawzip::{CompressionMethod, ZipArchiveWriter};

use crate::common::{folder, run, san_strings};

const GAME: &str = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 *\n";

/// The commands with which we read each file.
const WAYS: [&[&str]; 3] = [&["count"], &["encode"], &["encode", "--lines"]];

fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipArchiveWriter::new(Vec::new());
    for (name, bytes) in members {
        if name.ends_with('/') {
            zip.new_dir(*name).create().expect("memory");
            continue;
        }
        let file = zip.new_file(name).compression_method(CompressionMethod::DEFLATE);
        let (mut packed, config) = file.start().expect("memory");
        let mut member = config.wrap(DeflateEncoder::new(&mut packed, Compression::fast()));
        member.write_all(bytes).expect("memory");
        let (encoder, sizes) = member.finish().expect("memory");
        encoder.finish().expect("memory");
        packed.finish(sizes).expect("memory");
    }
    zip.finish().expect("memory")
}

fn gz(text: &[u8]) -> Vec<u8> {
    let mut file = GzEncoder::new(Vec::new(), Compression::fast());
    file.write_all(text).expect("memory");
    file.finish().expect("memory")
}

fn write(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) {
    fs::write(folder.join(name), bytes).expect("written");
}

/// Runs a tool. Returns `false` if the tool is not installed or fails.
fn tool(folder: &Path, name: &str, args: &[&str]) -> bool {
    let run = Command::new(name).args(args).current_dir(folder).stdout(Stdio::null()).status();
    run.is_ok_and(|status| status.success())
}

#[test]
fn a_zip_has_several_files() {
    let folder = folder();
    let members: [(&str, &[u8]); 6] = [
        ("a.pgn", GAME.as_bytes()),
        ("sub/", b""),
        ("sub/b.pgn", b"[Event \"b\"]\n\n1. Xf3 *\n\n[Event \"c\"]\n\n1. d4 *\n"),
        ("readme.txt", b"The games of the week, in PGN.\n"),
        ("a.cbh", b"\0\0\x2c\0\x2e\x01\0\0\0\0"),
        ("games.txt", GAME.as_bytes()),
    ];
    write(folder.path(), "games.zip", zip(&members));
    let (out, error) = run(folder.path(), &["encode", "games.zip"], 1);
    assert_eq!(out.lines().count(), 3, "{error}");
    for note in [
        "skipped: games.zip/sub/: it is not a file\n",
        "skipped: games.zip/readme.txt: it does not begin like PGN\n",
        "skipped: games.zip/a.cbh: it is a ChessBase database",
        "left out: games.zip/sub/b.pgn, game 1",
    ] {
        assert!(error.contains(note), "{note}: {error}");
    }
    let (out, error) = run(folder.path(), &["count", "games.zip", "--show", "3"], 0);
    assert!(out.starts_with("8 moves in 4 games\n"), "{out}");
    assert!(out.contains("games.zip/sub/b.pgn, game 1"), "{out}");
    assert!(error.contains("skipped: games.zip/readme.txt"), "{error}");
    let (_, error) = run(folder.path(), &["-q", "count", "games.zip"], 0);
    assert_eq!(error, "");
    // A zip can be read only from a seekable input. Standard input is seekable if it is a file, but not if it
    // is a pipe.
    let whole = fs::File::open(folder.path().join("games.zip")).expect("written");
    let output = Command::new(env!("CARGO_BIN_EXE_san-strings"))
        .args(["-q", "encode"])
        .stdin(whole)
        .output()
        .expect("a run");
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 3);
    for args in WAYS {
        let piped = san_strings(folder.path(), args)
            .write_stdin(fs::read(folder.path().join("games.zip")).expect("written"))
            .assert()
            .code(1);
        let error = String::from_utf8_lossy(&piped.get_output().stderr).into_owned();
        assert!(error.contains("standard input: a zip cannot be read from a pipe"), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
fn a_zip_without_pgn_is_an_error() {
    let folder = folder();
    write(folder.path(), "none.zip", zip(&[("readme.txt", b"hello\n"), ("a.csv", b"a,b\n1,2\n")]));
    write(folder.path(), "empty.zip", zip(&[]));
    let mut damaged = zip(&[("a.pgn", GAME.repeat(90).as_bytes())]);
    damaged[38..46].fill(0x55);
    write(folder.path(), "damaged.zip", damaged);
    let whole = zip(&[("a.pgn", GAME.as_bytes())]);
    write(folder.path(), "cut.zip", &whole[..60]);
    // The last 22 bytes of a zip contain the number of members twice. We change both from one to two.
    let (mut fewer, end) = (whole.clone(), whole.len() - 22);
    (fewer[end + 8], fewer[end + 10]) = (2, 2);
    write(folder.path(), "fewer.zip", fewer);
    // In the central directory, the checksum is 16 bytes after the signature.
    let mut checksum = whole;
    let directory = checksum.windows(4).position(|bytes| bytes == b"PK\x01\x02").expect("one");
    checksum[directory + 16] ^= 1;
    write(folder.path(), "checksum.zip", checksum);
    for args in WAYS {
        for (name, what) in [
            ("none.zip", "the zip contains no PGN"),
            ("empty.zip", "the zip contains no PGN"),
            ("damaged.zip", "damaged.zip/a.pgn"),
            ("cut.zip", "damaged"),
            ("fewer.zip", "the zip is cut off or damaged"),
            ("checksum.zip", "checksum.zip/a.pgn"),
        ] {
            let error = run(folder.path(), &[args, &[name]].concat(), 1).1;
            assert!(error.contains(what), "{args:?} {name}: {error}");
        }
    }
    // 7-Zip stores a short file uncompressed, so we need a long one.
    write(folder.path(), "a.pgn", GAME.repeat(90));
    for args in [
        &["a", "-tzip", "-pX", "secret.zip", "a.pgn"][..],
        &["a", "-tzip", "-mm=LZMA", "lzma.zip", "a.pgn"],
    ] {
        if tool(folder.path(), "7zz", args) {
            let name = args[args.len() - 2];
            let what = if name == "secret.zip" { "encrypted" } else { "another way than deflate" };
            let error = run(folder.path(), &["encode", name], 1).1;
            assert!(error.contains(what), "{error}");
        }
    }
}

#[test]
fn utf_16_is_read() {
    let folder = folder();
    let text = "[White \"Dürer 😀\"]\n\n1. e4 e5 2. Nf3 *\n".repeat(3000);
    let units: Vec<u16> = text.encode_utf16().collect();
    let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    write(folder.path(), "plain", &text);
    let args = ["-q", "encode", "--tags", "White"];
    let (right, _) = run(folder.path(), &[&args[..], &["plain"]].concat(), 0);
    assert_eq!(right.lines().count(), 3000);
    for (name, bytes) in [
        ("le", [b"\xff\xfe", &little[..]].concat()),
        ("be", [b"\xfe\xff", &big[..]].concat()),
        ("le.gz", gz(&little)),
        ("be without mark", big),
        ("le without mark", little),
    ] {
        write(folder.path(), name, bytes);
        let (out, _) = run(folder.path(), &[&args[..], &[name]].concat(), 0);
        assert!(out == right, "{name}");
    }
}

#[test]
fn other_formats_are_named() {
    let folder = folder();
    write(folder.path(), "a.pgn", GAME.repeat(50));
    let path = folder.path();
    let mut tar = vec![0; 1024];
    tar[..5].copy_from_slice(b"a.pgn");
    tar[257..262].copy_from_slice(b"ustar");
    for (name, bytes, what) in [
        ("a.tar", tar.clone(), "it is tar"),
        ("a.tar.gz", gz(&tar), "it is tar"),
        ("twice.gz", gz(&gz(GAME.as_bytes())), "compressed twice"),
        ("a.rar", b"Rar!\x1a\x07\x01\0\0\0".to_vec(), "it is RAR"),
        ("a.db", b"SQLite format 3\0\x10\0".to_vec(), "SQLite"),
        ("a.cbh", b"\0\0\x2c\0\x2e\x01\0\0".to_vec(), "ChessBase"),
        ("a.json", b" {\"moves\":\"1. e4 {x} e5\"}\n{\"moves\":\"d4\"}\n".to_vec(), "jq -r .moves"),
        ("b.json", b"[{\"pgn\": \"[Event \\\"x\\\"]\"}]".to_vec(), "it is JSON"),
        ("c.json", b"\n[[\"e4\",\"e5\"]]".to_vec(), "it is JSON"),
        ("d.json", b"[\"e4\", \"e5\"]\n[\"d4\"]\n".to_vec(), "it is JSON"),
        ("e.json", b"[12, 5]\n".to_vec(), "it is JSON"),
        ("a.html", b"\n<!DOCTYPE html><html>1. e4".to_vec(), "HTML"),
        ("b.html", b"<p>[Event \"x\"]<br />\n1. e4".to_vec(), "HTML"),
        ("a.csv", b"id,White Elo,moves\r\n1,2000,\"e4\ne5\"\r\n".to_vec(), "it is a table (CSV)"),
        ("b.csv", b"id;moves\n1;e4 e5\n".to_vec(), "it is a table (CSV)"),
        ("a.png", [b"\x89PNG\r\n\x1a\n".to_vec(), vec![0; 99]].concat(), "it is an image"),
        ("a.bin", (0..=255).cycle().skip(200).take(5000).collect(), "it is not text"),
        ("zeros", vec![0; 5000], "it is not text"),
    ] {
        write(path, name, bytes);
        named(path, name, what);
    }
    for (name, program, args, what) in [
        ("a.pgn.xz", "xz", &["-k", "a.pgn"][..], "it is xz"),
        ("a.pgn.lz4", "lz4", &["-q", "a.pgn", "a.pgn.lz4"], "it is lz4"),
        ("a.7z", "7zz", &["a", "a.7z", "a.pgn"], "it is 7z"),
    ] {
        if tool(path, program, args) {
            named(path, name, what);
        }
    }
}

/// Checks that the error is exactly one line, which names the file and its format.
fn named(folder: &Path, name: &str, what: &str) {
    for args in WAYS {
        let (out, error) = run(folder, &[args, &[name]].concat(), 1);
        assert!(error.starts_with("error: "), "{name}: {error}");
        assert!(error.contains(name) && error.contains(what), "{name}: {error}");
        assert_eq!(error.lines().count(), 1, "{name}: {error}");
        assert!(!out.contains('['), "{name}: {out}");
    }
}

#[test]
fn pgn_is_not_taken_for_another_format() {
    let folder = folder();
    for start in [
        "{\"Best\" by test} ",
        "{\"Best\": \"by test\"} ",
        "{\"a\": 1}\n",
        "{[%clk 0:01]} ",
        "[Event \"a, b\"]\n\n",
        "[ \"x\" ]\n\n",
        "\u{feff}[Event \"x\"]\n\n",
        "{a,b}\n",
        "; id,moves\n",
    ] {
        write(folder.path(), "a", format!("{start}1. e4 e5 2. Nf3 *\n"));
        let (out, error) = run(folder.path(), &["-q", "encode", "a"], 0);
        assert_eq!(out.lines().count(), 1, "{start}: {error}");
    }
    write(folder.path(), "table", "string,count\ne4,5\n");
    let (out, _) = run(folder.path(), &["count", "table"], 0);
    assert!(out.starts_with("5 moves in 1 table\n"), "{out}");
}

/// If trailing bytes follow the compressed data, the last game is still read.
#[test]
fn bytes_after_the_end_are_named() {
    let folder = folder();
    let text = GAME.repeat(20);
    // Removes the result `*` of the last game.
    let text = text.trim_end_matches("*\n");
    let zst = zstd::encode_all(text.as_bytes(), 1).expect("memory");
    for (name, bytes, what) in [
        ("zeros.gz", [gz(text.as_bytes()), vec![0; 700]].concat(), None),
        (
            "x.gz",
            [gz(text.as_bytes()), b"abc".to_vec()].concat(),
            Some("the last 3 bytes are not gzip data"),
        ),
        (
            "x.zst",
            [zst.clone(), b"garbage".to_vec()].concat(),
            Some("the last 7 bytes are not zstd data"),
        ),
        ("zeros.zst", [zst, vec![0; 700]].concat(), Some("the last 700 bytes are not zstd data")),
    ] {
        write(folder.path(), name, bytes);
        let code = i32::from(what.is_some());
        let (out, error) = run(folder.path(), &["count", name], code);
        assert!(out.starts_with("60 moves in 20 games\n"), "{name}: {out}");
        assert!(!out.contains("cut off"), "{name}: {out}");
        assert!(error.contains(what.unwrap_or_default()), "{name}: {error}");
        let (out, error) = run(folder.path(), &["encode", name], code);
        assert_eq!(out.lines().count(), 20, "{name}: {error}");
        assert!(error.contains(what.unwrap_or_default()), "{name}: {error}");
    }
}

#[test]
fn nothing_understood_is_no_success() {
    let folder = folder();
    for text in ["", " \n\n", "\u{feff}"] {
        write(folder.path(), "blank", text);
        for args in [&["count", "blank"][..], &["encode", "blank"]] {
            run(folder.path(), args, 0);
        }
    }
    write(folder.path(), "a.txt", "{nothing here}\n; nor here\n");
    for args in [&["count", "a.txt"][..], &["encode", "a.txt"]] {
        let error = run(folder.path(), args, 1).1;
        assert!(error.contains("a.txt: it contains no game"), "{error}");
    }
}

/// The error for a truncated file says that the file is truncated, and tells the user to fetch it again.
#[test]
fn what_is_cut_is_to_be_fetched_again() {
    let folder = folder();
    let game =
        |n: u32| format!("[Event \"{}\"]\n\n1. e4 e5 2. Nf3 *\n\n", n.wrapping_mul(2_654_435_761));
    let games = (1..20_000).map(game).collect::<Vec<_>>().concat();
    let games = games.as_bytes();
    let mut bz2 = Vec::new();
    let level = bzip2::Compression::fast();
    let mut bytes = games;
    std::io::Read::read_to_end(&mut bzip2::read::BzEncoder::new(&mut bytes, level), &mut bz2)
        .expect("memory");
    let mut deflated = zip(&[("a.pgn", games)]);
    let middle = deflated.len() / 2;
    deflated[middle..middle + 64].fill(0xff);
    let half = |bytes: &[u8]| bytes[..bytes.len() / 2].to_vec();
    for (name, bytes, what, has_games) in [
        ("a.zst", half(&zstd::encode_all(games, 1).expect("memory")), "its zstd data is", true),
        ("a.gz", half(&gz(games)), "its gzip data is", true),
        ("a.bz2", half(&bz2), "its bzip2 data is", true),
        ("a.zip", half(&zip(&[("a.pgn", games)])), "the zip is", false),
        ("b.zip", deflated, "its zip data is", true),
    ] {
        write(folder.path(), name, bytes);
        write(folder.path(), "z.pgn", GAME);
        let (ids, error) = run(folder.path(), &["encode", name, "z.pgn"], 1);
        assert!(error.contains(&format!("{what} cut off or damaged: download ")), "{error}");
        let line = error.lines().find(|line| line.starts_with("error: ")).expect("an error");
        assert!(line.contains(name), "{line}");
        let written = ids.lines().count() - 1;
        let count = indicatif::HumanCount(written as u64);
        let said = written > 0
            && line.ends_with(&format!("again; {count} games written before the error"));
        assert_eq!(said, has_games, "{written}: {error}");
        let (out, error) = run(folder.path(), &["count", name, "z.pgn"], 1);
        assert!(out.contains(" moves in ") && error.contains(what), "{error}");
    }
}

/// Two files are intact, but we cannot decode them: one has a zstd frame with a window of 256 MiB, and the
/// other has a zstd frame that needs a dictionary. The error says how to unpack the file.
#[test]
fn zstd_that_needs_more_says_so() {
    let folder = folder();
    let magic = b"\x28\xb5\x2f\xfd";
    let last_block = b"\x01\0\0";
    for (frame, advice) in [
        (&b"\x00\x90"[..], "its window is larger than 128 MiB: unpack it with `zstd -d --long=31`"),
        (b"\x01\x58\x07", "it was compressed with a dictionary: unpack it with `zstd -d -D"),
    ] {
        write(folder.path(), "a.zst", [&magic[..], frame, last_block].concat());
        for command in ["count", "encode", "lint"] {
            let (_, error) = run(folder.path(), &[command, "a.zst"], 1);
            assert!(error.contains(advice), "{command}: {error}");
        }
    }
    write(folder.path(), "a.zst", [&magic[..], b"\x00\x58", last_block].concat());
    let (_, error) = run(folder.path(), &["count", "a.zst"], 0);
    assert!(!error.contains("unpack"), "{error}");
}

/// The program does not silently skip an archive member that may contain games.
#[test]
fn a_member_that_cannot_be_read_is_an_error() {
    let folder = folder();
    let inner = zip(&[("a.pgn", GAME.as_bytes())]);
    let packed: [(&str, &[u8], &str); 5] = [
        ("b.pgn.xz", b"\xfd7zXZ\0\0\x04", "it is xz"),
        ("c.zip", &inner, "a zip cannot be read from"),
        ("d.7z", b"7z\xbc\xaf\x27\x1c", "it is 7z"),
        ("e.PGN", b"<html>1. e4</html>", "it is a web page"),
        ("f.pgn", b"\0\x01\x02\x03", "it is not text"),
    ];
    for (member, bytes, what) in packed {
        let members =
            [(member, bytes), ("__MACOSX/._z.pgn", b"\0\x05\x16\x07"), ("z.pgn", GAME.as_bytes())];
        write(folder.path(), "games.zip", zip(&members));
        for args in [&["encode"][..], &["-q", "encode"], &["count"], &["-q", "count"]] {
            let (out, error) = run(folder.path(), &[args, &["games.zip"]].concat(), 1);
            let line = error.lines().find(|line| line.contains(member)).expect("a line");
            assert!(line.starts_with("error: ") && line.contains(what), "{error}");
            assert!(!error.contains("error: games.zip/__MACOSX"), "{error}");
            assert!(out.contains("[26, 27, 218]") || out.starts_with("3 moves in 1 game"), "{out}");
        }
    }
}
