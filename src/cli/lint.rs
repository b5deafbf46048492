//! `san-strings lint`.

use std::{
    collections::BTreeMap,
    fmt::{self, Display},
    fs::{self, File},
    io::{self, BufWriter, Read, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use anyhow::Result;
use clap::{Args, ValueEnum, builder::PossibleValuesParser};
use serde_json::{Value, json};

use super::{
    answer::{Answer, misuse},
    line_diff::LineDiff,
    pgn_input::{Inputs, lines_advice, read_error},
    report::counted,
    streams::{eprint_line, is_stream},
};
use san_strings_answers::finding;
use san_strings_core::{Difference, excerpt::printable};
use san_strings_databases::{Contents, LintError, Text, is_packed, lint_games, mend_games};
use san_strings_files::{FileError, Others, Progress, Target, Written};
use san_strings_pgn::{Finding, Layout, Level, Linted, Linter};

#[derive(Args)]
#[command(after_help = "\
Examples:
  san-strings lint games.pgn                         list what is wrong in the games
  san-strings lint --fix games.pgn > mended.pgn      write the games, with what is certain corrected
  san-strings lint --fix --in-place *.pgn
  san-strings lint --diff games.pgn                  show what --fix would change
  san-strings lint --select illegal-move --go-on games.pgn
  san-strings lint --fen-lines positions.epd         check a list of FENs or EPDs
  san-strings lint --ignore null-move,bad-tag games.pgn
  san-strings lint --format sarif games.pgn > games.sarif

Lint checks the syntax of every tag, but the values of Result and FEN only.\n\
--strict also finds missing tags. docs/lint.md has a table of all kinds of findings.

Exit code: 1 if there is a finding or a file cannot be read. With --fix: if a finding is left.\n\
With --diff: also if --fix would change something.")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option")]
pub(super) struct LintArgs {
    /// PGN files, plain or compressed (.zip, .zst, .gz, .bz2). A folder means all PGN files in it. Without
    /// a file, or with `-`, reads standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output format of the findings
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Also report missing tags: each game should have Event, Site, Date, Round, White, Black and
    /// Result
    #[arg(long)]
    strict: bool,
    /// Do not report or correct findings of these comma-separated kinds. In the report, the kind,
    /// such as `illegal-move`, follows the line and column
    #[arg(long, value_name = "KIND", value_delimiter = ',', hide_possible_values = true,
        value_parser = PossibleValuesParser::new(Linter::kinds()))]
    ignore: Vec<String>,
    /// Report and correct only findings of these comma-separated kinds
    #[arg(long, value_name = "KIND", value_delimiter = ',', hide_possible_values = true,
        value_parser = PossibleValuesParser::new(Linter::kinds()))]
    select: Vec<String>,
    /// Read each line as one game, with moves but no tags
    #[arg(long)]
    lines: bool,
    /// Read each line as a FEN or an EPD, and say what is wrong with it
    #[arg(long, conflicts_with_all = ["lines", "strict", "go_on", "fix", "diff"])]
    fen_lines: bool,
    /// Play an illegal move anyway if its from- and to-squares are certain, and check the moves after it
    #[arg(long)]
    go_on: bool,
    /// Correct moves, move numbers and results that have only one possible reading, and write the
    /// corrected text. Everything else stays the same, byte for byte
    #[arg(long)]
    fix: bool,
    /// Print a unified diff of what --fix would change, without changing any file
    #[arg(long, conflicts_with = "fix")]
    diff: bool,
    /// With --fix: the file to write [default: `-`, standard output]
    #[arg(long, value_name = "FILE", requires = "fix")]
    output: Option<PathBuf>,
    /// With --fix: overwrite the input files
    #[arg(long, requires = "fix", conflicts_with = "output")]
    in_place: bool,
    /// If the output file exists, rename it to FILE.orig
    #[arg(long, requires = "output")]
    force: bool,
}

#[derive(Clone, Copy, Default, Eq, PartialEq, ValueEnum)]
enum Format {
    /// One line per finding, in the format of compiler errors
    #[default]
    Text,
    /// One JSON object per line
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// Workflow commands of GitHub Actions, which annotate the file
    Github,
}

