//! The command `makers site`.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::Result;
use clap::Args;

use crate::site::{self, SiteFile};
use san_strings_core::excerpt::printable_path;
use san_strings_files::{self as files, Others, Target, Written};

#[derive(Args)]
#[command(after_help = "\
Examples:
  .ci/npm; makers site page     write page/index.html and the files that it needs
  xdg-open page/index.html      open it from the folder, without a server

You can put the folder on any web server. To link to a string, write index.html#Qh4%23.")]
pub(crate) struct SiteArgs {
    /// Folder to write the site to; created if it is missing
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Folder of the npm package that `.ci/npm` built
    #[arg(long, value_name = "DIR", default_value = "target/npm/san-strings")]
    package: PathBuf,
    /// URL of the site. Without it, shared links have no preview image
    #[arg(long, value_name = "URL")]
    address: Option<String>,
    /// Rename symbolic links, and files that san-strings did not write, to NAME.orig instead of failing
    #[arg(long)]
    force: bool,
}

pub(crate) fn site(args: &SiteArgs, out: &mut impl Write) -> Result<bool> {
    let others = Others::forced(args.force);
    let texts = site::texts(&args.package, args.address.as_deref())?;
    let files = site::files();
    // We claim all files before we write any, so that we write nothing if a claim fails.
    let claim = |file: &SiteFile| Target::claim(&args.folder.join(&file.0), others, file);
    let targets: Vec<_> = files.iter().map(claim).collect::<Result<_, _>>()?;
    for folder in files.iter().filter_map(|file| Path::new(&file.0).parent()) {
        files::make_folder(&args.folder.join(folder))?;
    }
    let (mut is_whole, mut written, mut up_to_date) = (true, 0, 0);
    for (mut target, text) in targets.into_iter().zip(texts) {
        let state = target.write(&text)?;
        is_whole &= state.is_in_place();
        match state {
            Written::Replaced => written += 1,
            Written::UpToDate => up_to_date += 1,
            _ => writeln!(out, "{}: {state}", printable_path(target.path()))?,
        }
    }
    let folder = printable_path(&args.folder);
    writeln!(out, "{folder}: {written} files written, {up_to_date} up to date")?;
    Ok(is_whole)
}
