use super::Seat;
use crate::SecretHash;

/// The seat's link, and the browsers that used it.
pub const MAX_HOLDERS: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder {
    pub seat: Seat,
    pub secret: SecretHash,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seated {
    Held,
    Full,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renewal {
    Renewed,
    /// The last event has another number, or the game does not exist.
    Conflict,
}

pub(super) fn seat_all(new: &[Holder]) -> Vec<Holder> {
    let mut holders = Vec::new();
    for &holder in new {
        seat(&mut holders, holder);
    }
    holders
}

/// The new holders that don't hold their seats yet. `None` if a seat would have too many.
pub(super) fn additions(mut holders: Vec<Holder>, new: &[Holder]) -> Option<Vec<Holder>> {
    let before = holders.len();
    let fits = new.iter().all(|&holder| seat(&mut holders, holder) == Seated::Held);
    fits.then(|| holders.split_off(before))
}

pub(super) fn seat(holders: &mut Vec<Holder>, holder: Holder) -> Seated {
    if holders.contains(&holder) {
        return Seated::Held;
    }
    if holders.iter().filter(|other| other.seat == holder.seat).count() >= MAX_HOLDERS {
        return Seated::Full;
    }
    holders.push(holder);
    Seated::Held
}

pub(super) fn renew_link(holders: &mut Vec<Holder>, seat: Seat, token: SecretHash) {
    match holders.iter_mut().find(|holder| holder.seat == seat) {
        Some(link) => link.secret = token,
        None => holders.push(Holder { seat, secret: token }),
    }
}
