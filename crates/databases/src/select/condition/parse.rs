//! Parses conditions.

use winnow::{
    ModalResult, Parser,
    ascii::multispace0,
    combinator::{alt, not, opt, preceded, repeat, separated, terminated},
    error::{ErrMode, ParserError},
    token::{none_of, one_of, take_while},
};

use san_strings_pgn::lexer::is_known;

use super::{ConditionError, Node, Operator, TagName, value::Value};

/// The maximum nesting of parentheses and `not`.
const DEEPEST: usize = 100;

/// Tag names that we refuse as values without quotation marks, because a user who writes `White=Black`
/// probably wants to compare two tags.
const TAGS: [&str; 12] = [
    "White",
    "Black",
    "WhiteElo",
    "BlackElo",
    "Date",
    "Event",
    "Site",
    "Result",
    "Player",
    "PlayerElo",
    "Opponent",
    "OpponentElo",
];

const MISSING: &str = "expected a comparison here, such as WhiteElo>=2700";

/// A parse error, with the number of bytes from the mistake to the end of the text.
#[derive(Debug)]
struct Fault {
    left: usize,
    what: String,
}

impl<'t> ParserError<&'t str> for Fault {
    type Inner = Fault;

    fn from_input(input: &&'t str) -> Fault {
        Fault { left: input.len(), what: String::new() }
    }

    fn into_inner(self) -> Result<Fault, Fault> {
        Ok(self)
    }
}

type Parsed<T> = ModalResult<T, Fault>;

/// Returns a parse error at the beginning of `rest`.
fn fault<T>(rest: &str, what: impl Into<String>) -> Parsed<T> {
    Err(ErrMode::Cut(Fault { left: rest.len(), what: what.into() }))
}

pub fn parse(text: &str) -> Result<Node, ConditionError> {
    let mut rest = text;
    let parsed = disjunction(&mut rest, DEEPEST).and_then(|node| {
        multispace0.parse_next(&mut rest)?;
        if rest.is_empty() { Ok(node) } else { fault(rest, after_comparison(rest)) }
    });
    parsed.map_err(|error| {
        let fault = error.into_inner().unwrap_or_else(|_| Fault { left: 0, what: MISSING.into() });
        ConditionError { text: text.to_owned(), at: text.len() - fault.left, what: fault.what }
    })
}

/// Parses comparisons joined by `or` and `and`. `and` binds tighter.
fn disjunction(input: &mut &str, depth: usize) -> Parsed<Node> {
    let conjunction = |input: &mut &str| {
        let operand = |input: &mut &str| operand(input, depth);
        let nodes = separated(1.., operand, word("and")).parse_next(input)?;
        Ok(joined(nodes, Node::All))
    };
    let nodes = separated(1.., conjunction, word("or")).parse_next(input)?;
    Ok(joined(nodes, Node::Any))
}

fn joined(mut nodes: Vec<Node>, join: fn(Vec<Node>) -> Node) -> Node {
    if nodes.len() == 1 { nodes.remove(0) } else { join(nodes) }
}

/// Parses a comparison, a condition in parentheses, or the negation of one of these.
fn operand(input: &mut &str, depth: usize) -> Parsed<Node> {
    multispace0.parse_next(input)?;
    let start = *input;
    let Some(depth) = depth.checked_sub(1) else {
        return fault(start, format!("more than {DEEPEST} nested parentheses or `not`"));
    };
    if opt(word("not")).parse_next(input)?.is_some() {
        return Ok(Node::Not(Box::new(operand(input, depth)?)));
    }
    if opt('(').parse_next(input)?.is_none() {
        return comparison(input);
    }
    let node = disjunction(input, depth)?;
    multispace0.parse_next(input)?;
    match opt(')').parse_next(input)? {
        Some(_) => Ok(node),
        None if input.is_empty() => fault(start, "this parenthesis is not closed"),
        None => fault(input, after_comparison(input)),
    }
}

