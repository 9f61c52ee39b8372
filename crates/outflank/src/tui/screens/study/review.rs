use std::collections::HashMap;

use outflank_engine::Analysis;
use outflank_formats::Record;
use outflank_players::PlayerName;
use outflank_render::sanitize;
use outflank_rules::{ByColor, Color, Game, IllegalMove, Move, Position, Square, Status};
use outflank_study::report::{Grade, Judged, Report, Takeaways};
use outflank_study::teach;
use outflank_study::tree::{NodeId, Tree};

use crate::person;
use crate::tui::app::Id;
use crate::tui::format;
use crate::tui::screens::game::contest::for_black;
use crate::tui::screens::retry::state::Retry;
use crate::tui::screens::study::comment::CommentField;
use crate::tui::screens::study::panels::Panels;
use crate::tui::screens::study::sweep::Sweep;
use crate::tui::values::{Source, Values};
use crate::tui::widgets::{Loss, Pointer};

#[derive(Clone, Debug)]
pub(crate) struct Review {
    /// The game that the report is about, without variations.
    record: Record,
    pub(crate) tree: Tree,
    /// The moves of `record`, the root first.
    game: Vec<NodeId>,
    looked_at: HashMap<Position, Analysis>,
    pub(crate) pointer: Pointer,
    pub(crate) panels: Panels,
    pub(crate) comment: Option<CommentField>,
    pub(crate) engine_on: bool,
    pub(crate) searching: Option<Search>,
    pub(crate) sweep: Sweep,
    pub(crate) sweeping: Option<Search>,
    pub(crate) retry: Option<Retry>,
    /// The side of the person at the keyboard.
    pub(crate) own: Option<Color>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Search {
    pub(crate) id: Id,
    pub(crate) position: Position,
    pub(crate) done: bool,
}

impl Review {
    pub(crate) fn new(record: Record, at: usize) -> Review {
        let mut tree = Tree::of(&record);
        let game = tree.main_line();
        tree.step(at);
        let sweep = Sweep::of(record.game());
        let own = person::seat(&record, None);
        Review {
            record,
            tree,
            game,
            looked_at: HashMap::new(),
            pointer: Pointer::default(),
            panels: Panels::default(),
            comment: None,
            engine_on: true,
            searching: None,
            sweep,
            sweeping: None,
            retry: None,
            own,
        }
    }

    pub(crate) fn record(&self) -> &Record {
        &self.record
    }

    /// The moves of the report may have been demoted since.
    pub(crate) fn is_outdated(&self) -> bool {
        self.tree.main_line() != self.game
    }

    pub(crate) fn review_main_line(&mut self) {
        self.game = self.tree.main_line();
        self.record = Record::of(&self.tree.game(&self.game));
        self.record.details = self.tree.details().clone();
        self.sweep = Sweep::of(self.record.game());
    }

    /// Whether the game is the one under study, or has gone on since. Then its new moves are added.
    pub(crate) fn follow(&mut self, record: &Record) -> bool {
        let (ours, theirs) = (self.record.game(), record.game());
        let is_same =
            ours.start() == theirs.start() && theirs.placements().take(self.game.len() - 1).eq(ours.placements());
        if is_same && theirs.placements().count() >= self.game.len() {
            self.game = self.tree.extend(theirs);
            self.record = record.clone();
            self.sweep = Sweep::of(theirs);
        }
        is_same
    }

    #[cfg(test)]
    pub(crate) fn line(&self) -> Game {
        self.tree.game(self.tree.line())
    }

    pub(crate) fn at(&self) -> usize {
        self.tree.at()
    }

    pub(crate) fn len(&self) -> usize {
        self.tree.line().len() - 1
    }

    pub(crate) fn leaves(&self) -> Option<usize> {
        let common = std::iter::zip(self.tree.line(), &self.game).take_while(|(shown, game)| shown == game).count();
        (common < self.tree.line().len()).then(|| common.saturating_sub(1))
    }

