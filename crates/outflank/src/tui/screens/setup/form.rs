use std::time::Duration;

use outflank_engine::Level;
use outflank_players::{Bounds, ClockConfig, Machine, PlayerName, Random, openings};
use outflank_rules::{Bitboard, ByColor, Color, Game, Position, Rules, Setup, Square};
use outflank_study::teach::Tolerance;
use outflank_table as table;

use crate::storage::settings::Settings;
use crate::tui::app::{self, Effect, Screen, State};
use crate::tui::format;
use crate::tui::keymap::{Action, Offer, Press, offer};
use crate::tui::screens::game;
use crate::tui::screens::game::contest::Start;
use crate::tui::screens::setup::editor::Editor;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Form {
    mode: Mode,
    opponent: Opponent,
    levels: ByColor<Level>,
    side: Side,
    rules: Rules,
    clock: Option<ClockConfig>,
    clocks: Vec<Option<ClockConfig>>,
    teach: Option<Tolerance>,
    origin: Origin,
    custom: Option<Custom>,
    pub(crate) selected: usize,
    pub(crate) back: app::Origin,
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
enum Field {
    Opponent,
    Level(Color),
    Side,
    Rules,
    Clock,
    Origin,
    Warn,
    SetUp,
    Start,
}

const PLAY_FIELDS: &[Field] = &[
    Field::Opponent,
    Field::Level(Color::Black),
    Field::Side,
    Field::Rules,
    Field::Clock,
    Field::Origin,
    Field::Warn,
    Field::SetUp,
    Field::Start,
];

const WATCH_FIELDS: &[Field] = &[
    Field::Level(Color::Black),
    Field::Level(Color::White),
    Field::Rules,
    Field::Clock,
    Field::Origin,
    Field::SetUp,
    Field::Start,
];

const KEYS: &[Offer] = &[
    offer(Action::Up, "").here("previous field"),
    offer(Action::Down, "field").here("next field"),
    offer(Action::NextGroup, "").here("next field"),
    offer(Action::PreviousGroup, "").here("previous field"),
    offer(Action::Left, "").here("previous value"),
    offer(Action::Right, "change").here("next value"),
    offer(Action::SetUp, ""),
    offer(Action::Back, "back"),
];

/// What the keys do that are no actions.
pub(crate) const DIGITS: &[(&str, &str)] = &[("1 .. 9, 0", "level 1 to 9, level 10")];

const CLOCKS: [(u64, u64); 6] = [(60, 0), (180, 2), (300, 0), (300, 3), (900, 0), (1500, 10)];

const TOLERANCES: [u8; 4] = [2, 4, 6, 10];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// `None` for a button.
    pub(crate) value: Option<String>,
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
            selected: PLAY_FIELDS.len() - 1,
            back: app::Origin::Menu,
        }
    }

    pub(crate) fn to_watch(settings: &Settings) -> Form {
        let selected = WATCH_FIELDS.len() - 1;
        Form { mode: Mode::Watch, opponent: Opponent::Engine, selected, ..Form::to_play(settings) }
    }

    pub(crate) fn going_on_with(self, game: Game, what: &'static str) -> Form {
        let selected = self.fields().len() - 1;
        let rules = game.start().rules();
        Form { rules, origin: Origin::Custom, custom: Some(Custom { game, what }), selected, ..self }
    }

    pub(crate) fn title(&self) -> &'static str {
        match self.mode {
            Mode::Play => "New game",
            Mode::Watch => "Engine against engine",
        }
    }

    pub(crate) fn offers(&self) -> Vec<Offer> {
        let first = match self.field() {
            Some(Field::Start) => offer(Action::Do, "start").here("start the game"),
            Some(Field::SetUp) => offer(Action::Do, "set up").here("set up a board"),
            _ => offer(Action::Do, "change").here("next value"),
        };
        [first].into_iter().chain(KEYS.iter().copied()).collect()
    }

    fn fields(&self) -> &'static [Field] {
        match self.mode {
            Mode::Play => PLAY_FIELDS,
            Mode::Watch => WATCH_FIELDS,
        }
    }

    fn field(&self) -> Option<Field> {
        self.fields().get(self.selected).copied()
    }

    pub(crate) fn rows(&self) -> Vec<Row> {
        self.fields().iter().map(|&field| Row { name: self.name(field), value: self.value(field) }).collect()
    }

    fn name(&self, field: Field) -> &'static str {
        match (field, self.mode) {
            (Field::Opponent, _) => "Opponent",
            (Field::Level(_), Mode::Play) => "Level",
            (Field::Level(Color::Black), Mode::Watch) => "Black's level",
            (Field::Level(Color::White), Mode::Watch) => "White's level",
            (Field::Side, _) => "You play",
            (Field::Rules, _) => "Rules",
            (Field::Clock, _) => "Clock",
            (Field::Origin, _) => "Start",
            (Field::Warn, _) => "Warnings",
            (Field::SetUp, _) => "Set up a board",
            (Field::Start, _) => "Start the game",
        }
    }

    fn value(&self, field: Field) -> Option<String> {
        Some(match field {
            Field::Opponent => match &self.opponent {
                Opponent::Engine => "the engine".to_owned(),
                Opponent::Friend => "a friend at this keyboard".to_owned(),
                Opponent::Other(name) => format::player(name),
            },
            Field::Level(_) if self.mode == Mode::Play && self.opponent != Opponent::Engine => "-".to_owned(),
            Field::Level(color) => format!("{}, {}", self.levels[color], self.levels[color].name()),
            Field::Side => match self.side {
                Side::Is(color) => color.title().to_owned(),
                Side::Either => "random".to_owned(),
            },
            Field::Rules => match self.rules {
                Rules::Standard => "standard".to_owned(),
                Rules::Orthogonal => "orthogonal: no diagonals, 30 discs each".to_owned(),
                Rules::Thirty => "thirty: 30 discs each".to_owned(),
                Rules::Shellos => "shellos: any square that touches a disc".to_owned(),
            },
            Field::Clock => format::time_control(self.clock),
            Field::Origin => match (self.origin, &self.custom) {
                (Origin::Usual, _) => "standard position".to_owned(),
                (Origin::Xot, _) => "a random XOT opening".to_owned(),
                (Origin::Corners(1), _) => "handicap: 1 corner for Black".to_owned(),
                (Origin::Corners(count), _) => format!("handicap: {count} corners for Black"),
                (Origin::Custom, Some(custom)) => custom.what.to_owned(),
                (Origin::Custom, None) => "custom position".to_owned(),
            },
            Field::Warn => match self.teach {
                _ if self.opponent == Opponent::Friend => "-".to_owned(),
                None => "off".to_owned(),
                Some(tolerance) => format!("for moves that lose more than {tolerance} discs"),
            },
            Field::SetUp | Field::Start => return None,
        })
    }

    pub(crate) fn about_level(&self) -> Option<String> {
        let level = match (self.field()?, self.mode) {
            _ if self.opponent != Opponent::Engine => return None,
            (Field::Level(color), _) => self.levels[color],
            (_, Mode::Play) => self.levels.black,
            (_, Mode::Watch) => return None,
        };
        Some(format!("Level {level}, {}: {}", level.name(), level.description()))
    }

    fn change(&mut self, field: Field, forward: bool) {
        match field {
            Field::Opponent => {
                let mut opponents = vec![Opponent::Engine, Opponent::Friend];
                if let other @ Opponent::Other(_) = &self.opponent {
                    opponents.push(other.clone());
                }
                step(&mut self.opponent, &opponents, forward);
            }
            Field::Level(color) => step(&mut self.levels[color], &Level::ALL, forward),
            Field::Side => {
                step(&mut self.side, &[Side::Is(Color::Black), Side::Is(Color::White), Side::Either], forward);
            }
            Field::Rules => {
                step(&mut self.rules, &Rules::ALL, forward);
                // Custom positions and openings belong to the previous rules.
                self.custom = None;
                if matches!(self.origin, Origin::Custom | Origin::Xot) {
                    self.origin = Origin::Usual;
                }
            }
            Field::Clock => step(&mut self.clock, &self.clocks, forward),
            Field::Origin => {
                let xot = self.rules.is_standard().then_some(Origin::Xot);
                let corners = (1..=4).map(Origin::Corners);
                let custom = self.custom.as_ref().map(|_| Origin::Custom);
                let origins: Vec<_> = [Origin::Usual].into_iter().chain(xot).chain(corners).chain(custom).collect();
                step(&mut self.origin, &origins, forward);
            }
            Field::Warn => {
                let offered = TOLERANCES.iter().map(|&discs| Tolerance::new(discs));
                let mut tolerances: Vec<_> = [None, self.teach].into_iter().chain(offered).collect();
                tolerances.sort();
                tolerances.dedup();
                step(&mut self.teach, &tolerances, forward);
            }
            Field::SetUp | Field::Start => {}
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

pub(crate) fn typed(state: &mut State, press: Press) -> bool {
    let Screen::Form(form) = &mut state.screen else { return false };
    let Some(digit) = press.typed().and_then(|character| character.to_digit(10)) else { return false };
    let level = Level::new(if digit == 0 { 10 } else { digit as u8 });
    let color = match form.field() {
        Some(Field::Level(color)) => color,
        _ => Color::Black,
    };
    form.levels[color] = level.unwrap_or(form.levels[color]);
    true
}

pub(crate) fn perform(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let Screen::Form(form) = &mut state.screen else { return };
    let (rows, field) = (form.fields().len(), form.field());
    match (action, field) {
        (Action::Up | Action::PreviousGroup, _) => form.selected = (form.selected + rows - 1) % rows,
        (Action::Down | Action::NextGroup, _) => form.selected = (form.selected + 1) % rows,
        (Action::Do, Some(Field::Start)) => begin(state, effects),
        (Action::Do, Some(Field::SetUp)) | (Action::SetUp, _) => set_up(state),
        (Action::Left, Some(field)) => form.change(field, false),
        (Action::Right | Action::Do, Some(field)) => form.change(field, true),
        (Action::Back, _) => {
            let back = form.back;
            state.go_back_to(back);
        }
        _ => {}
    }
}

fn set_up(state: &mut State) {
    if let Screen::Form(form) = &state.screen {
        state.screen = Screen::Editor(Box::new(Editor::new((**form).clone(), form.rules)));
    }
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
