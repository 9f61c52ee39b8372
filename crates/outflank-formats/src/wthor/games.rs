use std::error::Error;
use std::fmt;

use outflank_rules::{Game, IllegalMove, Position, Rules, Square};

use super::header::{GAME_SIZE, Header, record_offset, records};
use super::{BoardSize, Date, Directory, FORMAT};
use crate::{ParseError, Place, UncheckedRecord, WriteError};

/// The maximum size of a file in bytes: a million games. The whole database had 137,548 by 2025.
pub const MAX_BYTES: usize = 64 * 1024 * 1024;

pub(super) const MOST_MOVES: usize = 60;

pub(super) const MOVES_OFFSET: usize = GAME_SIZE - MOST_MOVES;

/// The contents of a `.wtb` file.
///
/// ```
/// use outflank_formats::wthor::Games;
/// use outflank_rules::Square;
///
/// // One game of 1983: its header, indexes, scores and first three moves.
/// let mut file = vec![20, 26, 5, 31, 1, 0, 0, 0, 0, 0, 0xbf, 0x07, 8, 0, 24, 0];
/// file.extend([7, 0, 1, 0, 2, 0, 34, 32, 56, 64, 33]);
/// file.resize(16 + 68, 0);
/// assert_eq!(Games::parse(&file)?.games[0].moves(), [Square::F5, Square::D6, Square::C3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Games {
    pub created: Date,
    /// 0 if unknown.
    pub year: u16,
    pub board_size: BoardSize,
    /// The number of empty squares at which theoretical scores were computed.
    pub depth: u8,
    pub games: Vec<GameRecord>,
}

/// A game as stored, with indexes into [`Names`](super::Names). [`GameRecord::replay`] checks its moves.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameRecord {
    pub tournament: u16,
    pub black: u16,
    pub white: u16,
    /// Black's final score; empty squares go to the winner, or are shared.
    pub score: u8,
    /// Black's score with perfect play from the position with [`Games::depth`] empty squares.
    pub theoretical: u8,
    // Padded with a1.
    pub(super) squares: [Square; MOST_MOVES],
    pub(super) length: u8,
}

impl Games {
    /// The maximum number of games.
    pub const MOST: usize = (MAX_BYTES - Header::LENGTH) / GAME_SIZE;

    /// Parses a file of games on boards of size 8.
    pub fn parse(bytes: &[u8]) -> Result<Games, ParseError> {
        let file = GameFile::parse(bytes)?;
        let games = file.games().collect::<Result<_, _>>()?;
        Ok(Games { created: file.created, year: file.year, board_size: file.board_size, depth: file.depth, games })
    }

    /// Writes a file of at most [`Games::MOST`] games.
    pub fn write(&self) -> Result<Vec<u8>, WriteError> {
        let full = WriteError::Full { format: FORMAT, what: "games" };
        let games = u32::try_from(self.games.len()).ok().filter(|_| self.games.len() <= Games::MOST).ok_or(full)?;
        let board_size = match self.board_size {
            BoardSize::Unstated => 0,
            BoardSize::Eight => 8,
        };
        let Games { created, year, depth, .. } = *self;
        let header = Header { created, games, names: 0, year, board_size, game_type: 0, depth };
        let mut bytes = Vec::with_capacity(record_offset(GAME_SIZE, self.games.len()));
        bytes.extend(header.write());
        self.games.iter().for_each(|game| bytes.extend(game.write()));
        Ok(bytes)
    }

    /// The games as unchecked records, with names from the directory.
    pub fn records(&self, names: Directory<'_>) -> impl Iterator<Item = UncheckedRecord> {
        let (year, depth) = (self.year, self.depth);
        self.games.iter().enumerate().map(move |(index, game)| game.unchecked(index, year, depth, names))
    }
}

/// A `.wtb` file with a parsed header, whose games are parsed one by one.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Copy, Debug)]
pub struct GameFile<'b> {
    pub created: Date,
    /// 0 if unknown.
    pub year: u16,
    pub board_size: BoardSize,
    /// The number of empty squares at which theoretical scores were computed.
    pub depth: u8,
    records: &'b [[u8; GAME_SIZE]],
}