    pub(crate) fn position(&self) -> &Position {
        self.tree.position()
    }

    pub(crate) fn last(&self) -> Option<Square> {
        self.tree.node(self.tree.current()).square()
    }

    pub(crate) fn next(&self) -> Option<Square> {
        self.tree.line().get(self.at() + 1).and_then(|&id| self.tree.node(id).square())
    }

    pub(crate) fn shown(&self) -> Game {
        self.tree.game(&self.tree.line()[..=self.at()])
    }

    pub(crate) fn go(&mut self, at: usize) {
        self.tree.step(at);
        self.moved();
    }

    pub(crate) fn go_to(&mut self, id: NodeId) {
        self.tree.go(id);
        self.moved();
    }

    /// A move of the game that the report is about.
    pub(crate) fn go_in_game(&mut self, at: usize) {
        self.go_to(self.game[at.min(self.game.len() - 1)]);
    }

    pub(crate) fn play(&mut self, square: Square) -> Result<(), IllegalMove> {
        self.tree.play(square)?;
        self.moved();
        Ok(())
    }

    pub(crate) fn moved(&mut self) {
        self.pointer = Pointer { cursor: self.pointer.cursor, ..Pointer::default() };
        self.panels.forget_position();
    }

    /// Goes to the last move of the game before the position shown.
    pub(crate) fn back_to_game(&mut self) -> bool {
        let Some(leaves) = self.leaves() else { return false };
        let at = leaves.min(self.at());
        // The game becomes the line that is shown.
        self.go_in_game(usize::MAX);
        self.go_in_game(at);
        true
    }

