//! Games as people type, scan and cut them: each was read wrong, or in silence, before.

use san_strings::Vocabulary;

use crate::common::{folder, run};

/// Runs a command on the bytes of a file: what it prints, and what it says on standard error.
fn on(bytes: impl AsRef<[u8]>, args: &[&str], code: i32) -> (String, String) {
    let folder = folder();
    std::fs::write(folder.path().join("games"), bytes).expect("written");
    run(folder.path(), &[args, &["games"]].concat(), code)
}

/// The moves of the games of a file, one game a line; `?` for what is not in the list.
fn moves(bytes: impl AsRef<[u8]>, args: &[&str], code: i32) -> (String, String) {
    let (lines, error) = on(bytes, &[&["encode"], args].concat(), code);
    let text = |line: &str| {
        let ids: Vec<u16> = serde_json::from_str(line).expect("ids");
        let text = |id| Vocabulary::occurring().text(id).map_or("?".into(), |san| san.to_string());
        ids.into_iter().map(text).collect::<Vec<String>>().join(" ")
    };
    (lines.lines().map(text).collect::<Vec<_>>().join("\n"), error)
}

/// A text in Windows-1252, in which the tests need these characters only.
fn windows_1252(text: &str) -> Vec<u8> {
    let byte = |char| match char {
        '–' => 0x96,
        '—' => 0x97,
        '†' => 0x86,
        char => u8::try_from(u32::from(char)).expect("Latin-1"),
    };
    text.chars().map(byte).collect()
}

#[test]
fn what_is_not_utf_8_is_windows_1252() {
    let text = "[White \"Müller – Œ\"]\n\n1. e2–e4 d7—d5 2. e×d5 Nf6 3. Bb5† *\n".replace('Œ', "é");
    let args = ["-q", "encode", "--tags", "White"];
    let (utf_8, _) = on(&text, &args, 0);
    assert!(utf_8.contains("Müller – é"), "{utf_8}");
    assert_eq!(on(windows_1252(&text), &args, 0).0, utf_8);
    let (_, error) = moves(windows_1252("1. e4 Qé *\n"), &[], 1);
    assert!(error.contains("ply 2: Qé: it is not a move"), "{error}");
}
