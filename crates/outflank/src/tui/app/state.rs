use std::time::Duration;

use outflank_formats::Record;
use outflank_players::{PlayerName, Random};
use outflank_render::Glyphs;
use outflank_rules::{ByColor, Color, Symmetry};
use outflank_table::Time;

use crate::storage::settings::{Discs, Settings};
use crate::tui::app::{Effect, Id, Size};
use crate::tui::keymap::{self, KeyLine};
use crate::tui::screens::drill::state::{Drill, Task};
use crate::tui::screens::explorer::Explorer;
use crate::tui::screens::game::contest::Contest;
use crate::tui::screens::learn::state::Learn;
use crate::tui::screens::overlay::{self, Overlay};
use crate::tui::screens::setup::{editor, form};
use crate::tui::screens::study::review::Review;
use crate::tui::screens::{drill, game, global, menu, study};
use crate::tui::theme::Capabilities;

/// Only [`update`](super::update()) changes it.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) screen: Screen,
    pub(crate) overlay: Option<Overlay>,
    pub(crate) size: Size,
    /// The saved settings, overridden by the command line.
    pub(crate) settings: Settings,
    saved: Settings,
    pub(crate) capabilities: Capabilities,
    pub(crate) turned: Symmetry,
    /// `None` until the player chooses.
    pub(crate) engine_line: Option<bool>,
    pub(crate) contest: Option<Contest>,
    pub(crate) review: Option<Review>,
    pub(crate) explorer: Explorer,
    /// The drill from which the study was opened.
    pub(crate) left_drill: Option<Box<Drill>>,
    pub(crate) saved_game: Option<SavedGame>,
    /// No settings and no games exist yet.
    pub(crate) is_new: bool,
    pub(crate) notice: Option<Notice>,
    /// Set while games cannot be saved.
    pub(crate) unsaved: Option<Unsaved>,
    pub(crate) now: Time,
    pub(crate) random: Random,
    next_id: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SavedGame {
    pub(crate) players: ByColor<PlayerName>,
    pub(crate) placed: usize,
    /// The date it began.
    pub(crate) day: String,
}

