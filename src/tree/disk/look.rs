//! Looking around in a tree on disk, without growing it again.

use std::{
    error, fmt,
    path::{Path, PathBuf},
    str::FromStr,
};

use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position, fen::Epd, san::SanPlus};

use super::{
    Info, InfoError,
    layout::{INFO, relative},
};
use crate::{
    files::{FileError, read_text},
    san::syntax,
    tree::{Id, Outcome, Tree, TreeError, in_order},
};

/// Where to look: a node by its Id, or by the moves that lead there from the root.
///
/// ```
/// use san_strings::tree::disk::Place;
///
/// assert_eq!("#57".parse(), Ok(Place::Id(57)));
/// assert_eq!("57".parse(), Ok(Place::Id(57)));
/// assert!(matches!("1. e4 e5 2. Nf3".parse(), Ok(Place::Moves(moves)) if moves.len() == 3));
/// assert!("e4 x".parse::<Place>().is_err());
/// assert!("18446744073709551616".parse::<Place>().is_err());
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Place {
    /// The node with this Id.
    Id(Id),
    /// The node after these moves.
    Moves(Vec<SanPlus>),
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Place, String> {
        let text = text.trim();
        if let Ok(id) = text.strip_prefix('#').unwrap_or(text).parse() {
            return Ok(Place::Id(id));
        }
        let words = text.split_whitespace().filter_map(|word| {
            // Move numbers may stand before the moves.
            let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
            let word = if after.starts_with('.') {
                after.trim_start_matches('.')
            } else {
                word
            };
            (!word.is_empty()).then_some(word)
        });
        words
            .map(|word| {
                syntax::parse(word.as_bytes())
                    .map_err(|error| format!("{word:?} is neither an Id nor SAN: {error}"))
            })
            .collect::<Result<_, _>>()
            .map(Place::Moves)
    }
}

/// What there is to see of a node.
#[derive(Clone, Debug)]
pub struct View {
    /// The node.
    pub id: Id,
    /// Its folder, if the tree is one of folders; at the last ply there is none yet.
    pub folder: Option<PathBuf>,
    /// Its `info.txt`, if it has a folder.
    pub info: Option<Info>,
    /// Its outcome.
    pub outcome: Outcome,
    /// Its board state.
    pub state: Epd,
    /// The moves that lead there from the root, by the first way.
    pub played: Vec<SanPlus>,
    /// Whether the moves asked for lead to a node that is equivalent to this one,
    /// which was met earlier.
    pub is_earlier: bool,
    /// Its moves, in their order; none if the game has ended or it has no folder.
    pub moves: Vec<Continuation>,
}

/// A move and where it leads.
#[derive(Clone, Debug)]
pub struct Continuation {
    /// The move.
    pub san: SanPlus,
    /// The node it leads to.
    pub id: Id,
    /// Whether that node was met earlier, somewhere else.
    pub is_earlier: bool,
    /// Its outcome, for the side to move there.
    pub outcome: Outcome,
}

/// Looks at a node of the tree in `folder`.
///
/// # Errors
///
/// [`LookError`] if there is no such node, or the tree is damaged on the way.
pub fn look(folder: &Path, place: &Place) -> Result<View, LookError> {
    let mut descent = Descent::begin(folder)?;
    let mut is_earlier = false;
    match place {
        Place::Id(id) => descent.find(*id)?,
        Place::Moves(moves) => {
            for (ply, san) in moves.iter().enumerate() {
                let m = legal(&descent.position, ply, *san)?;
                let targets = descent.targets()?;
                let target = in_order(&descent.position)
                    .iter()
                    .position(|&other| other == m);
                let Some(&(id, earlier, _)) = target.and_then(|at| targets.get(at)) else {
                    // The game has ended by rule though there are moves.
                    return Err(LookError::Ended {
                        ply: ply + 1,
                        san: *san,
                        id: descent.id(),
                    });
                };
                is_earlier |= earlier;
                if earlier {
                    descent.find(id)?;
                } else {
                    descent.enter(id)?;
                }
            }
        }
    }
    let mut moves = Vec::new();
    if descent.info.is_some() {
        for (m, (id, is_earlier, outcome)) in in_order(&descent.position)
            .into_iter()
            .zip(descent.targets()?)
        {
            moves.push(Continuation {
                san: SanPlus::from_move(descent.position.clone(), m),
                id,
                is_earlier,
                outcome,
            });
        }
    }
    Ok(View {
        id: descent.id(),
        folder: Some(descent.path()),
        outcome: descent.outcome,
        state: descent.state(),
        info: descent.info,
        played: descent.played,
        is_earlier,
        moves,
    })
}

