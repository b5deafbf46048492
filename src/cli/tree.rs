//! `san-strings tree`.

use std::{
    env,
    io::{BufWriter, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, anyhow, bail};
use bytesize::ByteSize;
use clap::{Args, Subcommand, ValueEnum};
use indicatif::HumanCount;
use shakmaty::{Chess, san::SanPlus};

use super::{
    Answer, Misuse, is_stream, print_first,
    progress::Terminal,
    tree_steps::{self, StepArgs, StepsArgs},
};
use crate::{
    files::{self, Target},
    progress::Progress,
    tree::{
        self, GrowOptions, Grower, NodeQuery, NodeView, Outcome, Partition, Root, Syzygy, Tree,
        TreeError, TreeTable, WriteOptions,
    },
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
    Check(CheckArgs),
    /// Show a node
    #[command(after_help = "\
Examples:
  san-strings tree show chess 'e4 e5 Nf3'
  san-strings tree show chess.tree 79293")]
    Show {
        /// The folder that holds the tree, or its file
        path: PathBuf,
        /// SAN moves from the root, or an Id
        #[arg(value_name = "MOVES|ID")]
        node: NodeQuery,
    },
    /// Count the nodes, and write nothing
    Count(CountArgs),
    /// Print the tree as CSV
    #[command(after_help = "\
Examples:
  san-strings tree export --plies 4 | duckdb -c \"FROM '/dev/stdin' WHERE outcome = 'l'\"
  san-strings tree export --plies 4 --table edges --csv edges.csv")]
    Export(ExportArgs),
    /// Print the steps in which a tree grows, for an engine that runs them
    #[command(after_help = "\
Example:
  san-strings tree steps chess.tree --plies 6 --parts 8 > Makefile && make -j8")]
    Steps(StepsArgs),
    /// Do one of these steps
    Step(StepArgs),
}

/// How a tree grows.
#[derive(Args)]
pub(super) struct Growth {
    /// How many plies from the root
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) plies: u16,
    #[command(flatten)]
    start: Start,
}

/// Where a tree grows, and from which root.
#[derive(Args)]
struct Start {
    /// The root [default: the initial position]
    #[arg(long)]
    fen: Option<Root>,
    /// The folder for the files that the tree grows in [default: beside what is written, or
    /// in the temporary folder]
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
pub(super) struct Steps {
    /// How many parts the nodes of a ply are in
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1000))]
    parts: Option<u64>,
    /// How many files the moves of a ply are sorted in
    #[arg(long, value_name = "N", value_parser = tree_steps::power_of_two, requires = "parts")]
    files: Option<u64>,
}

impl Steps {
    pub(super) fn partition(&self) -> Option<Partition> {
        let (parts, files) = (self.parts?, self.files.unwrap_or(64));
        Some(Partition { parts, files })
    }
}

#[derive(Args)]
pub(super) struct GrowArgs {
    /// The folder for the tree: empty, new, or with the tree of this root; or a file with a
    /// name that ends in `.tree`
    #[arg(value_name = "DIR|FILE.tree")]
    path: PathBuf,
    #[command(flatten)]
    growth: Growth,
    #[command(flatten)]
    steps: Steps,
    /// Stop before the ply whose folders would make the tree bigger than this
    #[arg(long, value_name = "SIZE", default_value = "1GB")]
    max_size: ByteSize,
    /// Remove the plies beyond those asked for
    #[arg(long)]
    prune: bool,
    /// Replace foreign files that stand in the way of the tree
    #[arg(long)]
    force: bool,
}

#[derive(Args)]
pub(super) struct CheckArgs {
    /// The folder that holds the tree, or its file
    path: PathBuf,
    /// How many plies the tree has [default: as many as its folders, or its file]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    plies: Option<u16>,
    #[command(flatten)]
    start: Start,
}

#[derive(Args)]
pub(super) struct CountArgs {
    #[command(flatten)]
    growth: Growth,
    /// Count positions instead of nodes, whatever came before, as others do
    #[arg(long, conflicts_with = "syzygy")]
    positions: bool,
}

