use outflank_formats::{IllegalRecord, Points, UncheckedRecord, WrittenMove};
use outflank_rules::{Color, Move, Square};

use crate::board_with_turn::BoardWithTurn;
use crate::openings::{self, Language, Named};

/// What a list shows of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    pub moves: Vec<Square>,
    /// Black's, as [`Record::margin`](outflank_formats::Record::margin).
    pub margin: Option<Points>,
    pub opening: Option<Named>,
}

impl Outline {
    /// Faster than checking the record: legal standard games are replayed on the fast board.
    pub fn of(unchecked: &UncheckedRecord, language: Language) -> Result<Outline, IllegalRecord> {
        let moves: Vec<Square> = unchecked.moves.iter().filter_map(|written| written.mv.square()).collect();
        let (margin, is_standard) = match quick_end(unchecked) {
            Some(end) => (margin(unchecked, end), true),
            None => {
                let record = unchecked.check()?;
                (record.margin(), record.rules().is_standard())
            }
        };
        let is_usual = is_standard && BoardWithTurn::of(&unchecked.start) == Some(BoardWithTurn::START);
        let opening = openings::of_moves(moves.iter().copied().take_while(|_| is_usual), language);
        Ok(Outline { moves, margin, opening })
    }
}

/// The position at the end of a legal standard game. `None` for others, and where only the full check can decide.
pub(super) fn quick_end(unchecked: &UncheckedRecord) -> Option<BoardWithTurn> {
    let mut state = BoardWithTurn::of(&unchecked.start)?;
    let mut passed = state.turn != unchecked.start.turn();
    for WrittenMove { mv, by, .. } in &unchecked.moves {
        match mv {
            Move::Place(square) => {
                let mover = state.turn;
                state = state.play(*square).filter(|_| by.is_none_or(|by| by == mover))?;
                passed = state.turn == mover;
            }
            Move::Pass => {
                if !passed || by.is_some_and(|by| by == state.turn) {
                    return None;
                }
                passed = false;
            }
        }
    }
    Some(state)
}

pub(super) fn margin(unchecked: &UncheckedRecord, end: BoardWithTurn) -> Option<Points> {
    match end.board.is_over() {
        true => Some(Points::from_discs(end.margin(Color::Black)) - unchecked.details.komi.unwrap_or_default()),
        false => unchecked.details.result.map(|result| result.margin),
    }
}
