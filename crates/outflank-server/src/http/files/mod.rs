//! `/` is `index.html`, `/study` is `study.html`, and files under `/assets` never change.

mod file;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{ACCEPT, ALLOW};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use super::help::{self, GuidePage};
use super::policy::Framing;
use crate::GameId;
use crate::wire::{ErrorKind, Problem};
use file::File;

const EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/web.rs"));

pub type PageFiles = HashMap<String, Vec<u8>>;

#[derive(Clone)]
pub(crate) struct Files(Arc<Served>);

struct Served {
    /// By name without `.html`.
    pages: HashMap<String, File>,
    assets: HashMap<String, File>,
    build: HeaderValue,
}

impl Files {
    pub(crate) fn embedded(guide: &[GuidePage]) -> Files {
        let files = EMBEDDED.iter().map(|&(path, bytes)| (path.to_owned(), bytes.to_vec()));
        Files::new(files.collect(), guide)
    }

    pub(crate) fn new(mut files: PageFiles, guide: &[GuidePage]) -> Files {
        let names: Vec<String> = files.keys().filter(|path| !path.ends_with(".br")).cloned().collect();
        let (mut pages, mut assets) = (HashMap::new(), HashMap::new());
        for path in names {
            let brotli = files.remove(&format!("{path}.br"));
            let Some(bytes) = files.remove(&path) else { continue };
            match path.strip_suffix(".html") {
                Some(name) => {
                    let framing = if name == EMBED { Framing::Anyone } else { Framing::Nobody };
                    pages.insert(name.to_owned(), File::page(bytes, brotli, framing));
                }
                None => {
                    let Some(content_type) = content_type(&path) else { continue };
                    assets.insert(path, File::asset(content_type, bytes, brotli));
                }
            }
        }
        if let Some(template) = pages.remove("help") {
            let template = template.text();
            let rendered = help::render(&template, guide);
            pages.extend(rendered.map(|(name, html)| (name, File::page(html.into_bytes(), None, Framing::Nobody))));
        }
        let build = pages.get(HOME).and_then(|home| build(&home.text())).unwrap_or(HeaderValue::from_static(""));
        Files(Arc::new(Served { pages, assets, build }))
    }

    fn answer(&self, path: &str, headers: &HeaderMap) -> Option<Response> {
        let page = page_name(path).and_then(|name| self.0.pages.get(name));
        let file = page.or_else(|| self.0.assets.get(path.trim_start_matches('/')))?;
        Some(file.answer(StatusCode::OK, headers))
    }

    pub(super) fn filled(
        &self,
        page: &str,
        headers: &HeaderMap,
        fill: impl FnOnce(&str) -> Option<String>,
    ) -> Option<Response> {
        let page = self.0.pages.get(page)?;
        Some(page.answer_once(fill(&page.text())?, headers))
    }

    fn missing(&self, headers: &HeaderMap) -> Response {
        let accepts_html = mentions(headers, &ACCEPT, |range| range.eq_ignore_ascii_case("text/html"));
        match self.0.pages.get(MISSING).filter(|_| accepts_html) {
            Some(page) => page.answer(StatusCode::NOT_FOUND, headers),
            None => Problem::new(ErrorKind::NotFound, "no such path").into_response(),
        }
    }

    pub(super) fn build(&self) -> (HeaderName, HeaderValue) {
        (HeaderName::from_static("outflank-build"), self.0.build.clone())
    }
}

pub(crate) async fn serve(State(files): State<Files>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path();
    if path.starts_with("/api/") {
        return Problem::new(ErrorKind::NotFound, "no such path").into_response();
    }
    let Some(answer) = files.answer(path, &headers) else { return files.missing(&headers) };
    match method {
        Method::GET | Method::HEAD => answer,
        _ => {
            let problem = Problem::new(ErrorKind::MethodNotAllowed, "method not allowed: files are read-only");
            ([(ALLOW, "GET, HEAD")], problem).into_response()
        }
    }
}

const HOME: &str = "index";
const MISSING: &str = "missing";
const EMBED: &str = "embed";

const OF_GAMES: [&str; 2] = ["game", EMBED];

fn page_name(path: &str) -> Option<&str> {
    let name = path.strip_prefix('/')?;
    match name.split_once('/') {
        _ if name.is_empty() => Some(HOME),
        Some((page, id)) if OF_GAMES.contains(&page) => id.parse::<GameId>().ok().map(|_| page),
        _ if OF_GAMES.contains(&name) || [HOME, MISSING].contains(&name) => None,
        _ => Some(name),
    }
}

fn build(html: &str) -> Option<HeaderValue> {
    let (_, rest) = html.split_once("<meta name=\"build\" content=\"")?;
    HeaderValue::from_str(rest.split_once('"')?.0).ok()
}

fn content_type(path: &str) -> Option<&'static str> {
    match path.rsplit_once('.')?.1 {
        "js" => Some("text/javascript; charset=utf-8"),
        "svg" => Some("image/svg+xml"),
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
