use std::fmt;
use std::str::FromStr;

use axum::http::Uri;

/// The server's public address, such as `https://othello.example`, without a path. Written as browsers write an origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    origin: Box<str>,
}

impl PublicUrl {
    /// Without a trailing slash.
    pub fn as_str(&self) -> &str {
        &self.origin
    }

    pub fn is_https(&self) -> bool {
        self.origin.starts_with("https:")
    }
}

impl FromStr for PublicUrl {
    type Err = ParsePublicUrlError;

    fn from_str(text: &str) -> Result<PublicUrl, ParsePublicUrlError> {
        let uri: Uri = Some(text).filter(|text| !text.contains('#')).ok_or(ParsePublicUrlError)?.parse()?;
        let scheme = uri.scheme_str().ok_or(ParsePublicUrlError)?;
        let usual_port = match scheme {
            "http" => 80,
            "https" => 443,
            _ => return Err(ParsePublicUrlError),
        };
        let authority = uri.authority().ok_or(ParsePublicUrlError)?;
        let host = authority.host().to_ascii_lowercase();
        if host.is_empty() || authority.as_str().contains('@') || uri.path() != "/" || uri.query().is_some() {
            return Err(ParsePublicUrlError);
        }
        let origin = match authority.port_u16() {
            Some(port) if port != usual_port => format!("{scheme}://{host}:{port}"),
            None if authority.as_str().len() > host.len() => return Err(ParsePublicUrlError),
            _ => format!("{scheme}://{host}"),
        };
        Ok(PublicUrl { origin: origin.into() })
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected an address such as https://othello.example, without a path")]
pub struct ParsePublicUrlError;

impl From<axum::http::uri::InvalidUri> for ParsePublicUrlError {
    fn from(_: axum::http::uri::InvalidUri) -> ParsePublicUrlError {
        ParsePublicUrlError
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_normalized() {
        for (text, expected) in [
            ("https://othello.example", "https://othello.example"),
            ("https://Othello.Example/", "https://othello.example"),
            ("https://othello.example:443", "https://othello.example"),
            ("http://othello.example:443", "http://othello.example:443"),
            ("http://127.0.0.1:8220", "http://127.0.0.1:8220"),
            ("http://[::1]:80/", "http://[::1]"),
        ] {
            assert_eq!(text.parse::<PublicUrl>().map(|url| url.to_string()), Ok(expected.to_owned()), "{text}");
        }
    }

    #[test]
    fn malformed_origins_are_rejected() {
        for text in [
            "",
            "othello.example",
            "ftp://othello.example",
            "https://",
            "https://me@othello.example",
            "https://othello.example/club",
            "https://othello.example/?x",
            "https://othello.example#x",
            "https://othello.example:port",
            "https://othello.example:",
        ] {
            assert_eq!(text.parse::<PublicUrl>(), Err(ParsePublicUrlError), "{text}");
        }
    }
}
