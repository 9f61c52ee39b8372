mod documents;
mod known;
mod sentences;
mod verdicts;

use std::time::Duration;

use outflank_engine::{Analysis, Bound, Score, Selectivity, Variation};
use outflank_formats::wthor::Games;
use outflank_formats::{Record, plain};
use outflank_rules::{Color, Game, Move, Position, Rules, Square};
use outflank_study::review::{Plan, Review};

fn record(text: &str) -> Record {
    plain::parse(text).expect("it can be read").check().expect("its moves are legal")
}

fn tournament() -> Games {
    const EXCERPT: &[u8] = include_bytes!("../../../../outflank-formats/tests/data/wthor_200.wtb");
    Games::parse(EXCERPT).expect("the file is well-formed")
}

fn replayed(moves: &[Square]) -> Game {
    let mut game = Game::new(Position::initial(Rules::Standard));
    for &square in moves {
        game.play(square).expect("the game is legal");
    }
    game
}

fn finished() -> Record {
    let has_pass = |game: &Game| game.plies().iter().any(|ply| ply.mv == Move::Pass);
    let games = tournament().games;
    let mut games = games.iter().map(|game| replayed(game.moves()));
    let game = games.find(|game| game.outcome().is_some() && has_pass(game)).expect("there is one");
    Record::of(&game)
}

struct Oracle<'a> {
    game: &'a Game,
    /// Values for Black before each placement and at the end.
    values: Vec<i8>,
    certain_from: usize,
}

impl Oracle<'_> {
    fn review(&self) -> Review {
        let mut review = Review::of(self.game);
        let mut plan = Plan::within(Duration::from_secs(10));
        while let Some(search) = plan.next(&review, Duration::ZERO) {
            review.learn(&search, &self.analysis(&search.position, search.limits.depth));
        }
        review
    }

    fn analysis(&self, position: &Position, depth: Option<u8>) -> Analysis {
        let placed = (self.game.start().empty().len() - position.empty().len()) as usize;
        let value = Score::from_discs(self.values[placed]);
        let played = self.game.placements().nth(placed);
        let is_best = self.values.get(placed + 1) == self.values.get(placed);
        let others = position.legal_moves().into_iter();
        let best = others.filter(|&square| (Some(square) == played) == is_best).last();
        let best = best.or(played).unwrap_or(Square::A1);
        Analysis {
            lines: vec![Variation {
                pv: vec![Move::Place(best)],
                score: if position.turn() == Color::Black { value } else { -value },
                bound: Bound::Exact,
            }],
            depth: depth.unwrap_or(position.empty().len() as u8),
            selectivity: Selectivity::Full,
            exact: depth.is_none() && placed >= self.certain_from,
            nodes: 1,
            time: Duration::ZERO,
        }
    }
}
