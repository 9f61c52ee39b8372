use std::time::Duration;

use crossterm::event::KeyCode;
use outflank_engine::Level;
use outflank_players::{Bounds, ClockConfig, Machine, PlayerName, Random, openings};
use outflank_rules::{Bitboard, ByColor, Color, Game, Position, Rules, Setup, Square};
use outflank_study::teach::Tolerance;
use outflank_table as table;

use crate::storage::settings::Settings;
use crate::tui::app::{Effect, Screen, State};
use crate::tui::format;
use crate::tui::keymap::{Binding, Press, bind, find};
use crate::tui::screens::game::contest::Start;
use crate::tui::screens::setup::editor::Editor;
use crate::tui::screens::{game, global};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Form {
    mode: Mode,
    opponent: Opponent,
    /// Against a person, Black's level is that of the engine.
    levels: ByColor<Level>,
    side: Side,
    rules: Rules,
    clock: Option<ClockConfig>,
    clocks: Vec<Option<ClockConfig>>,
    teach: Option<Tolerance>,
    origin: Origin,
    custom: Option<Custom>,
    pub(crate) selected: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Play,
    Watch,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Opponent {
    Engine,
    Friend,
    Other(PlayerName),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Is(Color),
    Either,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    Usual,
    Xot,
    /// Handicap: Black starts with this many corners, and White moves first.
    Corners(u8),
    Custom,
}

#[derive(Clone, Debug, PartialEq)]
struct Custom {
    game: Game,
    what: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Opponent,
    Level(Color),
    Side,
    Rules,
    Clock,
    Origin,
    Warn,
    Edit,
    Begin,
    Up,
    Down,
    Less,
    More,
    Back,
}

const OPPONENT: Binding<Action> = bind(&[Press::char('o')], Action::Opponent, "Opponent", "");
const LEVEL: Binding<Action> = bind(&[Press::char('l')], Action::Level(Color::Black), "Level", "");
const BLACK_LEVEL: Binding<Action> = bind(&[Press::char('b')], Action::Level(Color::Black), "Black's level", "");
const WHITE_LEVEL: Binding<Action> = bind(&[Press::char('w')], Action::Level(Color::White), "White's level", "");
const SIDE: Binding<Action> = bind(&[Press::char('c')], Action::Side, "You play", "");
const RULES: Binding<Action> = bind(&[Press::char('r')], Action::Rules, "Rules", "");
const CLOCK: Binding<Action> = bind(&[Press::char('k')], Action::Clock, "Clock", "");
const ORIGIN: Binding<Action> = bind(&[Press::char('s')], Action::Origin, "Start", "");
const WARN: Binding<Action> = bind(&[Press::char('w')], Action::Warn, "Warnings", "");
const EDIT: Binding<Action> = bind(&[Press::char('e')], Action::Edit, "set up a board", "set up");
const UP: Binding<Action> = bind(&[Press::key(KeyCode::Up)], Action::Up, "previous field", "");
const DOWN: Binding<Action> = bind(&[Press::key(KeyCode::Down)], Action::Down, "next field", "");
const LESS: Binding<Action> = bind(&[Press::key(KeyCode::Left)], Action::Less, "previous value", "");
const MORE: Binding<Action> = bind(&[Press::key(KeyCode::Right), Press::char(' ')], Action::More, "next value", "");
const BEGIN: Binding<Action> = bind(&[Press::key(KeyCode::Enter)], Action::Begin, "start the game", "start");
const BACK: Binding<Action> = bind(&[Press::key(KeyCode::Esc)], Action::Back, "back to the menu", "back");

const PLAY_KEYS: &[Binding<Action>] =
    &[OPPONENT, LEVEL, SIDE, RULES, CLOCK, ORIGIN, WARN, EDIT, UP, DOWN, LESS, MORE, BEGIN, BACK];
const WATCH_KEYS: &[Binding<Action>] =
    &[BLACK_LEVEL, WHITE_LEVEL, RULES, CLOCK, ORIGIN, EDIT, UP, DOWN, LESS, MORE, BEGIN, BACK];

const CLOCKS: [(u64, u64); 6] = [(60, 0), (180, 2), (300, 0), (300, 3), (900, 0), (1500, 10)];

const TOLERANCES: [u8; 4] = [2, 4, 6, 10];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) press: Press,
    pub(crate) name: &'static str,
    pub(crate) value: String,
}

impl Form {
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
            mode: Mode::Play,
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

    pub(crate) fn to_watch(settings: &Settings) -> Form {
        Form { mode: Mode::Watch, opponent: Opponent::Engine, ..Form::to_play(settings) }
    }

    pub(crate) fn going_on_with(self, game: Game, what: &'static str) -> Form {
        Form { rules: game.start().rules(), origin: Origin::Custom, custom: Some(Custom { game, what }), ..self }
    }

