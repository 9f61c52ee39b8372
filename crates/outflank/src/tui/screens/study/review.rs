//! A game under study: where one stands in it, the variation that is tried, and what each move was worth.

use std::collections::HashMap;

use outflank_engine::Analysis;
use outflank_formats::Record;
use outflank_players::PlayerName;
use outflank_render::sanitize;
use outflank_rules::{ByColor, Color, Game, Move, Position, Square};
use outflank_study::report::{Grade, Judged, Report};
use outflank_study::teach;

use crate::tui::app::event::Id;
use crate::tui::screens::game::contest::for_black;
use crate::tui::screens::retry::state::Retry;
use crate::tui::screens::study::sweep::Sweep;
use crate::tui::widgets::pointer::Pointer;

/// A game under study.
#[derive(Clone, Debug)]
pub(crate) struct Review {
    record: Record,
    /// The line on the board: the game, or a variation.
    line: Game,
    /// After how many placements the line leaves the game, if it does.
    leaves: Option<usize>,
    /// How many placements of the line are on the board.
    at: usize,
    /// What is known about all moves of the positions that were looked at.
    looked_at: HashMap<Position, Analysis>,
    pub(crate) pointer: Pointer,
    /// Whether the engine looks at what is on the board.
    pub(crate) engine_on: bool,
    /// The search of what is on the board.
    pub(crate) searching: Option<Search>,
    /// What goes through the whole game, and makes the report of it.
    pub(crate) sweep: Sweep,
    /// The search that the sweep has asked for.
    pub(crate) sweeping: Option<Search>,
    /// The mistakes that are tried again.
    pub(crate) retry: Option<Retry>,
}

/// A search under way, or one that has come to its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Search {
    pub(crate) id: Id,
    pub(crate) position: Position,
    pub(crate) done: bool,
}

impl Review {
    /// The study of a game, which begins with this many placements on the board.
    pub(crate) fn new(record: Record, at: usize) -> Review {
        let line = record.game().clone();
        let at = at.min(line.placements().count());
        let sweep = Sweep::of(&line);
        Review {
            record,
            line,
            leaves: None,
            at,
            looked_at: HashMap::new(),
            pointer: Pointer::default(),
            engine_on: true,
            searching: None,
            sweep,
            sweeping: None,
            retry: None,
        }
    }

    pub(crate) fn record(&self) -> &Record {
        &self.record
    }

    /// The line on the board, also what comes after what is shown of it.
    pub(crate) fn line(&self) -> &Game {
        &self.line
    }

    /// How many placements are shown.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// How many placements the line has.
    pub(crate) fn len(&self) -> usize {
        self.line.placements().count()
    }

    /// After how many placements the line leaves the game, if it does.
    pub(crate) fn leaves(&self) -> Option<usize> {
        self.leaves
    }

    /// The position that is shown.
    pub(crate) fn position(&self) -> &Position {
        position_after(&self.line, self.at)
    }

    /// The last move on the board.
    pub(crate) fn last(&self) -> Option<Square> {
        self.line.placements().take(self.at).last()
    }

    /// The next move of the line.
    pub(crate) fn next(&self) -> Option<Square> {
        self.line.placements().nth(self.at)
    }

    /// The game up to what is shown.
    pub(crate) fn shown(&self) -> Game {
        let mut game = Game::new(*self.line.start());
        for square in self.line.placements().take(self.at) {
            game.play(square).expect("a game's own moves are legal");
        }
        game
    }

    /// Goes to where this many placements are on the board.
    pub(crate) fn go(&mut self, at: usize) {
        self.at = at.min(self.len());
        self.pointer.column = None;
    }

    /// Plays on from what is shown. A move of the line only goes on with it; another begins a variation.
    pub(crate) fn play(&mut self, square: Square) -> Result<(), outflank_rules::IllegalMove> {
        if self.next() == Some(square) {
            self.go(self.at + 1);
            return Ok(());
        }
        let mut line = self.shown();
        line.play(square)?;
        let left_already = self.leaves.filter(|&leaves| leaves <= self.at);
        self.leaves = Some(left_already.unwrap_or(self.at));
        self.line = line;
        self.go(self.at + 1);
        Ok(())
    }

    /// Leaves the variation, for the position in which it left the game.
    pub(crate) fn back_to_game(&mut self) -> bool {
        let Some(leaves) = self.leaves.take() else { return false };
        self.line = self.record.game().clone();
        self.go(leaves);
        true
    }

    /// Takes in what the engine has found out about the moves of a position. What is better founded already stays.
    pub(crate) fn look_at(&mut self, position: &Position, analysis: &Analysis) {
        let known = self.looked_at.get(position);
        let is_better = |known: &Analysis| known.nodes <= analysis.nodes || known.lines.len() < analysis.lines.len();
        if !analysis.lines.is_empty() && known.is_none_or(is_better) {
            self.looked_at.insert(*position, analysis.clone());
        }
    }

    /// What is known about the moves of the position that is shown.
    pub(crate) fn analysis(&self) -> Option<&Analysis> {
        self.looked_at.get(self.position())
    }

    /// What is known about the game by now.
    pub(crate) fn report(&self) -> &Report {
        self.sweep.report()
    }

