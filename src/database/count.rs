//! Counting the strings of any number of games.

use std::{
    collections::{BTreeMap, HashMap},
    io::{self, Read},
};

use super::{
    blocks::{Piece, in_pieces},
    counts::Counts,
    game::{Game, for_each_game},
    note::{Names, Note, Place},
    numbers::Numbers,
    replay,
};

/// Some notes of a kind, in the order of the games, and how many there are in all.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// The first of them.
    pub first: Vec<Note>,
    /// How many there are.
    pub all: u64,
}

/// A count under way.
#[derive(Clone, Debug)]
pub struct Count {
    numbers: Numbers,
    options: Options,
    counts: Counts,
    /// Where each string of the list was played first.
    examples: Vec<Option<Place>>,
    /// The same for those outside the list.
    outside: BTreeMap<String, Place>,
    files: Vec<String>,
    games: u64,
    /// The games of the last file, those with them that are left out.
    games_of_file: u64,
    notes: [Notes; 3],
}

/// How to count.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Play the games, and count what is legal.
    pub replay: bool,
    /// Notes to keep of each kind.
    pub notes: usize,
}

/// What a [`Note`] is about.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// A game that cannot be read and is left out.
    Broken,
    /// A move that is not legal; the game is counted up to it.
    Illegal,
    /// A legal move that is not written as it should be, and counts as if it were.
    Otherwise,
}

impl Count {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(options: Options) -> Count {
        let counts = Counts::new();
        Count {
            numbers: Numbers::new(counts.tokens()),
            options,
            examples: vec![None; counts.tokens().len()],
            counts,
            outside: BTreeMap::new(),
            files: Vec::new(),
            games: 0,
            games_of_file: 0,
            notes: Default::default(),
        }
    }

    /// The counts.
    #[must_use]
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The counts, to add others to them.
    pub fn counts_mut(&mut self) -> &mut Counts {
        &mut self.counts
    }

    /// The names of the files with games.
    #[must_use]
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// How many games were counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Where the string with this number was played first.
    #[must_use]
    pub fn example(&self, id: usize) -> Option<&Place> {
        self.examples.get(id)?.as_ref()
    }

    /// Where a string outside the list was written first.
    #[must_use]
    pub fn example_outside(&self, text: &str) -> Option<&Place> {
        self.outside.get(text)
    }

    /// What there is to say.
    #[must_use]
    pub fn notes(&self, kind: Kind) -> &Notes {
        &self.notes[kind as usize]
    }

    /// Counts the games of a file, until `go_on` says no. Its name is only told again.
    ///
    /// # Errors
    ///
    /// [`io::Error`] if it cannot be read on; what came before is counted.
    pub fn add_games(
        &mut self,
        name: &str,
        stream: impl Read + Send,
        go_on: &dyn Fn() -> bool,
    ) -> io::Result<()> {
        self.files.push(name.to_owned());
        self.games_of_file = 0;
        in_pieces(stream, self, Count::tally, |count, tally| {
            count.enter(tally);
            go_on()
        })
    }

    fn enter(&mut self, tally: Tally) {
        let before = self.games_of_file;
        let file = self.files.len() - 1;
        let here = |mut place: Place| {
            place.game += before;
            place.file = file;
            place
        };
        for &id in &tally.seen {
            let id = usize::from(id);
            self.counts.add(id, u64::from(tally.counts[id]));
        }
        for (id, place) in tally.examples {
            self.examples[usize::from(id)].get_or_insert_with(|| here(place));
        }
        // In the order in which they come, so that it does not matter how they were cut.
        let mut outside: Vec<_> = tally.outside.into_iter().collect();
        outside.sort_by_key(|(_, (_, place))| (place.game, place.ply));
        for (text, (count, place)) in outside {
            if self.counts.add_outside(&text, count) {
                self.outside.entry(text).or_insert_with(|| here(place));
            }
        }
        self.counts.add_beyond(tally.beyond);
        for (notes, new) in self.notes.iter_mut().zip(tally.notes) {
            notes.all += new.all;
            let room = self.options.notes.saturating_sub(notes.first.len());
            let new = new.first.into_iter().take(room);
            notes.first.extend(new.map(|note| Note {
                place: here(note.place),
                ..note
            }));
        }
        self.games += tally.games - tally.left_out;
        self.games_of_file += tally.games;
    }
}

