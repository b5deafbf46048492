//! What several tests need: the real binary, and what it leaves on disk.
// Each test file is a crate of its own and uses some of this.
#![allow(dead_code)]

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Child, Command as Process, Stdio},
};

use assert_cmd::{Command, cargo::cargo_bin};
use tempfile::TempDir;

/// The lists, in the order in which they are written.
pub const LISTS: [&str; 3] =
    ["san_strings.txt", "san_strings_with_symbols.txt", "san_strings_that_occur.txt"];

/// The files that are generated, in that order.
pub const FILES: [&str; 6] = [
    LISTS[0],
    LISTS[1],
    LISTS[2],
    "tokenizer.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
];

/// The repository.
pub fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A new folder, which goes with the test.
pub fn folder() -> TempDir {
    TempDir::new().expect("a temporary folder")
}

/// The program, to be run in a folder.
pub fn san_strings(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin!("san-strings"));
    command.current_dir(folder).args(args);
    command
}

/// Standard output and standard error of a run with this exit code.
pub fn run(folder: &Path, args: &[&str], code: i32) -> (String, String) {
    let assert = san_strings(folder, args).assert().code(code);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    let output = assert.get_output();
    (text(&output.stdout), text(&output.stderr))
}

/// Standard output of a run with this exit code that says nothing on standard error.
pub fn said(folder: &Path, args: &[&str], code: i32) -> String {
    let (stdout, stderr) = run(folder, args, code);
    assert_eq!(stderr, "", "{args:?}");
    stdout
}

/// Standard output of a run that succeeds.
pub fn stdout(folder: &Path, args: &[&str]) -> String {
    said(folder, args, 0)
}

/// Standard error of a run with exit code 1 that says nothing on standard output.
pub fn failure(folder: &Path, args: &[&str]) -> String {
    let (stdout, stderr) = run(folder, args, 1);
    assert_eq!(stdout, "", "{args:?}");
    stderr
}

/// A run that goes on while the test does, with pipes for its output.
pub fn spawn(folder: &Path, args: &[&str]) -> Child {
    Process::new(cargo_bin!("san-strings"))
        .current_dir(folder)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a run")
}

/// Sends the signal that Ctrl-C sends.
#[cfg(unix)]
pub fn interrupt(child: &Child) {
    let id = child.id().to_string();
    let sent = Process::new("kill").args(["-INT", &id]).status();
    assert!(sent.expect("kill").success());
}

/// The names in a folder, sorted.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> = entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.into_string().expect("text"))
        .collect();
    names.sort();
    names
}

/// Every file below a folder, and every folder, without following links.
pub fn contents(folder: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let mut contents = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(path) = open.pop() {
        for entry in fs::read_dir(&path).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.strip_prefix(folder).expect("below").to_owned();
            if path.is_symlink() {
                let target = fs::read_link(&path).expect("a link");
                contents.insert(name, Some(target.into_os_string().into_encoded_bytes()));
            } else if path.is_dir() {
                contents.insert(name, None);
                open.push(path);
            } else {
                contents.insert(name, Some(fs::read(&path).expect("a file")));
            }
        }
    }
    contents
}