/// A move that is legal and written as it should be.
fn legal(position: &Chess, ply: usize, san: SanPlus) -> Result<Move, LookError> {
    let ply = ply + 1;
    let m = san.san.to_move(position).map_err(|_| LookError::Illegal {
        ply,
        san,
        state: Box::new(Epd::from_position(position, EnPassantMode::Legal)),
    })?;
    let written = SanPlus::from_move(position.clone(), m);
    // A suffix may be left out, but not be another one.
    if written.san != san.san || san.suffix.is_some() && written != san {
        return Err(LookError::Misspelled { ply, san, written });
    }
    Ok(m)
}

/// Looks at a node of a tree.
///
/// # Errors
///
/// [`LookError`] if there is no such node, or the tree is damaged on the way.
pub fn look_at(tree: &Tree, place: &Place) -> Result<View, LookError> {
    let mut cursor = tree.cursor();
    let mut is_earlier = false;
    match place {
        Place::Id(id) => cursor.go(*id)?,
        Place::Moves(moves) => {
            for (ply, &san) in moves.iter().enumerate() {
                let m = legal(cursor.game().position(), ply, san)?;
                if cursor.ply() == tree.plies() {
                    return Err(LookError::LastPly(cursor.id()));
                }
                let numbered = in_order(cursor.game().position()).into_iter();
                let number = { numbered.zip(0..) }.find(|&(other, _)| other == m);
                let target = match number {
                    Some((_, number)) => cursor.target(number)?,
                    None => None,
                };
                let Some((id, is_child)) = target else {
                    let (ply, id) = (ply + 1, cursor.id());
                    return Err(LookError::Ended { ply, san, id });
                };
                is_earlier |= !is_child;
                cursor.go(id)?;
            }
        }
    }
    let has_moves = cursor.ply() < tree.plies();
    let info = has_moves.then(|| Info::of(&mut cursor)).transpose()?;
    let position = cursor.game().position().clone();
    let continuations = { in_order(&position) }
        .into_iter()
        .zip(cursor.targets()?)
        .map(|(m, target)| Continuation {
            san: SanPlus::from_move(position.clone(), m),
            id: target.id,
            is_earlier: !target.is_child,
            outcome: target.outcome,
        });
    let mut game = tree.root().clone();
    let played = cursor.game().played();
    let played = played.map(|m| SanPlus::from_move_and_play_unchecked(&mut game, m));
    Ok(View {
        id: cursor.id(),
        folder: None,
        outcome: cursor.outcome(),
        state: Epd::from_position(&position, EnPassantMode::Legal),
        info,
        played: played.collect(),
        is_earlier,
        moves: continuations.collect(),
    })
}

/// A way from the root down the folders.
struct Descent<'f> {
    folder: &'f Path,
    ids: Vec<Id>,
    played: Vec<SanPlus>,
    position: Chess,
    outcome: Outcome,
    /// `None` at the last ply.
    info: Option<Info>,
}

