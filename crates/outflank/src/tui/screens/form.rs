//! The terms of a new game: a few lines, each with a key that changes it.

use std::time::Duration;

use crossterm::event::KeyCode;
use outflank_engine::Level;
use outflank_players::{Bounds, ClockConfig, Machine, PlayerName, Random, openings};
use outflank_rules::{Bitboard, ByColor, Color, Game, Position, Rules, Setup, Square};
use outflank_study::teach::Tolerance;
use outflank_table as table;

use super::editor::Editor;
use super::{everywhere, game};
use crate::storage::settings::Settings;
use crate::tui::contest::Start;
use crate::tui::effect::Effect;
use crate::tui::keys::{Binding, Press, find};
use crate::tui::state::{Screen, State};
use crate::tui::words;

/// The terms of a new game as they stand.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Form {
    kind: Kind,
    opponent: Opponent,
    /// The levels of the engines; against a person, the engine's is Black's.
    levels: ByColor<Level>,
    side: Side,
    rules: Rules,
    clock: Option<ClockConfig>,
    /// The clocks to choose from.
    clocks: Vec<Option<ClockConfig>>,
    /// How many discs a move may cost before there is a word about it.
    teach: Option<Tolerance>,
    origin: Origin,
    /// A position that was set up, or a game to go on with.
    custom: Option<Custom>,
    pub(crate) selected: usize,
}

/// Whether somebody plays or looks on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Play,
    Watch,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Opponent {
    Engine,
    /// Somebody at the same keyboard.
    Friend,
    /// The program that the settings name.
    Other(PlayerName),
}

/// Which side to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Is(Color),
    Either,
}

/// Where the game starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    Usual,
    Xot,
    /// Black has so many corners from the beginning, and White begins.
    Corners(u8),
    Custom,
}

/// A start that is like no other.
#[derive(Clone, Debug, PartialEq)]
struct Custom {
    game: Game,
    what: &'static str,
}

/// What can be done here. The first ones are the lines of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Opponent,
    Level(Color),
    Side,
    Rules,
    Clock,
    Origin,
    Teach,
    Edit,
    Begin,
    Up,
    Down,
    Less,
    More,
    Back,
}

const fn line(key: &'static [Press], action: Action, does: &'static str) -> Binding<Action> {
    Binding { keys: key, action, does, word: "" }
}

const RULES: Binding<Action> = line(&[Press::char('r')], Action::Rules, "Rules");
const CLOCK: Binding<Action> = line(&[Press::char('k')], Action::Clock, "Clock");
const ORIGIN: Binding<Action> = line(&[Press::char('s')], Action::Origin, "Start");
const EDIT: Binding<Action> =
    Binding { keys: &[Press::char('e')], action: Action::Edit, does: "set up a board", word: "set up" };
const UP: Binding<Action> = line(&[Press::key(KeyCode::Up)], Action::Up, "the line above");
const DOWN: Binding<Action> = line(&[Press::key(KeyCode::Down)], Action::Down, "the line below");
const LESS: Binding<Action> = line(&[Press::key(KeyCode::Left)], Action::Less, "change the line");
const MORE: Binding<Action> =
    line(&[Press::key(KeyCode::Right), Press::char(' ')], Action::More, "change the line the other way");
const BEGIN: Binding<Action> =
    Binding { keys: &[Press::key(KeyCode::Enter)], action: Action::Begin, does: "begin the game", word: "begin" };
const BACK: Binding<Action> =
    Binding { keys: &[Press::key(KeyCode::Esc)], action: Action::Back, does: "back to the menu", word: "back" };

const PLAY_KEYS: &[Binding<Action>] = &[
    line(&[Press::char('o')], Action::Opponent, "Opponent"),
    line(&[Press::char('l')], Action::Level(Color::Black), "Level"),
    line(&[Press::char('c')], Action::Side, "You play"),
    RULES,
    CLOCK,
    ORIGIN,
    line(&[Press::char('w')], Action::Teach, "Warnings"),
    EDIT,
    UP,
    DOWN,
    LESS,
    MORE,
    BEGIN,
    BACK,
];

