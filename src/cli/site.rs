//! `san-strings site`.

use std::{io::Write, path::PathBuf};

use anyhow::Result;
use clap::Args;

use super::Answer;
use crate::site;
use san_strings_files::{self as files, Others, Target, printable_path};

#[derive(Args)]
#[command(after_help = "\
Examples:
  san-strings site page                 writes page/index.html and three more files
  xdg-open page/index.html              opens from the folder, without a server

Put the folder on any web server. A link to a string is index.html#Qh4%23.")]
pub(super) struct SiteArgs {
    /// The folder, made if it is missing
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Rename files of these names that others wrote, and links, to NAME.orig
    #[arg(long)]
    force: bool,
}

pub(super) fn site(args: &SiteArgs, out: &mut impl Write) -> Result<Answer> {
    files::make_folder(&args.folder)?;
    // All are claimed before the first is made.
    let others = Others::forced(args.force);
    let mut targets = Vec::new();
    for file in site::FILES {
        let path = args.folder.join(file.name);
        targets.push((Target::claim(&path, others, &file)?, file));
    }
    let mut answer = Answer::Yes;
    for (mut target, file) in targets {
        let state = target.write(file.text().as_bytes())?;
        answer = answer.max(Answer::from(&state));
        writeln!(out, "{}: {state}", printable_path(target.path()))?;
    }
    Ok(answer)
}
