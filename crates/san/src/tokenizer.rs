//! A list as a `tokenizer.json`, which Hugging Face's `tokenizers` loads as it is.
//!
//! It takes movetext as PGN writes it and gives one token a move: comments, variations
//! (three deep, one within the other), annotations, move numbers and tag pairs are left
//! out. The id of a string is the same as in [`Vocabulary`]; special tokens come after.

use super::vocabulary::Vocabulary;

/// The special tokens, in the order of their ids, which follow those of the strings.
pub const SPECIAL: [&str; 8] = [PAD, UNK, BOS, EOS, "1-0", "0-1", "1/2-1/2", "*"];

/// Padding.
pub const PAD: &str = "[PAD]";
/// Unknown move.
pub const UNK: &str = "[UNK]";
/// Beginning of a game.
pub const BOS: &str = "[BOS]";
/// End of a game.
pub const EOS: &str = "[EOS]";

/// The `tokenizer_config.json` beside it: what `transformers` has to know to pad a batch, and
/// to add `[BOS]` and `[EOS]` for who asks.
pub const CONFIG: &str = r#"{
  "tokenizer_class": "PreTrainedTokenizerFast",
  "pad_token": "[PAD]",
  "unk_token": "[UNK]",
  "bos_token": "[BOS]",
  "eos_token": "[EOS]",
  "add_bos_token": false,
  "add_eos_token": false,
  "clean_up_tokenization_spaces": false,
  "padding_side": "right",
  "model_input_names": ["input_ids", "attention_mask"]
}
"#;

/// The `special_tokens_map.json`, for older versions of `transformers`.
pub const SPECIAL_MAP: &str = r#"{
  "pad_token": "[PAD]",
  "unk_token": "[UNK]",
  "bos_token": "[BOS]",
  "eos_token": "[EOS]"
}
"#;

/// The parts of movetext that are not moves, as regular expressions that Oniguruma, Rust and
/// JavaScript read alike, in the order in which it is taken away.
fn no_moves(is_base: bool) -> [&'static str; 8] {
    let variation = r"\([^()]*\)";
    [
        // Comments: in braces, to the end of a line, lines that are not PGN at all.
        r"\{[^}]*\}",
        r";[^\n]*|(?<![^\n])%[^\n]*",
        // Innermost variations first.
        variation,
        variation,
        variation,
        // Tag pairs.
        r#"\[\w+\s*"(?:[^"\\]|\\.)*"\s*\]"#,
        // Annotations: NAGs, `!`, `?`; and `+` and `#` where no string has them.
        if is_base { r"\$[0-9]+|[!?+#]+" } else { r"\$[0-9]+|[!?]+" },
        // Move numbers, with points or without.
        r"(?<!\S)[0-9]*\.[\s.]*|(?<!\S)[0-9]+(?!\S)",
    ]
}

/// The beginning of every such file: not the one with which `tokenizers` writes its own.
const HEAD: &str = "{\n\"version\": \"1.0\",\n\"model\": {\"type\": \"WordLevel\", \"unk_token\": ";

/// The results, which are special tokens of every tokenizer.
pub const RESULTS: &[&str] = SPECIAL.split_at(4).1;

/// Whether a special token is that for unknown text, such as `[UNK]` or `<unk>`.
pub fn is_unknown(name: &str) -> bool {
    let letters: String = name.chars().filter(char::is_ascii_alphabetic).collect();
    ["unk", "unknown"].iter().any(|unknown| letters.eq_ignore_ascii_case(unknown))
}

/// The text of a `tokenizer.json` for a list. Special tokens must be printable ASCII,
/// different from each other and from the strings. One of them, the first that
/// [`is_unknown`], is for unknown text.
pub fn to_tokenizer_json(vocabulary: &Vocabulary, special: &[&str]) -> String {
    // Debug writes printable ASCII as JSON does.
    let unknown = special.iter().find(|name| is_unknown(name)).unwrap_or(&UNK);
    let texts = vocabulary.texts().map(|text| format!("{text:?}"));
    let texts = texts.chain(special.iter().map(|name| format!("{name:?}"))).zip(0..);
    let vocab = lines(texts.map(|(text, id)| format!("{text}: {id}")));
    let normalizers = lines(no_moves(vocabulary.is_base()).into_iter().map(|pattern| {
        format!(
            "{{\"type\": \"Replace\", \"pattern\": {{\"Regex\": {pattern:?}}}, \"content\": \" \"}}"
        )
    }));
    let added = lines(special.iter().zip(vocabulary.len()..).map(|(name, id)| {
        // Results are looked for when comments are gone, which may have some in them.
        let normalized = RESULTS.contains(name);
        format!(
            "{{\"id\": {id}, \"content\": {name:?}, \"single_word\": false, \"lstrip\": false, \
             \"rstrip\": false, \"normalized\": {normalized}, \"special\": true}}"
        )
    }));
    format!(
        "{HEAD}{unknown:?}, \"vocab\": {{{vocab}}}}},\n\
         \"normalizer\": {{\"type\": \"Sequence\", \"normalizers\": [{normalizers}]}},\n\
         \"pre_tokenizer\": {{\"type\": \"WhitespaceSplit\"}},\n\
         \"added_tokens\": [{added}],\n\
         \"truncation\": null,\n\"padding\": null,\n\"post_processor\": null,\n\
         \"decoder\": null\n}}\n"
    )
}

/// The elements of a list or an object, a line each.
fn lines(elements: impl Iterator<Item = String>) -> String {
    let elements: Vec<String> = elements.collect();
    format!("\n{}\n", elements.join(",\n"))
}
