//! Tests the machine-readable formats of the lists: JSON, CSV, and token ids.
use std::{
    collections::{HashMap, HashSet},
    fs,
};

use crate::common::{repository, run, san_strings, stdout};

const LISTS: [(&[&str], &str); 3] = [
    (&["--list", "base"], "output/san_strings.txt"),
    (&["--list", "symbols"], "output/san_strings_with_symbols.txt"),
    (&[], "output/san_strings_that_occur.txt"),
];

/// The name of the list that the arguments select.
fn name_of(args: &[&'static str]) -> &'static str {
    args.last().copied().unwrap_or("occurring")
}

/// `list` and `encode` have the same default list, because ids of one list mean nothing in another list.
#[test]
fn list_and_encode_have_one_default() {
    let ids = stdout(repository(), &["list", "--most", "1000", "--format", "json"]);
    let ids: serde_json::Value = serde_json::from_str(&ids).expect("JSON");
    assert_eq!((&ids["list"], &ids["most"]), (&"occurring".into(), &1000.into()));
    let mut command = san_strings(repository(), &["encode", "--most", "1000", "-q"]);
    let output = command.write_stdin("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 *").output();
    let encoded = String::from_utf8(output.expect("a run").stdout).expect("text");
    let moves = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6"];
    let expected: Vec<String> = moves.iter().map(|san| ids["ids"][san].to_string()).collect();
    assert_eq!(encoded.trim_end(), format!("[{}]", expected.join(", ")));
    for command in ["list", "encode"] {
        let help = stdout(repository(), &[command, "--help"]);
        assert!(help.contains("[default: occurring]"), "{help}");
    }
}

fn list(args: &[&str], format: &str) -> String {
    stdout(repository(), &[&["list"], args, &["--format", format]].concat())
}

#[test]
fn json_gives_each_string_the_number_of_its_line() {
    for (args, file) in LISTS {
        let text = fs::read_to_string(file).expect("a list");
        let json: serde_json::Value = serde_json::from_str(&list(args, "json")).expect("JSON");
        assert_eq!(json["list"], name_of(args));
        let ids = json["ids"].as_object().expect("ids");
        assert_eq!(ids.len(), text.lines().count());
        for (id, line) in text.lines().enumerate() {
            assert_eq!(ids[line], id, "{line}");
        }
        assert_eq!(list(args, "txt"), text);
    }
}

/// The fields of each row contain the parts of its string, so that nobody needs to parse the string.
#[test]
fn csv_says_what_the_string_says() {
    let occurring = fs::read_to_string(LISTS[2].1).expect("a list");
    let occurring: HashSet<_> = occurring.lines().collect();
    let counts = fs::read_to_string("data/lichess_counts.tsv").expect("the counts");
    let counts: HashMap<_, _> = counts.lines().filter_map(|line| line.split_once('\t')).collect();
    for (args, file) in LISTS {
        let csv = list(args, "csv");
        let mut rows = csv.lines();
        let header = "role,discriminator,capture,to,promotion,suffix,occurs,pawn_file,castling,lichess_count";
        let (name, columns) = rows.next().and_then(|row| row.split_once(',')).expect("a header");
        assert_eq!((name, columns), (name_of(args), header));
        let text = fs::read_to_string(file).expect("a list");
        assert_eq!(rows.clone().count(), text.lines().count());
        for (row, line) in rows.zip(text.lines()) {
            let cells: Vec<_> = row.split(',').collect();
            let [
                string,
                role,
                from,
                capture,
                to,
                promotion,
                suffix,
                occurs,
                pawn_file,
                castling,
                lichess_count,
            ] = cells[..]
            else {
                panic!("{row} has {} cells", cells.len());
            };
            assert_eq!(string, line);
            assert_eq!(lichess_count, *counts.get(string).unwrap_or(&"0"));
            let letter = |role: &str| match role {
                "pawn" | "" => String::new(),
                "knight" => "N".to_owned(),
                role => role[..1].to_uppercase(),
            };
            let x = if capture == "true" { "x" } else { "" };
            let sign = if promotion.is_empty() { "" } else { "=" };
            let spelled = match castling {
                "kingside" => "O-O".to_owned(),
                "queenside" => "O-O-O".to_owned(),
                _ => {
                    let (role, promotion) = (letter(role), letter(promotion));
                    format!("{role}{from}{pawn_file}{x}{to}{sign}{promotion}")
                }
            };
            assert_eq!(format!("{spelled}{suffix}"), string, "{row}");
            assert_eq!(occurring.contains(string), occurs == "true", "{row}");
        }
    }
}

/// Here we only parse the JSON. `tests/oracles/tokenizer.py` loads the tokenizer with Hugging Face's
/// libraries.
#[test]
fn a_tokenizer_has_the_numbers_of_the_lines() {
    for (args, file) in LISTS {
        let text = fs::read_to_string(file).expect("a list");
        let json: serde_json::Value = serde_json::from_str(&list(args, "tokenizer")).expect("JSON");
        let vocab = json["model"]["vocab"].as_object().expect("a vocabulary");
        assert_eq!(vocab.len(), text.lines().count() + 8);
        for (id, line) in text.lines().enumerate() {
            assert_eq!(vocab[line], id, "{line}");
        }
        for (token, id) in
            json["added_tokens"].as_array().expect("tokens").iter().zip(text.lines().count()..)
        {
            assert_eq!(token["id"], id);
            assert_eq!(vocab[token["content"].as_str().expect("a name")], id);
        }
    }
    let committed = fs::read_to_string("output/tokenizer.json").expect("a tokenizer");
    assert_eq!(list(LISTS[2].0, "tokenizer"), committed);
}

#[test]
fn special_tokens_are_new_and_plain() {
    fn special<'a>(names: &[&'a str]) -> Vec<&'a str> {
        [&["list", "--list", "base", "--format", "tokenizer", "--special"], names].concat()
    }
    let text = stdout(repository(), &special(&["<s>", "a\"b\\c", "<unk>"]));
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["model"]["unk_token"], "<unk>");
    assert_eq!(json["model"]["vocab"]["a\"b\\c"], 9_759);
    // Game results have the last ids, unless `--special` names them.
    let vocabulary = |names: &[&str]| {
        let text = stdout(repository(), &special(names));
        let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let ids = json["model"]["vocab"].as_object().expect("strings and ids");
        let mut special: Vec<(u64, String)> = ids
            .iter()
            .filter_map(|(text, id)| Some((id.as_u64().filter(|&id| id >= 9_758)?, text.clone())))
            .collect();
        special.sort();
        let texts: Vec<String> = special.into_iter().map(|(_, text)| text).collect();
        texts.join(" ")
    };
    assert_eq!(vocabulary(&["<chunk>", "<UNK>"]), "<chunk> <UNK> 1-0 0-1 1/2-1/2 *");
    assert_eq!(vocabulary(&["*", "0-1", "[UNK]"]), "* 0-1 [UNK] 1-0 1/2-1/2");
    for (names, cause) in [
        (&["Nf3"][..], "`--special Nf3`: this token already exists"),
        (&["<s>", "<s>"], "`--special <s>`: this token already exists"),
        (&["<s>", "<chunk>"], "`--special` needs a token for text that is not in the list"),
        (&["a b"], "a special token must be printable ASCII without spaces"),
        (&[""], "a special token must be printable ASCII without spaces"),
        (&["é"], "a special token must be printable ASCII without spaces"),
    ] {
        let (_, error) = run(repository(), &special(names), 2);
        assert!(error.contains(cause), "{names:?}: {error}");
    }
    for by in ["list", "played"] {
        let (_, error) = run(repository(), &["list", "--special", "x", "--by", by], 2);
        assert!(error.contains("`--special` is for `--format tokenizer`"), "{error}");
    }
}
