//! Rate limits and connection limits.
//!
//! - [`Rate`], [`Bucket`]: the rate limiter.
//! - [`AddressLimiter`]: a bucket for every client address.
//! - [`ConnectionLimit`]: connections, in total and per client.

mod bucket;
mod by_address;
mod connections;

pub(crate) use bucket::Bucket;
pub use bucket::Rate;
pub(crate) use by_address::AddressLimiter;
pub(crate) use connections::{ConnectionLimit, ConnectionPermit};
