//! Tests how conditions are parsed and printed, which conditions are refused, and when a condition holds.

use proptest::prelude::*;

use super::*;
use san_strings_pgn::lexer::{Tags, is_known};

fn read(text: &str) -> Condition {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Whether a condition holds for White's moves, and for Black's moves.
fn holds(condition: &str, tags: &str) -> [bool; 2] {
    let (condition, tags) = (read(condition), Tags(tags.as_bytes()).list());
    Color::ALL.map(|side| condition.holds(&tags, side))
}

#[test]
fn a_condition_is_printed_without_needless_parentheses() {
    for (text, printed) in [
        (" WhiteElo >= 2700 ", "WhiteElo>=2700"),
        ("((White='Carlsen, Magnus'))", "White=\"Carlsen, Magnus\""),
        ("A=1 or B=2 and not C=3", "A=1 or B=2 and not C=3"),
        ("(A=1 or B=2) and C=3", "(A=1 or B=2) and C=3"),
        ("A=1 and (B=2 and C=3)", "A=1 and (B=2 and C=3)"),
        ("not(A=1 or B=2)", "not (A=1 or B=2)"),
        ("not not A=1", "not not A=1"),
        (r#"A~"say \"x\" \\ 'y'""#, r#"A~"say \"x\" \\ 'y'""#),
        ("White=O'Kelly and Result=1/2-1/2", "White=O'Kelly and Result=1/2-1/2"),
        ("A='and' or B!=''", "A=\"and\" or B!=\"\""),
        ("A=\"White\"", "A=\"White\""),
        ("A<1\nand\tB>2", "A<1 and B>2"),
        ("A<'2,7' and B=2,7", "A<\"2,7\" and B=2,7"),
        ("Time>=12:30:00 and Date>2016.02.29", "Time>=12:30:00 and Date>2016.02.29"),
    ] {
        assert_eq!(read(text).to_string(), printed, "{text}");
    }
}

/// `and` binds tighter than `or`, and `not` binds tightest.
#[test]
fn not_binds_closer_than_and_and_and_than_or() {
    for bits in 0..8 {
        let [a, b, c] = [0, 1, 2].map(|n| bits >> n & 1 == 1);
        let tags: String = [("A", a), ("B", b), ("C", c)]
            .map(|(name, is)| format!("[{name} \"{}\"]\n", u8::from(is)))
            .concat();
        for (text, expected) in [
            ("A=1 or B=1 and C=1", a || (b && c)),
            ("A=1 and B=1 or C=1", (a && b) || c),
            ("(A=1 or B=1) and C=1", (a || b) && c),
            ("not A=1 and B=1", !a && b),
            ("not (A=1 and B=1) or C=1", !(a && b) || c),
            ("not A=1 or not not B=1", !a || b),
            ("A=1 and B=1 and C=1", a && b && c),
        ] {
            assert_eq!(holds(text, &tags), [expected; 2], "{text} with {tags}");
        }
    }
}

#[test]
fn what_is_not_known_makes_a_comparison_false() {
    let tags = "[White \"Carlsen, M\"]\n[WhiteElo \"?\"]\n[Date \"2015.??.??\"]\n[Round \"-\"]\n[note \"a \\\"b\\\"\"]\n";
    for (text, expected) in [
        ("WhiteElo>=2700", false),
        ("WhiteElo<2700", false),
        ("WhiteElo!=2700", false),
        ("WhiteElo~?", false),
        ("not WhiteElo>=2700", true),
        ("BlackElo!=\"\"", false),
        ("not BlackElo!=\"\"", true),
        ("White!=\"\"", true),
        ("White!=?", true),
        ("White~CARLSEN", true),
        ("White=carlsen", false),
        ("White!=2700", true),
        ("White=2700 or White<2700 or White>2700", false),
        ("White!=2015.03.04", true),
        ("White<2015.03.04 or White>=2015.03.04", false),
        ("Round!=1", false),
        ("Date>=2015", true),
        ("Date<=2015", true),
        ("Date!=2015", false),
        ("Date>=2015.03", false),
        ("Date<2015.03", false),
        ("Date!=2015.03", false),
        ("Date<2016.03", true),
        ("white~carl", true),
        ("Note='a \"b\"'", true),
    ] {
        assert_eq!(holds(text, tags), [expected; 2], "{text}");
    }
}

#[test]
fn a_player_is_the_side_that_moves() {
    let tags =
        "[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"2800\"]\n[BlackElo \"2600\"]\n[Players \"2\"]\n";
    for (text, expected) in [
        ("PlayerElo>=2700", [true, false]),
        ("OpponentElo>=2700", [false, true]),
        ("Player=A", [true, false]),
        ("Opponent=A or Player=A", [true, true]),
        ("Players=2", [true, true]),
        ("playerelo>=2700", [true, false]),
        ("OPPONENTELO>=2700", [false, true]),
        ("PlayerColor=white", [true, false]),
        ("OpponentColor=white", [false, true]),
        ("playercolor=black", [false, true]),
        ("WhiteElo>=2700", [true, true]),
    ] {
        assert_eq!(holds(text, tags), expected, "{text}");
        assert_eq!(
            read(text).is_of_players(),
            text.contains("layer") && !text.contains("Players")
                || text.to_lowercase().contains("opp")
        );
    }
}

#[test]
fn a_year_is_that_of_the_date() {
    for (tags, expected) in [
        ("[Date \"2015.03.04\"]", true),
        ("[Date \"2015.??.??\"]", true),
        ("[Date \"2016.??.??\"]", false),
        ("[Date \"????.03.04\"]", false),
        ("[Date \"2016.01.01\"]\n[Year \"2015\"]", true),
        ("[UTCDate \"2015.03.04\"]", false),
    ] {
        assert_eq!(holds("Year=2015", tags), [expected; 2], "{tags}");
        assert_eq!(holds("year=2015", tags), [expected; 2], "{tags}");
    }
}

/// Each row contains an invalid text, part of the message, and the byte offset of the mistake.
#[test]
fn an_error_says_what_is_wrong_and_where() {
    for (text, what, at) in [
        ("", "expected a comparison here", 0),
        ("WhiteElo", "WhiteElo must be followed by one of", 8),
        ("WhiteElo", "in a shell", 8),
        ("WhiteElo >= ", "a value is missing after `>=`", 12),
        ("WhiteElo>= and B=1", "a value is missing after `>=`", 11),
        ("WhiteElo == 2700", "one `=` is enough: WhiteElo=2700", 9),
        ("WhiteElo => 2700", "write `>=`: WhiteElo>=2700", 9),
        ("WhiteElo <> 1", "write `!=`: WhiteElo!=1", 9),
        ("White !~ x", "write `not White~...`", 6),
        ("White: 'a b'", "write `=`: White=\"a b\"", 5),
        ("White is x", "White must be followed by one of", 6),
        ("A=1 && B=2", "write `and`", 4),
        ("A=1 || B=2", "write `or`", 4),
        ("A=1 AND B=2", "write `and`, in lower case", 4),
        ("NOT A=1", "write `not`, in lower case", 0),
        ("!A=1", "write `not`", 0),
        ("A=1 B=2", "`and` or `or` is missing here", 4),
        ("A=1 not B=2", "`and` or `or` is missing here", 4),
        ("White=Carlsen, Magnus", "White=\"Carlsen, Magnus\"", 15),
        ("White='x'y", "`and`, `or` or the end", 9),
        ("White=\"x", "this quotation mark is not closed", 6),
        ("White=“x”", "straight quotation marks", 6),
        ("(A=1 or (B=2)", "this parenthesis is not closed", 0),
        ("(A=1 B)", "`and`, `or` or the end", 5),
        ("A=1)", "this `)` has no matching `(`", 3),
        ("()", "expected a comparison here", 1),
        ("A=1 and", "expected a comparison here", 7),
        ("A=1 and or B=2", "expected a comparison here, such as WhiteElo>=2700, before `or`", 8),
        ("2700<=WhiteElo", "begins with a tag name", 0),
        ("'White'=x", "a tag name without quotation marks", 0),
        ("WhiteElo>BlackElo", "a tag cannot be compared", 9),
        ("PlayerColor=Black", "write `PlayerColor=black`, in lower case", 12),
        ("OpponentColor != \"White\"", "write `OpponentColor!=white`, in lower case", 17),
        ("White=?", "`not White!=\"\"` selects the games without this tag", 6),
        ("Date>=????.??.??", "this value means `unknown`", 6),
        ("WhiteElo>=2,700", "2,700 is neither a number nor a date such as 2015.03.31", 10),
        ("A=1 and Elo<2700?", "2700? is neither a number", 12),
        ("Elo<=2_700", "is neither a number", 5),
        ("Date>=06/26/2025", "nor a date such as 2015.03.31", 6),
        ("Date>=1/1/2015", "nor a date such as 2015.03.31", 6),
        ("Date<2015.02.29", "nor a date", 5),
        ("Elo>99999999999999999999", "is neither a number", 4),
        ("Black=(x)", "a value is missing after `=`: put text like this in quotation marks", 6),
        ("é=1", "begins with a tag name", 0),
        ("A=é é", "`and`, `or` or the end", 5),
    ] {
        let error = text.parse::<Condition>().expect_err(text);
        assert!(error.what.contains(what), "{text}: {}", error.what);
        let caret = error.to_string().lines().last().expect("a line").chars().count() - 3;
        assert_eq!((error.at, caret), (at, text[..at].chars().count()), "{text}");
    }
}

#[test]
fn what_stands_too_deep_is_refused() {
    for (open, close) in [("(", ")"), ("not ", ""), ("not (", ")")] {
        let nested = |depth| format!("{}A=1{}", open.repeat(depth), close.repeat(depth));
        assert!(nested(49).parse::<Condition>().is_ok());
        let error = nested(100_000).parse::<Condition>().expect_err("too deep");
        assert!(error.what.contains("more than 100"), "{}", error.what);
    }
}

fn comparison() -> impl Strategy<Value = Node> {
    let name = prop_oneof!["[A-Z][A-Za-z0-9_]{0,8}", Just("PlayerElo".to_owned())];
    let value = prop_oneof![
        "[0-9]{1,5}",
        "20[0-9]{2}\\.[01]?[1-9]",
        "\\PC{1,12}",
        "[ \"'\\\\()&a]{1,6}",
        Just("or".to_owned())
    ];
    let operator = proptest::sample::select(Operator::ALL.to_vec());
    (name.prop_filter("a word", |name| is_tag_name(name)), operator, value)
        .prop_filter("known", |(.., value)| is_known(value))
        .prop_map(|(name, (_, operator), value)| {
            let value = if operator == Operator::Contains { &value } else { value.trim() };
            Node::Compare(TagName::new(&name), operator, Value::new(value))
        })
}

fn node() -> impl Strategy<Value = Node> {
    comparison().prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            inner.clone().prop_map(|node| Node::Not(Box::new(node))),
            prop::collection::vec(inner.clone(), 2..4).prop_map(Node::All),
            prop::collection::vec(inner, 2..4).prop_map(Node::Any),
        ]
    })
}

