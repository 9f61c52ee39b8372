use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::SecretHash;

/// Four letters and digits that stay the same as long as a player keeps their secret, such as `k3f9`.
///
/// It is a label, not a proof: it has 20 bits, so two players may share one by chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Tag([u8; Tag::LENGTH]);

impl Tag {
    const LENGTH: usize = 4;
    /// Crockford's base 32: no letter looks like a digit.
    const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

    pub fn of(secret: &SecretHash) -> Tag {
        // A hash of its own, so that the tag reveals no bit of what the store compares secrets with.
        let digest = Sha256::new().chain_update("tag of ").chain_update(secret.0).finalize();
        Tag(std::array::from_fn(|index| Tag::ALPHABET[usize::from(digest[index]) % Tag::ALPHABET.len()]))
    }

    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.0).expect("the alphabet is ASCII")
    }
}

impl TryFrom<String> for Tag {
    type Error = ParseTagError;

    fn try_from(text: String) -> Result<Tag, ParseTagError> {
        let bytes = text.as_bytes().try_into().map_err(|_| ParseTagError)?;
        let is_known = |byte: &u8| Tag::ALPHABET.contains(byte);
        Some(Tag(bytes)).filter(|tag| tag.0.iter().all(is_known)).ok_or(ParseTagError)
    }
}

impl From<Tag> for String {
    fn from(tag: Tag) -> String {
        tag.as_str().to_owned()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a tag of four letters and digits")]
pub struct ParseTagError;

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::Secret;

    #[test]
    fn a_tag_belongs_to_a_secret() {
        let secret = Secret::random().hash();
        assert_eq!(Tag::of(&secret), Tag::of(&secret));
        let tags: HashSet<Tag> = (0..100).map(|_| Tag::of(&Secret::random().hash())).collect();
        assert!(tags.len() > 95, "{} different tags of 100", tags.len());
    }

    #[test]
    fn only_tags_are_parsed() {
        let tag = Tag::of(&Secret::random().hash());
        assert_eq!(Tag::try_from(tag.as_str().to_owned()), Ok(tag));
        for text in ["", "k3f", "k3f99", "K3F9", "k3fl", "k-f9", "äö"] {
            assert_eq!(Tag::try_from(text.to_owned()), Err(ParseTagError), "{text}");
        }
    }
}