pub(super) fn lint(args: &LintArgs, quiet: bool, out: &mut impl Write) -> Result<Answer> {
    if (args.in_place || args.diff)
        && (args.files.is_empty() || args.files.iter().any(|path| is_stream(path)))
    {
        return Err(misuse(if args.diff {
            "`--diff` needs files: it reads each file twice"
        } else {
            "`--in-place` needs files: standard input cannot be changed"
        }));
    }
    let inputs = Inputs::new(&args.files, quiet)?;
    if args.fix && !args.in_place && inputs.paths().len() > 1 {
        return Err(misuse("`--fix` writes only one file; to fix several, add `--in-place`"));
    }
    if args.fix || args.diff {
        refuse_packed(&inputs, args.in_place || args.diff, args.diff)?;
    }
    let layout = match (args.lines, args.fen_lines) {
        (true, _) => Layout::GameLines,
        (_, true) => Layout::FenLines,
        _ => Layout::Games,
    };
    let linter = Linter { strict: args.strict, layout, go_on: args.go_on, ..Linter::default() };
    let linter = &linter.choose(&args.select, &args.ignore);
    let is_file = args.output.as_deref().is_some_and(|path| !is_stream(path));
    let mut error = BufWriter::new(io::stderr());
    // If the diff or the corrected text goes to standard output, the findings go to standard error.
    let is_text = args.diff || args.fix && !args.in_place && !is_file;
    let (mut report, text) = if is_text {
        (Report::new(args.format, &mut error), Some(out))
    } else {
        (Report::new(args.format, out), None)
    };
    let (found, answer) = match text {
        Some(out) if args.diff => diff_files(linter, &inputs, out, &mut report)?,
        Some(out) => fix_to(linter, &inputs, out, &mut report)?,
        None if args.fix => fix_files(linter, &inputs, args, &mut report)?,
        None => lint_all(linter, &inputs, &mut report)?,
    };
    inputs.terminal.bar.finish_and_clear();
    report.end()?;
    if !quiet {
        summarize(&found, args, answer);
    }
    if inputs.terminal.is_stopped() {
        eprint_line("stopped: the rest was not checked");
        if args.fix && !is_text {
            eprint_line("files that were not checked completely are unchanged");
        }
        return Ok(Answer::No);
    }
    let is_wrong = found.findings() > 0 || args.diff && found.mended > 0;
    Ok(if is_wrong { Answer::No } else { answer })
}

/// Refuses zips, which neither `--fix` nor `--diff` can read. With `--in-place`, also refuses other compressed
/// files, because we would have to compress them again. With `--diff`, also refuses them, because `--diff`
/// compares the bytes of the file.
fn refuse_packed(inputs: &Inputs, is_in_place: bool, is_diff: bool) -> Result<()> {
    for path in inputs.paths() {
        if !fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) {
            continue;
        }
        let mut head = Vec::new();
        if let Ok(file) = File::open(path) {
            // If the file cannot be read, a later step reports the error.
            let _ = file.take(8).read_to_end(&mut head);
        }
        let is_zip = head.starts_with(b"PK");
        if is_packed(&head) && (is_in_place || is_zip) {
            let name = path.display();
            let why = match (is_zip, is_diff) {
                (true, _) => "read zips",
                (_, true) => "read compressed files",
                (_, false) => "write compressed files",
            };
            let option = if is_diff { "--diff" } else { "--fix" };
            return Err(misuse(format!("`{option}` cannot {why}: unpack {name} first")));
        }
    }
    Ok(())
}

/// Prints the number of games, and the number of findings of each kind.
fn summarize(found: &Linted, args: &LintArgs, answer: Answer) {
    let is_fixed = args.fix || args.diff;
    let games = counted(found.games, if args.fen_lines { "position" } else { "game" });
    let mended = if is_fixed { format!(", {} mended", found.mended) } else { String::new() };
    let findings = match found.findings() {
        0 if answer == Answer::No => ", but not all input was read".to_owned(),
        0 if is_fixed => ", nothing left".to_owned(),
        0 => ", nothing found".to_owned(),
        findings => {
            let what = if is_fixed { " left" } else { "" };
            let kinds = found.kinds.iter().map(|(kind, count)| format!("{count} {kind}"));
            let kinds: Vec<String> = kinds.collect();
            format!(", {}{what}: {}", counted(findings, "finding"), kinds.join(", "))
        }
    };
    eprint_line(format_args!("{games}{mended}{findings}"));
    if found.kept > 0 {
        let games = counted(found.kept, "game");
        let why = "the faults that are left have more than one possible reading";
        eprint_line(format_args!("fixed only in part, or not at all: {games} ({why})"));
    }
    if found.variants > 0 {
        let games = counted(found.variants, "game");
        eprint_line(format_args!("not checked: {games} of chess variants"));
    }
    if let Some(advice) = lines_advice(found.bare).filter(|_| !args.lines) {
        eprint_line(advice);
    }
}

