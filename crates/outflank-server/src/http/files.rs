#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT, ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use outflank_render::css;

use super::entity_tag::EntityTag;
use super::help::{self, GuidePage};
use crate::GameId;
use crate::wire::{ErrorKind, Problem};

/// Paths and contents of all files in `web/`, listed by the build script; [`content_type`] selects what is served.
const WEB: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/web.rs"));

#[derive(Clone)]
pub(crate) struct Files(Arc<HashMap<String, File>>);

impl Files {
    pub(crate) fn with_guide(guide: &[GuidePage]) -> Files {
        let shared = [("style.css", css::STYLE), ("board.css", css::BOARD)];
        let shared = shared.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
        let own = WEB.iter().map(|&(path, bytes)| (path.to_owned(), bytes.to_vec()));
        let help = help::render(guide)
            .map(|(address, html)| (file_of(&address).to_owned(), File::new(HTML, html.into_bytes())));
        Files(Arc::new(by_path(own.chain(shared)).chain(help).collect()))
    }

    #[cfg(test)]
    fn new(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Files {
        Files(Arc::new(by_path(files).collect()))
    }

    fn answer(&self, path: &str, headers: &HeaderMap) -> Option<Response> {
        self.0.get(path).map(|file| file.answer(headers))
    }

    fn missing(&self, headers: &HeaderMap) -> Response {
        let accepts_html = mentions(headers, &ACCEPT, |range| range.eq_ignore_ascii_case("text/html"));
        match self.0.get("missing.html").filter(|_| accepts_html) {
            Some(page) => (StatusCode::NOT_FOUND, [(CONTENT_TYPE, HTML)], page.plain.bytes.clone()).into_response(),
            None => Problem::new(ErrorKind::NotFound, "no such path").into_response(),
        }
    }
}

fn by_path(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> impl Iterator<Item = (String, File)> {
    files.into_iter().filter_map(|(path, bytes)| {
        let content_type = content_type(&path)?;
        Some((path, File::new(content_type, bytes)))
    })
}

pub(crate) async fn serve(State(files): State<Files>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path();
    if path.starts_with("/api/") {
        return Problem::new(ErrorKind::NotFound, "no such path").into_response();
    }
    let Some(answer) = files.answer(file_of(path), &headers) else { return files.missing(&headers) };
    match method {
        Method::GET | Method::HEAD => answer,
        _ => {
            let problem = Problem::new(ErrorKind::MethodNotAllowed, "method not allowed: files are read-only");
            ([(ALLOW, "GET, HEAD")], problem).into_response()
        }
    }
}

/// Serves the page of a game before the API serves its record: the router cannot separate `/game/ID` from `/game/ID.ggf`.
pub(crate) async fn game_first(State(files): State<Files>, request: Request, next: Next) -> Response {
    let file = file_of(request.uri().path());
    let is_page = file == GAME || (file.starts_with("game/") && !file.contains('.'));
    match is_page {
        true => serve(State(files), request.method().clone(), request.uri().clone(), request.headers().clone()).await,
        false => next.run(request).await,
    }
}

const GAME: &str = "game.html";

fn file_of(path: &str) -> &str {
    match path {
        "/" => "index.html",
        "/study" => "study.html",
        "/drill" => "drill.html",
        "/learn" => "learn.html",
        "/api" => "api.html",
        _ => match path.strip_prefix("/game/").map(str::parse::<GameId>) {
            Some(Ok(_)) => GAME,
            _ => path.trim_start_matches('/'),
        },
    }
}

struct File {
    content_type: &'static str,
    plain: Form,
    gzip: Option<Form>,
}

struct Form {
    bytes: Bytes,
    tag: EntityTag,
}

impl File {
    fn new(content_type: &'static str, bytes: Vec<u8>) -> File {
        let is_text = !["image/png", "image/x-icon"].contains(&content_type);
        let gzip = gzip(&bytes).ok().filter(|gzip| gzip.len() < bytes.len() && is_text).map(Form::new);
        File { content_type, plain: Form::new(bytes), gzip }
    }

    fn answer(&self, headers: &HeaderMap) -> Response {
        let takes_gzip = mentions(headers, &ACCEPT_ENCODING, |coding| coding.eq_ignore_ascii_case("gzip"));
        let (form, coding) = match &self.gzip {
            Some(gzip) if takes_gzip => (gzip, Some((CONTENT_ENCODING, HeaderValue::from_static("gzip")))),
            _ => (&self.plain, None),
        };
        // Browsers revalidate each time, so a new server means a new page.
        let about = [
            form.tag.header(),
            (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
            (VARY, HeaderValue::from(ACCEPT_ENCODING)),
        ];
        if form.tag.is_known(headers) {
            return (StatusCode::NOT_MODIFIED, about).into_response();
        }
        let mut response = (about, [(CONTENT_TYPE, self.content_type)], form.bytes.clone()).into_response();
        response.headers_mut().extend(coding);
        response
    }
}

impl Form {
    fn new(bytes: Vec<u8>) -> Form {
        Form { tag: EntityTag::of(&bytes), bytes: bytes.into() }
    }
}

fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

const HTML: &str = "text/html; charset=utf-8";

fn content_type(path: &str) -> Option<&'static str> {
    let (_, extension) = path.rsplit_once('.')?;
    if path.ends_with(".test.js") || path.split('/').any(|part| part == "tests") {
        return None;
    }
    match extension {
        "html" => Some(HTML),
        "css" => Some("text/css; charset=utf-8"),
        "js" => Some("text/javascript; charset=utf-8"),
        "svg" => Some("image/svg+xml"),
        "png" => Some("image/png"),
        "ico" => Some("image/x-icon"),
        "webmanifest" => Some("application/manifest+json"),
        _ => None,
    }
}

/// Whether a list header contains an item, unless with weight zero (`gzip;q=0`).
pub(super) fn mentions(headers: &HeaderMap, name: &HeaderName, is_it: impl Fn(&str) -> bool) -> bool {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|item| {
        let mut parts = item.split(';').map(str::trim);
        let item = parts.next().unwrap_or_default();
        let unwanted = parts.any(|part| part.strip_prefix("q=").is_some_and(|weight| weight.parse() == Ok(0.0)));
        is_it(item) && !unwanted
    })
}
