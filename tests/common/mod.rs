//! Functions that several test modules share. They run the real binary, and inspect the files that it writes.
// The tests of `makers` use only some of these helpers.
#![allow(dead_code)]

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::{Child, Command as Process, Stdio},
    thread,
};

use assert_cmd::Command;
#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

/// The lists, in the order in which the program writes them.
pub const LISTS: [&str; 3] =
    ["san_strings.txt", "san_strings_with_symbols.txt", "san_strings_that_occur.txt"];

/// All generated files, in the order in which the program writes them.
pub const FILES: [&str; 6] = [
    LISTS[0],
    LISTS[1],
    LISTS[2],
    "tokenizer.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
];

/// The program under test: `san-strings`, or `makers` in the tests of that package.
const PROGRAM: &str =
    match (option_env!("CARGO_BIN_EXE_san-strings"), option_env!("CARGO_BIN_EXE_makers")) {
        (Some(program), _) | (None, Some(program)) => program,
        (None, None) => panic!("Cargo names the program"),
    };

pub fn repository() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    if package.ends_with("makers") { package.parent().expect("a folder") } else { package }
}

/// Creates a temporary folder, which is deleted when the `TempDir` is dropped.
pub fn folder() -> TempDir {
    TempDir::new().expect("a temporary folder")
}

/// Returns a command that runs the program in a folder.
pub fn san_strings(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder).args(args);
    command
}

/// Runs the program, expects this exit code, and returns standard output and standard error.
pub fn run(folder: &Path, args: &[&str], code: i32) -> (String, String) {
    let assert = san_strings(folder, args).assert().code(code);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    let output = assert.get_output();
    (text(&output.stdout), text(&output.stderr))
}

/// Runs the program, expects this exit code and nothing on standard error, and returns standard output.
pub fn said(folder: &Path, args: &[&str], code: i32) -> String {
    let (stdout, stderr) = run(folder, args, code);
    assert_eq!(stderr, "", "{args:?}");
    stdout
}

/// Runs the program, expects success, and returns standard output.
pub fn stdout(folder: &Path, args: &[&str]) -> String {
    said(folder, args, 0)
}

/// Runs the program, expects exit code 1 and nothing on standard output, and returns standard error.
pub fn failure(folder: &Path, args: &[&str]) -> String {
    let (stdout, stderr) = run(folder, args, 1);
    assert_eq!(stdout, "", "{args:?}");
    stderr
}

/// Checks that a command refuses to replace a file that it did not write, or a symbolic link to such a file.
/// Returns the folder.
pub fn refused(args: &[&str], name: &str, what: &str) -> TempDir {
    let folder = folder();
    let path = folder.path().join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    fs::write(&path, "[Event \"Mine\"]\n\n1. e4 *\n").expect("written");
    let before = contents(folder.path());
    assert_eq!(
        failure(folder.path(), args),
        format!("error: cannot replace {name}: {what}: `--force` renames it to NAME.orig\n")
    );
    #[cfg(unix)]
    {
        let target = folder.path().join("target");
        fs::rename(&path, &target).expect("moved");
        std::os::unix::fs::symlink(&target, &path).expect("a link");
        let said = failure(folder.path(), args);
        assert!(said.contains(": it is a symbolic link: `--force`"), "{said}");
        fs::remove_file(&path).expect("removed");
        fs::rename(&target, &path).expect("moved");
    }
    assert_eq!(contents(folder.path()), before);
    folder
}

/// Whether a program is installed. If it is missing, prints a note that the test is skipped.
pub fn is_here(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    let is_here = env::split_paths(&path).any(|folder| folder.join(program).is_file());
    if !is_here {
        eprintln!("{program} is not installed: a test is skipped");
    }
    is_here
}

/// Starts the program without waiting for it, with pipes for its standard input, output and error.
pub fn spawn(folder: &Path, args: &[&str]) -> Child {
    Process::new(PROGRAM)
        .current_dir(folder)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a run")
}

/// Sends `SIGINT`, as Ctrl-C does.
#[cfg(unix)]
pub fn interrupt(child: &Child) {
    let id = Pid::from_raw(child.id().cast_signed()).expect("not 0");
    kill_process(id, Signal::INT).expect("sent");
}

/// Interrupts a program again and again until it ends, and returns its exit code.
#[cfg(unix)]
pub fn interrupt_until_it_ends(mut child: Child) -> Option<i32> {
    loop {
        interrupt(&child);
        if let Some(status) = child.try_wait().expect("a child") {
            return status.code();
        }
        thread::yield_now();
    }
}

/// Returns the names in a folder, sorted.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> = entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.into_string().expect("text"))
        .collect();
    names.sort();
    names
}

/// Copies a folder to a new folder.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).expect("made");
    for (name, contents) in contents(from) {
        match contents {
            Some(bytes) => fs::write(to.join(name), bytes).expect("written"),
            None => fs::create_dir(to.join(name)).expect("made"),
        }
    }
}

/// Maps each path below a folder to the contents of a file, to the target of a symbolic link, or to `None`
/// for a folder.
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