#[derive(Args)]
pub(super) struct ExportArgs {
    #[command(flatten)]
    growth: Growth,
    /// The table: a row for each node, or for each move
    #[arg(long, default_value = "nodes")]
    table: Table,
    /// The file to write; `-` is standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    csv: PathBuf,
    /// Replace the file if it is there
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Table {
    Nodes,
    Edges,
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
        TreeCommand::Grow(args) => grow(args, &terminal, out),
        TreeCommand::Check(args) => check(args, &terminal, out),
        TreeCommand::Show { path, node } => show(path, node, out),
        TreeCommand::Count(args) => count(args, &terminal, out),
        TreeCommand::Export(args) => export(args, &terminal, out),
        TreeCommand::Steps(args) => tree_steps::steps(args, out),
        TreeCommand::Step(args) => tree_steps::step(args, &terminal),
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
    /// A grower for the tree that is written to a path.
    pub(super) fn grower(
        &self,
        path: Option<&Path>,
        set: impl FnOnce(&mut GrowOptions),
    ) -> Result<Grower> {
        let root = self.start.root();
        self.start.grower(root, usize::from(self.plies), path, set)
    }
}

impl Start {
    fn root(&self) -> Chess {
        let root = self.fen.clone().map(|Root(root)| root);
        root.unwrap_or_default()
    }

    fn grower(
        &self,
        root: Chess,
        plies: usize,
        path: Option<&Path>,
        set: impl FnOnce(&mut GrowOptions),
    ) -> Result<Grower> {
        let mut options = GrowOptions::new(plies);
        options.memory = self.memory.0;
        set(&mut options);
        let named = self.scratch_dir.clone();
        let named = named.or(path.map(scratch_beside));
        let is_named = named.is_some();
        let unnamed = || env::temp_dir().join(format!("san-strings-{plies}.scratch"));
        options.scratch_dir = Some(named.unwrap_or_else(unnamed));
        match Grower::new(root.clone(), options.clone()) {
            // Another run counts there.
            Err(TreeError::Busy(_) | TreeError::NotScratch(_)) if !is_named => {
                options.scratch_dir = None;
                Ok(Grower::new(root, options)?)
            }
            grower => Ok(grower?),
        }
    }

    fn tables(&self) -> Result<Option<Syzygy>> {
        Ok(self.syzygy.as_deref().map(Syzygy::open).transpose()?)
    }
}

/// The folder in which a tree grows that is written there.
pub(super) fn scratch_beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".scratch");
    name.into()
}

/// Grows a tree to all its plies, does something with it, and removes the scratch files,
/// unless the same command can go on with them.
fn with_tree<T>(
    grower: Grower,
    plies: usize,
    tables: Option<&Syzygy>,
    terminal: &Terminal,
    work: impl FnOnce(&Tree) -> Result<T>,
) -> Result<T> {
    let goes_on = |tree: &Tree| Ok(tree.plies() < plies);
    with_tree_while(goes_on, grower, tables, terminal, work)
}

/// The same, with another ply as long as `goes_on` says so.
fn with_tree_while<T>(
    mut goes_on: impl FnMut(&Tree) -> Result<bool>,
    mut grower: Grower,
    tables: Option<&Syzygy>,
    terminal: &Terminal,
    work: impl FnOnce(&Tree) -> Result<T>,
) -> Result<T> {
    let grow = || {
        while goes_on(grower.tree())? {
            grower.grow(terminal)?;
        }
        grower.solve(tables, terminal)?;
        work(grower.tree())
    };
    let result = grow();
    terminal.bar.finish_and_clear();
    let is_full = matches!(
        result.as_ref().err().and_then(|error| error.downcast_ref()),
        Some(TreeError::NoRoom { .. } | TreeError::File(_))
    );
    if !terminal.is_stopped() && !is_full {
        grower.remove_scratch()?;
    }
    result
}

/// Whether the name of a path says that it is the file of a tree.
fn is_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "tree") && !path.is_dir()
}

fn open(path: &Path) -> Result<Tree> {
    Tree::open(path).with_context(|| path.display().to_string())
}

