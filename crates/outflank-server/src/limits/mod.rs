//! Rate limits and connection limits.

mod bucket;
mod by_address;
mod connections;

pub(crate) use bucket::Bucket;
pub use bucket::Rate;
pub(crate) use by_address::AddressLimiter;
pub(crate) use connections::{ConnectionLimit, ConnectionPermit};
