//! The board as a player meets it, without a terminal.

mod any_events;
mod drill;
mod explorer;
mod forms;
mod hostile;
mod learn;
mod page;
mod play;
mod retry;
mod screens;
mod study;
mod teach;

use std::collections::HashMap;
use std::time::Duration;

use crossterm::event::KeyCode;
use outflank_engine::{Analysis, Engine, Level, Limits};
use outflank_formats::plain;
use outflank_players::{Action, Bounds, Choice, Machine, PlayerName};
use outflank_render::Glyphs;
use outflank_rules::{ByColor, Color, Game, Position, Rules, Square};
use outflank_table::{Time, TimeControl};

use super::contest::{Contest, Start};
use super::effect::Effect;
use super::event::{Deed, Event, Id, Mouse, Size};
use super::keys::Press;
use super::layout;
use super::look::{Depth, Look};
use super::review::Review;
use super::screens::game;
use super::state::{Choices, State};
use super::update::update;
use crate::storage::settings::Settings;

/// The fifteenth of November 2026, at noon.
const NOON: u64 = 20_772 * 86_400_000 + 43_200_000;

/// Somebody at a board of 80x24, without animation unless it is asked for.
struct Desk {
    state: State,
    now: Time,
    /// What the last event led to.
    effects: Vec<Effect>,
    /// How far the searches that were asked for may go.
    limits: HashMap<Id, Limits>,
}

impl Desk {
    /// At the menu.
    fn new() -> Desk {
        let settings = Settings { animation: false, ..Settings::default() };
        let look = Look { depth: Depth::True, glyphs: Glyphs::Unicode };
        let now = Time::from_millis(NOON);
        let state =
            State::new(Choices { chosen: settings.clone(), settings }, look, Size { columns: 80, rows: 24 }, 1, now);
        Desk { state, now, effects: Vec::new(), limits: HashMap::new() }
    }

    /// In a game between these players, after these moves.
    fn game(black: &str, white: &str, moves: &str) -> Desk {
        Desk::game_from(black, white, plain::parse(moves).unwrap().check().unwrap().game(), TimeControl::Unlimited)
    }

    fn game_from(black: &str, white: &str, game: &Game, time: TimeControl) -> Desk {
        let mut desk = Desk::new();
        let players = ByColor { black: black.parse().unwrap(), white: white.parse().unwrap() };
        let start = Start { position: *game.start(), moves: game.placements().collect(), time };
        let mut effects = Vec::new();
        game::begin(&mut desk.state, &start, players, &mut effects);
        desk.happen(Event::Tick);
        desk.effects.splice(0..0, effects);
        desk
    }

    fn happen(&mut self, event: Event) {
        self.effects = update(&mut self.state, event, self.now);
        let search = |effect: &Effect| match *effect {
            Effect::Search { id, limits, .. } => Some((id, limits)),
            _ => None,
        };
        self.limits.extend(self.effects.iter().filter_map(search));
    }

    fn pass_time(&mut self, millis: u64) {
        self.now = self.now.after(Duration::from_millis(millis));
        self.happen(Event::Tick);
    }

    fn press(&mut self, press: Press) {
        self.happen(Event::Key(press));
    }

    fn key(&mut self, code: KeyCode) {
        self.press(Press::key(code));
    }

    /// Types characters; a line break is Enter.
    fn type_in(&mut self, text: &str) {
        for character in text.chars() {
            match character {
                '\n' => self.key(KeyCode::Enter),
                character => self.press(Press::char(character)),
            }
        }
    }

    fn mouse(&mut self, deed: Deed, column: u16, row: u16) {
        self.happen(Event::Mouse(Mouse { deed, column, row }));
    }

    fn click_square(&mut self, square: Square) {
        let places = layout::board_screen(self.state.size, true).unwrap();
        let area = places.board.of(self.state.turned.square(square));
        self.mouse(Deed::Click, area.x + 1, area.y);
    }

    /// The machine that was asked plays this square.
    fn answer(&mut self, square: Square) {
        let id = self.asked().expect("a machine was asked");
        let choice = Choice { action: Action::Place(square), eval: "1.5".parse().ok(), time: None };
        self.happen(Event::Chosen { id, choice: Ok(choice) });
    }

    fn asked(&self) -> Option<Id> {
        self.contest().asked
    }

    fn contest(&self) -> &Contest {
        self.state.contest.as_ref().expect("there is a game")
    }

    fn review(&self) -> &Review {
        self.state.review.as_ref().expect("there is a study")
    }

    fn moves(&self) -> String {
        outflank_formats::transcript::write(self.contest().game())
    }

    fn told(&self) -> &str {
        self.state.notice.as_ref().map_or("", |notice| &notice.text)
    }

    /// Lets the engine do all that the study asks of it: quickly, and always in the same way. It says that a search took long, so that
    /// the report is done with the rough picture.
    fn search(&mut self) {
        let engine = Engine::default();
        let pending = |desk: &Desk| {
            let searches = [desk.review().searching, desk.review().sweeping];
            searches.into_iter().flatten().find(|search| !search.done)
        };
        for _ in 0..1000 {
            let Some(search) = pending(self) else { return };
            let analysis = quick(&engine, &search.position, self.limits[&search.id]);
            self.happen(Event::Searched { id: search.id, analysis });
        }
        panic!("the searches never end");
    }
}

/// A search as it was asked for, but of four plies at most.
fn quick(engine: &Engine, position: &Position, asked: Limits) -> Analysis {
    let depth = asked.depth.map_or(4, |depth| depth.min(4));
    let limits = Limits { depth: Some(depth), lines: asked.lines, ..Limits::default() };
    Analysis { time: Duration::from_secs(10), ..engine.analyze(*position, limits) }
}

/// What the engine thinks of a position after a short search.
fn analysis_of(position: &Position, lines: usize) -> Analysis {
    let limits = Limits { depth: Some(4), lines, ..Limits::default() };
    Analysis { time: Duration::ZERO, ..Engine::default().analyze(*position, limits) }
}

fn engine(level: u8) -> PlayerName {
    PlayerName::Machine(Machine::Engine { level: Level::new(level), bounds: Bounds::NONE })
}