fn grow(args: &GrowArgs, terminal: &Terminal, out: &mut impl Write) -> Result<Answer> {
    let path = &args.path;
    let tables = args.growth.start.tables()?;
    let mut target = None;
    if is_file(path) {
        target = claim_file(args, out)?;
        if target.is_none() {
            return Ok(Answer::Yes);
        }
    } else if !args.force {
        tree::ensure_ours(&args.growth.start.root(), path)?;
    }
    files::ensure_writable(path)?;
    let grower = args.growth.grower(Some(path), |options| {
        options.partition = args.steps.partition();
    })?;
    let wanted = usize::from(args.growth.plies);
    let (mut too_big, mut answer) = (None, Answer::Yes);
    let limit = target.is_none().then_some(args.max_size);
    // A limit is found while the tree grows: with one more ply, every node that is known now
    // has a folder.
    let goes_on = |tree: &Tree| {
        let (plies, folders) = (tree.plies(), tree.nodes());
        let estimate = ByteSize(folders * FOLDER_SIZE);
        let Some(limit) = limit.filter(|&limit| plies < wanted && estimate > limit) else {
            return Ok(plies < wanted);
        };
        let (estimate, limit) = (estimate.display().si(), limit.display().si());
        if plies == 0 {
            bail!("one folder takes {estimate}, more than --max-size {limit}");
        }
        too_big = Some(anyhow!(
            "stopped at {plies} plies, which are complete: {} would take {folders} folders and \
             some {estimate}, more than --max-size {limit}",
            plies + 1,
        ));
        Ok(false)
    };
    with_tree_while(goes_on, grower, tables.as_ref(), terminal, |tree| {
        if let Some(target) = &mut target {
            answer = write_file(tree, target, terminal, out)?;
        } else {
            let options = WriteOptions {
                // A limit never deletes.
                prune: args.prune && tree.plies() == wanted,
                force: args.force,
            };
            write_folders(tree, path, options, terminal, out)?;
        }
        print_stats(tree, out)
    })?;
    out.flush()?;
    too_big.map_or(Ok(answer), Err)
}

/// Claims the file of a tree. `None` if it has more plies than are wanted, and keeps them.
fn claim_file(args: &GrowArgs, out: &mut impl Write) -> Result<Option<Target>> {
    let (path, shown) = (&args.path, args.path.display());
    let mut stored = None;
    let foreign = |old: &[u8]| match Tree::from_file(old) {
        Ok(tree) => {
            stored = Some(tree);
            None
        }
        Err(error) => Some(error.to_string()),
    };
    let target = Target::claim(path, args.force, foreign)?;
    if let Some(stored) = stored.filter(|_| !args.force) {
        let (plies, wanted) = (stored.plies(), usize::from(args.growth.plies));
        let [root, wanted_root] = [stored.root(), &args.growth.start.root()].map(tree::root_fen);
        if root != wanted_root {
            bail!("{shown}: here is the tree of {root}; `--force` replaces it");
        }
        if plies > wanted && !args.prune {
            writeln!(out, "{shown}: a tree of {plies} plies, kept; `--prune` makes it {wanted}")?;
            return Ok(None);
        }
    }
    Ok(Some(target))
}

fn write_file(
    tree: &Tree,
    target: &mut Target,
    terminal: &Terminal,
    out: &mut impl Write,
) -> Result<Answer> {
    let mut bytes = 0;
    let state = target.write_with(|file| {
        let mut buffered = BufWriter::new(&mut *file);
        tree.write_file(&mut buffered)?;
        buffered.flush()?;
        drop(buffered);
        bytes = file.metadata()?.len();
        Ok(())
    })?;
    terminal.bar.finish_and_clear();
    let (size, nodes) = (ByteSize(bytes).display().si(), HumanCount(tree.nodes()));
    writeln!(out, "{}: {nodes} nodes in {size}, {state}", target.path().display())?;
    Ok(state.answer())
}

/// The disk space of a folder with its `info.txt`: a block each.
const FOLDER_SIZE: u64 = 2 * 4096;