fn lint_all(linter: &Linter, inputs: &Inputs, report: &mut Report<'_>) -> Result<(Linted, Answer)> {
    let (mut all, mut answer) = (Linted::default(), Answer::Yes);
    let terminal = &inputs.terminal;
    let done = inputs.for_each(|name, contents| {
        let linted = contents.map_err(not_read).and_then(|mut contents: Contents<'_>| {
            let see = &mut |finding| report.add(name, &finding);
            lint_games(linter, &mut contents, terminal, see)
        });
        if let Err(error) = report.check() {
            return ControlFlow::Break(error);
        }
        match linted {
            Ok(linted) => all.add(&linted),
            Err(_) if terminal.is_stopped() => {}
            Err(error) => {
                answer = Answer::No;
                let found = terminal.bar.suspend(|| name_error(name, error));
                all.add(&found);
            }
        }
        ControlFlow::Continue(())
    });
    match done {
        ControlFlow::Break(error) => Err(error.into()),
        ControlFlow::Continue(()) => Ok((all, answer)),
    }
}

/// Wraps an error that occurred when a file was opened.
fn not_read(cause: io::Error) -> LintError {
    LintError::Read(cause, Box::default())
}

/// Prints why a file could not be read to its end. Returns what was found before the error.
fn name_error(name: &str, error: LintError) -> Linted {
    let (cause, found) = match error {
        LintError::Read(cause, found) => (read_error(cause.into()), *found),
        error => (error.into(), Linted::default()),
    };
    eprint_line(format_args!("error: {name}: {cause:#}"));
    found
}

/// Prints the diff between each file and its corrected text.
fn diff_files(
    linter: &Linter,
    inputs: &Inputs,
    out: &mut impl Write,
    report: &mut Report<'_>,
) -> Result<(Linted, Answer)> {
    let (mut all, mut answer) = (Linted::default(), Answer::Yes);
    for path in inputs.paths() {
        if inputs.terminal.is_stopped() {
            break;
        }
        let (name, text) = inputs.text(path);
        let mut diff = LineDiff::new(path, out)?;
        let mended = fix(linter, &name, text, &mut diff, inputs, report);
        report.check()?;
        if mended.is_ok() {
            diff.finish()?;
        }
        let (linted, of_file) = settled(&name, mended, inputs)?;
        all.add(&linted);
        answer = answer.max(of_file);
    }
    out.flush()?;
    Ok((all, answer))
}

/// Corrects the single input, and writes the corrected text to `out`.
fn fix_to(
    linter: &Linter,
    inputs: &Inputs,
    out: &mut impl Write,
    report: &mut Report<'_>,
) -> Result<(Linted, Answer)> {
    let (name, text) = inputs.text(&inputs.paths()[0]);
    let fixed = fix(linter, &name, text, out, inputs, report);
    report.check()?;
    out.flush()?;
    settled(&name, fixed, inputs)
}

/// Returns what `fix` found in a text, and the [`Answer`] for the exit code. If the text could not be read,
/// prints why. Fails only if the output could not be written.
fn settled(
    name: &str,
    fixed: Result<Linted, LintError>,
    inputs: &Inputs,
) -> Result<(Linted, Answer)> {
    match fixed {
        Ok(linted) => Ok((linted, Answer::Yes)),
        Err(LintError::Write(error)) => Err(error.into()),
        Err(_) if inputs.terminal.is_stopped() => Ok((Linted::default(), Answer::No)),
        Err(error) => Ok((name_error(name, error), Answer::No)),
    }
}

