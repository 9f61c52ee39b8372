use outflank_engine::{Engine, GameClock, Level, Limits, Options};
use outflank_formats::Points;
use outflank_rules::{Game, Move};

use crate::{Action, BookUse, Bounds, Choice, ClockState, Player, PlayerError, Random};

/// With a clock, the search at this level has no other limit.
const FULL_STRENGTH: Level = Level::ALL[Level::ALL.len() - 1];

/// The engine at a level. It keeps its transposition table during a game.
pub struct EnginePlayer {
    name: String,
    engine: Engine,
    level: Level,
    bounds: Bounds,
    book: BookUse,
    random: Random,
    has_searched: bool,
}

impl EnginePlayer {
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

    fn choose(&mut self, game: &Game, clocks: Option<&ClockState>) -> Result<Choice, PlayerError> {
        if let Some(mv) = self.book.choose(self.level, game, || self.random.next()) {
            return Ok(mv.into());
        }
        let position = game.position();
        let clock = clocks.map(|clocks| GameClock { left: clocks.left[position.turn()], increment: clocks.increment });
        let mut limits = Limits { clock, ..self.bounds.in_place_of(self.level.limits(position)) };
        if clock.is_some() && self.level == FULL_STRENGTH && self.bounds == Bounds::NONE {
            limits = Limits { depth: None, time: None, ..limits };
        }
        self.has_searched = true;
        // The search needs the stack of its own thread.
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