const WATCH_KEYS: &[Binding<Action>] = &[
    line(&[Press::char('b')], Action::Level(Color::Black), "Black's level"),
    line(&[Press::char('w')], Action::Level(Color::White), "White's level"),
    RULES,
    CLOCK,
    ORIGIN,
    EDIT,
    UP,
    DOWN,
    LESS,
    MORE,
    BEGIN,
    BACK,
];

/// The clocks that are offered, in seconds for the game and for each move.
const CLOCKS: [(u64, u64); 6] = [(60, 0), (180, 2), (300, 0), (300, 3), (900, 0), (1500, 10)];

/// How many discs a move may cost before there is a word about it: what is offered.
const TOLERANCES: [u8; 4] = [2, 4, 6, 10];

/// A line of the form as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) press: Press,
    pub(crate) name: &'static str,
    pub(crate) value: String,
}

impl Form {
    /// A game to be played, as the settings suggest it.
    pub(crate) fn to_play(settings: &Settings) -> Form {
        let given = CLOCKS.map(|(main, increment)| {
            Some(ClockConfig { main: Duration::from_secs(main), increment: Duration::from_secs(increment) })
        });
        let mut clocks: Vec<_> = [None].into_iter().chain(given).collect();
        if !clocks.contains(&settings.clock) {
            clocks.push(settings.clock);
        }
        let (opponent, level) = match &settings.opponent {
            PlayerName::Human => (Opponent::Friend, None),
            PlayerName::Machine(Machine::Engine { level, .. }) => (Opponent::Engine, *level),
            other => (Opponent::Other(other.clone()), None),
        };
        Form {
            kind: Kind::Play,
            opponent,
            levels: ByColor::both(level.unwrap_or(settings.level)),
            side: Side::Is(Color::Black),
            rules: Rules::Standard,
            clock: settings.clock,
            clocks,
            teach: settings.teach,
            origin: Origin::Usual,
            custom: None,
            selected: 0,
        }
    }

    /// A game between engines.
    pub(crate) fn to_watch(settings: &Settings) -> Form {
        Form { kind: Kind::Watch, opponent: Opponent::Engine, ..Form::to_play(settings) }
    }

    /// The same form for a game that goes on from this one.
    pub(crate) fn going_on_with(self, game: Game, what: &'static str) -> Form {
        Form { rules: game.start().rules(), origin: Origin::Custom, custom: Some(Custom { game, what }), ..self }
    }