fn fix(
    linter: &Linter,
    name: &str,
    text: io::Result<Text<'_>>,
    out: &mut impl Write,
    inputs: &Inputs,
    report: &mut Report<'_>,
) -> Result<Linted, LintError> {
    let text = text.map_err(not_read)?;
    mend_games(linter, text, out, &inputs.terminal, &mut |finding| report.add(name, &finding))
}

/// Writes the output of `fix` atomically, unless `is_kept` says to leave the file unchanged.
fn write_whole(
    target: &mut Target,
    fix: impl FnOnce(&mut BufWriter<&mut File>) -> Result<Linted, LintError>,
    is_kept: impl FnOnce(&Linted) -> bool,
) -> Result<(Result<Linted, LintError>, Option<Written>), FileError> {
    let (mut fixed, mut is_unwritten) = (None, false);
    let written = target.write_with(|file| {
        let mut file = BufWriter::new(file);
        let linted = fixed.insert(fix(&mut file));
        match linted {
            Ok(linted) if !is_kept(linted) => file.flush(),
            Err(LintError::Write(error)) => Err(io::Error::new(error.kind(), error.to_string())),
            _ => {
                is_unwritten = true;
                Err(io::Error::other("the file was left unchanged"))
            }
        }
    });
    match (fixed, written) {
        (Some(fixed), Ok(written)) => Ok((fixed, Some(written))),
        (Some(fixed), Err(_)) if is_unwritten => Ok((fixed, None)),
        (_, Err(error)) => Err(error),
        (None, Ok(_)) => unreachable!("it was written"),
    }
}

/// Corrects each file in place. With `--output`, there is only one file, and we write its corrected text to
/// that path.
fn fix_files(
    linter: &Linter,
    inputs: &Inputs,
    args: &LintArgs,
    report: &mut Report<'_>,
) -> Result<(Linted, Answer)> {
    let (mut all, mut answer) = (Linted::default(), Answer::Yes);
    for path in inputs.paths() {
        if inputs.terminal.is_stopped() {
            break;
        }
        let mut target = match &args.output {
            Some(output) => {
                let target = Target::export(output, Others::forced(args.force))?;
                target.ensure_writable()?;
                target
            }
            None => Target::change(path)?,
        };
        let (name, text) = inputs.text(path);
        let (fixed, written) = write_whole(
            &mut target,
            |file| fix(linter, &name, text, file, inputs, report),
            |linted| args.in_place && linted.mended == 0 || inputs.terminal.is_stopped(),
        )?;
        report.check()?;
        let state = written.as_ref().map(|written| (target.path(), written));
        let (found, of_file) = outcome(&name, fixed, state, inputs);
        all.add(&found);
        answer = answer.max(of_file);
    }
    Ok((all, answer))
}

/// Returns what `fix` found in a file, and the [`Answer`] for the exit code. Prints what happened to the
/// file, unless it was replaced as usual.
fn outcome(
    name: &str,
    fixed: Result<Linted, LintError>,
    written: Option<(&Path, &Written)>,
    inputs: &Inputs,
) -> (Linted, Answer) {
    let answer = written.map_or(Answer::Yes, |(_, written)| Answer::from(written));
    if let Some((path, written)) = written.filter(|(_, it)| !matches!(it, Written::Replaced)) {
        eprint_line(format_args!("{}: {written}", path.display()));
    }
    match fixed {
        Ok(linted) => (linted, answer),
        Err(_) if inputs.terminal.is_stopped() => (Linted::default(), Answer::No),
        Err(error) => (name_error(name, error), Answer::No),
    }
}

struct Report<'a> {
    format: Format,
    out: &'a mut dyn Write,
    /// The kinds that were found, each with its description for SARIF.
    rules: BTreeMap<&'static str, String>,
    is_begun: bool,
    /// The error from printing the last finding. `None` if printing succeeded.
    error: Option<io::Error>,
}

