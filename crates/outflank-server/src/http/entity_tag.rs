use axum::http::header::{ETAG, HeaderName, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue};
use sha2::{Digest, Sha256};

use super::files::mentions;

#[derive(Clone, Debug)]
pub(super) struct EntityTag(HeaderValue);

impl EntityTag {
    pub(super) fn of(bytes: &[u8]) -> EntityTag {
        let digest = Sha256::digest(bytes);
        let tag: String = digest[..16].iter().map(|byte| format!("{byte:02x}")).collect();
        EntityTag(HeaderValue::try_from(format!("\"{tag}\"")).expect("a tag is quotes and hexadecimal digits"))
    }

    pub(super) fn header(&self) -> (HeaderName, HeaderValue) {
        (ETAG, self.0.clone())
    }

    pub(super) fn is_known(&self, headers: &HeaderMap) -> bool {
        mentions(headers, &IF_NONE_MATCH, |known| {
            known == "*" || known.strip_prefix("W/").unwrap_or(known).as_bytes() == self.0.as_bytes()
        })
    }
}
