//! `san-strings completions` and `san-strings man`: out of the definition of the
//! command line.

use std::io::Write;

use anyhow::Result;
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

use super::{Answer, Misuse};

pub(crate) fn completions(shell: Shell, mut cli: Command, out: &mut impl Write) -> Result<Answer> {
    let name = cli.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut cli, name, &mut script);
    // It would panic where standard output cannot be written.
    out.write_all(&script)?;
    Ok(Answer::Yes)
}

pub(crate) fn man(command: Option<&str>, mut cli: Command, out: &mut impl Write) -> Result<Answer> {
    cli.build();
    let page = match command {
        None => Some(&cli),
        Some(name) => cli.find_subcommand(name),
    };
    let Some(page) = page.cloned() else {
        let name = command.unwrap_or_default();
        let message = format!("there is no command {name:?}: `san-strings --help` lists them");
        return Err(Misuse(message).into());
    };
    Man::new(page).render(out)?;
    Ok(Answer::Yes)
}
