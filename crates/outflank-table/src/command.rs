use outflank_rules::{Color, Move};

/// The sender of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// The player of this colour.
    Player(Color),
    /// A spectator, who cannot give commands.
    Watcher,
    /// The program that runs the table, such as a server or a console.
    Host,
}

/// A request to the table. The last three are for the host, the others for players.
#[allow(missing_docs, reason = "most variants name their meaning")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// Play a move. The table makes forced passes, so `Move::Pass` is always refused.
    Play(Move),
    Resign,
    /// Offer a draw, or accept the opponent's offer.
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    /// Return to before one's own last placement, if the [`Takebacks`](crate::Takebacks) of the game allow it.
    TakeBack,
    AcceptTakeback,
    DeclineTakeback,
    /// Offer another game after the end, or accept the opponent's offer.
    OfferRematch,
    AcceptRematch,
    DeclineRematch,
    /// Leave: the page is closed or the connection lost. The clock keeps running.
    Leave,
    /// Come back. Any other command of an absent player implies it.
    Return,
    /// Claim the game of an opponent who has been absent for [`ABANDONED_AFTER`](crate::ABANDONED_AFTER).
    ClaimAbandoned,
    /// Let a due flag fall. Never refused.
    Tick,
    /// Stop the clocks and the board. After an outage, a server pauses its tables at the last time at which it was known to
    /// run, then resumes them: neither player is charged.
    Pause,
    /// Restart the clock after a pause.
    Resume,
}
