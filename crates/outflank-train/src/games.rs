//! A file of self-play: the moves of games from the usual start, and what a search thought of each position.
//!
//! The file begins with lines of text ([`header`]). Each game is then a byte with the number of placements, so many squares (0 for
//! a1, 63 for h8; passes are not stored), and so many scores. A score belongs to the position before its placement and
//! is in discs for the side that makes the placement, with the empty squares given to the winner; it is -128 if the
//! position has none, for instance because a random move follows.

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, Write};

use outflank_rules::Square;

use crate::header::{self, Contents, Header, ReadHeaderError};
use crate::replay::Replay;
use crate::resume::Whole;

/// Stands for a score that is not known.
const UNKNOWN: i8 = i8::MIN;

/// One placement of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    /// Where the disc was placed.
    pub(crate) square: Square,
    /// Score of the position before it for the side that moved, from -64 to 64 discs.
    pub(crate) score: Option<i8>,
}

/// A game that was read, and its boards.
pub(crate) struct Game {
    pub(crate) turns: Vec<Turn>,
    pub(crate) replay: Replay,
}

/// Writes the line that begins a file of version 1, as it was written once.
#[cfg(test)]
pub(crate) fn write_header(mut file: impl Write) -> io::Result<()> {
    file.write_all(VERSION_1)
}

#[cfg(test)]
const VERSION_1: &[u8] = b"outflank games 1\n";

/// Writes a game: at most 60 turns, as many as fit on a board. It is written in one piece, so that a program that is
/// ended from outside leaves a file of whole games.
pub(crate) fn write_game(mut file: impl Write, turns: &[Turn]) -> io::Result<()> {
    assert!(turns.len() <= 60, "a board has sixty squares to play");
    let mut game = vec![turns.len() as u8];
    game.extend(turns.iter().map(|turn| turn.square.index()));
    game.extend(turns.iter().map(|turn| turn.score.unwrap_or(UNKNOWN).to_le_bytes()[0]));
    file.write_all(&game)
}

/// Reads the games of a file one after the other; ends after the first error.
pub(crate) struct Games<R> {
    file: R,
    /// What its first lines say.
    pub(crate) header: Header,
    /// The number of the next game, counted from 1.
    number: usize,
    ended: bool,
}

impl<R: BufRead> Games<R> {
    /// Reads the lines that begin the file.
    pub(crate) fn new(mut file: R) -> Result<Games<R>, ReadGamesError> {
        let header = header::read(&mut file, Contents::Games).map_err(ReadGamesError::Header)?;
        Ok(Games { file, header, number: 1, ended: false })
    }

    fn read(&mut self) -> Result<Option<Game>, ReadGamesError> {
        if self.file.fill_buf().map_err(ReadGamesError::Io)?.is_empty() {
            return Ok(None);
        }
        let game = self.number;
        let damaged = |what| ReadGamesError::Damaged { game, what };
        let mut take = |bytes: &mut [u8]| {
            self.file.read_exact(bytes).map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => ReadGamesError::CutOff { game },
                _ => ReadGamesError::Io(error),
            })
        };
        let mut length = [0];
        take(&mut length)?;
        let [length] = length.map(usize::from);
        if length > 60 {
            return Err(damaged("it has more than 60 placements"));
        }
        let mut bytes = [0; 120];
        take(&mut bytes[..2 * length])?;
        let (squares, scores) = bytes[..2 * length].split_at(length);
        let mut turns = Vec::with_capacity(length);
        for (&square, &score) in squares.iter().zip(scores) {
            let &square = Square::ALL.get(usize::from(square)).ok_or(damaged("a byte is no square"))?;
            let score = match i8::from_le_bytes([score]) {
                UNKNOWN => None,
                score @ -64..=64 => Some(score),
                _ => return Err(damaged("a score is not between -64 and 64")),
            };
            turns.push(Turn { square, score });
        }
        match Replay::new(turns.iter().map(|turn| turn.square)) {
            Some(replay) => Ok(Some(Game { turns, replay })),
            None => Err(damaged("a move is not legal")),
        }
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Result<Game, ReadGamesError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let game = self.read();
        self.number += 1;
        self.ended = !matches!(game, Ok(Some(_)));
        game.transpose()
    }
}

