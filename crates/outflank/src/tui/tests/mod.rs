mod any_events;
mod hostile;
mod keys;
mod screens;

pub(crate) use std::collections::HashMap;
pub(crate) use std::time::Duration;

pub(crate) use crossterm::event::KeyCode;
pub(crate) use outflank_engine::{Analysis, Bound, Engine, Level, Limits, Score, Variation};
pub(crate) use outflank_formats::plain;
pub(crate) use outflank_players::{Bounds, Choice, Machine, PlayerName};
pub(crate) use outflank_render::Glyphs;
pub(crate) use outflank_rules::{ByColor, Color, Move, Position, Rules, Square};
pub(crate) use outflank_table::{Time, TimeControl};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

pub(crate) use crate::storage::settings::Settings;
pub(crate) use crate::tui::app::{Effect, Event, Id, Mouse, MouseAction, Screen, Size, State, update};
pub(crate) use crate::tui::keymap::{Action, Press};
pub(crate) use crate::tui::screens::game;
pub(crate) use crate::tui::screens::game::contest::{Contest, Start};
pub(crate) use crate::tui::screens::game::pace::Pace;
pub(crate) use crate::tui::screens::overlay::{Confirm, Overlay};
use crate::tui::screens::study;
pub(crate) use crate::tui::screens::study::review::Review;
pub(crate) use crate::tui::theme::{Capabilities, Depth};
pub(crate) use crate::tui::widgets::layout;

const NOON: u64 = 20_772 * 86_400_000 + 43_200_000;

pub(crate) struct TestApp {
    pub(crate) state: State,
    pub(crate) now: Time,
    pub(crate) effects: Vec<Effect>,
    pub(crate) limits: HashMap<Id, Limits>,
}

impl TestApp {
    pub(crate) fn new() -> TestApp {
        let settings = Settings { animation: false, ..Settings::default() };
        let capabilities = Capabilities { depth: Depth::True, glyphs: Glyphs::Unicode };
        let now = Time::from_millis(NOON);
        let mut state = State::new(settings.clone(), settings, capabilities, Size { columns: 80, rows: 24 }, 1, now);
        state.pace = Pace::NO_DELAY;
        TestApp { state, now, effects: Vec::new(), limits: HashMap::new() }
    }

    pub(crate) fn game(black: &str, white: &str, record: &str) -> TestApp {
        TestApp::timed_game(black, white, record, TimeControl::Unlimited)
    }

    pub(crate) fn timed_game(black: &str, white: &str, record: &str, time: TimeControl) -> TestApp {
        let mut app = TestApp::new();
        let record = plain::parse(record).unwrap().check().unwrap();
        let game = record.game();
        let players = ByColor { black: black.parse().unwrap(), white: white.parse().unwrap() };
        let start = Start { position: *game.start(), moves: game.placements().collect(), time };
        let mut effects = Vec::new();
        game::begin(&mut app.state, &start, players, &mut effects);
        app.send(Event::Tick);
        app.effects.splice(0..0, effects);
        app
    }

    pub(crate) fn send(&mut self, event: Event) {
        self.effects = update(&mut self.state, event, self.now);
        let search = |effect: &Effect| match effect {
            Effect::Search { id, limits, .. } => Some((*id, *limits)),
            Effect::Review { id, search } => Some((*id, search.limits())),
            _ => None,
        };
        self.limits.extend(self.effects.iter().filter_map(search));
    }

    pub(crate) fn advance(&mut self, millis: u64) {
        self.now = self.now.after(Duration::from_millis(millis));
        self.send(Event::Tick);
    }

    pub(crate) fn press(&mut self, press: Press) {
        self.send(Event::Key(press));
    }

    /// Chooses an action that may have no key.
    pub(crate) fn act(&mut self, action: Action) {
        let offers = self.state.offers();
        assert!(offers.iter().any(|offer| offer.action == action), "{action:?} is not offered: {offers:?}");
        let mut effects = Vec::new();
        crate::tui::screens::act(&mut self.state, action, &mut effects);
        self.send(Event::Tick);
        self.effects.splice(0..0, effects);
    }

    pub(crate) fn doing(mut self, action: Action) -> TestApp {
        self.act(action);
        self
    }

    pub(crate) fn wake(&mut self) -> bool {
        let Some(wake) = self.state.wake() else { return false };
        self.now = wake;
        self.send(Event::Tick);
        true
    }

    pub(crate) fn studying(moves: &str) -> TestApp {
        let mut app = TestApp::new();
        app.send(Event::Paste(moves.to_owned()));
        app
    }

