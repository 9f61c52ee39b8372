//! The URL of a PostgreSQL database, in which there may be a password.

use std::fmt;

/// The URL of a PostgreSQL database. It is never printed, as there may be a password in it; [`PostgresUrl::reveal`] is
/// the only way to it.
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresUrl(String);

impl PostgresUrl {
    /// A text that begins like such a URL. The rest is looked at when it is used: whoever reads arguments may quote one
    /// that is refused, and with it a password.
    pub fn new(text: &str) -> Option<PostgresUrl> {
        let begins = ["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme));
        begins.then(|| PostgresUrl(text.to_owned()))
    }

    /// The whole text.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PostgresUrl(..)")
    }
}
