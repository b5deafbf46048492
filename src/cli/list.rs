//! `san-strings list` and `stats`.

use std::{io::Write, sync::Arc};

use anyhow::Result;
use clap::{Args, ValueEnum, value_parser};
use shakmaty::{
    CastlingSide, File, Rank,
    san::{San, SanPlus, Suffix},
};

use super::answer::{Answer, misuse};
use crate::tables::lichess_counts;
use san_strings_core::{
    Discriminator, SanStr, Vocabulary,
    breakdown::Breakdown,
    english::role_name,
    tokenizer::{RESULTS, SPECIAL, is_unknown},
};

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(super) enum List {
    /// Every string without `+` and `#`
    Base,
    /// Every base string in three forms: plain, with `+` and with `#`
    Symbols,
    /// Every string that can occur
    #[default]
    Occurring,
    /// Every move in UCI notation: from-square, to-square and promotion
    Uci,
}

/// A list, or only its most frequent strings.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct ListChoice {
    /// Which list of strings
    #[arg(long, value_enum, default_value_t)]
    list: List,
    /// Only the N strings played most often on lichess.org, still in list order
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    most: Option<u16>,
}

impl ListChoice {
    pub(super) fn vocabulary(self) -> Result<Arc<Vocabulary>> {
        let list = match self.list {
            List::Base => Vocabulary::base(),
            List::Symbols => Vocabulary::with_symbols(),
            List::Occurring => Vocabulary::occurring(),
            List::Uci if self.most.is_some() => {
                return Err(misuse(
                    "`--most` is for lists of SAN: there are no counts of UCI moves",
                ));
            }
            List::Uci => Vocabulary::uci(),
        };
        Ok(match self.most {
            None => Arc::clone(list),
            Some(most) => lichess_counts().most_frequent(list, usize::from(most)).into(),
        })
    }

    /// The name of the list, as an argument of `--list`.
    fn name(self) -> String {
        self.list.to_possible_value().expect("no list is skipped").get_name().to_owned()
    }
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  san-strings list | wc -l
  san-strings list --format json > vocabulary.json
  san-strings list --by played | awk '$2 > 0' | tail    the rarest strings that were played
  san-strings list --most 4000    4,000 strings, which cover 99.9 % of all moves
  san-strings list --format tokenizer --special '<s>' '</s>' '<unk>' > tokenizer.json
  san-strings list --list symbols --format csv | awk -F, '$8 == \"false\"'    strings that cannot occur")]
pub(super) struct ListArgs {
    #[command(flatten)]
    list: ListChoice,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Sort order; `--by played` also prints each count in `txt` output
    #[arg(long, value_enum, default_value_t)]
    by: Order,
    /// Special tokens of the tokenizer, instead of `[PAD]`, `[UNK]`, `[BOS]` and `[EOS]`. One of them,
    /// such as `<unk>`, must represent unknown text. If you do not name all four results `1-0`, `0-1`,
    /// `1/2-1/2` and `*`, the missing results get the ids after the named tokens
    #[arg(long, value_name = "NAME", num_args = 1.., value_parser = special)]
    special: Option<Vec<String>>,
}

/// Accepts the name of a special token: printable ASCII characters without spaces.
fn special(name: &str) -> Result<String, String> {
    let is_plain = |byte: u8| byte.is_ascii_graphic();
    if !name.is_empty() && name.bytes().all(is_plain) {
        return Ok(name.to_owned());
    }
    Err("a special token must be printable ASCII without spaces".to_owned())
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Format {
    /// One string per line
    #[default]
    Txt,
    /// A JSON object: the name of the list, and `ids`, which maps each string to its id, from 0
    Json,
    /// A table: each string (in a column with the name of the list), its parts, and how often it was
    /// played on lichess.org
    Csv,
    /// A `tokenizer.json` for Hugging Face's `tokenizers`
    Tokenizer,
}

#[derive(Clone, Copy, Default, Eq, PartialEq, ValueEnum)]
enum Order {
    /// In list order
    #[default]
    List,
    /// Most played on lichess.org first
    Played,
}

pub(super) fn list(args: &ListArgs, out: &mut impl Write) -> Result<Answer> {
    let (list, name) = (args.list.vocabulary()?, args.list.name());
    match (args.by, args.format) {
        (_, Format::Txt | Format::Json | Format::Csv) if args.special.is_some() => {
            return Err(misuse("`--special` is for `--format tokenizer`"));
        }
        (Order::List, _) => {}
        (Order::Played, Format::Txt | Format::Csv) if !list.is_uci() => {}
        (Order::Played, _) => {
            return Err(misuse("`--by played` needs a list of SAN, and `--format txt` or `csv`"));
        }
    }
    match (args.format, list.is_uci()) {
        (Format::Tokenizer, _) => {
            let special = match &args.special {
                Some(names) => special_tokens(&list, names)?,
                None => SPECIAL.to_vec(),
            };
            write!(out, "{}", list.tokenizer_json(&special))?;
        }
        (Format::Txt, _) if args.by == Order::Played => {
            for (san, count) in counted(&list, args.by) {
                writeln!(out, "{san}\t{count}")?;
            }
        }
        (Format::Txt, _) => {
            for text in list.texts() {
                writeln!(out, "{text}")?;
            }
        }
        (Format::Json, _) => {
            let most =
                args.list.most.map_or(String::new(), |most| format!("\n  \"most\": {most},"));
            // No character of a SAN or UCI move needs to be escaped in JSON.
            let ids = list.texts().enumerate().map(|(id, text)| format!("\n    \"{text}\": {id}"));
            let ids = ids.collect::<Vec<_>>().join(",");
            writeln!(out, "{{\n  \"list\": \"{name}\",{most}\n  \"ids\": {{{ids}\n  }}\n}}")?;
        }
        (Format::Csv, false) => {
            writeln!(out, "{name},{HEADER}")?;
            for (san, count) in counted(&list, args.by) {
                writeln!(out, "{},{count}", row(san))?;
            }
        }
        (Format::Csv, true) => {
            let message = "--format csv is for lists of SAN: its columns are the parts of a SAN";
            return Err(misuse(message));
        }
    }
    Ok(Answer::Yes)
}

/// The columns that follow the string in the CSV table.
const HEADER: &str = "role,discriminator,capture,to,promotion,suffix,occurs,pawn_file,castling,\
                      lichess_count";

/// Checks the names of the special tokens. Returns these names, and then the game results that are not among
/// them.
fn special_tokens<'a>(list: &Vocabulary, names: &'a [String]) -> Result<Vec<&'a str>> {
    for (n, name) in names.iter().enumerate() {
        if names[..n].contains(name) || list.id(name).is_some() {
            return Err(misuse(format!("`--special {name}`: this token already exists")));
        }
    }
    if !names.iter().any(|name| is_unknown(name)) {
        let message = "`--special` needs a token for text that is not in the list, such as \
                       `[UNK]` or `<unk>`";
        return Err(misuse(message));
    }
    let results = RESULTS.iter().filter(|result| !names.iter().any(|name| name == *result));
    Ok(names.iter().map(String::as_str).chain(results.copied()).collect())
}

