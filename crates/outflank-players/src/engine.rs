//! The engine of this program as a player.

use outflank_engine::{Engine, GameClock, Level, Limits, Options};
use outflank_formats::Points;
use outflank_rules::{Game, Move};

use crate::{Action, BookUse, Bounds, Choice, Clocks, Player, PlayerError, Random};

/// The level at which only a clock limits the search, if there is one.
const FULL_STRENGTH: Level = Level::ALL[Level::ALL.len() - 1];

/// The engine at a level. It remembers what it thought about in this game, and nothing of what the other side thinks.
pub struct EnginePlayer {
    name: String,
    engine: Engine,
    level: Level,
    bounds: Bounds,
    book: BookUse,
    random: Random,
    /// Whether there is something to forget.
    has_searched: bool,
}

impl EnginePlayer {
    /// An engine that has not played yet. Bounds stand in place of what the level says about how far to look.
    pub fn new(level: Level, bounds: Bounds, book: BookUse, options: Options) -> EnginePlayer {
        let name = format!("outflank {level}");
        let engine = Engine::new(options);
        book.prepare(level);
        EnginePlayer { name, engine, level, bounds, book, random: Random::new(0), has_searched: false }
    }
}

impl Player for EnginePlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, seed: u64) -> Result<(), PlayerError> {
        if std::mem::take(&mut self.has_searched) {
            self.engine.forget();
        }
        self.random = Random::new(seed);
        Ok(())
    }

    fn choose(&mut self, game: &Game, clocks: Option<&Clocks>) -> Result<Choice, PlayerError> {
        if let Some(mv) = self.book.choose(self.level, game, || self.random.next()) {
            return Ok(mv.into());
        }
        let position = game.position();
        let clock = clocks.map(|clocks| GameClock { left: clocks.left[position.turn()], increment: clocks.increment });
        let mut limits = Limits { clock, ..self.bounds.in_place_of(self.level.limits(position)) };
        if clock.is_some() && self.level == FULL_STRENGTH && self.bounds == Bounds::NONE {
            // The clock says how long, and nothing else needs to.
            limits = Limits { depth: None, time: None, ..limits };
        }
        self.has_searched = true;
        // The search has a thread of its own, with the stack that it needs.
        let analysis = self.engine.start(*position, limits, |_| {}).wait();
        let mv = self.level.pick(position, &analysis, self.random.next());
        let square = mv.and_then(Move::square).expect("there is a square to play until the game is over");
        let line = analysis.lines.iter().find(|line| line.pv.first() == Some(&Move::Place(square)));
        Ok(Choice {
            action: Action::Place(square),
            eval: line.and_then(|line| Points::from_f64(line.score.discs().into())),
            time: Some(analysis.time),
        })
    }
}
