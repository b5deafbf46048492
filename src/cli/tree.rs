//! `san-strings tree`.

use std::{
    env, fs,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    sync::atomic::Ordering,
};

use anyhow::{Context, Result, bail};
use bytesize::ByteSize;
use clap::{ArgGroup, Args, ValueEnum};
use san_strings::{
    files,
    tree::{
        Options, Root, TABLES, Tables, Tree, TreeError,
        disk::{self, Permit, Place},
        is_tree,
    },
};
use shakmaty::Chess;

use super::{
    Answer, Misuse,
    growth::{Work, grouped, is_file, quarter, table, work_beside},
    is_stream,
    look::show,
    name_some, parquet,
    progress::{bar, stop_on_ctrl_c},
    steps::{self, Shared},
};

#[derive(Args)]
#[command(after_help = "\
Examples:
  san-strings tree chess --plies 4             grow the tree into the folder `chess`
  san-strings tree chess --at 'e4 e5 Nf3'      look at a node
  san-strings tree chess --plies 4 --check     is it all there?
  san-strings tree --count --plies 6           count and write nothing
  san-strings tree chess.tree --plies 6        the whole tree in a file, a bit a move
  san-strings tree chess.tree --at 79293       look at a node there
  san-strings tree chess.tree --to chess       turn it into folders
  san-strings tree --tar - --plies 5 | zstd > chess.tar.zst
  san-strings tree --csv - --plies 4 | duckdb -c \"FROM '/dev/stdin' WHERE outcome = 'l'\"

A run that was stopped goes on where it was: the same command again.")]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(group = ArgGroup::new("form").args(["at", "check", "count", "to", "tar", "csv", "parquet"]))]
// Each is a flag of its own on the command line.
#[allow(clippy::struct_excessive_bools)]
pub(crate) struct Grow {
    #[command(subcommand)]
    shared: Option<Shared>,
    /// The folder that holds the tree: empty, new, or with the tree of this root; or a file
    /// with a name that ends in `.tree`
    #[arg(
        value_name = "DIR|FILE.tree",
        required_unless_present_any = ["count", "tar", "csv", "parquet"],
        conflicts_with = "count"
    )]
    path: Option<PathBuf>,
    /// How many plies from the root; the nodes of the last have no folder yet
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    plies: Option<u16>,
    /// The root [default: the initial position]
    #[arg(long)]
    fen: Option<Root>,
    /// Write nothing: name what differs, is missing or is foreign
    #[arg(long, requires = "path")]
    check: bool,
    /// Show a node: SAN moves from the root, or an Id
    #[arg(long, value_name = "MOVES|ID", requires = "path", conflicts_with_all = ["plies", "fen", "syzygy", "max_size"])]
    at: Option<Place>,
    /// Stop before the ply whose folders would make the tree bigger than this
    #[arg(long, value_name = "SIZE", default_value = "1GB", conflicts_with_all = ["count", "csv", "parquet"])]
    max_size: ByteSize,
    /// Write the tree of a file as folders
    #[arg(long, value_name = "DIR", requires = "path")]
    to: Option<PathBuf>,
    /// Write the tree as a tar archive; `-` is standard output
    #[arg(long, value_name = "FILE")]
    tar: Option<PathBuf>,
    /// Write the tree as a table; `-` is standard output
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// The table: a row for each node, or for each move
    #[arg(long, requires = "csv", default_value = "nodes")]
    table: Table,
    /// Write both tables as Parquet, a folder for each ply
    #[arg(long, value_name = "DIR")]
    parquet: Option<PathBuf>,
    /// Remove the folders beyond the plies asked for
    #[arg(long, requires = "path", conflicts_with_all = ["check", "at"])]
    prune: bool,
    /// Replace what is not of the tree and stands in its way
    #[arg(long, conflicts_with_all = ["count", "check", "at"])]
    force: bool,
    /// Count the nodes and write nothing
    #[arg(long)]
    count: bool,
    /// Memory to use, however many nodes there are [default: a quarter of the machine's]
    #[arg(long, value_name = "SIZE")]
    memory: Option<ByteSize>,
    /// The folder for the files that the tree grows in [default: beside what is written, or
    /// in the temporary folder]
    #[arg(long, value_name = "DIR", conflicts_with = "at")]
    work: Option<PathBuf>,
    /// Count positions instead of nodes, as others do
    #[arg(long, hide = true, requires = "count")]
    positions: bool,
    /// Endgame tables for positions with few pieces
    #[arg(long, value_name = "DIR")]
    syzygy: Option<PathBuf>,
}