    pub(crate) fn title(&self) -> &'static str {
        match self.kind {
            Kind::Play => "New game",
            Kind::Watch => "Engine against engine",
        }
    }

    pub(crate) fn keys(&self) -> &'static [Binding<Action>] {
        match self.kind {
            Kind::Play => PLAY_KEYS,
            Kind::Watch => WATCH_KEYS,
        }
    }

    /// The lines, which come first in the table of keys.
    pub(crate) fn lines(&self) -> Vec<Line> {
        let line = |binding: &Binding<Action>| {
            Some(Line { press: binding.keys[0], name: binding.does, value: self.value(binding.action)? })
        };
        self.keys().iter().map_while(line).collect()
    }

    /// What a line says; `None` for what is no line.
    fn value(&self, action: Action) -> Option<String> {
        Some(match action {
            Action::Opponent => match &self.opponent {
                Opponent::Engine => "the engine".to_owned(),
                Opponent::Friend => "a friend at this keyboard".to_owned(),
                Opponent::Other(name) => words::player(name),
            },
            Action::Level(_) if self.kind == Kind::Play && self.opponent != Opponent::Engine => "-".to_owned(),
            Action::Level(color) => format!("{}, {}", self.levels[color], self.levels[color].name()),
            Action::Side => match self.side {
                Side::Is(color) => color.title().to_owned(),
                Side::Either => "either".to_owned(),
            },
            Action::Rules => match self.rules {
                Rules::Standard => "standard".to_owned(),
                Rules::Orthogonal => "orthogonal: no diagonals, 30 discs each".to_owned(),
                Rules::Thirty => "thirty: 30 discs each".to_owned(),
                Rules::Shellos => "shellos: any square that touches a disc".to_owned(),
            },
            Action::Clock => words::time_control(self.clock),
            Action::Origin => match (self.origin, &self.custom) {
                (Origin::Usual, _) => "the usual position".to_owned(),
                (Origin::Xot, _) => "a random XOT opening".to_owned(),
                (Origin::Corners(1), _) => "handicap: a corner for Black".to_owned(),
                (Origin::Corners(count), _) => format!("handicap: {count} corners for Black"),
                (Origin::Custom, Some(custom)) => custom.what.to_owned(),
                (Origin::Custom, None) => "a set-up".to_owned(),
            },
            Action::Teach => match self.teach {
                _ if self.opponent == Opponent::Friend => "-".to_owned(),
                None => "off".to_owned(),
                Some(tolerance) => format!("of moves that lose more than {tolerance} discs"),
            },
            _ => return None,
        })
    }

    /// What to expect of the engine at the level that is chosen.
    pub(crate) fn about_level(&self) -> Option<String> {
        let level = match (self.keys()[self.selected].action, self.kind) {
            _ if self.opponent != Opponent::Engine => return None,
            (Action::Level(color), _) => self.levels[color],
            (_, Kind::Play) => self.levels.black,
            (_, Kind::Watch) => return None,
        };
        Some(format!("Level {level}, {}: {}", level.name(), level.description()))
    }

    /// Changes a line to its next value, or to the one before.
    fn change(&mut self, action: Action, forward: bool) {
        match action {
            Action::Opponent => {
                let mut opponents = vec![Opponent::Engine, Opponent::Friend];
                if let other @ Opponent::Other(_) = &self.opponent {
                    opponents.push(other.clone());
                }
                step(&mut self.opponent, &opponents, forward);
            }
            Action::Level(color) => step(&mut self.levels[color], &Level::ALL, forward),
            Action::Side => {
                step(&mut self.side, &[Side::Is(Color::Black), Side::Is(Color::White), Side::Either], forward);
            }
            Action::Rules => {
                step(&mut self.rules, &Rules::ALL, forward);
                // What was set up, and the openings, are of other rules.
                self.custom = None;
                if matches!(self.origin, Origin::Custom | Origin::Xot) {
                    self.origin = Origin::Usual;
                }
            }
            Action::Clock => step(&mut self.clock, &self.clocks, forward),
            Action::Origin => {
                let xot = self.rules.is_standard().then_some(Origin::Xot);
                let corners = (1..=4).map(Origin::Corners);
                let custom = self.custom.as_ref().map(|_| Origin::Custom);
                let origins: Vec<_> = [Origin::Usual].into_iter().chain(xot).chain(corners).chain(custom).collect();
                step(&mut self.origin, &origins, forward);
            }
            Action::Teach => {
                let offered = TOLERANCES.iter().map(|&discs| Tolerance::new(discs));
                let mut tolerances: Vec<_> = [None, self.teach].into_iter().chain(offered).collect();
                tolerances.sort();
                tolerances.dedup();
                step(&mut self.teach, &tolerances, forward);
            }
            _ => {}
        }
    }

    fn players(&self, random: &mut Random) -> ByColor<PlayerName> {
        let engine = |level| PlayerName::Machine(Machine::Engine { level: Some(level), bounds: Bounds::NONE });
        if self.kind == Kind::Watch {
            return self.levels.map(engine);
        }
        let mut players = ByColor::both(PlayerName::Human);
        let own = match self.side {
            Side::Is(color) => color,
            Side::Either if random.next() & 1 == 0 => Color::Black,
            Side::Either => Color::White,
        };
        players[!own] = match &self.opponent {
            Opponent::Engine => engine(self.levels.black),
            Opponent::Friend => PlayerName::Human,
            Opponent::Other(name) => name.clone(),
        };
        players
    }

    fn start(&self, random: &mut Random) -> Start {
        let time = time_control(self.clock);
        let position = match (self.origin, &self.custom) {
            (Origin::Custom, Some(custom)) => return start_from(&custom.game, time),
            (Origin::Xot, _) => {
                let openings = openings::xot();
                let chosen = random.next() % openings.len().max(1) as u64;
                openings.get(chosen as usize).map(|opening| *opening.position())
            }
            (Origin::Corners(count), _) => with_corners(self.rules, count),
            (Origin::Usual | Origin::Custom, _) => None,
        };
        Start { position: position.unwrap_or(Position::initial(self.rules)), moves: Vec::new(), time }
    }
}