fn write_folders(
    tree: &Tree,
    folder: &Path,
    options: WriteOptions,
    terminal: &Terminal,
    out: &mut impl Write,
) -> Result<()> {
    let summary = tree::write_folders(tree, folder, options, terminal)?;
    terminal.bar.finish_and_clear();
    let (shown, folders) = (folder.display(), folders_of(tree));
    let (written, unchanged) = (summary.written, summary.unchanged);
    write!(out, "{shown}: {folders}, {written} written, {unchanged} unchanged")?;
    if summary.removed > 0 {
        write!(out, ", {} of deeper plies removed", summary.removed)?;
    }
    writeln!(out)?;
    if summary.deeper > 0 {
        let deeper = summary.deeper;
        writeln!(
            out,
            "{shown}: deeper plies kept, {deeper} folders and what is below them; --prune \
             removes them",
        )?;
    }
    let foreign = summary.foreign.iter();
    let foreign = foreign.map(|path| format!("{}: foreign, kept", path.display()));
    print_first(foreign, 0, "more", out)
}

/// How many folders the tree has, in words.
fn folders_of(tree: &Tree) -> String {
    match tree.folders() {
        1 => "1 folder".to_owned(),
        count => format!("{count} folders"),
    }
}

/// Prints what there is at each ply.
fn print_stats(tree: &Tree, out: &mut impl Write) -> Result<()> {
    let head = ["nodes", "moves", "equivalent", "mates", "solved"].map(str::to_owned);
    let rows = tree.stats().into_iter().map(|ply| {
        let numbers = [ply.nodes, ply.moves, ply.equivalent(), ply.mates, ply.solved];
        numbers.map(|number| HumanCount(number).to_string())
    });
    let plies = (0..).map(|ply: usize| ply.to_string());
    let names = ["ply".to_owned()].into_iter().chain(plies);
    for (name, [nodes, moves, equivalent, mates, solved]) in
        names.zip([head].into_iter().chain(rows))
    {
        writeln!(out, "{name:>3} {nodes:>13} {moves:>13} {equivalent:>13} {mates:>9} {solved:>9}")?;
    }
    Ok(())
}

fn check(args: &CheckArgs, terminal: &Terminal, out: &mut impl Write) -> Result<Answer> {
    let (path, shown) = (&args.path, args.path.display());
    let tables = args.start.tables()?;
    if is_file(path) {
        if args.plies.is_some() || args.start.fen.is_some() {
            let message = "the file tells its root and plies: leave out --fen and --plies";
            return Err(Misuse(message.to_owned()).into());
        }
        let stored = open(path)?;
        let (root, plies) = (stored.root().clone(), stored.plies());
        let grower = args.start.grower(root, plies, Some(path), |_| {})?;
        return with_tree(grower, plies, tables.as_ref(), terminal, |tree| {
            let nodes = HumanCount(tree.nodes());
            if tree.has_same_file(&stored) {
                writeln!(out, "{shown}: {nodes} nodes, all right")?;
                return Ok(Answer::Yes);
            }
            writeln!(out, "{shown}: not the tree that grows from its root")?;
            Ok(Answer::No)
        });
    }
    let recorded = match args.start.fen {
        Some(_) => None,
        None => tree::recorded_root(path)?,
    };
    let root = recorded.unwrap_or_else(|| args.start.root());
    let plies = match args.plies {
        Some(plies) => usize::from(plies),
        None => tree::depth(path)?,
    };
    if plies == 0 {
        bail!("there is no tree in {shown}");
    }
    let grower = args.start.grower(root, plies, Some(path), |_| {})?;
    with_tree(grower, plies, tables.as_ref(), terminal, |tree| {
        let differences = tree::check_folders(tree, path, terminal)?;
        terminal.bar.finish_and_clear();
        if differences.is_empty() {
            writeln!(out, "{shown}: {}, all right", folders_of(tree))?;
            return Ok(Answer::Yes);
        }
        print_first(differences.iter(), 0, "more", out)?;
        Ok(Answer::No)
    })
}