impl<'a> Report<'a> {
    fn new(format: Format, out: &'a mut dyn Write) -> Report<'a> {
        Report { format, out, rules: BTreeMap::new(), is_begun: false, error: None }
    }

    /// Prints a finding; returns `false` if that failed.
    fn add(&mut self, name: &str, finding: &Finding) -> bool {
        self.error = self.print(name, finding).err();
        self.error.is_none()
    }

    /// Returns the error if the last print failed.
    fn check(&mut self) -> io::Result<()> {
        self.error.take().map_or(Ok(()), Err)
    }

    fn print(&mut self, name: &str, finding: &Finding) -> io::Result<()> {
        let Finding { line, column, .. } = finding;
        let kind = finding.kind();
        match self.format {
            Format::Text => {
                let name = printable(name);
                writeln!(self.out, "{name}:{line}:{column}: {kind}: {finding}")
            }
            Format::Json => writeln!(self.out, "{}", as_json(name, finding)),
            Format::Github => {
                let (file, title) = (escaped(name, true), escaped(kind, true));
                let message = escaped(finding, false);
                let place = format!("file={file},line={line},col={column}");
                let command = match finding.fault.level() {
                    Level::Error => "error",
                    Level::Note => "notice",
                    _ => "warning",
                };
                writeln!(self.out, "::{command} {place},title={title}::{message}")
            }
            Format::Sarif => {
                let rule = || finding.fault.rule();
                self.rules.entry(kind).or_insert_with(rule);
                let between = if self.begin()? { "" } else { "," };
                write!(self.out, "{between}\n{}", as_sarif(name, finding))
            }
        }
    }

    /// Begins the SARIF document, unless it has already begun. Returns `true` if this call began it.
    fn begin(&mut self) -> io::Result<bool> {
        if self.is_begun {
            return Ok(false);
        }
        self.is_begun = true;
        let schema = "https://json.schemastore.org/sarif-2.1.0.json";
        write!(self.out, r#"{{"$schema":"{schema}","version":"2.1.0","runs":[{{"#)?;
        write!(self.out, r#""columnKind":"unicodeCodePoints","results":["#)?;
        Ok(true)
    }

    /// Ends a SARIF document with the list of the kinds that were found. Flushes the output in every format.
    fn end(&mut self) -> io::Result<()> {
        if self.format != Format::Sarif {
            return self.out.flush();
        }
        self.begin()?;
        let rule = |(id, text): (&&str, &String)| {
            let page = if Difference::ALL.iter().any(|it| it.name() == *id) {
                "read.md#kinds"
            } else {
                "lint.md#what-it-finds"
            };
            let help = format!(
                "{}/blob/v{}/docs/{page}",
                env!("CARGO_PKG_REPOSITORY"),
                env!("CARGO_PKG_VERSION")
            );
            json!({"id": id, "shortDescription": {"text": text}, "helpUri": help})
        };
        let rules: Vec<Value> = self.rules.iter().map(rule).collect();
        let driver = json!({
            "name": "san-strings",
            "version": env!("CARGO_PKG_VERSION"),
            "rules": rules,
        });
        writeln!(self.out, "],\n\"tool\":{}}}]}}", json!({ "driver": driver }))?;
        self.out.flush()
    }
}

fn as_json(name: &str, found: &Finding) -> Value {
    let mut json = finding(found);
    json["file"] = name.into();
    json
}

fn as_sarif(name: &str, finding: &Finding) -> Value {
    let length = finding.text.chars().count() as u64;
    let region = json!({
        "startLine": finding.line,
        "startColumn": finding.column,
        "endColumn": finding.column + length,
    });
    let file = json!({ "uri": uri(name) });
    let mut result = json!({
        "ruleId": finding.kind(),
        "level": finding.fault.level().name(),
        "message": {"text": finding.to_string()},
        "locations": [{"physicalLocation": {"artifactLocation": file, "region": region}}],
    });
    if let Some(fix) = finding.fix() {
        let replacement = json!({"deletedRegion": region, "insertedContent": {"text": fix}});
        let change = json!({"artifactLocation": file, "replacements": [replacement]});
        result["fixes"] = json!([{ "artifactChanges": [change] }]);
    }
    result
}

/// Converts a path to a URI.
fn uri(path: &str) -> String {
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() };
    let scheme = if path.starts_with('/') { "file://" } else { "" };
    let mut uri = scheme.to_owned();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            // Writing to a `String` cannot fail.
            let _ = fmt::Write::write_fmt(&mut uri, format_args!("%{byte:02X}"));
        }
    }
    uri
}

/// Escapes the message of a GitHub Actions workflow command, or the value of one of the command's properties.
fn escaped(text: impl Display, is_property: bool) -> String {
    let text = text.to_string().replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    if is_property { text.replace(':', "%3A").replace(',', "%2C") } else { text }
}