#[derive(Clone, Debug)]
pub(crate) enum Screen {
    Menu(menu::Menu),
    Form(Box<form::Form>),
    Editor(Box<editor::Editor>),
    Game,
    Study,
    Drill(Box<Drill>),
    Learn(Box<Learn>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Notice {
    pub(crate) text: String,
    pub(crate) until: Time,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unsaved {
    pub(crate) reason: String,
    pub(crate) retry_at: Time,
}

const TOLD_FOR: Duration = Duration::from_secs(6);

impl State {
    pub(crate) fn new(
        settings: Settings,
        saved: Settings,
        capabilities: Capabilities,
        size: Size,
        seed: u64,
        now: Time,
    ) -> State {
        State {
            screen: Screen::Menu(menu::Menu::default()),
            overlay: None,
            size,
            settings,
            saved,
            capabilities,
            turned: Symmetry::Identity,
            engine_line: None,
            contest: None,
            review: None,
            explorer: Explorer::default(),
            left_drill: None,
            saved_game: None,
            is_new: false,
            notice: None,
            unsaved: None,
            now,
            random: Random::new(seed),
            next_id: 0,
        }
    }

    pub(crate) fn glyphs(&self) -> Glyphs {
        match self.settings.discs {
            Discs::Auto => self.capabilities.glyphs,
            Discs::Unicode => Glyphs::Unicode,
            Discs::Ascii => Glyphs::Ascii,
        }
    }

    /// Applies a change to the current and the saved settings.
    pub(crate) fn choose(&mut self, change: impl Fn(&mut Settings), effects: &mut Vec<Effect>) {
        change(&mut self.settings);
        change(&mut self.saved);
        effects.push(Effect::Configure(Box::new(self.saved.clone())));
    }

    pub(crate) fn new_id(&mut self) -> Id {
        self.next_id += 1;
        Id(self.next_id)
    }

    pub(crate) fn notify(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice { text: text.into(), until: self.now.after(TOLD_FOR) });
    }

    pub(crate) fn played(&self) -> Option<&Contest> {
        self.contest.as_ref().filter(|_| matches!(self.screen, Screen::Game))
    }

    /// The game that leaving would interrupt.
    pub(crate) fn unfinished(&self) -> Option<&Contest> {
        self.contest.as_ref().filter(|contest| !contest.is_over() && contest.placed() > 0)
    }

    /// The engine's line would give moves away, so a game with a person hides it by default.
    pub(crate) fn shows_engine_line(&self, contest: &Contest) -> bool {
        let has_human = || Color::ALL.into_iter().any(|color| contest.players[color] == PlayerName::Human);
        self.engine_line.unwrap_or_else(|| !has_human())
    }

    pub(crate) fn record(&self) -> Option<Record> {
        match self.screen {
            Screen::Study => self.review.as_ref().map(|review| match review.leaves() {
                Some(_) => Record::of(review.line()),
                None => review.record().clone(),
            }),
            _ => self.contest.as_ref().map(|contest| contest.record(crate::tui::format::date(self.now))),
        }
    }

    pub(crate) fn keys(&self) -> Vec<KeyLine> {
        let own = match &self.screen {
            Screen::Menu(_) => keymap::lines(menu::KEYS),
            Screen::Form(form) => keymap::lines(form.keys()),
            Screen::Editor(_) => keymap::lines(editor::KEYS),
            Screen::Game => keymap::lines(game::KEYS),
            Screen::Study => study::keys(self),
            Screen::Drill(drill) if matches!(drill.task, Task::List(_)) => keymap::lines(drill::LIST_KEYS),
            Screen::Drill(drill) => keymap::lines(drill.keys()),
            Screen::Learn(learn) => keymap::lines(learn.keys()),
        };
        own.into_iter().chain(keymap::lines(global::KEYS)).collect()
    }

    pub(crate) fn footer(&self) -> Vec<KeyLine> {
        let lines = match &self.overlay {
            Some(overlay) => overlay::keys(self, overlay),
            None => match self.played().filter(|contest| contest.is_over()) {
                Some(contest) => game::next_keys(contest, self.keys()),
                None => self.keys(),
            },
        };
        lines.into_iter().filter(|line| !line.word.is_empty()).collect()
    }

    /// When the screen next changes without an event.
    pub(crate) fn wake(&self) -> Option<Time> {
        let notice = self.notice.as_ref().map(|notice| notice.until);
        let retry = self.unsaved.as_ref().map(|unsaved| unsaved.retry_at);
        let contest = self.played().and_then(|contest| {
            let flip = contest.flipping.as_ref().map(|flipping| flipping.next_step(self.now));
            let pass = contest.pass.map(|pass| pass.until);
            [flip, pass, next_second(contest, self.now)].into_iter().flatten().min()
        });
        let lesson = match &self.screen {
            Screen::Learn(learn) => learn.replay.as_ref().map(|replay| replay.next_change(self.now)),
            Screen::Drill(drill) => drill.playing_out.as_ref().and_then(|playing| playing.wake()),
            _ => None,
        };
        [notice, retry, contest, lesson].into_iter().flatten().min()
    }
}

fn next_second(contest: &Contest, now: Time) -> Option<Time> {
    let running = contest.table.running_clock()?;
    let deadline = contest.table.deadline()?;
    let left = contest.table.clocks(now)?[running];
    let unit = if left <= Duration::from_secs(10) { 100 } else { 1000 };
    // One millisecond more, so that the clock has passed the mark.
    let part = u64::try_from(left.as_millis() % unit).unwrap_or_default() + 1;
    Some(now.after(Duration::from_millis(part)).min(deadline))
}
