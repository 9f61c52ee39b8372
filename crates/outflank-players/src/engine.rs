use outflank_engine::{Engine, Level, Options};
use outflank_rules::Game;

use crate::{Allowance, BookUse, Bounds, Choice, ClockState, EngineSeat, Player, PlayerError, Random};

/// The engine at a level. It keeps its transposition table during a game.
pub struct EnginePlayer {
    name: String,
    engine: Engine,
    seat: EngineSeat,
    has_searched: bool,
}

impl EnginePlayer {
    pub fn new(level: Level, bounds: Bounds, book: BookUse, options: Options) -> EnginePlayer {
        let name = format!("outflank {level}");
        let engine = Engine::new(options);
        book.prepare(level);
        let seat = EngineSeat::new(level, bounds, book, Random::new(0));
        EnginePlayer { name, engine, seat, has_searched: false }
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
        self.seat.begin(seed);
        Ok(())
    }

    fn choose(&mut self, game: &Game, clocks: Option<&ClockState>) -> Result<Choice, PlayerError> {
        if let Some(mv) = self.seat.book_move(game) {
            return Ok(mv.into());
        }
        let position = game.position();
        let limits = self.seat.limits(position, clocks.map(|clocks| Allowance::Share(clocks.of(position.turn()))));
        self.has_searched = true;
        // The search needs the stack of its own thread.
        let analysis = self.engine.start(*position, limits, |_| {}).wait();
        Ok(self.seat.choose(position, &analysis).expect("there is a square to play until the game is over"))
    }
}