/// What a file of games holds, when its last game may be cut off.
pub(crate) fn whole(file: &mut dyn BufRead) -> Result<Whole, ReadGamesError> {
    let mut games = Games::new(file)?;
    let Header { provenance, bytes } = games.header.clone();
    let mut whole = Whole { provenance, records: 0, bytes };
    loop {
        match games.read() {
            Ok(Some(game)) => whole.add(1 + 2 * game.turns.len() as u64),
            Ok(None) | Err(ReadGamesError::CutOff { .. }) => return Ok(whole),
            Err(error) => return Err(error),
        }
        games.number += 1;
    }
}

/// Why a file of games cannot be read.
#[derive(Debug)]
pub(crate) enum ReadGamesError {
    /// The system says so.
    Io(io::Error),
    /// The file does not begin as it should.
    Header(ReadHeaderError),
    /// The file ends inside a game.
    CutOff {
        /// Its number in the file, counted from 1.
        game: usize,
    },
    /// A game is not what it should be.
    Damaged {
        /// Its number in the file, counted from 1.
        game: usize,
        /// What is wrong.
        what: &'static str,
    },
}

impl fmt::Display for ReadGamesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadGamesError::Io(error) => error.fmt(f),
            ReadGamesError::Header(error) => error.fmt(f),
            ReadGamesError::CutOff { game } => write!(f, "game {game}: the file ends inside it"),
            ReadGamesError::Damaged { game, what } => write!(f, "game {game}: {what}"),
        }
    }
}

impl Error for ReadGamesError {}

#[cfg(test)]
mod tests {
    use outflank_rules::Board;
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;
    use crate::header::Provenance;

    fn header() -> Vec<u8> {
        header::lines(Contents::Games, &Provenance::new("test")).unwrap()
    }

    /// A random game with random scores.
    fn game() -> impl Strategy<Value = Vec<Turn>> {
        prop::collection::vec((any::<Index>(), prop::option::of(-64..=64_i8)), 0..=60).prop_map(|choices| {
            let mut board = Board::START;
            let mut turns = Vec::new();
            for (choice, score) in choices {
                if board.moves().is_empty() {
                    board = board.pass();
                }
                let moves: Vec<Square> = board.moves().into_iter().collect();
                if moves.is_empty() {
                    break;
                }
                let square = *choice.get(&moves);
                turns.push(Turn { square, score });
                board = board.play_unchecked(square);
            }
            turns
        })
    }

    fn read(file: &[u8]) -> Result<Vec<Vec<Turn>>, ReadGamesError> {
        Games::new(file)?.map(|game| Ok(game?.turns)).collect()
    }

    proptest! {
        #[test]
        fn what_was_written_is_read(games in prop::collection::vec(game(), 0..5)) {
            let mut file = header();
            for game in &games {
                write_game(&mut file, game).unwrap();
            }
            prop_assert_eq!(read(&file).unwrap(), games.clone());
            // So is what was written before files said how they were made.
            prop_assert_eq!(read(&[VERSION_1, &file[header().len()..]].concat()).unwrap(), games);
        }

        #[test]
        fn a_file_has_the_games_that_were_written_whole(games in prop::collection::vec(game(), 1..4), at in any::<Index>()) {
            let mut file = header();
            let mut ends = vec![file.len()];
            for game in &games {
                write_game(&mut file, game).unwrap();
                ends.push(file.len());
            }
            let cut = ends[0] + at.index(file.len() - ends[0] + 1);
            let records = ends.iter().rposition(|&end| end <= cut).unwrap();
            let expected = Whole { provenance: Some(Provenance::new("test")), records: records as u64, bytes: ends[records] as u64 };
            prop_assert_eq!(whole(&mut &file[..cut]).unwrap(), expected);
        }

        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let _ = read(&bytes);
            let _ = read(&[VERSION_1, &bytes[..]].concat());
            let _ = whole(&mut &[&header()[..], &bytes[..]].concat()[..]);
        }
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let message = |game: &[u8]| read(&[VERSION_1, game].concat()).unwrap_err().to_string();
        let first_line = "line 1: expected \"outflank games 1\" or \"outflank games 2\"";
        assert_eq!(read(b"outflank gambles").unwrap_err().to_string(), first_line);
        assert_eq!(message(&[2, 37]), "game 1: the file ends inside it");
        assert_eq!(message(&[0, 61]), "game 2: it has more than 60 placements");
        assert_eq!(message(&[1, 64, 0]), "game 1: a byte is no square");
        assert_eq!(message(&[1, 37, 65]), "game 1: a score is not between -64 and 64");
        assert_eq!(message(&[1, 0, 0]), "game 1: a move is not legal");
    }
}
