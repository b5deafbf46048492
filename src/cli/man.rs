//! `san-strings completions` and `san-strings man`, generated from the definition of the command line.

use std::io::Write;

use anyhow::Result;
use clap::Command;
use clap_complete::Shell;
use clap_mangen::{
    Man,
    roff::{Roff, roman},
};

use super::answer::{Answer, misuse};

pub(super) fn completions(shell: Shell, mut cli: Command, out: &mut impl Write) -> Result<Answer> {
    let name = cli.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut cli, name, &mut script);
    let mut script = String::from_utf8(script)?;
    if shell == Shell::Bash {
        // Because our program's name has a hyphen, clap's Bash script stores the options of subcommands under
        // one name, but looks them up under another (clap-rs/clap#6529).
        script = script.replace("san__subcmd__strings", "san__strings");
    }
    // `generate` would panic if it could not write to `out`, so we write the script to `out` ourselves.
    out.write_all(script.as_bytes())?;
    Ok(Answer::Yes)
}

pub(super) fn man(command: &[String], mut cli: Command, out: &mut impl Write) -> Result<Answer> {
    cli.build();
    let mut words = command.iter();
    let Some(page) = words.try_fold(&cli, |page, name| page.find_subcommand(name)) else {
        let name = command.join(" ");
        return Err(misuse(format!("unknown command {name:?}: `san-strings --help` lists them")));
    };
    let usage = page.clone().render_usage().to_string().replace("Usage: ", "");
    // We leave out the notes (`after_help`), because we print them below, and the version, because it
    // is in the footer.
    let above = page.clone().override_usage(usage);
    let above = above.after_help(None::<&str>).version(None::<&str>).long_version(None::<&str>);
    Man::new(above)
        .source(format!("san-strings {}", env!("CARGO_PKG_VERSION")))
        .manual("san-strings")
        .render(out)?;
    let notes_of =
        |page: &Command| page.get_after_help().map_or(String::new(), ToString::to_string);
    let (own, general) = (notes_of(page), notes_of(&cli));
    let is_exit_code = |note: &&str| note.starts_with("Exit code");
    let mut notes: Vec<&str> = own.split("\n\n").filter(|note| !note.is_empty()).collect();
    if !notes.iter().any(is_exit_code) {
        notes.extend(general.split("\n\n").filter(is_exit_code));
    }
    let mut roff = Roff::new();
    for note in notes {
        let (heading, lines) = match note.split_once(':') {
            Some(("Example" | "Examples", lines)) => ("EXAMPLES", lines),
            Some(("Exit code", lines)) => ("EXIT STATUS", lines),
            _ => ("NOTES", note),
        };
        // We turn off filling with the roff request `nf`, because filling would join the lines.
        roff.control("SH", [heading]).control("nf", []);
        for line in lines.trim_start_matches('\n').lines() {
            roff.text([roman(line.trim_start())]);
        }
        roff.control("fi", []);
    }
    roff.to_writer(out)?;
    Ok(Answer::Yes)
}
