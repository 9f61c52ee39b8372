use std::path::PathBuf;

use anyhow::Context;
use clap::Parser;
use outflank_players::{Machine, PlayerName};
use outflank_rules::{ByColor, Game, Position};

use crate::cli::{Cli, DrillArguments, LearnArguments, PlayArguments, ScreenArguments};
use crate::commands::drill::Course;
use crate::player::check_installed;
use crate::random::any_number;
use crate::storage::records::one;
use crate::storage::settings::Settings;
use crate::storage::shelf::Shelf;
use crate::tui::app::{Effect, State};
use crate::tui::effects::engines::EngineOptions;
use crate::tui::effects::expand;
use crate::tui::screens::game::contest::Start;
use crate::tui::screens::setup::form;
use crate::tui::screens::{drill, game, learn};
use crate::tui::theme::{Capabilities, Environment};

pub(crate) struct Startup {
    pub(crate) settings: Settings,
    pub(crate) saved: Settings,
    pub(crate) capabilities: Capabilities,
    pub(crate) engine_options: EngineOptions,
    pub(crate) seed: u64,
    pub(crate) shelf: Option<Shelf>,
    pub(crate) is_new: bool,
    pub(crate) collection: Vec<PathBuf>,
    pub(crate) first: FirstScreen,
    pub(crate) problems: Vec<anyhow::Error>,
}

pub(crate) enum FirstScreen {
    /// A board to play on, and the menu one key away.
    Board {
        players: Box<ByColor<PlayerName>>,
    },
    Game {
        start: Start,
        players: Box<ByColor<PlayerName>>,
    },
    Training(Course),
    Lesson,
}

impl Startup {
    pub(crate) fn new(arguments: &PlayArguments) -> anyhow::Result<Startup> {
        let (saved, notice) = Settings::load();
        let settings = settings(saved.clone(), arguments);
        let mut problems: Vec<anyhow::Error> = notice.map(anyhow::Error::from).into_iter().collect();
        let shelf = Shelf::open(&settings).map_err(|error| problems.push(error.into())).ok();
        let has_games = shelf.as_ref().is_some_and(Shelf::has_games);
        Ok(Startup {
            is_new: !has_games && !Settings::is_saved(),
            capabilities: Environment::read().capabilities(),
            engine_options: EngineOptions {
                threads: arguments.players.search.threads,
                bounds: arguments.players.search.bounds.into(),
                book: arguments.players.search.book.load()?,
                patience: arguments.players.patience,
                level: settings.level,
            },
            seed: arguments.players.seed.unwrap_or_else(any_number),
            shelf,
            collection: settings.collection.iter().map(|path| expand(path)).collect(),
            first: first(arguments, &settings)?,
            settings,
            saved,
            problems,
        })
    }

    pub(crate) fn of_training(arguments: &DrillArguments, course: Course) -> anyhow::Result<Startup> {
        let play = usual(&arguments.screen);
        let seed = arguments.seed.unwrap_or_else(any_number);
        Ok(Startup { first: FirstScreen::Training(course), seed, ..Startup::new(&play)? })
    }

    pub(crate) fn of_lesson(arguments: &LearnArguments) -> anyhow::Result<Startup> {
        Ok(Startup { first: FirstScreen::Lesson, ..Startup::new(&usual(&arguments.screen))? })
    }
}

fn usual(screen: &ScreenArguments) -> PlayArguments {
    PlayArguments { screen: screen.clone(), ..Cli::parse_from(["outflank"]).play }
}

impl FirstScreen {
    pub(crate) fn begin(self, state: &mut State, effects: &mut Vec<Effect>) {
        match self {
            FirstScreen::Board { players } => game::welcome(state, *players, effects),
            FirstScreen::Game { start, players } => game::begin(state, &start, *players, effects),
            FirstScreen::Training(course) => drill::begin(state, course, effects),
            FirstScreen::Lesson => learn::begin(state),
        }
    }
}