/// Parses optional whitespace, and then the keyword `expected` in lower case.
fn word<'t>(expected: &'static str) -> impl Parser<&'t str, (), ErrMode<Fault>> {
    preceded(multispace0, name).verify(move |found: &str| found == expected).void()
}

/// Parses a tag name, or a keyword.
fn name<'t>(input: &mut &'t str) -> Parsed<&'t str> {
    let is_inner = |char: char| char.is_ascii_alphanumeric() || char == '_';
    (one_of(|char: char| char.is_ascii_alphabetic()), take_while(0.., is_inner))
        .take()
        .parse_next(input)
}

pub fn is_tag_name(text: &str) -> bool {
    name.parse(text).is_ok() && keyword(text).is_none()
}

fn comparison(input: &mut &str) -> Parsed<Node> {
    let start = *input;
    let Some(tag) = opt(name).parse_next(input)? else {
        return fault(start, instead_of_tag(start));
    };
    if let Some(keyword) = keyword(tag) {
        return match (tag == keyword, keyword) {
            (true, _) => fault(start, format!("{MISSING}, before `{keyword}`")),
            (false, _) => fault(start, format!("write `{keyword}`, in lower case")),
        };
    }
    multispace0.parse_next(input)?;
    let before = *input;
    let Some(operator) = opt(operator).parse_next(input)? else {
        return fault(before, instead_of_operator(tag, before));
    };
    multispace0.parse_next(input)?;
    let name = TagName::new(tag);
    if name.is_color()
        && operator != Operator::Contains
        && let Some(color) = color_in_capitals(input)
    {
        return fault(input, format!("write `{name}{operator}{color}`, in lower case"));
    }
    let (before, given) = (*input, value(input, operator)?);
    let is_about_known = matches!(operator, Operator::NotEqual | Operator::Contains);
    if !is_about_known && !is_known(&given) {
        let what = format!(
            "this value means `unknown`, which never equals anything: `not {tag}!=\"\"` selects \
             the games without this tag"
        );
        return fault(before, what);
    }
    let given = if operator == Operator::Contains { &given } else { given.trim() };
    let value = Value::new(given);
    if operator.is_ordered() && value.is_nearly_number() && !before.starts_with(['"', '\'']) {
        let what = format!(
            "{given} is neither a number nor a date such as 2015.03.31; in quotation marks it is compared as text"
        );
        return fault(before, what);
    }
    Ok(Node::Compare(name, operator, value))
}

/// Parses an operator. Refuses operators of programming languages, such as `==`.
fn operator(input: &mut &str) -> Parsed<Operator> {
    let own = alt(Operator::ALL.map(|(sign, operator)| sign.value(operator)));
    terminated(own, not(one_of(['=', '<', '>', '~', '!']))).parse_next(input)
}

/// Parses a value, bare or in quotation marks.
fn value(input: &mut &str, operator: Operator) -> Parsed<String> {
    let start = *input;
    if let Some(quote) = opt(one_of(['"', '\''])).parse_next(input)? {
        let escaped = preceded('\\', one_of(['"', '\'', '\\']));
        let inside = repeat(0.., alt((escaped, none_of([quote])))).parse_next(input)?;
        return match opt(quote).parse_next(input)? {
            Some(_) => Ok(inside),
            None => fault(start, "this quotation mark is not closed"),
        };
    }
    let bare: &str = take_while(0.., is_bare_character).parse_next(input)?;
    if bare.is_empty() || keyword(bare) == Some(bare) {
        return fault(start, instead_of_value(operator, start));
    }
    if TAGS.contains(&bare) {
        let what = format!(
            "a tag cannot be compared with another tag; as a text, {bare:?} needs quotation marks"
        );
        return fault(start, what);
    }
    Ok(bare.to_owned())
}

/// If a value is a color with capital letters, such as `Black`, returns the color in lower case, so
/// that we can suggest it. We call this before `value`, which would refuse `Black` because it is also
/// the name of a tag.
fn color_in_capitals(value: &str) -> Option<&'static str> {
    let value = value.trim_start_matches(['"', '\'']);
    let word = value.split(|char: char| !char.is_alphanumeric()).next()?;
    let mut colors = ["white", "black"].into_iter();
    colors.find(|color| word.eq_ignore_ascii_case(color) && word != *color)
}