type Join = fn(bool, bool) -> bool;

/// `truth` follows SQL's three-valued logic. `holds` counts an unknown comparison as false, and then uses
/// ordinary two-valued logic.
#[test]
fn unknown_decides_only_what_it_must() {
    let values = [(Some(true), "1"), (Some(false), "0"), (None, "?")];
    for (a, first) in values {
        for (b, second) in values {
            let tags = format!("[A \"{first}\"]\n[B \"{second}\"]\n");
            let tags = Tags(tags.as_bytes()).list();
            // The result is known only if it is the same for every truth value of the unknown comparisons.
            let all = |given: Option<bool>| given.map_or(vec![true, false], |known| vec![known]);
            let certain = |join: Join| {
                let pairs =
                    all(a).into_iter().flat_map(|a| all(b).into_iter().map(move |b| join(a, b)));
                let results: Vec<bool> = pairs.collect();
                results.iter().all(|it| *it == results[0]).then(|| results[0])
            };
            let or_false = |join: Join| join(a == Some(true), b == Some(true));
            let joins: [(&str, Join); 4] = [
                ("A=1 and B=1", |a, b| a && b),
                ("A=1 or B=1", |a, b| a || b),
                ("not (A=1 and B=1)", |a, b| !(a && b)),
                ("not A=1 or not B=1", |a, b| !a || !b),
            ];
            for (text, join) in joins {
                let condition = read(text);
                assert_eq!(
                    condition.truth(&tags, Color::White),
                    certain(join),
                    "{text}: {a:?}, {b:?}"
                );
                assert_eq!(
                    condition.holds(&tags, Color::White),
                    or_false(join),
                    "{text}: {a:?}, {b:?}"
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_is_read_as_the_same(node in node()) {
        let condition = Condition::from(node);
        let printed = condition.to_string();
        prop_assert_eq!(printed.parse::<Condition>(), Ok(condition), "{}", printed);
    }

    #[test]
    fn any_text_is_read_or_refused_at_a_place_in_it(
        text in prop_oneof!["\\PC*", "(White|Date|and|or|not|[ ()=<>!~\"'&|?.0-9é-]){0,20}"],
    ) {
        match text.parse::<Condition>() {
            Ok(condition) => {
                prop_assert_eq!(condition.to_string().parse::<Condition>(), Ok(condition));
            }
            Err(error) => {
                prop_assert!(text.is_char_boundary(error.at));
                prop_assert!(!error.what.is_empty());
            }
        }
    }

    #[test]
    fn comparisons_agree(tag in "(\\PC|[0-9?.-]){0,12}", value in "(\\PC|[0-9?.-]){1,12}") {
        let value = Value::new(&value);
        let [equal, not, less, at_most, more, at_least] = [
            Operator::Equal,
            Operator::NotEqual,
            Operator::Less,
            Operator::LessOrEqual,
            Operator::Greater,
            Operator::GreaterOrEqual,
        ]
        .map(|operator| operator.holds(&value, &tag));
        // Either all six results are known, or none of them, or only the results of `=` and `!=`. In the
        // last case, the values differ but cannot be ordered.
        prop_assert_eq!(equal.is_some(), not.is_some());
        let ordered = [less, at_most, more, at_least].map(|it| it.is_some());
        prop_assert!(ordered == [less.is_some(); 4] && (equal == Some(false) || ordered[0] == equal.is_some()));
        let [equal, not, less, at_most, more, at_least] =
            [equal, not, less, at_most, more, at_least].map(|it| it == Some(true));
        prop_assert!([equal, not] != [true; 2] && [less, more] != [true; 2]);
        prop_assert!(!equal || at_most && at_least);
        prop_assert!(!less || at_most && not);
        prop_assert!(!more || at_least && not);
        prop_assert!(is_known(&tag) || ![equal, not, less, at_most, more, at_least].contains(&true));
    }
}
