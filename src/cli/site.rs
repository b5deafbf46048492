//! `san-strings site`.

use std::{io::Write, path::PathBuf};

use anyhow::Result;
use clap::Args;

use super::{Answer, write_files};
use crate::site::{self, SiteFile};
use san_strings_files::{self as files, Others, Target};

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
    /// Rename files of these names that san-strings did not write, and links, to NAME.orig
    #[arg(long)]
    force: bool,
}

pub(super) fn site(args: &SiteArgs, out: &mut impl Write) -> Result<Answer> {
    files::make_folder(&args.folder)?;
    // All are claimed before the first is made.
    let others = Others::forced(args.force);
    let claim =
        |file: SiteFile| Ok((Target::claim(&args.folder.join(file.name), others, &file)?, file));
    let targets: Vec<_> = site::FILES.into_iter().map(claim).collect::<Result<_>>()?;
    let files = targets.into_iter();
    write_files(files.map(|(target, file)| (target, file.text().into_bytes(), String::new())), out)
}
