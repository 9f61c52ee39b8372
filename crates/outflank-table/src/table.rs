//! A table: the state of a played game, and the events that change it.

mod decide;
mod replay;

use std::time::Duration;

use outflank_rules::{Color, Game};

pub use replay::{ReplayError, ReplayFault};

use crate::clock::Clock;
use crate::offer::Offers;
use crate::presence::Presence;
use crate::{Clocks, Ending, Event, Offer, Terms, Time};

/// A game with its players: the board, the clocks, the offers, who is there, and how it ended.
///
/// Commands are put to [`Table::decide`], and the events it answers with are taken in by [`Table::evolve`]. A table
/// has both its players: a challenge that waits for an opponent is not a table yet.
///
/// ```
/// use std::time::Duration;
/// use outflank_rules::{ByColor, Color, Position, Rules, Square};
/// use outflank_table::{Command, Seat, Table, Terms, Time, TimeControl};
///
/// let terms = Terms {
///     time: TimeControl::Fischer { main: Duration::from_secs(60), increment: Duration::from_secs(2) },
///     ..Terms::new(Position::initial(Rules::Standard))
/// };
/// let (mut table, _) = Table::open(terms, Time::from_millis(0));
/// assert_eq!(table.deadline(), Some(Time::from_millis(60_000)));
///
/// let now = Time::from_millis(10_000);
/// for event in &table.decide(Seat::Player(Color::Black), Command::Play(Square::D3.into()), now)? {
///     table.evolve(event);
/// }
/// // Black took 10 seconds and earned 2; now White's clock runs.
/// assert_eq!(table.running_clock(), Some(Color::White));
/// assert_eq!(table.deadline(), Some(Time::from_millis(70_000)));
/// let shown = table.clocks(Time::from_millis(25_000));
/// assert_eq!(shown, Some(ByColor { black: Duration::from_secs(52), white: Duration::from_secs(45) }));
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
    /// Opens a table at which both players sit, and starts the clock of the one to move. The events are
    /// [`Event::Opened`] and what the start forces: a pass, the end, or both.
    ///
    /// ```
    /// use outflank_rules::{Color, Position, Rules, Setup, discs};
    /// use outflank_table::{Event, Table, Terms, Time};
    ///
    /// let white_is_stuck = Setup::new(discs! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     X O . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    /// }, Color::White);
    /// let terms = Terms::new(Position::new(Rules::Standard, white_is_stuck)?);
    /// let (table, events) = Table::open(terms, Time::from_millis(0));
    /// assert_eq!(events[1..], [Event::Passed { by: Color::White }]);
    /// assert_eq!(table.game().position().turn(), Color::Black);
    /// # Ok::<(), outflank_rules::SetupError>(())
    /// ```
    pub fn open(terms: Terms, now: Time) -> (Table, Vec<Event>) {
        let mut table = Table::opened(terms, now);
        let mut events = vec![Event::Opened { terms, at: now }];
        events.extend(decide::forced(terms.start, table.clocks(now), now));
        for event in &events {
            table.evolve(event);
        }
        (table, events)
    }

    /// What the players agreed on.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The moves so far and the position on the board.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How the game ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// What the clocks show at this moment; `None` when time is unlimited.
    pub fn clocks(&self, now: Time) -> Option<Clocks> {
        self.clock.left(now)
    }

    /// Whose clock runs; none when time is unlimited, during a pause and after the end.
    pub fn running_clock(&self) -> Option<Color> {
        self.terms.time.main().and(self.clock.running())
    }

    /// When the flag of the running clock falls. At that moment it has fallen, one millisecond earlier it has not.
    pub fn deadline(&self) -> Option<Time> {
        self.clock.deadline(self.terms.clock_margin)
    }

    /// Whether the host has stopped the clocks.
    pub fn is_paused(&self) -> bool {
        self.ending.is_none() && self.clock.running().is_none()
    }

    /// Who has made this offer and waits for an answer.
    pub fn offered(&self, offer: Offer) -> Option<Color> {
        self.offers.by(offer)
    }

    /// Whether the players have agreed on another game; its terms are [`Terms::rematch`].
    pub fn rematch_agreed(&self) -> bool {
        self.rematch_agreed
    }

    /// Since when a player is gone; `None` if there.
    pub fn gone_since(&self, color: Color) -> Option<Time> {
        self.presence.gone_since(color)
    }

    /// For how long a player has been gone, pauses not counted; `None` if there. From
    /// [`ABANDONED_AFTER`](crate::ABANDONED_AFTER) on the opponent may claim the game.
    pub fn gone_for(&self, color: Color, now: Time) -> Option<Duration> {
        self.presence.gone_for(color, now)
    }

    /// Takes in an event. Nothing else changes a table.
    ///
    /// The event is believed: it should come from [`Table::decide`] of this same table. One that does not fit, such as
    /// a disc on an occupied square, leaves alone what it cannot change, and never panics. Events that come from
    /// elsewhere go through [`Table::replay`], which checks them.
    pub fn evolve(&mut self, event: &Event) {
        match *event {
            Event::Opened { terms, at } => *self = Table::opened(terms, at),
            Event::Played { by, square, clocks, at } => {
                if self.game.play(square).is_ok() {
                    self.offers.lapse_by_move(by);
                    self.clock.restart(clocks, self.turn(), at);
                }
            }
            // The game has passed together with the placement, or the opening, that forced it.
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

    /// A table at which both players have just sat down.
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

    /// Who is to move.
    fn turn(&self) -> Color {
        self.game.position().turn()
    }
}
