use std::io::{self, Write};

use axum::body::Bytes;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::mentions;
use crate::http::entity_tag::EntityTag;
use crate::http::policy::{self, Framing};

pub(super) const HTML: &str = "text/html; charset=utf-8";

/// A year: the name of such a file changes with its content.
const FOR_GOOD: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// Browsers revalidate each time, so a new server means a new page.
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");

pub(super) struct File {
    content_type: &'static str,
    cache: HeaderValue,
    policy: HeaderValue,
    plain: Form,
    gzip: Option<Form>,
    brotli: Option<Form>,
}

struct Form {
    bytes: Bytes,
    tag: EntityTag,
}

impl File {
    pub(super) fn page(html: Vec<u8>, brotli: Option<Vec<u8>>, framing: Framing) -> File {
        let policy = policy::of_page(&String::from_utf8_lossy(&html), framing);
        File::new(HTML, REVALIDATE, policy, html, brotli)
    }

    pub(super) fn asset(content_type: &'static str, bytes: Vec<u8>, brotli: Option<Vec<u8>>) -> File {
        File::new(content_type, FOR_GOOD, policy::STRICT, bytes, brotli)
    }

    fn new(
        content_type: &'static str,
        cache: HeaderValue,
        policy: HeaderValue,
        bytes: Vec<u8>,
        brotli: Option<Vec<u8>>,
    ) -> File {
        let gzip = gzip(&bytes, Compression::best()).ok().filter(|gzip| gzip.len() < bytes.len());
        let plain = Form::new(bytes);
        File { content_type, cache, policy, plain, gzip: gzip.map(Form::new), brotli: brotli.map(Form::new) }
    }

    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.plain.bytes).into_owned()
    }

    pub(super) fn answer(&self, status: StatusCode, headers: &HeaderMap) -> Response {
        let accepts = |name: &str| mentions(headers, &ACCEPT_ENCODING, |coding| coding.eq_ignore_ascii_case(name));
        let (form, coding) = match (&self.brotli, &self.gzip) {
            (Some(brotli), _) if accepts("br") => (brotli, Some("br")),
            (_, Some(gzip)) if accepts("gzip") => (gzip, Some("gzip")),
            _ => (&self.plain, None),
        };
        let about = [
            form.tag.header(),
            (CACHE_CONTROL, self.cache.clone()),
            (VARY, HeaderValue::from(ACCEPT_ENCODING)),
            (CONTENT_SECURITY_POLICY, self.policy.clone()),
        ];
        if status == StatusCode::OK && form.tag.is_known(headers) {
            return (StatusCode::NOT_MODIFIED, about).into_response();
        }
        let mut response = (status, about, [(CONTENT_TYPE, self.content_type)], form.bytes.clone()).into_response();
        response.headers_mut().extend(coding.map(|coding| (CONTENT_ENCODING, HeaderValue::from_static(coding))));
        response
    }
}

impl File {
    pub(super) fn answer_once(&self, html: String, headers: &HeaderMap) -> Response {
        let accepts_gzip = mentions(headers, &ACCEPT_ENCODING, |coding| coding.eq_ignore_ascii_case("gzip"));
        let gzip =
            Some(&html).filter(|_| accepts_gzip).and_then(|html| gzip(html.as_bytes(), Compression::fast()).ok());
        let about = [
            (CONTENT_TYPE, HeaderValue::from_static(self.content_type)),
            (CACHE_CONTROL, HeaderValue::from_static("private, no-cache")),
            (VARY, HeaderValue::from(ACCEPT_ENCODING)),
            (CONTENT_SECURITY_POLICY, self.policy.clone()),
        ];
        match gzip {
            Some(gzip) => (about, [(CONTENT_ENCODING, "gzip")], gzip).into_response(),
            None => (about, html).into_response(),
        }
    }
}

impl Form {
    fn new(bytes: Vec<u8>) -> Form {
        Form { tag: EntityTag::of(&bytes), bytes: bytes.into() }
    }
}

fn gzip(bytes: &[u8], level: Compression) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), level);
    encoder.write_all(bytes)?;
    encoder.finish()
}