impl<'b> GameFile<'b> {
    /// Parses the header, and checks it against the size of the file.
    pub fn parse(bytes: &'b [u8]) -> Result<GameFile<'b>, ParseError> {
        ParseError::check_size(Place::Byte(0), "a file", bytes.len(), MAX_BYTES)?;
        let (header, rest) = Header::split(bytes)?;
        let board_size = match header.board_size {
            0 => BoardSize::Unstated,
            8 => BoardSize::Eight,
            found => {
                let at = Place::Byte(Header::BOARD_SIZE_OFFSET);
                return Err(ParseError::new(at, "the board size 8, or 0 which means 8", found.to_string()));
            }
        };
        if header.game_type != 0 {
            let found = format!("type {}", header.game_type);
            return Err(ParseError::new(Place::Byte(Header::GAME_TYPE_OFFSET), "normal games (type 0)", found));
        }
        let records = records(rest, header.games)?;
        Ok(GameFile { created: header.created, year: header.year, board_size, depth: header.depth, records })
    }

    /// The games. One that cannot be read does not affect the others.
    pub fn games(&self) -> impl Iterator<Item = Result<GameRecord, ParseError>> + use<'b> {
        self.records.iter().enumerate().map(|(index, record)| GameRecord::parse(record, index))
    }

    /// The games as unchecked records, with names from the directory.
    pub fn records<'a>(
        &self,
        names: Directory<'a>,
    ) -> impl Iterator<Item = Result<UncheckedRecord, ParseError>> + use<'a, 'b> {
        let (year, depth) = (self.year, self.depth);
        self.games().enumerate().map(move |(index, game)| Ok(game?.unchecked(index, year, depth, names)))
    }
}

impl GameRecord {
    /// The squares played, without passes; at most 60.
    pub fn moves(&self) -> &[Square] {
        &self.squares[..usize::from(self.length)]
    }

    /// Plays the moves from the usual start, adding forced passes.
    pub fn replay(&self) -> Result<Game, IllegalGame> {
        let mut game = Game::new(Position::initial(Rules::Standard));
        for (&square, number) in self.moves().iter().zip(1..) {
            let illegal = |why| IllegalGame { number, square, why };
            game.play(square).map_err(illegal)?;
        }
        Ok(game)
    }

    fn write(&self) -> [u8; GAME_SIZE] {
        let mut record = [0; GAME_SIZE];
        let (heading, moves) = record.split_at_mut(MOVES_OFFSET);
        let numbers = [self.tournament, self.black, self.white].map(u16::to_le_bytes);
        let fields = numbers.as_flattened().iter().chain([&self.score, &self.theoretical]);
        heading.iter_mut().zip(fields).for_each(|(byte, &field)| *byte = field);
        moves.iter_mut().zip(self.moves()).for_each(|(byte, &square)| *byte = move_byte(square));
        record
    }

    fn parse(record: &[u8; GAME_SIZE], index: usize) -> Result<GameRecord, ParseError> {
        let &[t0, t1, b0, b1, w0, w1, score, theoretical, ref moves @ ..] = record;
        let offset = record_offset(GAME_SIZE, index);
        for (place, found) in [(6, score), (7, theoretical)] {
            if found > 64 {
                let at = Place::Game { number: index + 1, byte: offset + place };
                return Err(ParseError::new(at, "a score from 0 to 64", found.to_string()));
            }
        }
        let (squares, length) = parse_moves(moves, index + 1, offset + MOVES_OFFSET)?;
        Ok(GameRecord {
            tournament: u16::from_le_bytes([t0, t1]),
            black: u16::from_le_bytes([b0, b1]),
            white: u16::from_le_bytes([w0, w1]),
            score,
            theoretical,
            squares,
            length,
        })
    }
}

/// The first illegal move of a stored game.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalGame {
    /// Counted from 1, without passes.
    pub number: usize,
    pub square: Square,
    pub why: IllegalMove,
}

impl fmt::Display for IllegalGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalGame { number, square, why } = self;
        write!(f, "move {number}, {square}, is not legal: {why}")
    }
}

impl Error for IllegalGame {}

/// Parses the moves, which end with the first zero.
fn parse_moves(
    moves: &[u8; MOST_MOVES],
    number: usize,
    offset: usize,
) -> Result<([Square; MOST_MOVES], u8), ParseError> {
    let expected = |what, byte, found: u8| ParseError::new(Place::Game { number, byte }, what, found.to_string());
    let mut squares = [Square::A1; MOST_MOVES];
    let mut length = 0;
    let mut ended = false;
    for ((&found, place), byte) in moves.iter().zip(&mut squares).zip(offset..) {
        match found {
            0 => ended = true,
            _ if ended => return Err(expected("0 after the end of the moves", byte, found)),
            _ => {
                *place = square(found).ok_or_else(|| expected("a move such as 56 for row 5, column 6", byte, found))?;
                length += 1;
            }
        }
    }
    Ok((squares, length))
}

/// Tens are the row and ones the column, both from 1.
fn square(byte: u8) -> Option<Square> {
    let (row, column) = (byte / 10, byte % 10);
    Square::at(column.checked_sub(1)?, row.checked_sub(1)?)
}

fn move_byte(square: Square) -> u8 {
    10 * (square.row() + 1) + square.column() + 1
}
