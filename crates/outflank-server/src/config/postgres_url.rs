use std::fmt;

/// Not printed, because it may contain a password; [`PostgresUrl::reveal`] is the only way to read it.
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresUrl(String);

impl PostgresUrl {
    /// Checks only the scheme: a parser that rejects the rest might quote the password.
    pub fn new(text: &str) -> Option<PostgresUrl> {
        let begins = ["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme));
        begins.then(|| PostgresUrl(text.to_owned()))
    }

    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PostgresUrl(..)")
    }
}
