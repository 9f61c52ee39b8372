//! Who holds a seat.

use super::Seat;
use crate::SecretHash;

/// How many secrets can hold the same seat: the link, and the browsers that came by it.
pub const MOST_HOLDERS: usize = 16;

/// A secret that holds a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The seat.
    pub seat: Seat,
    /// The secret's hash.
    pub secret: SecretHash,
}

/// Whether a seat could be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seated {
    /// The secret holds the seat.
    Held,
    /// Too many hold it already.
    Full,
}

/// Adds one to those who hold the seats of a game, unless it is among them already or the seat has too many.
pub(super) fn seat(holders: &mut Vec<Holder>, holder: Holder) -> Seated {
    if holders.contains(&holder) {
        return Seated::Held;
    }
    if holders.iter().filter(|other| other.seat == holder.seat).count() >= MOST_HOLDERS {
        return Seated::Full;
    }
    holders.push(holder);
    Seated::Held
}