/// What is in a piece. Games are numbered from its beginning.
struct Tally {
    /// By number.
    counts: Vec<u32>,
    /// The numbers of those that are not 0.
    seen: Vec<u16>,
    /// Where strings are played that have no example yet.
    examples: Vec<(u16, Place)>,
    outside: HashMap<String, (u64, Place)>,
    /// Moves outside the list for which there is no more room.
    beyond: u64,
    notes: [Notes; 3],
    games: u64,
    left_out: u64,
    names: Names,
}

impl Count {
    /// Counts what is in a piece.
    fn tally(&self, piece: Piece<'_>) -> Tally {
        let mut tally = Tally {
            counts: vec![0; self.examples.len()],
            seen: Vec::new(),
            examples: Vec::new(),
            outside: HashMap::new(),
            beyond: 0,
            notes: Default::default(),
            games: 0,
            left_out: 0,
            names: Names::default(),
        };
        for_each_game(piece, &self.numbers, |game| {
            tally.games += 1;
            if let Some(fault) = game.fault {
                tally.left_out += 1;
                let ply = game.moves.len() + 1;
                self.note(&mut tally, Kind::Broken, &game, ply, &fault.to_string());
            } else if self.options.replay {
                self.replay(&mut tally, &game);
            } else {
                for (word, ply) in game.moves.iter().zip(1..) {
                    self.add(&mut tally, word.number, word.text, &game, ply);
                }
            }
        });
        tally
    }

    /// Counts a move.
    fn add(&self, tally: &mut Tally, id: Option<u16>, word: &[u8], game: &Game<'_>, ply: usize) {
        let Some(id) = id else {
            let text = String::from_utf8_lossy(word).into_owned();
            if !self.counts.has_room_for(&text) {
                tally.beyond += 1;
                return;
            }
            let place = || (0, tally.names.place(tally.games, game, ply));
            tally.outside.entry(text).or_insert_with(place).0 += 1;
            return;
        };
        let count = &mut tally.counts[usize::from(id)];
        *count += 1;
        if *count == 1 {
            tally.seen.push(id);
            if self.examples[usize::from(id)].is_none() {
                let place = tally.names.place(tally.games, game, ply);
                tally.examples.push((id, place));
            }
        }
    }

    /// Plays a game, and counts its moves as far as they are legal.
    fn replay(&self, tally: &mut Tally, game: &Game<'_>) {
        let mut position = match replay::start(&game.tags) {
            Ok(position) => position,
            Err(what) => {
                tally.left_out += 1;
                return self.note(tally, Kind::Broken, game, 1, &what);
            }
        };
        for (word, ply) in game.moves.iter().zip(1..) {
            let known = word
                .number
                .and_then(|id| self.counts.tokens().san(id.into()));
            let Some(written) = known.or_else(|| replay::read(word.text)) else {
                return self.note(tally, Kind::Illegal, game, ply, "it is not SAN");
            };
            let canonical = match replay::play(&mut position, written) {
                Ok(canonical) => canonical,
                Err(what) => return self.note(tally, Kind::Illegal, game, ply, what),
            };
            if known == Some(canonical) {
                self.add(tally, word.number, word.text, game, ply);
            } else {
                let text = canonical.to_string();
                let id = self.numbers.get(text.as_bytes());
                self.add(tally, id, text.as_bytes(), game, ply);
                let what = format!("it should be {text}");
                self.note(tally, Kind::Otherwise, game, ply, &what);
            }
        }
    }

    fn note(&self, tally: &mut Tally, kind: Kind, game: &Game<'_>, ply: usize, what: &str) {
        let notes = &mut tally.notes[kind as usize];
        notes.all += 1;
        if notes.first.len() < self.options.notes {
            let place = tally.names.place(tally.games, game, ply);
            notes.first.push(Note::new(place, game, what));
        }
    }
}
