//! The engine as a player, and as an adviser.

use std::hash::{BuildHasher, Hasher, RandomState};

use outflank_engine::{Analysis, Engine, Level, Limits, Options};
use outflank_rules::{ByColor, Color, Move, Position};

use crate::cli::{BoundsArguments, PlayersArguments};

/// The engine on one side of the board. It remembers what it thought about, and nothing of what the other side thinks.
pub(super) struct Thinker {
    engine: Engine,
    level: Level,
    bounds: BoundsArguments,
    random: Random,
}

impl Thinker {
    /// The engines that the arguments seat, and `None` where a person plays.
    pub(super) fn seated(arguments: &PlayersArguments, levels: ByColor<Option<Level>>) -> ByColor<Option<Thinker>> {
        let mut seeds = Random { state: arguments.seed.unwrap_or_else(any_number) };
        ByColor::from_fn(|color: Color| {
            let random = Random { state: seeds.next() };
            levels[color].map(|level| Thinker {
                engine: Engine::new(Options { threads: arguments.threads, ..Options::default() }),
                level,
                bounds: arguments.bounds,
                random,
            })
        })
    }

    /// The move to play; `None` if the game is over. The search has a thread of its own.
    pub(super) fn choose(&mut self, position: &Position) -> Option<Move> {
        let limits = self.bounds.in_place_of(self.level.limits(position));
        let analysis = self.engine.start(*position, limits, |_| {}).wait();
        self.level.pick(position, &analysis, self.random.next())
    }
}

/// The engine beside a player who asks for a hint.
#[derive(Default)]
pub(super) struct Adviser {
    /// Made when it is asked for the first time: most players never do.
    engine: Option<Engine>,
}

impl Adviser {
    /// The best moves. The clock has no say in them, so that the same session always gets the same advice.
    pub(super) fn advise(&mut self, position: &Position) -> Analysis {
        const LINES: usize = 5;
        const NODES: u64 = 2_000_000;
        let engine = self.engine.get_or_insert_with(|| Engine::new(Options { threads: 1, ..Options::default() }));
        engine.start(*position, Limits { lines: LINES, nodes: Some(NODES), ..Limits::default() }, |_| {}).wait()
    }
}

/// Numbers for choices that need not be secret: Steele, Lea and Flood's SplitMix64.
struct Random {
    state: u64,
}

impl Random {
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}

/// A number that is another in every run: the standard library asks the system for its hash keys.
fn any_number() -> u64 {
    RandomState::new().build_hasher().finish()
}
