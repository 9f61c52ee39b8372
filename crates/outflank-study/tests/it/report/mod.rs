mod documents;
mod known;
mod sentences;
mod story;
mod verdicts;

use outflank_engine::{Analysis, Score};
use outflank_formats::Record;
use outflank_rules::{Color, Game, Move, Square};
use outflank_study::report::Report;
use outflank_study::review::{Effort, Review, Search};

use crate::samples::{analysis, record, reviewed, tournament};

/// The position after f5d6c7d7c6b5: no move is theory, and no two moves are equivalent.
const START: &str = "board ---------------------------OX----O-XXX----OO------XO------------ X";

fn continued(moves: &str) -> Record {
    record(&format!("{START}\n{moves}"))
}

fn finished() -> Record {
    let has_pass = |game: &Game| game.plies().iter().any(|ply| ply.mv == Move::Pass);
    let games = tournament().games;
    let mut games = games.iter().map(|game| game.replay().expect("the game is legal"));
    let game = games.find(|game| game.outcome().is_some() && has_pass(game)).expect("there is one");
    Record::of(&game)
}

struct Oracle<'a> {
    game: &'a Game,
    /// Values for Black before each placement and at the end.
    values: Vec<i8>,
    certain_from: usize,
}

/// The report of a game with these values for Black before each placement and at the end.
fn report(record: &Record, values: &[i8], certain_from: usize) -> Report {
    let oracle = Oracle { game: record.game(), values: values.to_vec(), certain_from };
    Report::of(record.game(), &oracle.review())
}

impl Oracle<'_> {
    fn review(&self) -> Review {
        reviewed(self.game, Effort::Standard.into(), |search| self.analysis(search))
    }

    fn analysis(&self, search: &Search) -> Analysis {
        let (position, played) = (search.position(), search.played());
        let placed = (self.game.start().empty().len() - position.empty().len()) as usize;
        let value = Score::from_discs(self.values[placed]);
        let is_best = self.values.get(placed + 1) == self.values.get(placed);
        let others = position.legal_moves().into_iter();
        let best = others.filter(|&square| (Some(square) == played) == is_best).last();
        let best = best.or(played).unwrap_or(Square::A1);
        let mut placements = self.game.plies().iter().filter(|ply| ply.mv != Move::Pass);
        let turn = placements.nth(placed).map_or(self.game.position().turn(), |ply| ply.before.turn());
        let score = if turn == Color::Black { value } else { -value };
        analysis(&[(best, score)], search.plies(), search.solves() || placed >= self.certain_from)
    }
}