    pub(crate) fn is_of_game(&self, id: NodeId) -> bool {
        self.game.get(self.tree.node(id).placements()) == Some(&id)
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

    pub(crate) fn judged(&self, id: NodeId) -> Option<&Judged> {
        let number = self.tree.node(id).placements();
        self.judged_in_game(number).filter(|_| self.is_of_game(id))
    }

    fn judged_in_game(&self, number: usize) -> Option<&Judged> {
        let moves = &self.report().moves;
        let place = moves.binary_search_by_key(&number, |judged| judged.number).ok()?;
        moves.get(place)
    }

    pub(crate) fn judged_next(&self) -> Option<&Judged> {
        self.judged_in_game(self.at() + 1).filter(|_| self.is_of_game(self.tree.current()))
    }

    pub(crate) fn values(&self) -> Option<Values> {
        self.values_at(self.tree.current())
    }

    fn values_at(&self, id: NodeId) -> Option<Values> {
        Values::of(self.reported(id), self.looked_at.get(self.tree.node(id).position()).and_then(Source::search))
    }

    fn reported(&self, id: NodeId) -> Option<Source> {
        if !self.is_of_game(id) {
            return None;
        }
        let node = self.tree.node(id);
        if let Some(judged) = self.judged_in_game(node.placements() + 1) {
            return Source::report(&judged.judgement, node.position());
        }
        let last = self.judged(id)?;
        Source::report_end(&last.judgement, &self.report().plan, node.position())
    }

    /// What a move lost. In a variation, by the values shown before it.
    pub(crate) fn loss(&self, id: NodeId) -> Option<Loss> {
        if self.is_of_game(id) {
            return self.judged(id).map(|judged| Loss { discs: judged.judgement.loss(), grade: judged.grade });
        }
        let node = self.tree.node(id);
        let (before, square) = (node.parent()?, node.square()?);
        let values = self.values_at(before)?;
        let discs = (values.best().discs() - values.of_move(square)?.discs()).max(0.0);
        // Only one search compares moves reliably.
        let analysis = self.looked_at.get(self.tree.node(before).position());
        let compared = analysis.and_then(|analysis| teach::loss(analysis, square));
        Some(Loss { discs, grade: Grade::of_loss(compared.map_or(discs, |compared| discs.min(compared))) })
    }

    pub(crate) fn losses(&self) -> Vec<Option<Loss>> {
        self.tree.line()[1..].iter().map(|&id| self.loss(id)).collect()
    }

    pub(crate) fn graph(&self) -> Vec<Option<f32>> {
        (0..self.tree.line().len()).map(|at| self.value_at(at)).collect()
    }

    fn value_at(&self, at: usize) -> Option<f32> {
        let id = self.tree.line()[at];
        let position = self.tree.node(id).position();
        if let Status::Over(outcome) = position.status() {
            return Some(f32::from(outcome.margin(Color::Black)));
        }
        // The board shows the value of the next move, too.
        let next = self.next().filter(|_| at == self.at() + 1);
        let shown = next.and_then(|next| self.values()?.of_move(next));
        let shown = shown.map(|score| for_black(score.discs(), self.position().turn()));
        shown.or_else(|| Some(for_black(self.values_at(id)?.best().discs(), position.turn())))
    }

    pub(crate) fn given_away(&self) -> ByColor<f32> {
        let mut sum = ByColor::both(0.0);
        for (&id, loss) in self.tree.line()[1..].iter().zip(self.losses()) {
            if let Some(mover) = self.tree.mover(id) {
                sum[mover] += loss.map_or(0.0, |loss| loss.discs);
            }
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

    /// The legal moves with their values and what follows, the best first.
    pub(crate) fn candidates(&self) -> Vec<EngineLine> {
        let Some(values) = self.values() else { return Vec::new() };
        let played = self.judged_next().map(|judged| &judged.judgement);
        let searched = self.analysis().into_iter().flat_map(|analysis| &analysis.lines);
        let line = |square: Square| -> Vec<Move> {
            let first = Some(Move::Place(square));
            let own = [Some(&values.first.line), played.map(|judgement| &judgement.refutation)];
            let found = own.into_iter().flatten().chain(searched.clone().map(|line| &line.pv));
            found
                .into_iter()
                .find(|line| line.first().copied() == first)
                .cloned()
                .unwrap_or_else(|| vec![square.into()])
        };
        let ranked = values.ranked().into_iter();
        ranked
            .map(|value| EngineLine { moves: line(value.square), text: value.text(), is_reported: value.is_reported })
            .collect()
    }

    pub(crate) fn reader(&self) -> Option<Color> {
        self.own
    }

    pub(crate) fn takeaways(&self) -> Option<&Takeaways> {
        Some(&self.report().takeaways.as_ref()?[self.reader()?])
    }

    pub(crate) fn names(&self) -> ByColor<String> {
        let name = |color: Color| &self.record.details.players[color].name;
        ByColor::from_fn(|color| match name(color).as_str() {
            "" => String::new(),
            name if self.own == Some(color) && person::is_unnamed(name) => format::player(&PlayerName::Human),
            name => match name.parse::<PlayerName>() {
                Ok(player) => format::player(&player),
                Err(_) => sanitize::line(name),
            },
        })
    }
}

pub(crate) fn beginning(game: &Game, placements: usize) -> Game {
    let mut beginning = Game::new(*game.start());
    for square in game.placements().take(placements) {
        beginning.play(square).expect("a game's own moves are legal");
    }
    beginning
}

/// A move of the position shown, the play after it, and its value for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct EngineLine {
    pub(crate) moves: Vec<Move>,
    pub(crate) text: String,
    pub(crate) is_reported: bool,
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
        assert_eq!((review.at(), review.leaves()), (3, Some(2)));
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
    fn a_game_that_goes_on_is_followed() {
        let mut review = review("f5d6c3");
        review.go(2);
        review.play(Square::C4).unwrap();
        let record = |text: &str| plain::parse(text).unwrap().check().unwrap();
        assert!(review.follow(&record("f5d6c3d3")) && !review.follow(&record("f5f6")));
        assert_eq!((review.at(), review.leaves()), (3, Some(2)), "it stays where it was");
        review.go_in_game(usize::MAX);
        assert_eq!((review.at(), review.last()), (4, Some(Square::D3)));
    }
}