fn settings(chosen: Settings, arguments: &PlayArguments) -> Settings {
    let screen = &arguments.screen;
    Settings {
        theme: screen.theme.unwrap_or(chosen.theme),
        discs: screen.discs.unwrap_or(chosen.discs),
        animation: screen.animation || chosen.animation && !screen.no_animation,
        marks: screen.marks || chosen.marks && !screen.no_marks,
        coordinates: screen.coordinates || chosen.coordinates && !screen.no_coordinates,
        name: screen.name.clone().or(chosen.name),
        alert: screen.alert.unwrap_or(chosen.alert),
        games: screen.games.clone().or(chosen.games),
        collection: if screen.collection.is_empty() { chosen.collection } else { screen.collection.clone() },
        level: arguments.players.level.unwrap_or(chosen.level),
        clock: arguments.clock.or(chosen.clock),
        teach: arguments.warn.or(chosen.teach.filter(|_| !arguments.no_warn)),
        opponent: chosen.opponent,
    }
}

fn first(arguments: &PlayArguments, settings: &Settings) -> anyhow::Result<FirstScreen> {
    let names_players = arguments.players.black.is_some() || arguments.players.white.is_some();
    let names_level = arguments.players.level.is_some();
    let names_start = arguments.from.is_some() || arguments.rules.is_some();
    if !names_players && !names_level && !names_start && arguments.clock.is_none() {
        let players = ByColor { black: PlayerName::Human, white: opponent(settings) };
        return Ok(FirstScreen::Board { players: Box::new(players) });
    }
    let time = form::time_control(arguments.clock);
    let rules = arguments.rules.unwrap_or_default();
    let game = match &arguments.from {
        Some(source) => one::open(source, rules).context("--from")?.game().clone(),
        None => Game::new(Position::initial(rules)),
    };
    if let Some(rules) = arguments.rules.filter(|&rules| rules != game.start().rules()) {
        anyhow::bail!("--from: the record uses the rules {}, not {rules}", game.start().rules());
    }
    let machines = arguments.players.machines(settings.level)?;
    check_installed(&machines)?;
    let mut players = machines.map(|machine| machine.map_or(PlayerName::Human, PlayerName::Machine));
    if !names_players && !names_level {
        players.white = settings.opponent.clone();
    }
    Ok(FirstScreen::Game { start: form::start_from(&game, time), players: Box::new(players) })
}

/// The remembered opponent. The engine plays at the remembered level unless it has its own.
fn opponent(settings: &Settings) -> PlayerName {
    match settings.opponent.clone() {
        PlayerName::Machine(Machine::Engine { level, bounds }) => {
            PlayerName::Machine(Machine::Engine { level: level.or(Some(settings.level)), bounds })
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::settings::{Alert, Discs, Theme};
    use outflank_study::teach::Tolerance;

    #[test]
    fn flags_override_every_setting_in_both_directions() {
        let with = |flags: &str, chosen: &Settings| {
            let line = ["outflank"].into_iter().chain(flags.split_whitespace());
            settings(chosen.clone(), &Cli::parse_from(line).play)
        };
        let usual = Settings::default();
        let other = Settings {
            theme: Theme::Light,
            discs: Discs::Ascii,
            animation: false,
            marks: false,
            coordinates: false,
            teach: Tolerance::new(4),
            name: Some("Ada".parse().unwrap()),
            alert: Alert::Both,
            collection: vec!["wthor".into(), "mine.ggf".into()],
            ..usual.clone()
        };
        assert_eq!(with("", &other), other);
        let flags = "--theme light --discs ascii --no-animation --no-marks --no-coordinates --warn --name Ada --alert both \
                     --collection wthor --collection mine.ggf";
        assert_eq!(with(flags, &usual), other);
        let back = "--theme green --discs auto --animation --marks --coordinates --no-warn --alert auto \
                    --name Eve --collection another.ggf";
        let name = Some("Eve".parse().unwrap());
        assert_eq!(with(back, &other), Settings { name, collection: vec!["another.ggf".into()], ..usual.clone() });
        assert_eq!(with("--warn 9", &other).teach, Tolerance::new(9));
        assert!(!with("--marks --no-marks", &usual).marks);
        assert!(with("--no-marks --marks", &other).marks);
        assert_eq!(with("--no-warn --warn 3", &usual).teach, Tolerance::new(3));
        assert_eq!(with("--warn 3 --no-warn", &usual).teach, None);
        assert_eq!(with("--no-teach --teach 3", &usual).teach, Tolerance::new(3));
        assert_eq!(with("--teach 3 --no-teach", &usual).teach, None);
    }
}
