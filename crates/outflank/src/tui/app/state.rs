use std::path::PathBuf;
use std::time::Duration;

use outflank_formats::Record;
use outflank_players::{PlayerName, Random};
use outflank_render::{Glyphs, sanitize};
use outflank_rules::{ByColor, Color, Square, Symmetry};
use outflank_table::Time;

use crate::storage::settings::{Discs, Settings};
use crate::tui::app::{Effect, Id, Size};
use crate::tui::format;
use crate::tui::keymap::{KeyLine, Offer};
use crate::tui::screens::browser::Browser;
use crate::tui::screens::drill::state::Drill;
use crate::tui::screens::explorer::Explorer;
use crate::tui::screens::game::contest::Contest;
use crate::tui::screens::game::pace::{self, Pace};
use crate::tui::screens::game::parting::LeftGame;
use crate::tui::screens::learn::state::Learn;
use crate::tui::screens::library::state::Library;
use crate::tui::screens::overlay::Overlay;
use crate::tui::screens::setup::{editor, form};
use crate::tui::screens::study;
use crate::tui::screens::study::review::Review;
use crate::tui::screens::{self, Helped, menu};
use crate::tui::theme::Capabilities;
use crate::tui::widgets::Selection;

/// Only [`update`](super::update()) changes it.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) screen: Screen,
    pub(crate) overlay: Option<Overlay>,
    pub(crate) below: Vec<Overlay>,
    pub(crate) size: Size,
    pub(crate) settings: Settings,
    saved: Settings,
    pub(crate) capabilities: Capabilities,
    pub(crate) turned: Symmetry,
    pub(crate) engine_line: Option<bool>,
    pub(crate) contest: Option<Contest>,
    pub(crate) left: Option<LeftGame>,
    /// Of games between engines.
    pub(crate) pace: Pace,
    pub(crate) review: Option<Review>,
    pub(crate) review_origin: Origin,
    pub(crate) explorer: Explorer,
    pub(crate) library: Library,
    pub(crate) browsed: Option<PathBuf>,
    pub(crate) left_drill: Option<(Box<Drill>, Option<Box<Review>>)>,
    pub(crate) saved_game: Option<SavedGame>,
    pub(crate) is_new: bool,
    pub(crate) notice: Option<Notice>,
    pub(crate) clicked: Option<(Square, Time)>,
    pub(crate) selection: Option<Selection>,
    pub(crate) unsaved: Option<Unsaved>,
    pub(crate) has_focus: bool,
    pub(crate) now: Time,
    pub(crate) random: Random,
    next_id: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SavedGame {
    pub(crate) players: ByColor<PlayerName>,
    pub(crate) placed: usize,
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
    Library,
    Browser(Box<Browser>),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Origin {
    #[default]
    Menu,
    Game,
    Study,
    Library,
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

const MOST_BELOW: usize = 8;
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
            below: Vec::new(),
            size,
            settings,
            saved,
            capabilities,
            turned: Symmetry::Identity,
            engine_line: None,
            contest: None,
            left: None,
            pace: Pace::default(),
            review: None,
            review_origin: Origin::Menu,
            explorer: Explorer::default(),
            library: Library::default(),
            browsed: None,
            left_drill: None,
            saved_game: None,
            is_new: false,
            notice: None,
            clicked: None,
            selection: None,
            unsaved: None,
            has_focus: true,
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
        self.notice = Some(Notice { text: sanitize::line(&text.into()), until: self.now.after(TOLD_FOR) });
    }

    pub(crate) fn played(&self) -> Option<&Contest> {
        self.contest.as_ref().filter(|_| matches!(self.screen, Screen::Game))
    }

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
            Screen::Study => self.review.as_ref().map(study::record),
            _ => {
                self.contest.as_ref().map(|contest| contest.record(format::date(self.now), self.settings.name.as_ref()))
            }
        }
    }

    /// Where Esc leads from a screen that is opened now.
    pub(crate) fn origin(&self) -> Origin {
        match self.screen {
            Screen::Game => Origin::Game,
            Screen::Study => Origin::Study,
            Screen::Library | Screen::Browser(_) => Origin::Library,
            Screen::Menu(_) | Screen::Form(_) | Screen::Editor(_) | Screen::Drill(_) | Screen::Learn(_) => Origin::Menu,
        }
    }

    pub(crate) fn go_back_to(&mut self, origin: Origin) {
        self.screen = match origin {
            Origin::Game if self.contest.is_some() => Screen::Game,
            Origin::Study if self.review.is_some() => Screen::Study,
            Origin::Library => Screen::Library,
            Origin::Menu | Origin::Game | Origin::Study => Screen::Menu(menu::Menu::default()),
        };
    }

    pub(crate) fn cover(&mut self, overlay: Overlay) {
        if self.below.len() >= MOST_BELOW {
            self.below.remove(0);
        }
        self.below.extend(self.overlay.replace(overlay));
    }

    pub(crate) fn offers(&self) -> Vec<Offer> {
        screens::offers(self)
    }

    /// The keys of the screen, or of the overlay that help is about.
    pub(crate) fn keys(&self) -> Vec<KeyLine> {
        let Helped { offers, focus, .. } = screens::helped(self);
        let line = |offer: Offer| KeyLine { keys: offer.action.key_names(focus), does: offer.does() };
        offers.into_iter().map(line).filter(|line| !line.keys.is_empty()).collect()
    }

    pub(crate) fn footer(&self) -> Vec<Offer> {
        self.offers().into_iter().filter(|offer| !offer.word.is_empty()).collect()
    }

    pub(crate) fn wake(&self) -> Option<Time> {
        let notice = self.notice.as_ref().map(|notice| notice.until);
        let retry = self.unsaved.as_ref().map(|unsaved| unsaved.retry_at);
        let contest = self.played().and_then(|contest| {
            let flip = contest.flipping.as_ref().map(|flipping| flipping.next_step(self.now));
            let pass = contest.pass.map(|pass| pass.until);
            let due = pace::due(contest, self.pace, self.now);
            [flip, pass, due, next_second(contest, self.now)].into_iter().flatten().min()
        });
        let lesson = match &self.screen {
            Screen::Learn(learn) => learn.replay.as_ref().map(|replay| replay.next_change(self.now)),
            Screen::Drill(drill) => drill.playing_out.as_ref().and_then(|playing| playing.wake()),
            _ => None,
        };
        let resigned = self.contest.as_ref().and_then(|contest| contest.resigned).map(|resigned| resigned.until);
        let left = self.left.as_ref().map(|left| left.until);
        [notice, retry, contest, resigned, left, lesson].into_iter().flatten().min()
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
