//! The game under study: the position shown, the current variation, and the analysis.

use std::collections::HashMap;

use outflank_engine::Analysis;
use outflank_formats::Record;
use outflank_players::PlayerName;
use outflank_render::sanitize;
use outflank_rules::{ByColor, Color, Game, Move, Position, Square};
use outflank_study::report::{Grade, Judged, Report, Takeaways};
use outflank_study::teach;

use crate::tui::app::Id;
use crate::tui::screens::game::contest::for_black;
use crate::tui::screens::retry::state::Retry;
use crate::tui::screens::study::sweep::Sweep;
use crate::tui::values::{Source, Values};
use crate::tui::widgets::{Loss, Pointer};

#[derive(Clone, Debug)]
pub(crate) struct Review {
    record: Record,
    line: Game,
    /// The number of moves before the line leaves the game.
    leaves: Option<usize>,
    at: usize,
    looked_at: HashMap<Position, Analysis>,
    pub(crate) pointer: Pointer,
    pub(crate) engine_on: bool,
    pub(crate) searching: Option<Search>,
    pub(crate) sweep: Sweep,
    pub(crate) sweeping: Option<Search>,
    pub(crate) retry: Option<Retry>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Search {
    pub(crate) id: Id,
    pub(crate) position: Position,
    pub(crate) done: bool,
}

impl Review {
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

    /// Includes the moves after the position shown.
    pub(crate) fn line(&self) -> &Game {
        &self.line
    }

    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn len(&self) -> usize {
        self.line.placements().count()
    }

    pub(crate) fn leaves(&self) -> Option<usize> {
        self.leaves
    }

    pub(crate) fn position(&self) -> &Position {
        position_after(&self.line, self.at)
    }

    pub(crate) fn last(&self) -> Option<Square> {
        self.line.placements().take(self.at).last()
    }

    pub(crate) fn next(&self) -> Option<Square> {
        self.line.placements().nth(self.at)
    }

    pub(crate) fn shown(&self) -> Game {
        beginning(&self.line, self.at)
    }

    pub(crate) fn go(&mut self, at: usize) {
        self.at = at.min(self.len());
        self.pointer.column = None;
    }

    /// The next move of the line continues it; any other starts a variation.
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

    pub(crate) fn back_to_game(&mut self) -> bool {
        let Some(leaves) = self.leaves.take() else { return false };
        self.line = self.record.game().clone();
        self.go(leaves);
        true
    }

    pub(crate) fn look_at(&mut self, position: &Position, analysis: &Analysis) {
        let known = self.looked_at.get(position);
        let is_better = |known: &Analysis| known.nodes <= analysis.nodes || known.lines.len() < analysis.lines.len();
        if !analysis.lines.is_empty() && known.is_none_or(is_better) {
            self.looked_at.insert(*position, analysis.clone());
        }
    }

    pub(crate) fn analysis(&self) -> Option<&Analysis> {
        self.looked_at.get(self.position())
    }

    pub(crate) fn report(&self) -> &Report {
        self.sweep.report()
    }

    /// The report's verdict on the move at this index. Variations have none.
    pub(crate) fn judged(&self, before: usize) -> Option<&Judged> {
        self.judged_in_game(before).filter(|_| self.is_of_game(before))
    }

    fn judged_in_game(&self, before: usize) -> Option<&Judged> {
        let moves = &self.report().moves;
        let place = moves.binary_search_by_key(&(before + 1), |judged| judged.number).ok()?;
        moves.get(place)
    }

    pub(crate) fn values(&self) -> Option<Values> {
        self.values_at(self.at)
    }

    fn values_at(&self, at: usize) -> Option<Values> {
        Values::of(self.reported(at), self.looked_at.get(position_after(&self.line, at)).and_then(Source::search))
    }

    fn reported(&self, at: usize) -> Option<Source> {
        if self.leaves.is_some_and(|leaves| leaves < at) {
            return None;
        }
        if let Some(judged) = self.judged_in_game(at) {
            return Source::report(&judged.judgement, position_after(&self.line, at));
        }
        let last = self.judged_in_game(at.checked_sub(1)?)?;
        Source::report_end(&last.judgement, &self.report().plan, position_after(&self.line, at))
    }

