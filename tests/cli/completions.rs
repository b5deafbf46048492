//! Tests completions in real shells.
#![cfg(unix)]

use std::{fs, io::Write, path::Path, process::Command};

use crate::common::{folder, is_here, stdout};

/// Runs a script in a shell, in a folder.
fn shell(folder: &Path, shell: &str, arguments: &[&str], script: &str) -> String {
    let path = folder.join("script");
    let mut file = fs::File::create(&path).expect("a file");
    file.write_all(script.as_bytes()).expect("written");
    let output = Command::new(shell).args(arguments).arg(path).current_dir(folder).output();
    let output = output.unwrap_or_else(|error| panic!("{shell}: {error}"));
    assert!(output.stderr.is_empty(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

const CASES: [(&[&str], &[&str]); 6] = [
    (&["ex"], &["explain"]),
    (&["list", "--f"], &["--format"]),
    (&["list", "--format", ""], &["txt", "json", "csv"]),
    (&["explain", "--"], &["--format", "--ascii", "--svg", "--quiet"]),
    (&["tree", "count", "--s"], &["--syzygy"]),
    (&["completions", "z"], &["zsh"]),
];

#[test]
fn bash_completes_commands_options_and_values() {
    if !is_here("bash") {
        return;
    }
    let folder = folder();
    let mut script = stdout(folder.path(), &["completions", "bash"]);
    for (words, _) in CASES {
        let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
        // Does what bash does when the user presses Tab.
        let press_tab = format!(
            "COMP_WORDS=(san-strings {0})\nCOMP_CWORD={1}\nCOMPREPLY=()\n\
             function=$(complete -p san-strings | sed 's/.*-F \\([^ ]*\\) .*/\\1/')\n\
             $function san-strings \"${{COMP_WORDS[{1}]}}\" \"${{COMP_WORDS[{1}-1]}}\"\n\
             echo \"${{COMPREPLY[*]}}\"\n",
            quoted.join(" "),
            words.len()
        );
        script += &press_tab;
    }
    let said = shell(folder.path(), "bash", &["--norc"], &script);
    assert_eq!(said.lines().count(), CASES.len(), "{said}");
    for ((words, expected), line) in CASES.iter().zip(said.lines()) {
        let offered: Vec<&str> = line.split(' ').collect();
        for word in *expected {
            assert!(offered.contains(word), "{words:?}: {line}");
        }
    }
}

#[test]
#[ignore = "needs zsh"]
fn zsh_completes_commands_options_and_values() {
    let folder = folder();
    let script = stdout(folder.path(), &["completions", "zsh"]);
    fs::create_dir(folder.path().join("functions")).expect("a folder");
    fs::write(folder.path().join("functions/_san-strings"), script).expect("written");
    for (words, expected) in CASES {
        // Presses Tab in a zsh that runs in a pseudo-terminal.
        let script = format!(
            "zmodload zsh/zpty\nzpty shell zsh -f -i\n\
             zpty -w shell 'PROMPT=; fpath=($PWD/functions $fpath); autoload -Uz compinit; \
             compinit -u -d $PWD/dump; LISTMAX=1000; setopt no_list_beep; echo READ''Y'\n\
             zpty -r -m shell out '*READY*'\n\
             zpty -w -n shell $'san-strings {}\\t\\t'\n\
             out=; for n in {{1..40}}; do sleep 0.1; zpty -r -t shell more && out+=$more; done\n\
             print -r -- $out\n",
            words.join(" ")
        );
        let said = shell(folder.path(), "zsh", &["-f"], &script);
        for word in expected {
            assert!(said.contains(word), "{words:?}: {said}");
        }
    }
}