/// A table of the tree.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum Table {
    /// A row for each node.
    Nodes,
    /// A row for each move.
    Edges,
}

/// What a folder with its `info.txt` takes: a block each.
const FOLDER_SIZE: u64 = 2 * 4096;

/// What it takes in an archive: two headers and mostly two blocks of text.
const ARCHIVE_SIZE: u64 = 4 * 512;

/// What becomes of the tree.
enum Form<'a> {
    Count,
    Folders(&'a Path),
    CheckFolders(&'a Path),
    File(&'a Path),
    CheckFile(&'a Path),
    Archive(&'a Path),
    Csv(&'a Path, Table),
    Parquet(&'a Path),
}

impl Grow {
    /// Whether standard output gets the tree, not a report.
    pub(crate) fn prints_the_tree(&self) -> bool {
        if matches!(self.shared, Some(Shared::Steps(_))) {
            return true;
        }
        let mut files = self.tar.iter().chain(&self.csv);
        files.any(|file| is_stream(file))
    }

    fn form(&self) -> Form<'_> {
        let file = self.path.as_deref().filter(|path| is_file(path));
        match (&self.path, &self.to, &self.tar, &self.csv, &self.parquet) {
            (_, Some(to), ..) => Form::Folders(to),
            (_, _, Some(tar), ..) => Form::Archive(tar),
            (.., Some(csv), _) => Form::Csv(csv, self.table),
            (.., Some(parquet)) => Form::Parquet(parquet),
            (Some(_), ..) if let Some(file) = file => {
                if self.check {
                    Form::CheckFile(file)
                } else {
                    Form::File(file)
                }
            }
            (Some(folder), ..) if self.check => Form::CheckFolders(folder),
            (Some(folder), ..) => Form::Folders(folder),
            (None, ..) => Form::Count,
        }
    }

    /// The file that the tree is in already.
    fn source(&self) -> Result<Option<&Path>> {
        let turns =
            self.to.is_some() || self.tar.is_some() || self.csv.is_some() || self.parquet.is_some();
        match &self.path {
            Some(path) if turns && !is_file(path) => Err(Misuse(format!(
                "{}: only the tree in a file, NAME.tree, is turned into another form",
                path.display()
            ))
            .into()),
            Some(path) if turns || self.check && is_file(path) => {
                if self.fen.is_some() || self.plies.is_some() {
                    let message = "the file tells its root and plies: leave out --fen and --plies";
                    return Err(Misuse(message.to_owned()).into());
                }
                Ok(Some(path))
            }
            _ if self.plies.is_none() => Err(Misuse("how many plies? --plies N".to_owned()).into()),
            _ => Ok(None),
        }
    }
}

pub(crate) fn tree(args: &Grow, quiet: bool, out: &mut impl Write) -> Result<Answer> {
    if let (Some(path), Some(place)) = (&args.path, &args.at) {
        return show(path, place, out);
    }
    let stop = stop_on_ctrl_c();
    let work = Work {
        stop: &stop,
        bar: bar(
            "{msg:18} {bar:25} {human_pos}/{human_len} ({per_sec}, {eta} left)",
            quiet,
        )?,
    };
    match &args.shared {
        Some(Shared::Steps(args)) => return steps::steps(args, out),
        Some(Shared::Step(args)) => {
            let result = steps::step(args, &work, out);
            work.bar.finish_and_clear();
            return result;
        }
        None => {}
    }
    let source = args.source()?;
    let form = args.form();
    let stored = source.map(|path| Tree::open(path).with_context(|| path.display().to_string()));
    let stored = stored.transpose()?;
    let (root, plies) = if let Some(tree) = &stored {
        (tree.root().clone(), tree.plies())
    } else {
        let root = args.fen.clone().map(|Root(root)| root);
        (root.unwrap_or_default(), args.plies.map_or(0, usize::from))
    };
    let tables = args.syzygy.as_deref().map(Tables::open).transpose()?;
    form.claim(args, &root)?;
    let mut tree = form.tree(args, root, plies)?;
    let result = (|| {
        let too_big = grown(args, &form, plies, &mut tree, &work)?;
        if let Some(tables) = &tables {
            tree.consult(tables, &work.watch())?;
        }
        tree.solve(&work.watch())?;
        if let (Some(stored), Some(path)) = (&stored, source)
            && !tree
                .has_bits_of(stored)
                .with_context(|| path.display().to_string())?
        {
            bail!(
                "{}: not the tree that grows from its root: it was altered, or written by a \
                 program with an error",
                path.display()
            );
        }
        let answer = form.write(args, &tree, stored.as_ref(), too_big.is_none(), &work, out)?;
        work.bar.finish_and_clear();
        if let Some(message) = too_big {
            out.flush()?;
            bail!(message)
        }
        Ok(answer)
    })();
    work.bar.finish_and_clear();
    let stopped = result.is_err() && stop.load(Ordering::Relaxed);
    let full = matches!(&result, Err(error) if is_no_room(error));
    // What was stopped goes on another time.
    if !stopped && !full {
        tree.remove_work()?;
    }
    match result {
        Err(_) if stopped && !matches!(form, Form::CheckFolders(_) | Form::CheckFile(_)) => {
            bail!("stopped; the same command goes on from here")
        }
        Err(_) if stopped => bail!("stopped"),
        result => result,
    }
}

fn is_no_room(error: &anyhow::Error) -> bool {
    matches!(
        error.downcast_ref(),
        Some(TreeError::NoRoom { .. } | TreeError::Work(_))
    )
}

impl Form<'_> {
    /// Refuses, before the long work, what must not be replaced.
    fn claim(&self, args: &Grow, root: &Chess) -> Result<()> {
        if args.force {
            return Ok(());
        }
        match self {
            Form::Folders(folder) => disk::refuse_others(root, folder)?,
            Form::Archive(file) if !is_stream(file) => files::claim(file, disk::is_archive)?,
            Form::File(file) => files::claim(file, is_tree)?,
            Form::Csv(file, _) if !is_stream(file) => files::claim(file, is_table)?,
            Form::Parquet(folder) => parquet::refuse_others(folder)?,
            _ => {}
        }
        Ok(())
    }

    /// The tree that is to grow, and where it does.
    fn tree(&self, args: &Grow, root: Chess, plies: usize) -> Result<Tree> {
        let beside = match self {
            Form::Folders(path) | Form::File(path) | Form::Parquet(path) => Some(path),
            Form::Archive(path) | Form::Csv(path, _) if !is_stream(path) => Some(path),
            _ => None,
        };
        let named = args.work.clone().or(beside.map(|path| work_beside(path)));
        let is_named = named.is_some();
        let mut options = Options {
            memory: args.memory.map_or_else(quarter, |memory| memory.0),
            positions: args.positions,
            ..Options::plies(plies)
        };
        options.work = Some(named.unwrap_or_else(|| {
            let name = format!("san-strings-{:08x}.work", options.digest(&root));
            env::temp_dir().join(name)
        }));
        match Tree::new(root.clone(), options.clone()) {
            // Somebody else counts the same.
            Err(TreeError::Busy(_) | TreeError::Foreign(_)) if !is_named => {
                options.work = None;
                Ok(Tree::new(root, options)?)
            }
            tree => Ok(tree?),
        }
    }

    /// Writes or compares the tree, and says what there is.
    fn write(
        &self,
        args: &Grow,
        tree: &Tree,
        stored: Option<&Tree>,
        is_whole: bool,
        work: &Work,
        out: &mut impl Write,
    ) -> Result<Answer> {
        match self {
            Form::Count => {}
            Form::Folders(folder) => {
                let permit = Permit {
                    // A limit never deletes.
                    prune: args.prune && is_whole,
                    force: args.force,
                };
                write(tree, folder, permit, work, out)?;
            }
            Form::CheckFolders(folder) => return check(tree, folder, work, out),
            Form::CheckFile(file) => {
                let is_right = stored.map_or(Ok(false), |stored| tree.has_file_of(stored));
                let is_right = is_right.with_context(|| file.display().to_string())?;
                let verdict = if is_right {
                    "all right"
                } else {
                    "its outcomes are not those that are known"
                };
                work.bar.finish_and_clear();
                let nodes = grouped(tree.nodes());
                writeln!(out, "{}: {nodes} nodes, {verdict}", file.display())?;
                return Ok(if is_right { Answer::Yes } else { Answer::No });
            }
            Form::File(path) => {
                files::put_with(path, |file| tree.write_file(file))?;
                work.bar.finish_and_clear();
                let size = ByteSize(fs::metadata(path)?.len()).display().si();
                let nodes = grouped(tree.nodes());
                writeln!(out, "{}: {nodes} nodes in {size}, written", path.display())?;
            }
            Form::Archive(path) => {
                let what = folders_of(tree);
                put(path, &what, work, out, |out| {
                    disk::write_archive(tree, out, &work.watch())
                })?;
            }
            Form::Csv(path, Table::Nodes) => {
                let what = format!("{} nodes", grouped(tree.nodes()));
                put(path, &what, work, out, |mut out| {
                    tree.write_nodes_csv(&mut out, &work.watch())
                })?;
            }
            Form::Csv(path, Table::Edges) => {
                let moves: u64 = tree.layers().iter().map(|layer| layer.moves).sum();
                let what = format!("{} moves", grouped(moves));
                put(path, &what, work, out, |mut out| {
                    tree.write_edges_csv(&mut out, &work.watch())
                })?;
            }
            Form::Parquet(folder) => {
                parquet::write(tree, folder, &work.watch())?;
                work.bar.finish_and_clear();
                let nodes = grouped(tree.nodes());
                writeln!(out, "{}: {nodes} nodes, written", folder.display())?;
            }
        }
        work.bar.finish_and_clear();
        // A tree on standard output stands alone there.
        if !args.prints_the_tree() {
            table(tree, out)?;
        }
        Ok(Answer::Yes)
    }
}

/// Writes a file, or standard output.
fn put(
    path: &Path,
    what: &str,
    work: &Work,
    out: &mut impl Write,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    if is_stream(path) {
        return Ok(write(out)?);
    }
    files::prepare(path)?;
    files::put_with(path, |file| write(&mut BufWriter::new(file)))?;
    work.bar.finish_and_clear();
    writeln!(out, "{}: {what}, written", path.display())?;
    Ok(())
}

/// Whether the contents of a file show that it is a table of a tree.
fn is_table(contents: &[u8]) -> bool {
    TABLES
        .iter()
        .any(|header| contents.starts_with(header.as_bytes()))
}

/// Grows the tree to as many plies as are wanted and fit, and gives what to say if that
/// is fewer.
fn grown(
    args: &Grow,
    form: &Form<'_>,
    plies: usize,
    tree: &mut Tree,
    work: &Work,
) -> Result<Option<String>> {
    // Other forms take as much as the files that the tree grows in, or less.
    let size = match form {
        Form::Archive(_) => ARCHIVE_SIZE,
        Form::Folders(_) | Form::CheckFolders(_) => FOLDER_SIZE,
        _ => 0,
    };
    for ply in 0..plies {
        // With one more ply, every node that is known now has a folder.
        let estimate = ByteSize(tree.nodes() * size);
        if estimate > args.max_size {
            let (estimate, limit) = (estimate.display().si(), args.max_size.display().si());
            if ply == 0 {
                bail!("one folder takes {estimate}, more than --max-size {limit}");
            }
            return Ok(Some(format!(
                "stopped at {ply} plies, which are complete: {} would take {} folders and some \
                 {estimate}, more than --max-size {limit}",
                ply + 1,
                tree.nodes(),
            )));
        }
        tree.grow(&work.watch())?;
    }
    Ok(None)
}

fn write(
    tree: &Tree,
    folder: &Path,
    permit: Permit,
    work: &Work,
    out: &mut impl Write,
) -> Result<()> {
    let summary = disk::write_folders(tree, folder, permit, &work.watch())?;
    work.bar.finish_and_clear();
    write!(
        out,
        "{}: {}, {} written, {} right already",
        folder.display(),
        folders_of(tree),
        summary.written,
        summary.right
    )?;
    if summary.removed > 0 {
        write!(out, ", {} of deeper plies removed", summary.removed)?;
    }
    writeln!(out)?;
    if summary.deeper > 0 {
        writeln!(
            out,
            "{}: deeper plies left as they are, {} folders and what is below them; --prune \
             removes them",
            folder.display(),
            summary.deeper
        )?;
    }
    let foreign = summary.foreign.iter();
    name_some(
        foreign.map(|path| format!("{}: foreign, left alone", path.display())),
        0,
        "more",
        out,
    )
}

/// How many folders the tree has, in words.
fn folders_of(tree: &Tree) -> String {
    match tree.folders() {
        1 => "1 folder".to_owned(),
        count => format!("{count} folders"),
    }
}

/// Compares the folders with the tree.
fn check(tree: &Tree, folder: &Path, work: &Work, out: &mut impl Write) -> Result<Answer> {
    let differences = disk::check(tree, folder, &work.watch())?;
    work.bar.finish_and_clear();
    if differences.is_empty() {
        let folders = folders_of(tree);
        writeln!(out, "{}: {folders}, all right", folder.display())?;
        return Ok(Answer::Yes);
    }
    name_some(differences.iter(), 0, "more", out)?;
    Ok(Answer::No)
}
