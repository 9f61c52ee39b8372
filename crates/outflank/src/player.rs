use std::time::Duration;

use anyhow::Context;
use clap::CommandFactory;
use clap::error::ErrorKind;
use outflank_engine::book::Tree;
use outflank_engine::{Book, Level};
use outflank_players::{Action, BookUse, Bounds, ClockState, Machine, Player, PlayerError, PlayerName, PlayerSetup};
use outflank_rules::{ByColor, Color, Game};

use crate::cli::{BookArguments, BoundsArguments, Cli, PlayersArguments, SearchArguments};
use crate::storage::records::Opened;

impl PlayersArguments {
    /// The machine on each side; `None` for a person. Engines without a level get `--level`, or `default`. If `--level` is given and no engine is
    /// named, an engine takes the free side: White, or Black if White is taken.
    pub(crate) fn machines(&self, default: Level) -> Result<ByColor<Option<Machine>>, clap::Error> {
        let mut named = ByColor { black: self.black.clone(), white: self.white.clone() };
        let is_engine = |player: &PlayerName| matches!(player, PlayerName::Machine(Machine::Engine { .. }));
        let names_an_engine = Color::ALL.into_iter().any(|color| named[color].as_ref().is_some_and(is_engine));
        if self.level.is_some() && !names_an_engine {
            let free = [Color::White, Color::Black].into_iter().find(|&color| named[color].is_none());
            let free =
                free.ok_or_else(|| wrong_usage("--level needs an engine, but both players are something else"))?;
            named[free] = Some(PlayerName::Machine(Machine::Engine { level: None, bounds: Bounds::NONE }));
        }
        let mut machines = named.map(|player| match player {
            Some(PlayerName::Machine(machine)) => Some(machine),
            Some(PlayerName::Human) | None => None,
        });
        if machines == (ByColor { black: None, white: None }) && self.search.bounds.is_given() {
            return Err(wrong_usage("--time, --depth and --nodes need an engine, but both players are human"));
        }
        let mut is_used = false;
        for machine in [&mut machines.black, &mut machines.white].into_iter().flatten() {
            if let Machine::Engine { level: level @ None, .. } = machine {
                *level = Some(self.level.unwrap_or(default));
                is_used = true;
            }
        }
        match self.level.is_some() && !is_used {
            true => Err(wrong_usage("--level has no effect: every engine has a level of its own")),
            false => Ok(machines),
        }
    }

    pub(crate) fn setup(&self, machine: Machine) -> anyhow::Result<PlayerSetup> {
        Ok(PlayerSetup { level: self.level.unwrap_or_default(), ..self.search.setup(machine, self.patience)? })
    }
}

pub(crate) fn check_installed(machines: &ByColor<Option<Machine>>) -> anyhow::Result<()> {
    for (color, option) in [(Color::Black, "--black"), (Color::White, "--white")] {
        if let Some(machine) = &machines[color] {
            machine.check_installed().context(option)?;
        }
    }
    Ok(())
}

impl SearchArguments {
    pub(crate) fn setup(&self, machine: Machine, patience: Duration) -> anyhow::Result<PlayerSetup> {
        Ok(PlayerSetup {
            machine,
            level: Level::default(),
            bounds: self.bounds.into(),
            book: self.book.load()?,
            threads: self.threads,
            time: None,
            patience,
        })
    }
}

impl BookArguments {
    /// A book of one's own stays in memory until the program ends.
    pub(crate) fn load(&self) -> anyhow::Result<BookUse> {
        let Some(path) = &self.book else {
            return Ok(if self.no_book { BookUse::Never } else { BookUse::ByLevel });
        };
        let name = || path.display().to_string();
        let file = Opened::file(path).with_context(name)?.into_bytes();
        let (_, tree) = Tree::unpack(&file).with_context(name)?;
        Ok(BookUse::Own(Box::leak(Box::new(Book::new(tree)))))
    }
}

impl From<BoundsArguments> for Bounds {
    fn from(BoundsArguments { time, depth, nodes }: BoundsArguments) -> Bounds {
        Bounds { depth, nodes, time }
    }
}

