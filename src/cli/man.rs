//! `san-strings completions` and `san-strings man`: out of the definition of the
//! command line.

use std::io::Write;

use anyhow::Result;
use clap::{Arg, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use super::{Answer, Misuse};

pub(super) fn completions(shell: Shell, mut cli: Command, out: &mut impl Write) -> Result<Answer> {
    let name = cli.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut cli, name, &mut script);
    let mut script = String::from_utf8(script)?;
    if shell == Shell::Bash {
        // The script looks for subcommands under a name with `__` in place of the hyphen,
        // and has their options under another: clap-rs/clap#6529.
        script = script.replace("san__subcmd__strings", "san__strings");
    }
    // Not written by `generate` itself: it would panic where that fails.
    out.write_all(script.as_bytes())?;
    Ok(Answer::Yes)
}

pub(super) fn man(command: &[String], mut cli: Command, out: &mut impl Write) -> Result<Answer> {
    cli.build();
    let mut words = command.iter();
    let Some(page) = words.try_fold(&cli, |page, name| page.find_subcommand(name)) else {
        let name = command.join(" ");
        let message = format!("there is no command {name:?}: `san-strings --help` lists them");
        return Err(Misuse(message).into());
    };
    let usage = synopsis(page);
    // The notes follow below, the version is in the footer.
    let above = page.clone().override_usage(usage);
    let above = above.after_help(None::<&str>).version(None::<&str>);
    Man::new(above)
        .source(format!("san-strings {}", env!("CARGO_PKG_VERSION")))
        .manual("san-strings")
        .render(out)?;
    let is_exit_code = |note: &String| note.starts_with("Exit code");
    let mut notes = notes_of(page);
    if !notes.iter().any(is_exit_code) {
        notes.extend(notes_of(&cli).into_iter().filter(is_exit_code));
    }
    for note in notes {
        let (heading, lines) = match note.split_once(':') {
            Some(("Example" | "Examples", lines)) => ("EXAMPLES", lines),
            Some(("Exit code", lines)) => ("EXIT STATUS", lines),
            _ => ("NOTES", note.as_str()),
        };
        // Every line stays one.
        writeln!(out, ".SH \"{heading}\"\n.nf")?;
        for line in lines.trim_start_matches('\n').lines() {
            let line = line.trim_start().replace('\\', "\\e").replace('-', "\\-");
            writeln!(out, "\\&{}", line.replace('\'', "\\(aq"))?;
        }
        writeln!(out, ".fi")?;
    }
    Ok(Answer::Yes)
}

/// What stands below the options in `--help`, by paragraphs.
fn notes_of(page: &Command) -> Vec<String> {
    let notes = page.get_after_help().map(ToString::to_string);
    let notes = notes.unwrap_or_default();
    notes.split("\n\n").filter(|note| !note.is_empty()).map(str::to_owned).collect()
}

/// How a command is called, each option with its value.
fn synopsis(page: &Command) -> String {
    let option = |arg: &Arg| {
        if arg.is_positional() || arg.is_required_set() {
            arg.to_string()
        } else {
            format!("[{arg}]")
        }
    };
    let name = page.get_bin_name().unwrap_or_else(|| page.get_name());
    let (positionals, options): (Vec<&Arg>, Vec<&Arg>) =
        page.get_arguments().partition(|arg| arg.is_positional());
    let mut words = vec![name.to_owned()];
    words.extend(options.into_iter().map(option));
    words.extend(positionals.into_iter().map(option));
    if page.has_subcommands() {
        words.push("[COMMAND]".to_owned());
    }
    words.join(" ")
}