impl Descent<'_> {
    fn begin(folder: &Path) -> Result<Descent<'_>, LookError> {
        if folder.is_symlink() {
            return Err(LookError::Link(folder.to_owned()));
        }
        let path = folder.join("0").join(INFO);
        let info = info_at(&path)?.ok_or_else(|| LookError::NoTree(folder.to_owned()))?;
        let position = info
            .state
            .clone()
            .into_position(CastlingMode::Standard)
            .map_err(|error| LookError::BadState(path, error.to_string()))?;
        Ok(Descent {
            folder,
            ids: vec![0],
            played: Vec::new(),
            position,
            outcome: info.outcome,
            info: Some(info),
        })
    }

    fn id(&self) -> Id {
        self.ids.last().copied().unwrap_or_default()
    }

    fn path(&self) -> PathBuf {
        self.folder.join(relative(&self.ids))
    }

    fn state(&self) -> Epd {
        Epd::from_position(&self.position, EnPassantMode::Legal)
    }

    /// Where the moves lead, if the earlier nodes were met there, and how that
    /// ends.
    fn targets(&self) -> Result<Vec<(Id, bool, Outcome)>, LookError> {
        let Some(info) = &self.info else {
            return Err(LookError::LastPly(self.id()));
        };
        let broken = || LookError::Broken(self.path().join(INFO));
        let mut children = info.children.clone().into_iter().flatten().peekable();
        let mut equivalents = info.equivalents.iter().peekable();
        // The Id that the next new node gets.
        let mut next = children.peek().copied();
        let mut targets = Vec::with_capacity(info.moves.len());
        for &outcome in &info.moves {
            targets.push(match equivalents.peek() {
                Some(&&(id, earlier)) if next.is_none_or(|next| next == id) => {
                    equivalents.next();
                    (earlier, true, outcome)
                }
                _ => {
                    let id = children.next().ok_or_else(broken)?;
                    next = id.checked_add(1);
                    (id, false, outcome)
                }
            });
        }
        // A game that has ended by rule has no moves here.
        if targets.is_empty() || targets.len() == self.position.legal_moves().len() {
            Ok(targets)
        } else {
            Err(broken())
        }
    }

    /// Goes to a child.
    fn enter(&mut self, id: Id) -> Result<(), LookError> {
        let mut moves = in_order(&self.position).into_iter().zip(self.targets()?);
        let child = moves.find(|&(_, (to, earlier, _))| to == id && !earlier);
        let (m, (.., outcome)) = child.ok_or(LookError::NoNode(id))?;
        let san = SanPlus::from_move_and_play_unchecked(&mut self.position, m);
        self.played.push(san);
        self.ids.push(id);
        self.outcome = outcome;
        let path = self.path().join(INFO);
        self.info = info_at(&path)?;
        if let Some(info) = &self.info {
            if info.id != id || info.state != self.state() {
                return Err(LookError::Broken(path));
            }
            // It knows the reason of a draw, too.
            self.outcome = info.outcome;
        }
        Ok(())
    }

    /// Goes to the node with an Id, wherever it is.
    fn find(&mut self, id: Id) -> Result<(), LookError> {
        *self = Descent::begin(self.folder)?;
        if id == 0 {
            return Ok(());
        }
        // Ids are given ply by ply: the node is at the last one that begins no
        // later.
        let mut plies = 0;
        while self
            .first_below(&mut self.ids.clone(), plies + 1)?
            .is_up_to(id)
        {
            plies += 1;
        }
        for left in (0..plies).rev() {
            let children = self.info.as_ref().and_then(|info| info.children.clone());
            let mut under = None;
            for child in children.into_iter().flatten().rev() {
                let mut path = self.ids.clone();
                path.push(child);
                if self.first_below(&mut path, left)?.is_up_to(id) {
                    under = Some(child);
                    break;
                }
            }
            let child = under.ok_or(LookError::NoNode(id))?;
            self.enter(child)?;
        }
        if self.id() == id {
            Ok(())
        } else {
            Err(LookError::NoNode(id))
        }
    }

    /// The first node this many plies below the one at a path.
    fn first_below(&self, path: &mut Vec<Id>, plies: usize) -> Result<First, LookError> {
        let Some(&id) = path.last() else {
            return Ok(First::None);
        };
        if plies == 0 {
            return Ok(First::At(id));
        }
        let Some(info) = info_at(&self.folder.join(relative(path)).join(INFO))? else {
            return Ok(First::TooDeep);
        };
        for child in info.children.into_iter().flatten() {
            path.push(child);
            let first = self.first_below(path, plies - 1)?;
            path.pop();
            if first != First::None {
                return Ok(first);
            }
        }
        Ok(First::None)
    }
}

/// The first node this many plies below another.
#[derive(Clone, Copy, Eq, PartialEq)]
enum First {
    At(Id),
    /// All games end before.
    None,
    /// The folders end before.
    TooDeep,
}