fn count(args: &CountArgs, terminal: &Terminal, out: &mut impl Write) -> Result<Answer> {
    let plies = usize::from(args.growth.plies);
    let tables = args.growth.start.tables()?;
    let grower = args.growth.grower(None, |options| options.positions = args.positions)?;
    with_tree(grower, plies, tables.as_ref(), terminal, |tree| {
        if !args.positions {
            print_stats(tree, out)?;
            return Ok(Answer::Yes);
        }
        writeln!(out, "ply     positions         moves")?;
        for (ply, stats) in tree.stats().into_iter().enumerate() {
            let [positions, moves] =
                [stats.nodes, stats.moves].map(|number| HumanCount(number).to_string());
            writeln!(out, "{ply:>3} {positions:>13} {moves:>13}")?;
        }
        Ok(Answer::Yes)
    })
}

fn export(args: &ExportArgs, terminal: &Terminal, out: &mut impl Write) -> Result<Answer> {
    let (path, plies) = (&args.csv, usize::from(args.growth.plies));
    let table = match args.table {
        Table::Nodes => TreeTable::Nodes,
        Table::Edges => TreeTable::Edges,
    };
    let tables = args.growth.start.tables()?;
    let target = (!is_stream(path)).then(|| Target::export(path, args.force));
    let target = target.transpose()?;
    target.iter().try_for_each(Target::ensure_writable)?;
    let beside = target.as_ref().map(Target::path);
    let grower = args.growth.grower(beside, |_| {})?;
    with_tree(grower, plies, tables.as_ref(), terminal, |tree| {
        let Some(mut target) = target else {
            tree.write_csv(table, out, terminal)?;
            return Ok(Answer::Yes);
        };
        let state =
            target.write_with(|file| tree.write_csv(table, &mut BufWriter::new(file), terminal))?;
        terminal.bar.finish_and_clear();
        writeln!(out, "{}: {state}", path.display())?;
        print_stats(tree, out)?;
        Ok(state.answer())
    })
}

fn show(path: &Path, query: &NodeQuery, out: &mut impl Write) -> Result<Answer> {
    let view = if is_file(path) {
        NodeView::in_tree(&open(path)?, query).with_context(|| path.display().to_string())?
    } else {
        NodeView::in_folder(path, query)?
    };
    if view.is_transposition {
        writeln!(out, "These moves transpose to a node that others reach first:\n")?;
    }
    writeln!(out, "node    #{}", view.id)?;
    if !view.played.is_empty() {
        let played: Vec<_> = view.played.iter().map(SanPlus::to_string).collect();
        writeln!(out, "moves   {}", played.join(" "))?;
    }
    match (&view.folder, &view.info) {
        (Some(folder), Some(_)) => writeln!(out, "folder  {}", folder.display())?,
        (Some(folder), None) => {
            let folder = folder.display();
            writeln!(out, "folder  {folder} (not there yet: the last ply)")?;
        }
        (None, Some(_)) => writeln!(out, "file    {}", path.display())?,
        (None, None) => writeln!(out, "file    {} (the last ply)", path.display())?,
    }
    let outcome = match view.outcome {
        Outcome::Unknown => "? (not known)".to_owned(),
        Outcome::Draw(None) => "d (a draw)".to_owned(),
        Outcome::Draw(Some(reason)) => format!("d (a draw) by {reason}"),
        Outcome::Win => "w (the side to move wins)".to_owned(),
        Outcome::Loss => "l (the side to move loses)".to_owned(),
    };
    writeln!(out, "result  {outcome}")?;
    writeln!(out, "state   {}", view.state)?;
    if let Some(children) = view.info.and_then(|info| info.children) {
        let (first, last) = children.into_inner();
        if first == last {
            writeln!(out, "range   {first}")?;
        } else {
            writeln!(out, "range   {first}..{last}")?;
        }
    }
    if !view.moves.is_empty() {
        writeln!(out)?;
    }
    for next in &view.moves {
        let sign = if next.is_transposition { '≡' } else { '#' };
        let (san, id) = (next.san.to_string(), format!("{sign}{}", next.id));
        writeln!(out, "{san:7} {id:>10}  {}", next.outcome.letter())?;
    }
    Ok(Answer::Yes)
}
