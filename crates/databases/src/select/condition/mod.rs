//! Conditions on the tags of a game.

mod error;
mod name;
mod parse;
mod value;

use std::{fmt, str::FromStr};

use shakmaty::Color;

use self::value::{Relation, Value};
pub use self::{error::ConditionError, name::TagName};
use san_strings_pgn::lexer::TagList;

pub use self::{parse::is_tag_name, value::number};

/// A condition on the tags of a game, such as `WhiteElo>=2700 and Date>=2015`.
///
/// A comparison is a tag, an operator and a value. The operator is one of `=` `!=` `<` `<=` `>` `>=` `~`. The
/// value may be bare or in quotation marks. A number, such as 2015, is compared with tags that hold a number or a
/// date. A date is compared only with tags that hold a date. Any other value is compared as text, byte by byte.
/// `~` checks whether the tag contains the text, ignoring case. You can combine comparisons with parentheses and
/// with `not`, `and` and `or`: `not` binds tightest, and `or` loosest.
///
/// A comparison is false if the tag is missing, or has an unknown value such as `?`, `-` or `????.??.??`. So
/// `not WhiteElo>=2700` selects games without a rating, but `WhiteElo<2700` does not.
///
/// Dates are compared only to the precision of the value: `Date=2015` is true for any day of 2015. If the
/// result depends on an unknown part of the date, the comparison is false. For example, if the tag is
/// `[Date "2015.??.??"]`, `Date>=2015` is true, but both `Date>=2015.03` and `Date<2015.03` are false.
///
/// In tag names, `Player` means the side that makes the move, and `Opponent` means the other side:
/// `PlayerElo` is `WhiteElo` for the moves of White, and `BlackElo` for the moves of Black. `PlayerColor` is
/// `white` or `black`, and `Year` is the year of `Date`. All these names are case-insensitive.
///
/// After `<`, `<=`, `>` and `>=`, a value that begins with a digit must be a number, a date or a time, or be in
/// quotation marks. This way, `2,700` is not compared as text by mistake.
///
/// ```
/// use san_strings_databases::Condition;
///
/// let condition: Condition = "WhiteElo >= 2700 and not (Event ~ blitz)".parse()?;
/// assert_eq!(condition.to_string(), "WhiteElo>=2700 and not Event~blitz");
/// # Ok::<_, san_strings_databases::ConditionError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    root: Node,
    is_of_players: bool,
}

#[derive(Clone, Debug, PartialEq)]
enum Node {
    Compare(TagName, Operator, Value),
    Not(Box<Node>),
    /// Two or more nodes joined by `and`.
    All(Vec<Node>),
    /// Two or more nodes joined by `or`.
    Any(Vec<Node>),
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Operator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Contains,
}

impl Operator {
    /// All operators with their symbols. A symbol comes before its prefixes, such as `<=` before `<`.
    const ALL: [(&str, Operator); 7] = [
        ("<=", Operator::LessOrEqual),
        (">=", Operator::GreaterOrEqual),
        ("!=", Operator::NotEqual),
        ("=", Operator::Equal),
        ("<", Operator::Less),
        (">", Operator::Greater),
        ("~", Operator::Contains),
    ];

    /// Whether the operator is `<`, `<=`, `>` or `>=`.
    fn is_ordered(self) -> bool {
        !matches!(self, Operator::Equal | Operator::NotEqual | Operator::Contains)
    }

    /// Whether a comparison is true. `None` if the value of the tag is unknown, or if the operator is `<`,
    /// `<=`, `>` or `>=` and the two values have no order, such as `x` and `2700`.
    fn holds(self, value: &Value, tag: &str) -> Option<bool> {
        if self == Operator::Contains {
            return value.is_within(tag);
        }
        Some(match (value.relation(tag), self) {
            (Relation::Unknown, _) => return None,
            (Relation::Different, _) if self.is_ordered() => return None,
            (Relation::Different, _) => self == Operator::NotEqual,
            (Relation::Ordered(_, is_same), Operator::Equal) => is_same,
            (Relation::Ordered(_, is_same), Operator::NotEqual) => !is_same,
            (Relation::Ordered(order, _), Operator::Less) => order.is_lt(),
            (Relation::Ordered(order, _), Operator::LessOrEqual) => order.is_le(),
            (Relation::Ordered(order, _), Operator::Greater) => order.is_gt(),
            (Relation::Ordered(order, _), _) => order.is_ge(),
        })
    }
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = Operator::ALL.iter().find(|(_, operator)| operator == self);
        f.write_str(sign.map_or("", |(sign, _)| sign))
    }
}