    pub(crate) fn in_ascii(mut self) -> TestApp {
        self.state.capabilities = Capabilities { depth: Depth::Monochrome, glyphs: Glyphs::Ascii };
        self
    }

    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        self.send(Event::Resize(Size { columns, rows }));
    }

    pub(crate) fn draw(&self) -> Buffer {
        let Size { columns, rows } = self.state.size;
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        terminal.draw(|frame| crate::tui::screens::draw(&self.state, frame)).unwrap();
        terminal.backend().buffer().clone()
    }

    /// Types text, with keys named as on the screen: `<Esc>`, `<Ctrl-C>`. A line break is Enter.
    pub(crate) fn type_in(&mut self, text: &str) {
        let mut rest = text.chars();
        while let Some(character) = rest.next() {
            match character {
                '<' => self.press(key_named(&rest.by_ref().take_while(|&end| end != '>').collect::<String>())),
                '\n' => self.press(Press::key(KeyCode::Enter)),
                character => self.press(Press::char(character)),
            }
        }
    }

    pub(crate) fn typed(mut self, text: &str) -> TestApp {
        self.type_in(text);
        self
    }

    pub(crate) fn mouse(&mut self, action: MouseAction, column: u16, row: u16) {
        self.send(Event::Mouse(Mouse { action, column, row }));
    }

    pub(crate) fn click_square(&mut self, square: Square) {
        let places = match self.state.screen {
            Screen::Study => study::places::places(&self.state).unwrap().whole,
            _ => layout::board_screen(self.state.size, true).unwrap(),
        };
        let area = places.board.of(self.state.turned.square(square));
        self.mouse(MouseAction::Click, area.x + 1, area.y);
    }

    pub(crate) fn answer(&mut self, square: Square) {
        let id = self.asked().expect("a machine was asked");
        let choice = Choice { action: outflank_players::Action::Place(square), eval: "1.5".parse().ok(), time: None };
        self.send(Event::Chosen(id, Ok(choice)));
    }

    pub(crate) fn asked(&self) -> Option<Id> {
        self.contest().asked
    }

    pub(crate) fn contest(&self) -> &Contest {
        self.state.contest.as_ref().expect("there is a game")
    }

    pub(crate) fn review(&self) -> &Review {
        self.state.review.as_ref().expect("there is a study")
    }

    pub(crate) fn moves(&self) -> String {
        outflank_formats::transcript::write(self.contest().game())
    }

    pub(crate) fn notice(&self) -> &str {
        self.state.notice.as_ref().map_or("", |notice| &notice.text)
    }

    pub(crate) fn search(&mut self) {
        let engine = Engine::default();
        let pending = |app: &TestApp| {
            let searches = [app.review().searching, app.review().sweeping];
            searches.into_iter().flatten().find(|search| !search.done)
        };
        for _ in 0..1000 {
            let Some(search) = pending(self) else { return };
            let analysis = quick(&engine, &search.position, self.limits[&search.id]);
            self.send(Event::Searched(search.id, analysis));
        }
        panic!("the searches never end");
    }

    pub(crate) fn searched(mut self) -> TestApp {
        self.search();
        self
    }
}

fn key_named(name: &str) -> Press {
    use KeyCode::{BackTab, Backspace, Delete, Down, End, Esc, F, Home, Left, PageDown, PageUp, Right, Tab, Up};
    let codes = [
        BackTab,
        Backspace,
        Delete,
        Down,
        End,
        Esc,
        F(1),
        F(2),
        F(3),
        F(5),
        Home,
        Left,
        PageDown,
        PageUp,
        Right,
        Tab,
        Up,
    ];
    let keys = codes.map(Press::key).into_iter().chain(['c', 'l', 'n', 'o', 'p', 'u', 'z'].map(Press::ctrl));
    keys.into_iter().find(|press| press.to_string() == name).unwrap_or_else(|| panic!("no key {name}"))
}

/// Claims the depth that was asked for.
pub(crate) fn quick(engine: &Engine, position: &Position, asked: Limits) -> Analysis {
    let depth = asked.depth.map_or(4, |depth| depth.min(4));
    let limits = Limits { depth: Some(depth), lines: asked.lines, ..Limits::default() };
    let asked = asked.depth.unwrap_or(depth);
    let exact = u32::from(asked) >= position.empty().len();
    Analysis { depth: asked, exact, ..engine.analyze(*position, limits) }
}

pub(crate) fn analysis_of(position: &Position, lines: usize) -> Analysis {
    let limits = Limits { depth: Some(4), lines, ..Limits::default() };
    Analysis { time: Duration::ZERO, ..Engine::default().analyze(*position, limits) }
}

pub(crate) fn analysis_with(scores: impl Iterator<Item = (Square, i8)>) -> Analysis {
    let line = |(square, discs)| Variation {
        pv: vec![Move::Place(square)],
        score: Score::from_discs(discs),
        bound: Bound::Exact,
    };
    let selectivity = Default::default();
    Analysis {
        lines: scores.map(line).collect(),
        depth: 3,
        selectivity,
        exact: false,
        nodes: 100,
        time: Duration::ZERO,
    }
}

pub(crate) fn engine(level: u8) -> PlayerName {
    PlayerName::Machine(Machine::Engine { level: Level::new(level), bounds: Bounds::NONE })
}
