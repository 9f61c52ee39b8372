use outflank_formats::record::{GameResult, Player, Termination};
use outflank_formats::{Points, Record};
use outflank_rules::{Board, ByColor, Color, Game, Position, Rules, Setup, Square};

use super::stored::Tables;
use crate::board_with_turn::BoardWithTurn;
use crate::openings::{self, Language, Named};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub(super) u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) source: u32,
    pub(super) number: u32,
    pub(super) year: u16,
    pub(super) event: u32,
    pub(super) players: ByColor<u32>,
    pub(super) start: u32,
    pub(super) margin: Option<i8>,
    pub(super) moves: Moves,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moves {
    squares: [Square; Moves::MOST],
    length: u8,
}

impl Moves {
    const MOST: usize = 64;

    pub(super) fn as_slice(&self) -> &[Square] {
        &self.squares[..usize::from(self.length)]
    }
}

impl FromIterator<Square> for Moves {
    fn from_iter<I: IntoIterator<Item = Square>>(moves: I) -> Moves {
        let mut squares = [Square::A1; Moves::MOST];
        let mut length = 0;
        for (place, square) in squares.iter_mut().zip(moves) {
            *place = square;
            length += 1;
        }
        Moves { squares, length }
    }
}

impl Entry {
    pub(super) const SIZE: usize = 6 * 4 + 2 + 2 + Moves::MOST;

    const UNKNOWN: i8 = i8::MIN;

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let Entry { source, number, year, event, players, start, margin, moves } = self;
        for value in [source, number, event, &players.black, &players.white, start] {
            out.extend(value.to_le_bytes());
        }
        out.extend(year.to_le_bytes());
        out.extend(margin.unwrap_or(Entry::UNKNOWN).to_le_bytes());
        out.push(moves.length);
        out.extend(moves.squares.map(Square::index));
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Stored<'a>(pub(super) &'a [u8; Entry::SIZE]);

impl<'a> Stored<'a> {
    pub(super) fn source(self) -> u32 {
        self.word::<0>()
    }

    pub(super) fn number(self) -> u32 {
        self.word::<4>()
    }

    pub(super) fn event(self) -> u32 {
        self.word::<8>()
    }

    pub(super) fn players(self) -> ByColor<u32> {
        ByColor { black: self.word::<12>(), white: self.word::<16>() }
    }

    pub(super) fn start(self) -> u32 {
        self.word::<20>()
    }

    pub(super) fn year(self) -> u16 {
        u16::from_le_bytes([self.0[24], self.0[25]])
    }

    pub(super) fn margin(self) -> Option<i8> {
        Some(self.0[26] as i8).filter(|&margin| margin != Entry::UNKNOWN)
    }

    pub(super) fn moves(self) -> impl ExactSizeIterator<Item = Square> + Clone + use<'a> {
        let squares = &self.0[Entry::SIZE - Moves::MOST..];
        let length = usize::from(self.0[27]).min(Moves::MOST);
        squares[..length].iter().map(|&byte| Square::ALL[usize::from(byte % 64)])
    }

    fn word<const AT: usize>(self) -> u32 {
        u32::from_le_bytes([self.0[AT], self.0[AT + 1], self.0[AT + 2], self.0[AT + 3]])
    }
}

#[derive(Clone, Copy, Debug)]
pub struct GameView<'a> {
    pub(super) stored: Stored<'a>,
    pub(super) tables: &'a Tables,
}

impl<'a> GameView<'a> {
    pub fn source(&self) -> &'a str {
        self.tables.sources.get(self.stored.source())
    }

    pub fn number(&self) -> u32 {
        self.stored.number()
    }

    pub fn year(&self) -> Option<u16> {
        Some(self.stored.year()).filter(|&year| year != 0)
    }

    pub fn event(&self) -> &'a str {
        self.tables.events.get(self.stored.event())
    }

    pub fn players(&self) -> ByColor<&'a str> {
        self.stored.players().map(|player| self.tables.players.get(player))
    }

    /// For Black; empty squares go to the winner.
    pub fn margin(&self) -> Option<i8> {
        self.stored.margin()
    }

    pub fn moves(&self) -> impl ExactSizeIterator<Item = Square> + Clone + use<'a> {
        self.stored.moves()
    }

    pub fn opening(&self, language: Language) -> Option<Named> {
        let is_usual = self.start() == BoardWithTurn::START;
        openings::of_moves(self.moves().take_while(|_| is_usual), language)
    }

    pub fn game(&self) -> Game {
        let BoardWithTurn { board, turn } = self.start();
        let setup = Setup { discs: board.discs(turn), turn, supply: None };
        let start = Position::new(Rules::Standard, setup).unwrap_or(Position::initial(Rules::Standard));
        let mut game = Game::new(start);
        for square in self.moves() {
            if game.play(square).is_err() {
                break;
            }
        }
        game
    }

    pub fn record(&self) -> Record {
        let mut record = Record::of(&self.game());
        let details = &mut record.details;
        details.players = self.players().map(|name| Player { name: name.to_owned(), rating: String::new() });
        details.event = self.event().to_owned();
        details.date = self.year().map(|year| year.to_string()).unwrap_or_default();
        details.result = self
            .margin()
            .map(|margin| GameResult { margin: Points::from_discs(margin), termination: Termination::default() });
        record
    }

    pub(super) fn start(&self) -> BoardWithTurn {
        self.tables.start(self.stored.start())
    }

    pub(super) fn at(&self, discs: usize) -> Option<(BoardWithTurn, Option<Square>)> {
        let mut state = self.start();
        let placed = discs.checked_sub(state.discs())?;
        let mut moves = self.moves();
        for _ in 0..placed {
            state = state.play(moves.next()?)?;
        }
        Some((state, moves.next()))
    }

    pub(super) fn board_at(&self, discs: usize) -> Option<Board> {
        self.at(discs).map(|(state, _)| state.board.canonical())
    }

    pub(super) fn margin_for(&self, color: Color) -> Option<i8> {
        self.margin().map(|margin| match color {
            Color::Black => margin,
            Color::White => -margin,
        })
    }
}