    /// What the report says about a placement of the line, by how many others came before it. It is about the game, and
    /// says nothing about what was only tried.
    pub(crate) fn judged(&self, before: usize) -> Option<&Judged> {
        let moves = &self.report().moves;
        let place = moves.binary_search_by_key(&(before + 1), |judged| judged.number).ok()?;
        moves.get(place).filter(|_| self.is_of_game(before))
    }

    /// What each placement of the line gave away, where that is known. One that was only tried is judged by what is known about the
    /// position in which that was done.
    pub(crate) fn losses(&self) -> Vec<Option<f32>> {
        let placements = self.line.plies().iter().filter_map(|ply| Some((ply.before, ply.mv.square()?)));
        let loss = |(index, (before, square)): (usize, (Position, Square))| match self.is_of_game(index) {
            true => self.judged(index).map(|judged| judged.judgement.loss()),
            false => teach::loss(self.looked_at.get(&before)?, square),
        };
        placements.enumerate().map(loss).collect()
    }

    /// What the positions of the line are worth for Black, the start first.
    pub(crate) fn values(&self) -> Vec<Option<f32>> {
        (0..=self.len()).map(|at| self.value_at(at)).collect()
    }

    /// What the report says about a position by the move that led to it, or else by the best move in it. What was only tried is
    /// worth what the engine says that looked at it.
    fn value_at(&self, at: usize) -> Option<f32> {
        let position = position_after(&self.line, at);
        if let outflank_rules::Status::Over(outcome) = position.status() {
            return Some(f32::from(outcome.margin(Color::Black)));
        }
        let after = at.checked_sub(1).and_then(|before| self.judged(before)).map(|judged| judged.judgement.score);
        let reported = after.or_else(|| self.judged(at).map(|judged| judged.judgement.best_score));
        reported.map(outflank_engine::Score::discs).or_else(|| {
            let best = self.looked_at.get(position)?.lines.first()?;
            Some(for_black(best.score.discs(), position.turn()))
        })
    }

    /// What both sides have given away in the line so far known.
    pub(crate) fn given_away(&self) -> ByColor<f32> {
        let mut sum = ByColor::both(0.0);
        let movers = self.line.plies().iter().filter(|ply| ply.mv != Move::Pass).map(|ply| ply.before.turn());
        for (mover, loss) in movers.zip(self.losses()) {
            sum[mover] += loss.unwrap_or_default();
        }
        sum
    }

    /// The placements that were mistakes, by how many others came before each, the worst first.
    pub(crate) fn mistakes(&self) -> Vec<usize> {
        let losses = self.losses();
        let loss = |&at: &usize| losses[at].unwrap_or_default();
        let mut mistakes: Vec<usize> = (0..losses.len()).filter(|at| Grade::of_loss(loss(at)).is_serious()).collect();
        mistakes.sort_by(|a, b| loss(b).total_cmp(&loss(a)));
        mistakes
    }

    /// Whether a placement of the line is one of the game, by how many others came before it.
    fn is_of_game(&self, before: usize) -> bool {
        self.leaves.is_none_or(|leaves| before < leaves)
    }

    /// Who played, as the record says.
    pub(crate) fn names(&self) -> ByColor<String> {
        let name = |color: Color| &self.record.details.players[color].name;
        ByColor::from_fn(|color| match name(color).as_str() {
            "" => String::new(),
            name => match name.parse::<PlayerName>() {
                Ok(player) => crate::tui::format::player(&player),
                Err(_) => sanitize::line(name),
            },
        })
    }
}

/// The position of a game with this many placements made, and the passes that they forced.
pub(crate) fn position_after(game: &Game, placements: usize) -> &Position {
    let before = game.plies().iter().filter(|ply| ply.mv != Move::Pass).nth(placements);
    before.map_or_else(|| game.position(), |ply| &ply.before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_formats::plain;

    fn review(text: &str) -> Review {
        Review::new(plain::parse(text).unwrap().check().unwrap(), 0)
    }

    #[test]
    fn a_variation_leaves_the_game_and_comes_back() {
        let mut review = review("f5d6c3d3c4");
        review.go(3);
        review.play(Square::D3).unwrap();
        assert_eq!((review.at(), review.leaves()), (4, None), "the game's own move is no variation");
        review.play(Square::C7).unwrap();
        review.play(review.position().legal_moves().first().unwrap()).unwrap();
        assert_eq!((review.at(), review.len(), review.leaves()), (6, 6, Some(4)));
        review.go(2);
        review.play(Square::C5).unwrap();
        assert_eq!((review.at(), review.leaves()), (3, Some(2)), "an earlier one takes its place");
        assert!(review.back_to_game());
        assert_eq!((review.at(), review.len(), review.leaves()), (2, 5, None));
        assert!(!review.back_to_game());
    }

    #[test]
    fn a_variation_of_an_illegal_move_is_refused() {
        let mut review = review("f5d6c3");
        assert!(review.play(Square::A1).is_err());
        assert_eq!((review.at(), review.len(), review.leaves()), (0, 3, None));
    }

    #[test]
    fn positions_are_counted_by_placements_and_stand_after_the_pass() {
        let review = review("d3c3b3b2f5a3a1c1");
        assert_eq!(position_after(review.line(), 8).turn(), Color::White);
        assert_eq!(position_after(review.line(), 7).turn(), Color::White);
        assert_eq!(position_after(review.line(), 0), review.line().start());
    }
}
