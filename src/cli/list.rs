//! `san-strings list`.

use std::io::Write;

use anyhow::Result;
use clap::{Args, ValueEnum, value_parser};
use shakmaty::{
    File, Rank, Role,
    san::{San, SanPlus, Suffix},
};

use super::{Answer, Misuse};
use crate::tables::lichess_counts;
use san_strings_core::{
    AnyVocabulary, Discriminator, SanStr, Vocabulary,
    tokenizer::{RESULTS, SPECIAL, is_unknown},
};

/// A list of strings.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(super) enum List {
    /// Every string without `+` and `#`
    Base,
    /// Every string plain, with `+` and with `#`
    Symbols,
    /// Every string that can occur
    #[default]
    Occurring,
    /// Every move as UCI writes it: from-square and to-square
    Uci,
}

/// A list, or the most frequent strings of one.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct ListChoice {
    /// The list of strings. Those of `base` never carry `+` or `#`
    #[arg(long, value_enum, default_value_t)]
    list: List,
    /// Only the N strings most often played on lichess.org, still in list order
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    most: Option<u16>,
}

impl ListChoice {
    pub(super) fn vocabulary(self) -> Result<AnyVocabulary> {
        let list = match self.list {
            List::Base => Vocabulary::base(),
            List::Symbols => Vocabulary::with_symbols(),
            List::Occurring => Vocabulary::occurring(),
            List::Uci if self.most.is_some() => {
                let message = "--most is for lists of SAN: there are no counts of UCI moves";
                return Err(Misuse(message.to_owned()).into());
            }
            List::Uci => return Ok(AnyVocabulary::Uci),
        };
        Ok(match self.most {
            None => list.into(),
            Some(most) => lichess_counts().most_frequent(list, usize::from(most)).into(),
        })
    }

    /// The name of the list, as `--list` has it.
    fn name(self) -> String {
        self.list.to_possible_value().expect("no list is skipped").get_name().to_owned()
    }
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  san-strings list | wc -l
  san-strings list --format json > vocabulary.json
  san-strings list --by played | tail    the rarest moves
  san-strings list --most 4000    4,000 strings, 99.9 % of all moves
  san-strings list --format tokenizer --special '<s>' '</s>' '<unk>' > tokenizer.json
  san-strings list --list symbols --format csv | awk -F, '$8 == \"false\"'    those that cannot occur")]
pub(super) struct ListArgs {
    #[command(flatten)]
    list: ListChoice,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Sort order; with `--by played`, `txt` output also prints each count
    #[arg(long, value_enum, default_value_t)]
    by: Order,
    /// The special tokens of the tokenizer, instead of `[PAD]`, `[UNK]`, `[BOS]` and `[EOS]`: one
    /// is for unknown text, such as `<unk>`. The four results follow
    #[arg(long, value_name = "NAME", num_args = 1.., value_parser = special)]
    special: Option<Vec<String>>,
}

/// A name that JSON takes as it is.
fn special(name: &str) -> Result<String, String> {
    let is_plain = |byte: u8| byte.is_ascii_graphic();
    if !name.is_empty() && name.bytes().all(is_plain) {
        return Ok(name.to_owned());
    }
    Err("a special token is printable ASCII without spaces".to_owned())
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Format {
    /// One string a line
    #[default]
    Txt,
    /// An object: the name of the list, and `ids` with each string and its id, from 0
    Json,
    /// A table: each string, in a column named like the list, its parts, and how often it was
    /// played on lichess.org
    Csv,
    /// A `tokenizer.json` for Hugging Face's `tokenizers`
    Tokenizer,
}

#[derive(Clone, Copy, Default, Eq, PartialEq, ValueEnum)]
enum Order {
    /// The order of the list
    #[default]
    List,
    /// The most played on lichess.org first
    Played,
}

pub(super) fn list(args: &ListArgs, out: &mut impl Write) -> Result<Answer> {
    let list = args.list.vocabulary()?;
    if args.by == Order::Played {
        return list_by_played(&list, args, out);
    }
    if args.special.is_some() && !matches!(args.format, Format::Tokenizer) {
        let message = "--special is for --format tokenizer";
        return Err(Misuse(message.to_owned()).into());
    }
    if list.san().is_none() && matches!(args.format, Format::Csv) {
        let message = "--format csv is for lists of SAN: it says what each string says";
        return Err(Misuse(message.to_owned()).into());
    }
    match args.format {
        Format::Tokenizer => {
            let special = match &args.special {
                Some(names) => special_tokens(&list, names)?,
                None => SPECIAL.to_vec(),
            };
            write!(out, "{}", list.tokenizer_json_with(&special))?;
        }
        Format::Txt => {
            for text in list.texts() {
                writeln!(out, "{text}")?;
            }
        }
        Format::Json => {
            // No character of a SAN needs to be escaped.
            write!(out, "{{\n  \"list\": \"{}\",\n", args.list.name())?;
            if let Some(most) = args.list.most {
                writeln!(out, "  \"most\": {most},")?;
            }
            write!(out, "  \"ids\": {{")?;
            for (id, san) in list.texts().enumerate() {
                let start = if id == 0 { "" } else { "," };
                write!(out, "{start}\n    \"{san}\": {id}")?;
            }
            writeln!(out, "\n  }}\n}}")?;
        }
        Format::Csv => {
            writeln!(out, "{},{HEADER}", args.list.name())?;
            let counts = lichess_counts();
            for san in list.san().into_iter().flat_map(Vocabulary::sans) {
                writeln!(out, "{},{}", row(san), counts.of(SanStr::from(san)))?;
            }
        }
    }
    Ok(Answer::Yes)
}

/// The columns of a table after the first.
const HEADER: &str = "role,discriminator,capture,to,promotion,suffix,occurs,pawn_file,castling,\
                      lichess_count";

/// The special tokens of these names, and the results.
fn special_tokens<'a>(list: &AnyVocabulary, names: &'a [String]) -> Result<Vec<&'a str>> {
    let mut special: Vec<&str> = Vec::with_capacity(names.len() + RESULTS.len());
    for name in names {
        if special.contains(&&**name) || list.id(name).is_some() {
            return Err(Misuse(format!("--special {name}: there is one already")).into());
        }
        special.push(name);
    }
    if !names.iter().any(|name| is_unknown(name)) {
        let message =
            "--special names none for text that is not in the list, such as [UNK] or <unk>";
        return Err(Misuse(message.to_owned()).into());
    }
    let results = RESULTS.iter().filter(|result| !names.iter().any(|name| name == *result));
    special.extend(results);
    Ok(special)
}

