//! `san-strings tree`.

mod check;
mod export;
mod grow;
mod show;
mod steps;

use std::{
    env, fs,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use bytesize::ByteSize;
use clap::{Args, Subcommand};
use indicatif::HumanCount;
use shakmaty::Chess;

use self::{
    check::CheckArgs,
    export::ExportArgs,
    grow::GrowArgs,
    steps::{StepArgs, StepsArgs},
};
use super::{answer::Answer, streams::is_stream};
use san_strings_files::{Progress, Terminal};
use san_strings_tree::{
    GrowOptions, Grower, NodeQuery, Partition, PlyStats, Root, Syzygy, Tree, TreeError,
};

#[derive(Subcommand)]
pub(super) enum TreeCommand {
    /// Grow the tree, a folder for each node, or into one file
    #[command(after_help = "\
Examples:
  san-strings tree grow chess --plies 4         the tree as folders, in `chess`
  san-strings tree grow chess.tree --plies 6    the whole tree in a file, a bit a move
  san-strings tree grow kpk --plies 6 --fen '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1'

After a stop, the same command goes on where it was.")]
    Grow(GrowArgs),
    /// Grow the tree again, and name what differs on disk, is missing or is foreign
    #[command(after_help = "\
Examples:
  san-strings tree check chess              as many plies as the folders have
  san-strings tree check chess.tree

Exit code: 1 if something differs.")]
    Check(CheckArgs),
    /// Show a node
    #[command(after_help = "\
Examples:
  san-strings tree show chess 'e4 e5 Nf3'
  san-strings tree show chess.tree 79293")]
    Show {
        /// The folder that holds the tree, or its file
        path: PathBuf,
        /// Moves from the root in SAN or UCI, or an Id
        #[arg(value_name = "MOVES|ID")]
        node: NodeQuery,
    },
    /// Count the nodes, and write nothing
    #[command(after_help = "\
Examples:
  san-strings tree count --plies 5
  san-strings tree count --plies 5 --positions    as others count")]
    Count(CountArgs),
    /// Grow the tree, also if you have it as folders or a file, and print it as CSV
    #[command(after_help = "\
Examples:
  san-strings tree export --plies 4 | duckdb -c \"FROM '/dev/stdin' WHERE outcome = 'l'\"
  san-strings tree export --plies 4 --table edges --csv edges.csv")]
    Export(ExportArgs),
    /// Print the steps in which a tree grows, for a scheduler that runs them
    #[command(after_help = "\
Example:
  san-strings tree steps chess.tree --plies 6 --parts 8 > Makefile && make -j8")]
    Steps(StepsArgs),
    /// Do one of these steps
    #[command(after_help = "\
Example:
  san-strings tree step chess.tree 001-moves-0000 --plies 6 --parts 8")]
    Step(StepArgs),
}

/// How a tree grows.
#[derive(Args)]
struct Growth {
    /// How many plies from the root
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    plies: u16,
    #[command(flatten)]
    start: Start,
}

/// Where a tree grows, and from which root.
#[derive(Args)]
struct Start {
    /// The root [default: the initial position]
    #[arg(long)]
    fen: Option<Root>,
    /// The folder for the files that the tree grows in; processes that share the steps all see it
    /// [default: beside what is written, or in the temporary folder]
    #[arg(long, value_name = "DIR")]
    scratch_dir: Option<PathBuf>,
    /// Memory for sorting, however many nodes there are
    #[arg(long, value_name = "SIZE", default_value = "1GiB")]
    memory: ByteSize,
    /// Endgame tables for positions with few pieces
    #[arg(long, value_name = "DIR")]
    syzygy: Option<PathBuf>,
}

/// How the work is divided.
#[derive(Args)]
struct Steps {
    /// How many parts the nodes of a ply are in; for a step, as many as `tree steps` was told
    /// [default: by the number of nodes]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1000))]
    parts: Option<u64>,
    /// How many files the moves of a ply are sorted in [default with --parts: 64]
    #[arg(long, value_name = "N", value_parser = steps::power_of_two, requires = "parts")]
    files: Option<u64>,
}

impl Steps {
    fn partition(&self) -> Option<Partition> {
        let (parts, files) = (self.parts?, self.files.unwrap_or(64));
        Some(Partition { parts, files })
    }
}

#[derive(Args)]
pub(super) struct CountArgs {
    #[command(flatten)]
    growth: Growth,
    /// Count positions instead of nodes, whatever came before, as others do
    #[arg(long, conflicts_with = "syzygy")]
    positions: bool,
}

impl TreeCommand {
    /// Whether standard output gets the tree, not a report.
    pub(super) fn prints_the_tree(&self) -> bool {
        match self {
            TreeCommand::Steps(_) => true,
            TreeCommand::Export(args) => is_stream(&args.csv),
            _ => false,
        }
    }
}

pub(super) fn tree(command: &TreeCommand, quiet: bool, out: &mut impl Write) -> Result<Answer> {
    let template = "{msg:18} {bar:25} {human_pos}/{human_len} ({per_sec}, {eta} left)";
    let terminal = Terminal::new(template, quiet)?;
    let result = match command {
        TreeCommand::Grow(args) => grow::grow(args, &terminal, out),
        TreeCommand::Check(args) => check::check(args, &terminal, out),
        TreeCommand::Show { path, node } => show::show(path, node, out),
        TreeCommand::Count(args) => count(args, &terminal, out),
        TreeCommand::Export(args) => export::export(args, &terminal, out),
        TreeCommand::Steps(args) => steps::steps(args, out),
        TreeCommand::Step(args) => steps::step(args, &terminal),
    };
    terminal.bar.finish_and_clear();
    match result {
        Err(_) if terminal.is_stopped() && matches!(command, TreeCommand::Check(_)) => {
            bail!("stopped")
        }
        Err(_) if terminal.is_stopped() => bail!("stopped; the same command goes on from here"),
        result => result,
    }
}

impl Growth {
    /// The tree that is written to a path.
    fn begin<'a>(
        &self,
        path: Option<&Path>,
        set: impl FnOnce(&mut GrowOptions),
    ) -> Result<Growing<'a>> {
        self.start.begin(self.start.root(), usize::from(self.plies), path, set)
    }
}