/// Returns the strings in the order `by`, each with the number of times that it was played. With
/// `Order::Played`, the count of a base string includes the counts of that string with `+` and
/// with `#`.
fn counted(list: &Vocabulary, by: Order) -> Vec<(SanPlus, u64)> {
    let counts = lichess_counts();
    match by {
        Order::List => list.sans().map(|san| (san, counts.of(SanStr::from(san)))).collect(),
        Order::Played => {
            let ids = counts.by_played(list).into_iter();
            ids.map(|(count, id)| (list.san(id).expect("an id of the list"), count)).collect()
        }
    }
}

/// Formats a string and its parts as a line of the CSV table.
fn row(san: SanPlus) -> String {
    let (mut from, mut pawn_file) = (String::new(), String::new());
    let (role, capture, to, promotion, castling) = match san.san {
        San::Normal { role, file, rank, capture, to, promotion } => {
            // Every pawn capture names the pawn's file, so this file is not a discriminator.
            let is_pawn = Discriminator::of(san.san) == Discriminator::None;
            let named = if is_pawn { &mut pawn_file } else { &mut from };
            named.extend(file.map(File::char));
            named.extend(rank.map(Rank::char));
            (role_name(role), capture, to.to_string(), promotion.map_or("", role_name), "")
        }
        // For castling, we leave the to-square empty, because the king's to-square differs for White and
        // Black.
        castling => {
            let is_king_side = castling == San::Castle(CastlingSide::KingSide);
            let side = if is_king_side { "kingside" } else { "queenside" };
            ("king", false, String::new(), "", side)
        }
    };
    let suffix: String = san.suffix.map(Suffix::char).into_iter().collect();
    let occurs = Vocabulary::occurring().id_of(san).is_some();
    format!(
        "{san},{role},{from},{capture},{to},{promotion},{suffix},{occurs},{pawn_file},{castling}"
    )
}

/// Prints how many strings each list has, by piece and discriminator.
pub(super) fn stats(out: &mut impl Write) -> Result<Answer> {
    let count = |list: &Vocabulary| Breakdown::count(list, &|_| true);
    writeln!(
        out,
        "Base strings\n\n{}\nWith symbols: each plain, with + and with #\n\n{}\n\
         Occurring: those that some game can play\n\n{}",
        count(Vocabulary::base()),
        count(Vocabulary::with_symbols()),
        count(Vocabulary::occurring()),
    )?;
    Ok(Answer::Yes)
}