/// Prints the strings with the number of times they were played. A base string stands for itself
/// and for its check and mate.
fn list_by_played(list: &AnyVocabulary, args: &ListArgs, out: &mut impl Write) -> Result<Answer> {
    let format = args.format;
    let list = match list.san() {
        Some(list) if matches!(format, Format::Txt | Format::Csv) => list,
        _ => {
            let message = "--by played is for lists of SAN, as txt or csv";
            return Err(Misuse(message.to_owned()).into());
        }
    };
    if matches!(format, Format::Csv) {
        writeln!(out, "{},{HEADER}", args.list.name())?;
    }
    for (count, id) in lichess_counts().by_played(list) {
        let san = list.san(id).expect("an id of the list");
        match format {
            Format::Csv => writeln!(out, "{},{count}", row(san))?,
            _ => writeln!(out, "{san}\t{count}")?,
        }
    }
    Ok(Answer::Yes)
}

/// The fields of a string, as a line of the table.
fn row(san: SanPlus) -> String {
    let word = |role: Role| format!("{role:?}").to_lowercase();
    let (mut from, mut pawn_file, mut castling) = (String::new(), String::new(), "");
    let (role, capture, to, promotion) = match san.san {
        San::Normal { role, file, rank, capture, to, promotion } => {
            if Discriminator::of(san.san) == Discriminator::None {
                // Not to tell the move apart: every pawn capture names it.
                pawn_file.extend(file.map(File::char));
            } else {
                from.extend(file.map(File::char));
                from.extend(rank.map(Rank::char));
            }
            (role, capture, to.to_string(), promotion)
        }
        // Castling goes to another square for each colour.
        San::Castle(side) => {
            castling = if side.is_king_side() { "kingside" } else { "queenside" };
            (Role::King, false, String::new(), None)
        }
        San::Put { .. } | San::Null => (Role::King, false, String::new(), None),
    };
    let (role, promotion) = (word(role), promotion.map_or(String::new(), word));
    let suffix: String = san.suffix.map(Suffix::char).into_iter().collect();
    let occurs = Vocabulary::occurring().id_of(san).is_some();
    format!(
        "{san},{role},{from},{capture},{to},{promotion},{suffix},{occurs},{pawn_file},{castling}"
    )
}
