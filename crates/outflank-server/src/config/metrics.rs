use std::fmt;
use std::net::SocketAddr;
use std::str::FromStr;

use sha2::{Digest, Sha256};

/// Access to the metrics. Off by default: they show how busy a server is, and every request for them costs a query.
#[derive(Clone, Debug, Default)]
pub struct MetricsAccess {
    pub listen: Option<SocketAddr>,
    /// On the public port, requests with this token.
    pub token: Option<MetricsToken>,
}

#[derive(Clone, PartialEq, Eq)]
pub struct MetricsToken([u8; 32]);

impl MetricsToken {
    pub const SHORTEST: usize = 16;

    pub(crate) fn is(&self, text: &str) -> bool {
        // Hashes take the same time to compare, whatever the token.
        *self == MetricsToken::of(text)
    }

    fn of(text: &str) -> MetricsToken {
        MetricsToken(Sha256::digest(text).into())
    }
}

impl FromStr for MetricsToken {
    type Err = ParseMetricsTokenError;

    fn from_str(text: &str) -> Result<MetricsToken, ParseMetricsTokenError> {
        let text = text.trim();
        let is_usable =
            text.len() >= MetricsToken::SHORTEST && text.chars().all(|character| character.is_ascii_graphic());
        is_usable.then(|| MetricsToken::of(text)).ok_or(ParseMetricsTokenError)
    }
}

impl fmt::Debug for MetricsToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MetricsToken(..)")
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a token of at least {} ASCII characters without spaces", MetricsToken::SHORTEST)]
pub struct ParseMetricsTokenError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_long_and_matches_only_itself() {
        let token: MetricsToken = " 0123456789abcdef\n".parse().unwrap();
        assert!(token.is("0123456789abcdef"));
        assert!(!token.is("0123456789abcdeF") && !token.is(""));
        assert!(!format!("{token:?}").contains("0123"));
        for text in ["", "short", "0123456789 abcdef", "0123456789abcdeé"] {
            assert_eq!(text.parse::<MetricsToken>(), Err(ParseMetricsTokenError), "{text}");
        }
    }
}
