//! Who speaks at a table, and what can be said.

use outflank_rules::{Color, Move};

/// Who speaks at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// The player of this colour.
    Player(Color),
    /// A spectator, who cannot give commands.
    Watcher,
    /// The program that runs the table, such as a server or a console.
    Host,
}

/// What can be said at a table. All but the last three are for players, the last three for the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// Plays a move, when it is one's turn. Passes are made by the table, so that `Move::Pass` is always refused.
    Play(Move),
    /// Gives the game up, at any time.
    Resign,
    /// Offers a draw; if the opponent has offered one, agrees to it.
    OfferDraw,
    /// Agrees to a draw that the opponent has offered.
    AcceptDraw,
    /// Plays on although the opponent has offered a draw.
    DeclineDraw,
    /// Goes back to before one's own last placement; the opponent's answer to it is taken back too. By the
    /// [`Takebacks`](crate::Takebacks) of the table this is done at once, or asks the opponent.
    TakeBack,
    /// Lets the opponent take back.
    AcceptTakeback,
    /// Does not let the opponent take back.
    DeclineTakeback,
    /// Offers another game, once this one is over; if the opponent has offered one, agrees to it.
    OfferRematch,
    /// Agrees to another game.
    AcceptRematch,
    /// Refuses another game.
    DeclineRematch,
    /// Is gone: closed the page, or lost the connection. The clock runs on.
    Leave,
    /// Is back. Any other command of a player who is gone says the same.
    Return,
    /// Claims the game of an opponent who has been gone for [`ABANDONED_AFTER`](crate::ABANDONED_AFTER).
    ClaimAbandoned,
    /// Says what time it is, so that a flag can fall. If none does, nothing happens and nothing is refused.
    Tick,
    /// Stops the clocks. The board stands still until [`Command::Resume`].
    ///
    /// A server that was down pauses its tables at the last moment at which it is known to have run, and resumes them
    /// when it is back: neither player is charged for the outage.
    Pause,
    /// Lets the clock run on after a pause.
    Resume,
}
