pub(crate) const INTERRUPTED: u8 = 130;

pub(crate) mod analyze;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod convert;
pub(crate) mod db;
pub(crate) mod drill;
pub(crate) mod guide;
pub(crate) mod judge;
pub(crate) mod learn;
pub(crate) mod manual;
pub(crate) mod matches;
pub(crate) mod perft;
#[cfg(feature = "serve")]
pub(crate) mod server;
pub(crate) mod solve;