    /// What each move lost. In a variation, by the values shown before it.
    pub(crate) fn losses(&self) -> Vec<Option<Loss>> {
        let placements = self.line.plies().iter().filter_map(|ply| Some((ply.before, ply.mv.square()?)));
        let loss = |(index, (before, square)): (usize, (Position, Square))| match self.is_of_game(index) {
            true => self.judged(index).map(|judged| Loss { discs: judged.judgement.loss(), grade: judged.grade }),
            false => {
                let values = self.values_at(index)?;
                let discs = (values.best().discs() - values.of_move(square)?.discs()).max(0.0);
                // Only one search compares moves reliably.
                let compared = self.looked_at.get(&before).and_then(|analysis| teach::loss(analysis, square));
                Some(Loss { discs, grade: Grade::of_loss(compared.map_or(discs, |compared| discs.min(compared))) })
            }
        };
        placements.enumerate().map(loss).collect()
    }

    pub(crate) fn graph(&self) -> Vec<Option<f32>> {
        (0..=self.len()).map(|at| self.value_at(at)).collect()
    }

    fn value_at(&self, at: usize) -> Option<f32> {
        let position = position_after(&self.line, at);
        if let outflank_rules::Status::Over(outcome) = position.status() {
            return Some(f32::from(outcome.margin(Color::Black)));
        }
        // The board shows the value of the next move, too.
        let next = self.next().filter(|_| at == self.at + 1);
        let shown = next.and_then(|next| self.values()?.of_move(next));
        let shown = shown.map(|score| for_black(score.discs(), self.position().turn()));
        shown.or_else(|| Some(for_black(self.values_at(at)?.best().discs(), position.turn())))
    }

    pub(crate) fn given_away(&self) -> ByColor<f32> {
        let mut sum = ByColor::both(0.0);
        let movers = self.line.plies().iter().filter(|ply| ply.mv != Move::Pass).map(|ply| ply.before.turn());
        for (mover, loss) in movers.zip(self.losses()) {
            sum[mover] += loss.map_or(0.0, |loss| loss.discs);
        }
        sum
    }

    pub(crate) fn mistakes(&self) -> Vec<usize> {
        let losses = self.losses();
        let serious =
            losses.iter().enumerate().filter_map(|(at, loss)| Some((at, loss.filter(|loss| loss.grade.is_serious())?)));
        let mut mistakes: Vec<(usize, Loss)> = serious.collect();
        mistakes.sort_by(|(_, a), (_, b)| b.discs.total_cmp(&a.discs));
        mistakes.into_iter().map(|(at, _)| at).collect()
    }

    fn is_of_game(&self, before: usize) -> bool {
        self.leaves.is_none_or(|leaves| before < leaves)
    }

    /// The side of a person who played a machine.
    pub(crate) fn reader(&self) -> Option<Color> {
        let is_human = |color: Color| matches!(self.record.details.players[color].name.parse(), Ok(PlayerName::Human));
        match (is_human(Color::Black), is_human(Color::White)) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            _ => None,
        }
    }

    pub(crate) fn takeaways(&self) -> Option<&Takeaways> {
        Some(&self.report().takeaways.as_ref()?[self.reader()?])
    }

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

/// The first moves of a game, and nothing to redo.
pub(crate) fn beginning(game: &Game, placements: usize) -> Game {
    let mut beginning = Game::new(*game.start());
    for square in game.placements().take(placements) {
        beginning.play(square).expect("a game's own moves are legal");
    }
    beginning
}

/// The position after this many moves and the passes that they force.
fn position_after(game: &Game, placements: usize) -> &Position {
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
    fn positions_count_moves_and_include_forced_passes() {
        let review = review("d3c3b3b2f5a3a1c1");
        assert_eq!(position_after(review.line(), 8).turn(), Color::White);
        assert_eq!(position_after(review.line(), 7).turn(), Color::White);
        assert_eq!(position_after(review.line(), 0), review.line().start());
    }
}