impl BoundsArguments {
    pub(crate) fn is_given(self) -> bool {
        Bounds::from(self) != Bounds::NONE
    }
}

pub(crate) fn next_level(winner: Color, machines: &ByColor<Option<Machine>>) -> Option<Level> {
    match (&machines[winner], &machines[!winner]) {
        (None, Some(Machine::Engine { level: Some(level), bounds: Bounds::NONE })) => level.next(),
        _ => None,
    }
}

pub(crate) fn choose(player: &mut dyn Player, game: &Game, clocks: Option<&ClockState>) -> Result<Action, PlayerError> {
    let action = player.choose(game, clocks)?.action;
    if let Action::Place(square) = action
        && let Err(why) = game.position().play(square.into())
    {
        return Err(PlayerError::Illegal { name: player.name().to_owned(), why });
    }
    Ok(action)
}

pub(crate) fn wrong_usage(message: &str) -> clap::Error {
    Cli::command().error(ErrorKind::ArgumentConflict, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    fn seated(line: &str) -> Option<[String; 2]> {
        let cli = Cli::try_parse_from(["outflank"].into_iter().chain(line.split_whitespace())).ok()?;
        let machines = cli.play.players.machines(Level::default()).ok()?;
        let name = |machine: Option<Machine>| machine.map_or("human".to_owned(), |machine| machine.to_string());
        Some([name(machines.black), name(machines.white)])
    }

    #[test]
    fn options_decide_who_plays_each_side() {
        for (line, expected) in [
            ("", ["human", "human"]),
            ("--white engine", ["human", "engine:5"]),
            ("--black engine:1 --white engine:10", ["engine:1", "engine:10"]),
            ("--level 3", ["human", "engine:3"]),
            ("--black human --level 3", ["human", "engine:3"]),
            ("--white human --level 3", ["engine:3", "human"]),
            ("--black engine --level 3", ["engine:3", "human"]),
            ("--black engine --white engine --level 3", ["engine:3", "engine:3"]),
            ("--black engine:7 --white engine --level 3", ["engine:7", "engine:3"]),
            ("--black engine:7,depth=3 --depth 4", ["engine:7,depth=3", "human"]),
            ("--black gtp:rhino --level 3", ["gtp:rhino", "engine:3"]),
            ("--white nboard:ntest --depth 3", ["human", "nboard:ntest"]),
        ] {
            assert_eq!(seated(line), Some(expected.map(str::to_owned)), "{line}");
        }
    }

    #[test]
    fn the_next_level_is_offered_to_a_person_who_beats_the_engine() {
        let offered = |line: &str, winner| {
            let cli = Cli::parse_from(["outflank"].into_iter().chain(line.split_whitespace()));
            next_level(winner, &cli.play.players.machines(Level::FIRST).unwrap()).map(Level::number)
        };
        assert_eq!(offered("--white engine", Color::Black), Some(2));
        assert_eq!(offered("--black engine:9", Color::White), Some(10));
        assert_eq!(offered("--white engine:10", Color::Black), None, "there is none above");
        assert_eq!(offered("--white engine:3", Color::White), None, "the engine won");
        assert_eq!(offered("--black engine:2 --white engine:3", Color::Black), None, "no person plays");
        assert_eq!(offered("", Color::Black), None);
        assert_eq!(offered("--white gtp:rhino", Color::Black), None);
        assert_eq!(offered("--white engine:3,depth=9", Color::Black), None, "with a limit, the level says nothing");
    }

    #[test]
    fn contradictions_are_refused() {
        for line in [
            "--black human --white human --level 3",
            "--white engine:4 --level 3",
            "--depth 4",
            "--white robot",
            "--white gtp:",
            "--black gtp:x --white nboard:y --level 3",
            "--white engine:11",
            "--white engine:",
            "--level 0",
            "--level 3 --time 0",
            "--level 3 --time -1",
            "--level 3 --time soon",
        ] {
            assert_eq!(seated(line), None, "{line}");
        }
    }
}