/// Goes on with a game. With a clock it starts in its last position: moves from a book earn no time.
pub(crate) fn start_from(game: &Game, time: table::TimeControl) -> Start {
    match time {
        table::TimeControl::Unlimited => Start { position: *game.start(), moves: game.placements().collect(), time },
        _ => Start { position: *game.position(), moves: Vec::new(), time },
    }
}

/// The clock of a table.
pub(crate) fn time_control(clock: Option<ClockConfig>) -> table::TimeControl {
    clock.map_or(table::TimeControl::Unlimited, table::TimeControl::from)
}

/// The usual position with black discs in the corners, as handicaps are given; then White begins.
fn with_corners(rules: Rules, count: u8) -> Option<Position> {
    let corners = [Square::A1, Square::H8, Square::H1, Square::A8];
    let given: Bitboard = corners.into_iter().take(usize::from(count)).collect();
    let mut discs = Setup::START.discs;
    discs.black |= given;
    Position::new(rules, Setup::new(discs, Color::White)).ok()
}

/// The value after this one, or before it, in a circle.
fn step<T: Clone + PartialEq>(value: &mut T, among: &[T], forward: bool) {
    let place = among.iter().position(|one| one == value).unwrap_or_default();
    let next = if forward { place + 1 } else { place + among.len().max(1) - 1 };
    if let Some(next) = among.get(next % among.len().max(1)) {
        *value = next.clone();
    }
}

/// Takes a key. Whether there was a use for it.
pub(crate) fn press(state: &mut State, press: Press, effects: &mut Vec<Effect>) -> bool {
    let Screen::Form(form) = &mut state.screen else { return false };
    let lines = form.lines().len();
    // Digits are levels, and 0 is 10.
    if let Some(digit) = press.typed().and_then(|character| character.to_digit(10)) {
        let level = Level::new(if digit == 0 { 10 } else { digit as u8 });
        let color = match form.keys()[form.selected].action {
            Action::Level(color) => color,
            _ => Color::Black,
        };
        form.levels[color] = level.unwrap_or(form.levels[color]);
        return true;
    }
    let Some(action) = find(form.keys(), press) else { return false };
    match action {
        Action::Up => form.selected = (form.selected + lines - 1) % lines,
        Action::Down => form.selected = (form.selected + 1) % lines,
        Action::Less | Action::More => {
            let line = form.keys()[form.selected].action;
            form.change(line, action == Action::More);
        }
        Action::Edit => state.screen = Screen::Editor(Box::new(Editor::new((**form).clone(), form.rules))),
        Action::Begin => begin(state, effects),
        Action::Back => everywhere::to_menu(state),
        line => {
            form.selected = form.keys().iter().position(|binding| binding.action == line).unwrap_or_default();
            form.change(line, true);
        }
    }
    true
}

/// Begins the game, and remembers what was chosen for the next time.
fn begin(state: &mut State, effects: &mut Vec<Effect>) {
    let Screen::Form(form) = &state.screen else { return };
    let form = (**form).clone();
    let players = form.players(&mut state.random);
    let start = form.start(&mut state.random);
    if form.kind == Kind::Play {
        let chosen = (form.levels.black, form.clock, form.teach);
        state.choose(|settings| (settings.level, settings.clock, settings.teach) = chosen, effects);
    }
    game::begin(state, &start, players, effects);
}
