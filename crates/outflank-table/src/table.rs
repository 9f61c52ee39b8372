mod decide;
mod replay;

use std::time::Duration;

use outflank_rules::{Color, Game};

pub use replay::{ReplayError, ReplayFault};

use crate::clock::Clock;
use crate::offer::Offers;
use crate::presence::Presence;
use crate::{Clocks, Ending, Event, Offer, Terms, Time};

/// A game with two players: board, clocks, offers, presence and ending.
///
/// ```
/// use std::time::Duration;
/// use outflank_rules::{Color, Position, Rules, Square};
/// use outflank_table::{Command, Seat, Table, Terms, Time, TimeControl};
///
/// let time = TimeControl::Fischer { main: Duration::from_secs(60), increment: Duration::from_secs(2) };
/// let terms = Terms { time, ..Terms::new(Position::initial(Rules::Standard)) };
/// let (mut table, _) = Table::open(terms, Time::from_millis(0));
///
/// let now = Time::from_millis(10_000);
/// for event in &table.decide(Seat::Player(Color::Black), Command::Play(Square::D3.into()), now)? {
///     table.evolve(event);
/// }
/// assert_eq!(table.deadline(), Some(Time::from_millis(70_000)));
/// # Ok::<(), outflank_table::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    terms: Terms,
    game: Game,
    clock: Clock,
    offers: Offers,
    rematch_agreed: bool,
    presence: Presence,
    ending: Option<Ending>,
}

impl Table {
    /// Starts the clock of the side to move. The events are [`Event::Opened`] and what the start forces: a pass, the end, or both.
    pub fn open(terms: Terms, now: Time) -> (Table, Vec<Event>) {
        let mut table = Table::opened(terms, now);
        let mut events = vec![Event::Opened { terms, at: now }];
        events.extend(decide::forced(terms.start, table.clocks(now), now));
        for event in &events {
            table.evolve(event);
        }
        (table, events)
    }

    /// The agreed terms.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The moves so far and the current position.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How the game ended.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The time left; `None` if unlimited.
    pub fn clocks(&self, now: Time) -> Option<Clocks> {
        self.clock.left(now)
    }

    /// Whose clock runs; none if time is unlimited, during a pause and after the end.
    pub fn running_clock(&self) -> Option<Color> {
        self.terms.time.main().and(self.clock.running())
    }

    /// The first millisecond at which the running flag has fallen.
    pub fn deadline(&self) -> Option<Time> {
        self.clock.deadline(self.terms.clock_margin)
    }

    /// Whether the host has paused the game.
    pub fn is_paused(&self) -> bool {
        self.ending.is_none() && self.clock.running().is_none()
    }

    /// The player with a pending offer of this kind.
    pub fn offered(&self, offer: Offer) -> Option<Color> {
        self.offers.by(offer)
    }

    /// Whether a rematch is agreed.
    pub fn rematch_agreed(&self) -> bool {
        self.rematch_agreed
    }

    /// When an absent player left.
    pub fn gone_since(&self, color: Color) -> Option<Time> {
        self.presence.gone_since(color)
    }

    /// How long a player has been absent, without pauses.
    pub fn gone_for(&self, color: Color, now: Time) -> Option<Duration> {
        self.presence.gone_for(color, now)
    }

    /// Applies an event of [`Table::decide`] of this table; check others with [`Table::replay`]. Nothing else changes a table. An
    /// event that does not fit changes what it can, and never panics.
    pub fn evolve(&mut self, event: &Event) {
        match *event {
            Event::Opened { terms, at } => *self = Table::opened(terms, at),
            Event::Played { by, square, clocks, at } => {
                if self.game.play(square).is_ok() {
                    self.offers.lapse_by_move(by);
                    self.clock.restart(clocks, self.turn(), at);
                }
            }
            // The game passed together with the placement or opening that forced it.
            Event::Passed { by: _ } => {}
            Event::DrawOffered { by } => self.offers.draw = Some(by),
            Event::DrawDeclined { by: _ } => self.offers.draw = None,
            Event::TakebackAsked { by } => self.offers.takeback = Some(by),
            Event::TakebackDeclined { by: _ } => self.offers.takeback = None,
            Event::TakenBack { by: _, placements, clocks, at } => {
                (0..placements).map_while(|_| self.game.undo()).for_each(drop);
                self.offers.lapse();
                self.clock.restart(clocks, self.turn(), at);
            }
            Event::RematchOffered { by } => self.offers.rematch = Some(by),
            Event::RematchDeclined { by: _ } => self.offers.rematch = None,
            Event::RematchAgreed => {
                self.offers.rematch = None;
                self.rematch_agreed = true;
            }
            Event::Left { by, at } => self.presence.leave(by, at, self.is_paused()),
            Event::Returned { by, at: _ } => self.presence.come_back(by),
            Event::Paused { clocks, at } => {
                self.clock.stop(clocks, at);
                self.presence.pause(at);
            }
            Event::Resumed { at } => {
                self.clock.resume(self.turn(), at);
                self.presence.resume(at);
            }
            Event::Ended { ending, clocks, at } => {
                self.clock.stop(clocks, at);
                self.offers.lapse();
                self.ending = Some(ending);
            }
        }
    }

    fn opened(terms: Terms, at: Time) -> Table {
        let game = Game::new(terms.start);
        Table {
            terms,
            clock: Clock::start(terms.time, game.position().turn(), at),
            game,
            offers: Offers::default(),
            rematch_agreed: false,
            presence: Presence::default(),
            ending: None,
        }
    }

    fn turn(&self) -> Color {
        self.game.position().turn()
    }
}