    pub(crate) fn title(&self) -> &'static str {
        match self.mode {
            Mode::Play => "New game",
            Mode::Watch => "Engine against engine",
        }
    }

    pub(crate) fn keys(&self) -> &'static [Binding<Action>] {
        match self.mode {
            Mode::Play => PLAY_KEYS,
            Mode::Watch => WATCH_KEYS,
        }
    }

    pub(crate) fn fields(&self) -> Vec<Field> {
        let line = |binding: &Binding<Action>| {
            Some(Field { press: binding.keys[0], name: binding.does, value: self.value(binding.action)? })
        };
        self.keys().iter().map_while(line).collect()
    }

    fn value(&self, action: Action) -> Option<String> {
        Some(match action {
            Action::Opponent => match &self.opponent {
                Opponent::Engine => "the engine".to_owned(),
                Opponent::Friend => "a friend at this keyboard".to_owned(),
                Opponent::Other(name) => format::player(name),
            },
            Action::Level(_) if self.mode == Mode::Play && self.opponent != Opponent::Engine => "-".to_owned(),
            Action::Level(color) => format!("{}, {}", self.levels[color], self.levels[color].name()),
            Action::Side => match self.side {
                Side::Is(color) => color.title().to_owned(),
                Side::Either => "random".to_owned(),
            },
            Action::Rules => match self.rules {
                Rules::Standard => "standard".to_owned(),
                Rules::Orthogonal => "orthogonal: no diagonals, 30 discs each".to_owned(),
                Rules::Thirty => "thirty: 30 discs each".to_owned(),
                Rules::Shellos => "shellos: any square that touches a disc".to_owned(),
            },
            Action::Clock => format::time_control(self.clock),
            Action::Origin => match (self.origin, &self.custom) {
                (Origin::Usual, _) => "standard position".to_owned(),
                (Origin::Xot, _) => "a random XOT opening".to_owned(),
                (Origin::Corners(1), _) => "handicap: 1 corner for Black".to_owned(),
                (Origin::Corners(count), _) => format!("handicap: {count} corners for Black"),
                (Origin::Custom, Some(custom)) => custom.what.to_owned(),
                (Origin::Custom, None) => "custom position".to_owned(),
            },
            Action::Warn => match self.teach {
                _ if self.opponent == Opponent::Friend => "-".to_owned(),
                None => "off".to_owned(),
                Some(tolerance) => format!("for moves that lose more than {tolerance} discs"),
            },
            _ => return None,
        })
    }

    pub(crate) fn about_level(&self) -> Option<String> {
        let level = match (self.keys()[self.selected].action, self.mode) {
            _ if self.opponent != Opponent::Engine => return None,
            (Action::Level(color), _) => self.levels[color],
            (_, Mode::Play) => self.levels.black,
            (_, Mode::Watch) => return None,
        };
        Some(format!("Level {level}, {}: {}", level.name(), level.description()))
    }

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
                // Custom positions and openings belong to the previous rules.
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
            Action::Warn => {
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
        if self.mode == Mode::Watch {
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

/// With a clock, the game starts from its last position: the earlier moves take no time.
pub(crate) fn start_from(game: &Game, time: table::TimeControl) -> Start {
    match time {
        table::TimeControl::Unlimited => Start { position: *game.start(), moves: game.placements().collect(), time },
        _ => Start { position: *game.position(), moves: Vec::new(), time },
    }
}

pub(crate) fn time_control(clock: Option<ClockConfig>) -> table::TimeControl {
    clock.map_or(table::TimeControl::Unlimited, table::TimeControl::from)
}
fn with_corners(rules: Rules, count: u8) -> Option<Position> {
    let corners = [Square::A1, Square::H8, Square::H1, Square::A8];
    let given: Bitboard = corners.into_iter().take(usize::from(count)).collect();
    let mut discs = Setup::START.discs;
    discs.black |= given;
    Position::new(rules, Setup::new(discs, Color::White)).ok()
}

fn step<T: Clone + PartialEq>(value: &mut T, among: &[T], forward: bool) {
    let place = among.iter().position(|one| one == value).unwrap_or_default();
    let next = if forward { place + 1 } else { place + among.len().max(1) - 1 };
    if let Some(next) = among.get(next % among.len().max(1)) {
        *value = next.clone();
    }
}

pub(crate) fn press(state: &mut State, press: Press, effects: &mut Vec<Effect>) -> bool {
    let Screen::Form(form) = &mut state.screen else { return false };
    let lines = form.fields().len();
    // Digits set the level; 0 is 10.
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
        Action::Back => global::to_menu(state),
        line => {
            form.selected = form.keys().iter().position(|binding| binding.action == line).unwrap_or_default();
            form.change(line, true);
        }
    }
    true
}

fn begin(state: &mut State, effects: &mut Vec<Effect>) {
    let Screen::Form(form) = &state.screen else { return };
    let form = (**form).clone();
    let players = form.players(&mut state.random);
    let start = form.start(&mut state.random);
    if form.mode == Mode::Play {
        let chosen = (form.levels.black, form.clock, form.teach);
        state.choose(|settings| (settings.level, settings.clock, settings.teach) = chosen, effects);
    }
    game::begin(state, &start, players, effects);
}
