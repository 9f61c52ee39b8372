use outflank_formats::{Transcript, board_string};
use outflank_rules::{Color, Game, Position, Setup};
use outflank_study::openings::{self, Language};

use super::read::{record_text, unusable};
use crate::wire::{
    LegalMove, Ply, PositionRequest, Problem, Start, StudyOver, StudyPosition, WhyAnswer, WhyRequest, cells,
};

pub(crate) fn position(request: &PositionRequest) -> Result<StudyPosition, Problem> {
    Ok(told(&game(request)?))
}

pub(crate) fn why(request: &WhyRequest) -> Result<WhyAnswer, Problem> {
    let illegal = game(&request.position)?.position().play(request.square.into()).err();
    Ok(WhyAnswer { legal: illegal.is_none(), sentence: illegal.map(|illegal| illegal.sentence()) })
}

pub(crate) fn game(request: &PositionRequest) -> Result<Game, Problem> {
    let moves: Transcript = request.moves.as_deref().unwrap_or_default().parse().map_err(unusable)?;
    moves.replay(start(request)?).map_err(unusable)
}

fn start(request: &PositionRequest) -> Result<Position, Problem> {
    let turn = request.turn.unwrap_or(Color::Black);
    let setup = match &request.board {
        None => Setup { turn, ..Setup::START },
        Some(board) => {
            let turn = match turn {
                Color::Black => 'X',
                Color::White => 'O',
            };
            board_string::parse(&format!("{board} {turn}")).map_err(unusable)?
        }
    };
    Position::new(request.rules.unwrap_or_default(), Setup { supply: request.supply, ..setup }).map_err(unusable)
}

pub(crate) fn told(game: &Game) -> StudyPosition {
    let position = game.position();
    StudyPosition {
        rules: position.rules(),
        start: Start::of(game.start()),
        plies: game.plies().iter().map(Ply::of).collect(),
        board: cells(position),
        turn: position.turn(),
        discs: position.counts(),
        supply: position.supply(),
        legal: LegalMove::all(position),
        opening: openings::of_game(game, Language::English).map(|named| named.name),
        over: game.outcome().map(|outcome| StudyOver { winner: outcome.winner(), discs: outcome.discs }),
        record: record_text(game),
    }
}
