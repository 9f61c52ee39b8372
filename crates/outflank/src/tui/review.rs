//! A game under study: where one stands in it, the variation that is tried, and what each move was worth.

use std::collections::HashMap;

use outflank_engine::Analysis;
use outflank_formats::Record;
use outflank_players::PlayerName;
use outflank_rules::{ByColor, Color, Game, Move, Position, Square};

use super::contest::Thought;
use super::event::Id;
use super::pointer::Pointer;

/// A move that gives away this many discs or more is a mistake.
pub(crate) const MISTAKE: f32 = 2.0;

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
    judged: HashMap<Position, Judgement>,
    pub(crate) pointer: Pointer,
    /// Whether the engine looks at what is on the board.
    pub(crate) engine_on: bool,
    /// The search of what is on the board.
    pub(crate) searching: Option<Search>,
    /// The search that goes through the whole game, one position after another.
    pub(crate) sweeping: Option<Search>,
}

/// A search under way, or one that has come to its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Search {
    pub(crate) id: Id,
    pub(crate) position: Position,
    pub(crate) done: bool,
}

/// What the engine thinks of a position and of each move in it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Judgement {
    /// The best line.
    pub(crate) best: Thought,
    /// How many positions were visited: what is better founded stays.
    nodes: u64,
    /// The moves with their worth for the side to move, best first.
    moves: Vec<Valued>,
}

/// A move and its worth for who makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Valued {
    square: Square,
    value: f32,
}

impl Judgement {
    fn of(analysis: &Analysis, position: &Position) -> Option<Judgement> {
        let valued = |line: &outflank_engine::Line| {
            Some(Valued { square: line.pv.first()?.square()?, value: line.score.discs() })
        };
        Some(Judgement {
            best: Thought::of(analysis, position.turn())?,
            nodes: analysis.nodes,
            moves: analysis.lines.iter().filter_map(valued).collect(),
        })
    }

    /// What a move is worth, for the side to move.
    pub(crate) fn value(&self, square: Square) -> Option<f32> {
        self.moves.iter().find(|valued| valued.square == square).map(|valued| valued.value)
    }

    /// What is lost by a move, in discs.
    fn loss(&self, square: Square) -> Option<f32> {
        Some((self.moves.first()?.value - self.value(square)?).max(0.0))
    }
}

impl Review {
    /// The study of a game, which begins with this many placements on the board.
    pub(crate) fn new(record: Record, at: usize) -> Review {
        let line = record.game().clone();
        let at = at.min(line.placements().count());
        Review {
            record,
            line,
            leaves: None,
            at,
            judged: HashMap::new(),
            pointer: Pointer::default(),
            engine_on: true,
            searching: None,
            sweeping: None,
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

    /// Takes in what the engine has found out. What is better founded already stays.
    pub(crate) fn judge(&mut self, position: &Position, analysis: &Analysis) {
        let Some(new) = Judgement::of(analysis, position) else { return };
        let known = self.judged.get(position);
        if known.is_none_or(|known| known.nodes <= new.nodes || known.moves.len() < new.moves.len()) {
            self.judged.insert(*position, new);
        }
    }

    /// What is known about the position that is shown.
    pub(crate) fn judgement(&self) -> Option<&Judgement> {
        self.judged.get(self.position())
    }

    /// What each placement of the line gave away, where that is known.
    pub(crate) fn losses(&self) -> Vec<Option<f32>> {
        let placements = self.line.plies().iter().filter_map(|ply| Some((ply.before, ply.mv.square()?)));
        placements.map(|(before, square)| self.judged.get(&before)?.loss(square)).collect()
    }

    /// What the positions of the line are worth for Black, the start first.
    pub(crate) fn values(&self) -> Vec<Option<f32>> {
        (0..=self.len()).map(|at| self.value_of(position_after(&self.line, at))).collect()
    }

    fn value_of(&self, position: &Position) -> Option<f32> {
        match position.choices() {
            outflank_rules::Choices::Over(outcome) => Some(f32::from(outcome.margin(Color::Black))),
            _ => self.judged.get(position).map(|judged| judged.best.value),
        }
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
        let mut mistakes: Vec<usize> = (0..losses.len()).filter(|at| loss(at) >= MISTAKE).collect();
        mistakes.sort_by(|a, b| loss(b).total_cmp(&loss(a)));
        mistakes
    }

    /// The next position that the sweep has to look at: from the end of the game, where the engine sees most.
    pub(crate) fn unjudged(&self) -> Option<Position> {
        let positions = (0..=self.len()).rev().map(|at| *position_after(&self.line, at));
        positions
            .filter(|position| !position.choices().squares().is_empty())
            .find(|position| !self.judged.contains_key(position))
    }

    /// Whether everything in the line has been looked at.
    pub(crate) fn is_swept(&self) -> bool {
        self.unjudged().is_none()
    }

    /// Who played, as the record says.
    pub(crate) fn names(&self) -> ByColor<String> {
        let name = |color: Color| &self.record.details.players[color].name;
        ByColor::from_fn(|color| match name(color).as_str() {
            "" => String::new(),
            name => match name.parse::<PlayerName>() {
                Ok(player) => super::words::player(&player),
                Err(_) => name.to_owned(),
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
        review.play(review.position().choices().squares().first().unwrap()).unwrap();
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
