//! Writes a list as a `tokenizer.json` that Hugging Face's `tokenizers` can load.
//!
//! The tokenizer reads PGN movetext and returns one token per move. It skips comments, variations (up to
//! three levels deep), annotations, move numbers and tag pairs. Each string has the same id as in
//! [`Vocabulary`]. The ids of the special tokens follow the ids of the strings.

use super::vocabulary::Vocabulary;

/// The special tokens. Their ids follow the ids of the strings, in this order.
pub const SPECIAL: [&str; 8] = [PAD, UNK, BOS, EOS, "1-0", "0-1", "1/2-1/2", "*"];

/// Padding.
pub const PAD: &str = "[PAD]";
/// Unknown move.
pub const UNK: &str = "[UNK]";
/// Beginning of a game.
pub const BOS: &str = "[BOS]";
/// End of a game.
pub const EOS: &str = "[EOS]";

/// Content of `tokenizer_config.json`, the same for every list. `transformers` needs this file to pad a batch,
/// and to add `[BOS]` and `[EOS]` on request.
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

/// Content of the `special_tokens_map.json` that older versions of `transformers` read.
pub const SPECIAL_MAP: &str = r#"{
  "pad_token": "[PAD]",
  "unk_token": "[UNK]",
  "bos_token": "[BOS]",
  "eos_token": "[EOS]"
}
"#;

/// Regular expressions for everything in movetext that is not a move. The tokenizer removes their matches, in
/// this order. The expressions match the same text in Oniguruma, Rust and JavaScript.
fn no_moves(is_base: bool) -> [&'static str; 8] {
    let variation = r"\([^()]*\)";
    [
        // Comments in braces. Then comments from `;` to the end of the line, and lines that begin with `%`.
        r"\{[^}]*\}",
        r";[^\n]*|(?<![^\n])%[^\n]*",
        // Innermost variations first.
        variation,
        variation,
        variation,
        // Tag pairs.
        r#"\[\w+\s*"(?:[^"\\]|\\.)*"\s*\]"#,
        // NAGs, `!` and `?`. Base strings contain neither `+` nor `#`, so if the list has base strings, we also
        // match these marks here.
        if is_base { r"\$[0-9]+|[!?+#]+" } else { r"\$[0-9]+|[!?]+" },
        // Move numbers, with or without dots.
        r"(?<!\S)[0-9]*\.[\s.]*|(?<!\S)[0-9]+(?!\S)",
    ]
}

const HEAD: &str = "{\n\"version\": \"1.0\",\n\"model\": {\"type\": \"WordLevel\", \"unk_token\": ";

/// The results of games. They are special tokens in every tokenizer.
pub const RESULTS: &[&str] = SPECIAL.split_at(4).1;

/// Whether this is the name of a special token for unknown text, such as `[UNK]` or `<unk>`.
pub fn is_unknown(name: &str) -> bool {
    let letters: String = name.chars().filter(char::is_ascii_alphabetic).collect();
    ["unk", "unknown"].iter().any(|unknown| letters.eq_ignore_ascii_case(unknown))
}

/// Writes a list as a `tokenizer.json`. Special tokens must be printable ASCII, and distinct from each other
/// and from the strings. Unknown text becomes the first special token that [`is_unknown`] accepts, or `[UNK]` if
/// there is none.
pub fn to_tokenizer_json(vocabulary: &Vocabulary, special: &[&str]) -> String {
    // For printable ASCII, `Debug` output is valid JSON.
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
        // Results are matched only after comments are removed, because a comment may contain a result.
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

/// Joins the elements of a JSON array or object, one per line.
fn lines(elements: impl Iterator<Item = String>) -> String {
    let elements: Vec<String> = elements.collect();
    format!("\n{}\n", elements.join(",\n"))
}
