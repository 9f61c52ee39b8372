//! The games of a year.

use outflank_rules::{Game, Position, Rules, Square};

use super::header::{Header, record_offset, records};
use super::{Date, IllegalGame, ParseWthorError};

/// The largest file that is read, in bytes. It has room for a million games; the whole database had 137,548 by 2025.
pub const MAX_BYTES: usize = 64 * 1024 * 1024;

const RECORD_SIZE: usize = 68;

/// The most discs that can be placed from the usual start.
const MOST_MOVES: usize = 60;

/// A `.wtb` file.
///
/// ```
/// use outflank_formats::wthor::Games;
/// use outflank_rules::Square;
///
/// // One game of 1983, its four indexes and scores, and its first three moves.
/// let mut file = vec![20, 26, 5, 31, 1, 0, 0, 0, 0, 0, 0xbf, 0x07, 8, 0, 24, 0];
/// file.extend([7, 0, 1, 0, 2, 0, 34, 32, 56, 64, 33]);
/// file.resize(16 + 68, 0);
///
/// let games = Games::parse(&file)?;
/// assert_eq!(games.year, 1983);
/// let game = &games.games[0];
/// assert_eq!((game.black, game.white, game.score), (1, 2, 34));
/// assert_eq!(game.moves(), [Square::F5, Square::D6, Square::C3]);
/// assert_eq!(game.replay()?.position().counts().black, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Games {
    /// When the file was made.
    pub created: Date,
    /// The year in which the games were played.
    pub year: u16,
    /// At how many empty squares the theoretical scores were computed.
    pub depth: u8,
    /// The games.
    pub games: Vec<GameRecord>,
}

/// A game as the database keeps it. [`GameRecord::replay`] tells whether its moves are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The index of the tournament among the [`Names`](super::Names) of tournaments.
    pub tournament: u16,
    /// The index of the player with the black discs among the names of players.
    pub black: u16,
    /// The index of the player with the white discs among the names of players.
    pub white: u16,
    /// Black's final score, from 0 to 64: the empty squares count for the winner, or are shared.
    pub score: u8,
    /// Black's score if both had played perfectly from the position with [`Games::depth`] empty squares.
    pub theoretical: u8,
    /// The moves, filled up with a1.
    squares: [Square; MOST_MOVES],
    length: u8,
}

impl Games {
    /// Reads a file. Boards of another size than 8 x 8 and collections of solitaires are refused.
    pub fn parse(bytes: &[u8]) -> Result<Games, ParseWthorError> {
        if bytes.len() > MAX_BYTES {
            return Err(ParseWthorError::TooLong { bytes: bytes.len() });
        }
        let (header, rest) = Header::split(bytes)?;
        // Files from the time before other sizes existed have a 0 here.
        if !matches!(header.board_size, 0 | 8) {
            return Err(ParseWthorError::BoardSize { offset: Header::BOARD_SIZE_OFFSET, found: header.board_size });
        }
        if header.game_type != 0 {
            return Err(ParseWthorError::GameType { offset: Header::GAME_TYPE_OFFSET, found: header.game_type });
        }
        let games = records::<RECORD_SIZE>(rest, header.games)?
            .iter()
            .enumerate()
            .map(|(index, record)| GameRecord::parse(record, index))
            .collect::<Result<_, _>>()?;
        Ok(Games { created: header.created, year: header.year, depth: header.depth, games })
    }
}

impl GameRecord {
    /// The squares played, without the passes; at most 60.
    pub fn moves(&self) -> &[Square] {
        &self.squares[..usize::from(self.length)]
    }

    /// Plays the moves from the usual start, and passes where that is forced.
    pub fn replay(&self) -> Result<Game, IllegalGame> {
        let mut game = Game::new(Position::initial(Rules::STANDARD));
        for (&square, number) in self.moves().iter().zip(1..) {
            let illegal = |why| IllegalGame { number, square, why };
            game.play(square).map_err(illegal)?;
        }
        Ok(game)
    }

    fn parse(record: &[u8; RECORD_SIZE], index: usize) -> Result<GameRecord, ParseWthorError> {
        let &[t0, t1, b0, b1, w0, w1, score, theoretical, ref moves @ ..] = record;
        let offset = record_offset(RECORD_SIZE, index);
        for (place, found) in [(6, score), (7, theoretical)] {
            if found > 64 {
                return Err(ParseWthorError::Score { game: index + 1, offset: offset + place, found });
            }
        }
        let (squares, length) = parse_moves(moves, index + 1, offset + RECORD_SIZE - MOST_MOVES)?;
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

/// Reads the moves of a game, which stand at `offset` and end with the first zero.
fn parse_moves(
    moves: &[u8; MOST_MOVES],
    game: usize,
    offset: usize,
) -> Result<([Square; MOST_MOVES], u8), ParseWthorError> {
    let mut squares = [Square::A1; MOST_MOVES];
    let mut length = 0;
    let mut ended = false;
    for ((&found, place), offset) in moves.iter().zip(&mut squares).zip(offset..) {
        match found {
            0 => ended = true,
            _ if ended => return Err(ParseWthorError::MoveAfterEnd { game, offset, found }),
            _ => {
                *place = square(found).ok_or(ParseWthorError::NotAMove { game, offset, found })?;
                length += 1;
            }
        }
    }
    Ok((squares, length))
}

/// The square that a byte stands for: its row in tens and its column in ones, both from 1.
fn square(byte: u8) -> Option<Square> {
    let (row, column) = (byte / 10, byte % 10);
    Square::at(column.checked_sub(1)?, row.checked_sub(1)?)
}
