mod account;
mod bucket;
mod budgets;
mod by_address;
mod connections;
#[cfg(test)]
mod table;

pub(crate) use account::{Account, SITE_SHARE};
pub(crate) use bucket::Bucket;
pub use bucket::Rate;
pub use budgets::Allowance;
pub(crate) use budgets::{Budget, Budgets, Spent, SpentBy};
pub(crate) use by_address::AddressLimiter;
pub(crate) use connections::{ConnectionLimit, ConnectionPermit, Share};