impl Start {
    fn root(&self) -> Chess {
        let root = self.fen.clone().map(|Root(root)| root);
        root.unwrap_or_default()
    }

    fn begin<'a>(
        &self,
        root: Chess,
        plies: usize,
        path: Option<&Path>,
        set: impl FnOnce(&mut GrowOptions),
    ) -> Result<Growing<'a>> {
        let tables = self.syzygy.as_deref().map(Syzygy::open).transpose()?;
        let mut options = GrowOptions::new(plies);
        options.memory = self.memory.0;
        set(&mut options);
        let named = self.scratch_dir.clone().or(path.map(scratch_beside));
        let is_named = named.is_some();
        let unnamed = || env::temp_dir().join(format!("san-strings-{plies}.scratch"));
        options.scratch_dir = Some(named.unwrap_or_else(unnamed));
        let in_steps = options.partition.is_some();
        let grower = match Grower::new(root.clone(), options.clone()) {
            // Another run counts there.
            Err(TreeError::Busy(_) | TreeError::NotScratch(_)) if !is_named => {
                options.scratch_dir = None;
                Grower::new(root, options)?
            }
            grower => grower?,
        };
        Ok(Growing { grower, tables, plies, in_steps, goes_on: Box::new(|_| Ok(true)) })
    }
}

/// The folder in which a tree grows that is written there.
fn scratch_beside(path: &Path) -> PathBuf {
    // `.` is no name, and what lies within would be of the tree.
    let named = if path.file_name().is_none() { fs::canonicalize(path).ok() } else { None };
    named.as_deref().unwrap_or(path).with_added_extension("scratch")
}

/// Whether the next ply is wanted after those that a tree has.
type GoesOn<'a> = Box<dyn Fn(&Tree) -> Result<bool, TreeError> + 'a>;

/// A tree that grows, and how its games end.
struct Growing<'a> {
    grower: Grower,
    tables: Option<Syzygy>,
    plies: usize,
    /// Whether it grows in steps, which may be the work of many machines.
    in_steps: bool,
    goes_on: GoesOn<'a>,
}

impl Growing<'_> {
    /// Grows all plies, does something with the tree, and removes the scratch files, unless the
    /// same command can go on with them.
    fn finish<T>(
        mut self,
        terminal: &Terminal,
        work: impl FnOnce(&Tree) -> Result<T>,
    ) -> Result<T> {
        let grown = self.grow(terminal);
        let is_full = matches!(grown, Err(TreeError::NoRoom { .. } | TreeError::File(_)));
        let result = grown.map_err(Into::into).and_then(|()| work(self.grower.tree()));
        terminal.bar.finish_and_clear();
        let is_refused = self.in_steps && result.is_err();
        if !terminal.is_stopped() && !is_full && !is_refused {
            self.grower.remove_scratch()?;
        }
        result
    }

    fn grow(&mut self, terminal: &Terminal) -> Result<(), TreeError> {
        let grower = &mut self.grower;
        while grower.tree().plies() < self.plies && (self.goes_on)(grower.tree())? {
            grower.grow(terminal)?;
        }
        grower.solve(self.tables.as_ref(), terminal)
    }
}

/// Whether the name of a path says that it is the file of a tree.
fn is_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "tree") && !path.is_dir()
}

fn open(path: &Path) -> Result<Tree> {
    Tree::open(path).with_context(|| path.display().to_string())
}

/// How many folders the tree has, in words.
fn folders_of(tree: &Tree) -> String {
    match tree.folders() {
        1 => "1 folder".to_owned(),
        count => format!("{count} folders"),
    }
}

/// A number as text that can be padded.
fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}

/// Prints what there is at each ply.
fn print_stats(tree: &Tree, out: &mut impl Write) -> Result<()> {
    writeln!(out, "ply         nodes         moves    equivalent     mates    solved")?;
    for (ply, stats) in tree.stats().into_iter().enumerate() {
        let PlyStats { nodes, moves, mates, solved, .. } = stats;
        let [nodes, moves, equivalent, mates, solved] =
            [nodes, moves, stats.equivalent(), mates, solved].map(grouped);
        writeln!(out, "{ply:>3} {nodes:>13} {moves:>13} {equivalent:>13} {mates:>9} {solved:>9}")?;
    }
    Ok(())
}

fn count(args: &CountArgs, terminal: &Terminal, out: &mut impl Write) -> Result<Answer> {
    let growing = args.growth.begin(None, |options| options.positions = args.positions)?;
    growing.finish(terminal, |tree| {
        if !args.positions {
            print_stats(tree, out)?;
            return Ok(Answer::Yes);
        }
        writeln!(out, "ply     positions         moves")?;
        for (ply, stats) in tree.stats().into_iter().enumerate() {
            let [positions, moves] = [stats.nodes, stats.moves].map(grouped);
            writeln!(out, "{ply:>3} {positions:>13} {moves:>13}")?;
        }
        Ok(Answer::Yes)
    })
}
