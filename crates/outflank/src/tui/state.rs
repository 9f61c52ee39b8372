//! Everything that the screen shows.

use std::time::Duration;

use outflank_formats::Record;
use outflank_players::{PlayerName, Random};
use outflank_render::Glyphs;
use outflank_rules::{ByColor, Color, Symmetry};
use outflank_table::Time;

use super::contest::Contest;
use super::drill::{Drill, Task};
use super::effect::Effect;
use super::event::{Id, Size};
use super::explorer::Explorer;
use super::keys::{self, KeyLine};
use super::learn::Learn;
use super::look::Look;
use super::overlay::{self, Overlay};
use super::review::Review;
use super::screens::{drill, editor, everywhere, form, game, menu, study};
use crate::storage::settings::{Discs, Settings};

/// The whole state. It is changed by [`update`](super::update::update), and nowhere else.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) screen: Screen,
    /// What lies over the screen and takes the keys.
    pub(crate) overlay: Option<Overlay>,
    pub(crate) size: Size,
    /// What holds: what the player has chosen, and what the command line says otherwise.
    pub(crate) settings: Settings,
    /// What the player has chosen, for the next time as well.
    chosen: Settings,
    pub(crate) look: Look,
    /// How the board lies.
    pub(crate) turned: Symmetry,
    /// Whether the player wants to see the machines' lines and the graph of values; `None` before they said so.
    pub(crate) thoughts: Option<bool>,
    pub(crate) contest: Option<Contest>,
    pub(crate) review: Option<Review>,
    pub(crate) explorer: Explorer,
    /// A game of an earlier session that can be gone on with.
    pub(crate) kept: Option<Kept>,
    /// Whether this is the first start: there are no settings and no games yet.
    pub(crate) is_new: bool,
    /// What is told at the bottom of the screen.
    pub(crate) notice: Option<Notice>,
    pub(crate) now: Time,
    pub(crate) random: Random,
    next_id: u64,
}

/// What holds, and what the player has chosen.
#[derive(Clone, Debug)]
pub(crate) struct Choices {
    pub(crate) settings: Settings,
    pub(crate) chosen: Settings,
}

/// A game of an earlier session, in a few words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    pub(crate) players: ByColor<PlayerName>,
    /// How many discs have been placed.
    pub(crate) placed: usize,
    /// The day on which it began.
    pub(crate) day: String,
}

/// Which screen is shown.
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

/// Something that is told for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Notice {
    pub(crate) text: String,
    pub(crate) until: Time,
}

/// How long something is told.
const TOLD_FOR: Duration = Duration::from_secs(6);

impl State {
    /// The menu, and nothing begun.
    pub(crate) fn new(choices: Choices, look: Look, size: Size, seed: u64, now: Time) -> State {
        let Choices { settings, chosen } = choices;
        State {
            screen: Screen::Menu(menu::Menu::default()),
            overlay: None,
            size,
            settings,
            chosen,
            look,
            turned: Symmetry::Identity,
            thoughts: None,
            contest: None,
            review: None,
            explorer: Explorer::default(),
            kept: None,
            is_new: false,
            notice: None,
            now,
            random: Random::new(seed),
            next_id: 0,
        }
    }

    /// Which characters to draw with: what the settings say, or else what the terminal can show.
    pub(crate) fn glyphs(&self) -> Glyphs {
        match self.settings.discs {
            Discs::Auto => self.look.glyphs,
            Discs::Unicode => Glyphs::Unicode,
            Discs::Ascii => Glyphs::Ascii,
        }
    }

    /// The player chooses something, now and for the next time.
    pub(crate) fn choose(&mut self, change: impl Fn(&mut Settings), effects: &mut Vec<Effect>) {
        change(&mut self.settings);
        change(&mut self.chosen);
        effects.push(Effect::Configure(Box::new(self.chosen.clone())));
    }

    /// A number that nothing else has.
    pub(crate) fn new_id(&mut self) -> Id {
        self.next_id += 1;
        Id(self.next_id)
    }

    /// Tells the player something.
    pub(crate) fn notify(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice { text: text.into(), until: self.now.after(TOLD_FOR) });
    }

    /// The game that is being played, while its screen is shown.
    pub(crate) fn played(&self) -> Option<&Contest> {
        self.contest.as_ref().filter(|_| matches!(self.screen, Screen::Game))
    }

    /// The game that would be lost by leaving it, if any.
    pub(crate) fn unfinished(&self) -> Option<&Contest> {
        self.contest.as_ref().filter(|contest| !contest.is_over() && contest.placed() > 0)
    }

    /// Whether the machines' lines and the graph of values are shown. In a person's game they would give moves away, so
    /// they have to be asked for.
    pub(crate) fn shows_thoughts(&self, contest: &Contest) -> bool {
        let has_human = || Color::ALL.into_iter().any(|color| contest.players[color] == PlayerName::Human);
        self.thoughts.unwrap_or_else(|| !has_human())
    }

    /// The record of what is on the board, for saving and copying.
    pub(crate) fn record(&self) -> Option<Record> {
        match self.screen {
            Screen::Study => self.review.as_ref().map(|review| match review.leaves() {
                Some(_) => Record::of(review.line()),
                None => review.record().clone(),
            }),
            _ => self.contest.as_ref().map(|contest| contest.record(super::words::date(self.now))),
        }
    }

    /// What the keys of this screen do.
    pub(crate) fn keys(&self) -> Vec<KeyLine> {
        let own = match &self.screen {
            Screen::Menu(_) => keys::lines(menu::KEYS),
            Screen::Form(form) => keys::lines(form.keys()),
            Screen::Editor(_) => keys::lines(editor::KEYS),
            Screen::Game => keys::lines(game::KEYS),
            Screen::Study => study::keys(self),
            Screen::Drill(drill) if matches!(drill.task, Task::Choose(_)) => keys::lines(drill::LIST_KEYS),
            Screen::Drill(drill) => keys::lines(drill.keys()),
            Screen::Learn(learn) => keys::lines(learn.keys()),
        };
        own.into_iter().chain(keys::lines(everywhere::KEYS)).collect()
    }

    /// The keys that are named at the bottom of the screen.
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

    /// When the screen next changes by itself; `None` while nothing moves.
    pub(crate) fn wake(&self) -> Option<Time> {
        let notice = self.notice.as_ref().map(|notice| notice.until);
        let contest = self.played().and_then(|contest| {
            let flip = contest.flipping.as_ref().map(|flipping| flipping.next_step(self.now));
            let pass = contest.pass.map(|pass| pass.until);
            [flip, pass, next_second(contest, self.now)].into_iter().flatten().min()
        });
        let lesson = match &self.screen {
            Screen::Learn(learn) => learn.replay.as_ref().map(|replay| replay.next_change(self.now)),
            _ => None,
        };
        [notice, contest, lesson].into_iter().flatten().min()
    }
}

/// When the running clock next shows something else, or falls.
fn next_second(contest: &Contest, now: Time) -> Option<Time> {
    let running = contest.table.running_clock()?;
    let deadline = contest.table.deadline()?;
    let left = contest.table.clocks(now)?[running];
    let unit = if left <= Duration::from_secs(10) { 100 } else { 1000 };
    // One more millisecond, so that the clock is past the mark.
    let part = u64::try_from(left.as_millis() % unit).unwrap_or_default() + 1;
    Some(now.after(Duration::from_millis(part)).min(deadline))
}