impl Condition {
    /// Whether the condition holds for the moves of `side` in a game with these tags. A comparison with an
    /// unknown value is false.
    pub(crate) fn holds(&self, tags: &TagList<'_>, side: Color) -> bool {
        self.root.truth(tags, side, Some(false)) == Some(true)
    }

    /// Whether the condition is true, in the three-valued logic of SQL: `None` if the result depends on an
    /// unknown value.
    pub(crate) fn truth(&self, tags: &TagList<'_>, side: Color) -> Option<bool> {
        self.root.truth(tags, side, None)
    }

    /// Whether the condition can hold for the moves of one side and fail for the moves of the other side.
    ///
    /// ```
    /// use san_strings_databases::Condition;
    ///
    /// let condition: Condition = "PlayerElo>=2700".parse()?;
    /// assert!(condition.is_of_players());
    /// # Ok::<_, san_strings_databases::ConditionError>(())
    /// ```
    pub fn is_of_players(&self) -> bool {
        self.is_of_players
    }

    /// Returns the tags that the condition names, without duplicates. For `PlayerElo`, these are `WhiteElo`
    /// and `BlackElo`.
    pub fn tags(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.root.tags().into_iter().flat_map(TagName::tags).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

impl FromStr for Condition {
    type Err = ConditionError;

    fn from_str(text: &str) -> Result<Condition, ConditionError> {
        parse::parse(text).map(Condition::from)
    }
}

impl fmt::Display for Condition {
    /// Writes the condition without needless parentheses and spaces. Parsing the text returns the same
    /// condition.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.root.fmt(f)
    }
}

impl From<Node> for Condition {
    fn from(root: Node) -> Condition {
        let is_of_players = root.tags().iter().any(|tag| tag.is_of_players());
        Condition { root, is_of_players }
    }
}

impl Node {
    /// Whether the condition is true. A comparison with an unknown value has the result `unknown`.
    fn truth(&self, tags: &TagList<'_>, side: Color, unknown: Option<bool>) -> Option<bool> {
        // A single node whose truth value equals `decides` settles the result: for example, a false node in
        // an `and`.
        let join = |nodes: &[Node], decides: bool| {
            let mut joined = Some(!decides);
            for node in nodes {
                match node.truth(tags, side, unknown) {
                    Some(truth) if truth == decides => return Some(decides),
                    Some(_) => {}
                    None => joined = None,
                }
            }
            joined
        };
        match self {
            Node::Compare(tag, operator, value) => {
                let known = tag.value(tags, side).and_then(|tag| operator.holds(value, &tag));
                known.or(unknown)
            }
            Node::Not(node) => node.truth(tags, side, unknown).map(|truth| !truth),
            Node::All(nodes) => join(nodes, false),
            Node::Any(nodes) => join(nodes, true),
        }
    }

    fn tags(&self) -> Vec<&TagName> {
        match self {
            Node::Compare(tag, ..) => vec![tag],
            Node::Not(node) => node.tags(),
            Node::All(nodes) | Node::Any(nodes) => nodes.iter().flat_map(Node::tags).collect(),
        }
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |f: &mut fmt::Formatter<'_>,
                    nodes: &[Node],
                    word: &str,
                    is_inner: fn(&Node) -> bool| {
            nodes.iter().enumerate().try_for_each(|(n, node)| {
                f.write_str(if n == 0 { "" } else { word })?;
                if is_inner(node) { write!(f, "({node})") } else { node.fmt(f) }
            })
        };
        let is_joined = |node: &Node| matches!(node, Node::All(_) | Node::Any(_));
        match self {
            Node::Compare(tag, operator, value) => {
                write!(f, "{tag}{operator}")?;
                if operator.is_ordered() && value.is_nearly_number() {
                    return value.fmt_quoted(f);
                }
                value.fmt(f)
            }
            Node::Not(node) if is_joined(node) => write!(f, "not ({node})"),
            Node::Not(node) => write!(f, "not {node}"),
            Node::All(nodes) => join(f, nodes, " and ", is_joined),
            Node::Any(nodes) => join(f, nodes, " or ", |node| matches!(node, Node::Any(_))),
        }
    }
}

#[cfg(test)]
#[path = "../../../tests/unit/condition.rs"]
mod tests;
