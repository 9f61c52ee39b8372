use outflank_engine::{Analysis, Engine, Limits, Options};
use outflank_players::matches::Contestant;
use outflank_players::{Machine, Player};
use outflank_rules::{ByColor, Position};
use outflank_study::teach;

use crate::cli::PlayersArguments;
use crate::random;

pub(super) fn start(
    arguments: &PlayersArguments,
    machines: ByColor<Option<Machine>>,
) -> anyhow::Result<ByColor<Option<Box<dyn Player>>>> {
    let mut seeds = random::seeded(arguments.seed);
    let mut start = |machine: Option<Machine>| -> anyhow::Result<Option<Box<dyn Player>>> {
        let seed = seeds.next();
        let Some(machine) = machine else { return Ok(None) };
        let mut player = arguments.setup(machine)?.start()?;
        player.begin(seed)?;
        Ok(Some(player))
    };
    Ok(ByColor { black: start(machines.black)?, white: start(machines.white)? })
}

#[derive(Default)]
pub(super) struct Adviser {
    /// Created on first use: most players never ask.
    engine: Option<Engine>,
}

impl Adviser {
    /// The best moves, limited by nodes: the same position always gets the same advice.
    pub(super) fn advise(&mut self, position: &Position) -> Analysis {
        const LINES: usize = 5;
        const NODES: u64 = 2_000_000;
        self.search(position, Limits { lines: LINES, nodes: Some(NODES), ..Limits::default() })
    }

    pub(super) fn look_at(&mut self, position: &Position) -> Analysis {
        self.search(position, teach::limits(position))
    }

    fn search(&mut self, position: &Position, limits: Limits) -> Analysis {
        let engine = self.engine.get_or_insert_with(|| Engine::new(Options { threads: 1, ..Options::default() }));
        engine.start(*position, limits, |_| {}).wait()
    }
}
