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
    /// Grow the tree, as one folder per node or as a single file
    #[command(after_help = "\
Examples:
  san-strings tree grow chess --plies 4         write the tree as folders, in `chess`
  san-strings tree grow chess.tree --plies 6    write the tree into one file, with one bit per move
  san-strings tree grow kpk --plies 6 --fen '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1'

If you stop it, run the same command again to resume.")]
    Grow(GrowArgs),
    /// Grow the tree again, and report files that differ, are missing, or do not belong to it
    #[command(after_help = "\
Examples:
  san-strings tree check chess              check all plies that the folders have
  san-strings tree check chess.tree

Exit code: 1 if something differs.")]
    Check(CheckArgs),
    /// Show a node of the tree: its moves, where they lead, its folder and its outcome
    #[command(after_help = "\
Examples:
  san-strings tree show chess 'e4 e5 Nf3'
  san-strings tree show chess.tree 79293")]
    Show {
        /// Folder or file of the tree
        path: PathBuf,
        /// Moves from the root in SAN or UCI, or the id of a node
        #[arg(value_name = "MOVES|ID")]
        node: NodeQuery,
    },
    /// Count the nodes of each ply, without writing the tree
    #[command(after_help = "\
Examples:
  san-strings tree count --plies 5
  san-strings tree count --plies 5 --positions    count positions, as other programs do")]
    Count(CountArgs),
    /// Grow the tree and print it as CSV, without using a tree on disk
    #[command(after_help = "\
Examples:
  san-strings tree export --plies 4 | duckdb -c \"FROM '/dev/stdin' WHERE outcome = 'l'\"
  san-strings tree export --plies 4 --table edges --csv edges.csv")]
    Export(ExportArgs),
    /// Print the steps that grow a tree, as a Makefile or for a job scheduler
    #[command(after_help = "\
Example:
  san-strings tree steps chess.tree --plies 6 --parts 8 > Makefile && make -j8")]
    Steps(StepsArgs),
    /// Run one of the steps that `tree steps` prints
    #[command(after_help = "\
Example:
  san-strings tree step chess.tree 001-moves-0000 --plies 6 --parts 8")]
    Step(StepArgs),
}

/// How a tree grows.
#[derive(Args)]
struct Growth {
    /// Number of plies from the root
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    plies: u16,
    #[command(flatten)]
    start: Start,
}

/// The root of a tree, and the resources for growing it.
#[derive(Args)]
struct Start {
    /// Root position [default: the initial position]
    #[arg(long)]
    fen: Option<Root>,
    /// Folder for temporary files. All processes that run steps must have access to it [default: next to
    /// the output, or in the system's temporary folder]
    #[arg(long, value_name = "DIR")]
    scratch_dir: Option<PathBuf>,
    /// Memory for sorting
    #[arg(long, value_name = "SIZE", default_value = "1GiB")]
    memory: ByteSize,
    /// Folder with Syzygy endgame tables, for positions with few pieces
    #[arg(long, value_name = "DIR")]
    syzygy: Option<PathBuf>,
}

/// How the work is divided into steps.
#[derive(Args)]
struct Steps {
    /// How many parts to split the nodes of a ply into. Pass the same number to `tree steps` and to
    /// `tree step` [default: depends on the number of nodes]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1000))]
    parts: Option<u64>,
    /// Number of temporary files (buckets) for sorting the moves of a ply [default with --parts: 64]
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
    /// Count positions instead of nodes, as other programs do: the moves that led to a position do not
    /// matter
    #[arg(long, conflicts_with = "syzygy")]
    positions: bool,
}

impl TreeCommand {
    /// Whether the command prints steps or a table to standard output, rather than a report.
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
        Err(_) if terminal.is_stopped() => bail!("stopped; run the same command again to resume"),
        result => result,
    }
}

impl Growth {
    /// Prepares to grow the tree that will be written to `path`.
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
            // Another run is using the default folder, or the folder is not a scratch folder. We let the
            // grower create a temporary folder instead.
            Err(TreeError::Busy(_) | TreeError::NotScratch(_)) if !is_named => {
                options.scratch_dir = None;
                Grower::new(root, options)?
            }
            grower => grower?,
        };
        Ok(Growing { grower, tables, plies, in_steps, goes_on: Box::new(|_| Ok(true)) })
    }
}

/// The default scratch folder of a tree that is written to `path`.
fn scratch_beside(path: &Path) -> PathBuf {
    // A path such as `.` has no file name to which we could append `.scratch`, and a scratch folder inside
    // `.` would be part of the tree. So we use the absolute path.
    let named = if path.file_name().is_none() { fs::canonicalize(path).ok() } else { None };
    named.as_deref().unwrap_or(path).with_added_extension("scratch")
}

/// Decides whether to grow another ply of this tree.
type GoesOn<'a> = Box<dyn Fn(&Tree) -> Result<bool, TreeError> + 'a>;

/// A growing tree, with the endgame tablebases that solve its positions.
struct Growing<'a> {
    grower: Grower,
    tables: Option<Syzygy>,
    plies: usize,
    /// Whether the tree grows in steps, each of which may run on a different machine.
    in_steps: bool,
    goes_on: GoesOn<'a>,
}

impl Growing<'_> {
    /// Grows the tree to `plies` plies, or until `goes_on` returns `false`, and passes the tree to `work`.
    /// Removes the scratch files, unless the same command can continue with them later.
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

/// Whether a path names a tree file: its name ends in `.tree`, and it is not a folder.
fn is_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "tree") && !path.is_dir()
}

fn open(path: &Path) -> Result<Tree> {
    Tree::open(path).with_context(|| path.display().to_string())
}

/// Formats the number of folders, such as `1 folder`.
fn folders_of(tree: &Tree) -> String {
    match tree.folders() {
        1 => "1 folder".to_owned(),
        count => format!("{count} folders"),
    }
}

/// Formats a number with thousands separators. Returns a `String`, because `HumanCount` ignores padding.
fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}

/// Prints the table of statistics, one line per ply.
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