/// Whether a text can be written as a value without quotation marks.
pub fn is_bare(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with('\'')
        && text.chars().all(is_bare_character)
        && keyword(text).is_none()
        && !TAGS.contains(&text)
}

fn is_bare_character(char: char) -> bool {
    !char.is_whitespace() && !char.is_control() && !"()\"=!<>~&|“”„".contains(char)
}

fn keyword(text: &str) -> Option<&'static str> {
    ["and", "or", "not"].into_iter().find(|keyword| text.eq_ignore_ascii_case(keyword))
}

/// Explains what is wrong with `rest`, where we expected a tag name.
fn instead_of_tag(rest: &str) -> String {
    match rest.chars().next() {
        None | Some(')') => MISSING.to_owned(),
        Some('!') => "write `not`".to_owned(),
        Some('&') => format!("{MISSING}; `and` joins two"),
        Some('|') => format!("{MISSING}; `or` joins two"),
        Some('"' | '\'') => {
            "a comparison begins with a tag name without quotation marks: White=\"Carlsen\""
                .to_owned()
        }
        Some(_) => "a comparison begins with a tag name: WhiteElo>=2700".to_owned(),
    }
}

fn instead_of_operator(tag: &str, rest: &str) -> String {
    let others = [
        ("==", "one `=` is enough: ", "="),
        ("<>", "write `!=`: ", "!="),
        ("=>", "write `>=`: ", ">="),
        ("=<", "write `<=`: ", "<="),
        ("=~", "write `~`: ", "~"),
        (":", "write `=`: ", "="),
    ];
    if let Some((sign, what, right)) = others.iter().find(|(sign, ..)| rest.starts_with(sign)) {
        let mut rest = rest[sign.len()..].trim_start();
        let example = match value(&mut rest, Operator::Equal) {
            Ok(value) => format!("{tag}{right}{}", Value::new(&value)),
            Err(_) => format!("{tag}{right}..."),
        };
        return format!("{what}{example}");
    }
    if rest.starts_with("!~") {
        return format!("write `not {tag}~...`");
    }
    let signs = Operator::ALL.map(|(sign, _)| sign).join(" ");
    let shell =
        if rest.is_empty() { "; in a shell, the condition needs quotation marks" } else { "" };
    format!("{tag} must be followed by one of {signs}, and a value{shell}")
}

fn instead_of_value(operator: Operator, rest: &str) -> String {
    if rest.starts_with(['“', '”', '„']) {
        return "write straight quotation marks: \"...\" or '...'".to_owned();
    }
    let hint = match rest.chars().next() {
        None => "",
        Some(_) => ": put text like this in quotation marks",
    };
    format!("a value is missing after `{operator}`{hint}")
}

/// Explains why a condition cannot continue with `rest` after a comparison.
fn after_comparison(rest: &str) -> String {
    let (mut after, first) = (rest, rest.chars().next());
    match (opt(name).parse_next(&mut after), first) {
        (_, Some('&')) => "write `and`".to_owned(),
        (_, Some('|')) => "write `or`".to_owned(),
        (_, Some(')')) => "this `)` has no matching `(`".to_owned(),
        (Ok(Some(name)), _) => match keyword(name) {
            Some("not") => "`and` or `or` is missing here".to_owned(),
            Some(keyword) => format!("write `{keyword}`, in lower case"),
            None if is_comparison(rest) => "`and` or `or` is missing here".to_owned(),
            None => BLANKS.to_owned(),
        },
        _ => BLANKS.to_owned(),
    }
}

const BLANKS: &str = "expected `and`, `or` or the end; a value with spaces or special characters needs quotation marks: \
                      White=\"Carlsen, Magnus\"";

fn is_comparison(mut rest: &str) -> bool {
    comparison(&mut rest).is_ok()
}