impl First {
    fn is_up_to(self, id: Id) -> bool {
        matches!(self, First::At(first) if first <= id)
    }
}

/// The `info.txt` at a path below a folder that is no link, if it is there.
fn info_at(path: &Path) -> Result<Option<Info>, LookError> {
    for path in path.parent().into_iter().chain([path]) {
        if path.is_symlink() {
            return Err(LookError::Link(path.to_owned()));
        }
    }
    let Some(text) = read_text(path).map_err(LookError::Io)? else {
        return Ok(None);
    };
    let info: Info = text
        .parse()
        .map_err(|error| LookError::Damaged(path.to_owned(), error))?;
    // Each move leads to a child or to an earlier node.
    let children = info.children.as_ref();
    let new = children.map_or(0, |ids| u128::from(ids.end() - ids.start()) + 1);
    if new + info.equivalents.len() as u128 == info.moves.len() as u128 {
        Ok(Some(info))
    } else {
        Err(LookError::Broken(path.to_owned()))
    }
}

/// Why there is nothing to see.
#[derive(Debug)]
pub enum LookError {
    /// A file cannot be read.
    Io(FileError),
    /// The tree cannot be read.
    Tree(TreeError),
    /// A link, which is of no tree.
    Link(PathBuf),
    /// The folder holds no tree.
    NoTree(PathBuf),
    /// An `info.txt` is not one.
    Damaged(PathBuf, InfoError),
    /// The board state of the root is no legal position.
    BadState(PathBuf, String),
    /// An `info.txt` contradicts itself or its parent's.
    Broken(PathBuf),
    /// The tree has no such node.
    NoNode(Id),
    /// The node is at the last ply: its moves are not in the tree.
    LastPly(Id),
    /// A move is not legal.
    Illegal {
        /// Its place in the moves asked for, from 1.
        ply: usize,
        /// The move.
        san: SanPlus,
        /// Where it was to be played.
        state: Box<Epd>,
    },
    /// A move is written in another way.
    Misspelled {
        /// Its place in the moves asked for, from 1.
        ply: usize,
        /// The move.
        san: SanPlus,
        /// How it is written.
        written: SanPlus,
    },
    /// The game has ended before a move.
    Ended {
        /// Its place in the moves asked for, from 1.
        ply: usize,
        /// The move.
        san: SanPlus,
        /// Where it was to be played.
        id: Id,
    },
}

impl fmt::Display for LookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LookError::Io(error) => error.fmt(f),
            LookError::Tree(error) => error.fmt(f),
            LookError::NoTree(folder) => write!(
                f,
                "there is no tree in {0}: `san-strings tree {0} --plies 3` grows one",
                folder.display()
            ),
            LookError::Link(path) => write!(
                f,
                "{} is a symbolic link: it is not of the tree, and is not followed",
                path.display()
            ),
            LookError::Damaged(path, error) => write!(
                f,
                "{}: {error}; grow the tree again to repair it",
                path.display()
            ),
            LookError::BadState(path, error) => {
                write!(f, "{}: the position is not legal: {error}", path.display())
            }
            LookError::Broken(path) => write!(
                f,
                "{} does not fit its neighbours; grow the tree again to repair it",
                path.display()
            ),
            LookError::NoNode(id) => write!(f, "the tree has no node #{id}"),
            LookError::LastPly(id) => write!(
                f,
                "node #{id} is at the last ply of the tree; grow it with more `--plies`"
            ),
            LookError::Illegal { ply, san, state } => {
                write!(f, "move {ply}, {san}, is not legal in {state}")
            }
            LookError::Misspelled { ply, san, written } => {
                write!(f, "move {ply}, {san}, should be written {written}")
            }
            LookError::Ended { ply, san, id } => {
                write!(f, "move {ply}, {san}: the game has ended at node #{id}")
            }
        }
    }
}

impl error::Error for LookError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            LookError::Io(error) => error.source(),
            LookError::Tree(error) => error.source(),
            _ => None,
        }
    }
}

impl From<TreeError> for LookError {
    fn from(error: TreeError) -> LookError {
        LookError::Tree(error)
    }
}
