use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Ten letters and digits. Not a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct GameId([u8; GameId::LENGTH]);

impl GameId {
    const LENGTH: usize = 10;
    const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    pub fn random() -> GameId {
        GameId::from_bits(u128::from_be_bytes(random_bytes()))
    }

    /// Derived from this id, so that a rematch cannot be created twice, whichever server creates it.
    #[must_use]
    pub fn rematch(&self) -> GameId {
        let digest = Sha256::new().chain_update("rematch of ").chain_update(self.0).finalize();
        let mut bits = [0; 16];
        bits.copy_from_slice(&digest[..16]);
        GameId::from_bits(u128::from_be_bytes(bits))
    }

    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.0).expect("the alphabet is ASCII")
    }

    pub(crate) fn placeholder() -> GameId {
        GameId::from_bits(0)
    }

    fn from_bits(mut bits: u128) -> GameId {
        GameId(std::array::from_fn(|_| {
            let digit = (bits % 62) as usize;
            bits /= 62;
            GameId::ALPHABET[digit]
        }))
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for GameId {
    type Err = ParseIdError;

    fn from_str(text: &str) -> Result<GameId, ParseIdError> {
        let bytes = text.as_bytes().try_into().map_err(|_| ParseIdError::Game)?;
        let known = |byte: &u8| GameId::ALPHABET.contains(byte);
        Some(GameId(bytes)).filter(|id| id.0.iter().all(known)).ok_or(ParseIdError::Game)
    }
}

impl TryFrom<String> for GameId {
    type Error = ParseIdError;

    fn try_from(text: String) -> Result<GameId, ParseIdError> {
        text.parse()
    }
}

impl From<GameId> for String {
    fn from(id: GameId) -> String {
        id.as_str().to_owned()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ServerId(pub [u8; 16]);

impl ServerId {
    pub fn random() -> ServerId {
        ServerId(random_bytes())
    }
}

/// Enough digits to distinguish servers in a log.
impl fmt::Display for ServerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0[..4].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct CommandId(Box<str>);

impl CommandId {
    pub const LONGEST: usize = 40;

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for CommandId {
    type Err = ParseIdError;

    fn from_str(text: &str) -> Result<CommandId, ParseIdError> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        match (1..=CommandId::LONGEST).contains(&text.len()) && text.bytes().all(allowed) {
            true => Ok(CommandId(text.into())),
            false => Err(ParseIdError::Command),
        }
    }
}

impl TryFrom<String> for CommandId {
    type Error = ParseIdError;

    fn try_from(text: String) -> Result<CommandId, ParseIdError> {
        text.parse()
    }
}

impl From<CommandId> for String {
    fn from(id: CommandId) -> String {
        id.0.into()
    }
}

/// Proves that its holder may use a seat: 128 random bits. The server stores [hashes](Secret::hash) only. [`Secret::reveal`] prints it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 16]);

impl Secret {
    pub fn random() -> Secret {
        Secret(random_bytes())
    }

    pub fn reveal(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    /// A secret is random and long, so a plain hash is enough.
    pub fn hash(&self) -> SecretHash {
        SecretHash(Sha256::digest(self.0).into())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl FromStr for Secret {
    type Err = ParseIdError;

    fn from_str(text: &str) -> Result<Secret, ParseIdError> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| ParseIdError::Secret)?;
        bytes.try_into().map(Secret).map_err(|_| ParseIdError::Secret)
    }
}

/// 128 random bits, which cannot be guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ReportId([u8; 16]);

impl ReportId {
    pub fn random() -> ReportId {
        ReportId(random_bytes())
    }

    /// Enough to find the report in a log, and too little to request it.
    pub fn hint(&self) -> String {
        self.to_string().chars().take(6).collect()
    }
}

impl fmt::Display for ReportId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&URL_SAFE_NO_PAD.encode(self.0))
    }
}

impl FromStr for ReportId {
    type Err = ParseIdError;

    fn from_str(text: &str) -> Result<ReportId, ParseIdError> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| ParseIdError::Report)?;
        bytes.try_into().map(ReportId).map_err(|_| ParseIdError::Report)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SecretHash(pub [u8; 32]);

fn random_bytes() -> [u8; 16] {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseIdError {
    #[error("expected the name of a game: ten letters and digits")]
    Game,
    #[error("expected the id of a command: 1 to 40 letters, digits, - and _")]
    Command,
    #[error("expected a secret of 22 characters")]
    Secret,
    #[error("expected the name of a report: 22 characters")]
    Report,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_secrets_are_parsed_back() {
        let id = GameId::random();
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_eq!(id.rematch(), id.rematch());
        assert_ne!(id.rematch(), id);
        let secret = Secret::random();
        assert_eq!(secret.reveal().len(), 22);
        assert_eq!(secret.reveal().parse(), Ok(secret.clone()));
        assert_eq!(format!("{secret:?}"), "Secret(..)");
        let report = ReportId::random();
        assert_eq!(report.to_string().len(), 22);
        assert_eq!(report.to_string().parse(), Ok(report));
    }

    #[test]
    fn malformed_ids_are_rejected() {
        for text in ["", "short", "elevenchars", "with-dash0", "äöüäö"] {
            assert_eq!(text.parse::<GameId>(), Err(ParseIdError::Game), "{text}");
        }
        for text in ["", "a b", "ä", &"x".repeat(41)] {
            assert_eq!(text.parse::<CommandId>(), Err(ParseIdError::Command), "{text}");
        }
        for text in ["", "AAAA", "AAAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAA+/"] {
            assert_eq!(text.parse::<Secret>(), Err(ParseIdError::Secret), "{text}");
            assert_eq!(text.parse::<ReportId>(), Err(ParseIdError::Report), "{text}");
        }
    }
}
