use std::error::Error;
use std::fmt;
use std::io;
use std::time::Duration;

use anyhow::Context;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue, LOCATION, RETRY_AFTER, USER_AGENT};
use hyper::{Method, Request, Response, StatusCode};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use outflank_server::{PublicUrl, Secret};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::timeout;

use super::wire::{Problem, State};

const CONNECT_TIME: Duration = Duration::from_secs(10);

/// The server itself gives up after 30 s.
const RESPONSE_TIME: Duration = Duration::from_secs(35);

/// The server sends something every 15 s.
const SILENCE: Duration = Duration::from_secs(40);

/// Shorter than the server's, so that a request seldom meets a connection that is being closed.
const IDLE_TIME: Duration = Duration::from_secs(20);

/// Limits a response, and a line of a stream.
const LARGEST: usize = 4 * 1024 * 1024;

const LINES: &str = "application/x-ndjson";

#[derive(Debug)]
pub(super) struct Client {
    http: Http,
    server: PublicUrl,
    authorization: HeaderValue,
}

#[derive(Debug)]
enum Http {
    Plain(legacy::Client<HttpConnector, Full<Bytes>>),
    Tls(legacy::Client<HttpsConnector<HttpConnector>, Full<Bytes>>),
}

#[derive(Debug)]
pub(super) enum Failure {
    /// No complete response. The server may have executed the request.
    Lost(String),
    /// The server is unavailable or limits requests; retry after this time, if given.
    Busy {
        why: String,
        after: Option<Duration>,
    },
    Refused(Refusal),
    /// Not an Outflank server, or another version.
    Foreign(String),
}

#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) status: u16,
    pub(super) message: String,
    pub(super) state: Option<Box<State>>,
}

impl Client {
    pub(super) fn new(server: PublicUrl, secret: &Secret) -> anyhow::Result<Client> {
        let mut connector = HttpConnector::new();
        connector.set_connect_timeout(Some(CONNECT_TIME));
        connector.set_nodelay(true);
        let mut builder = legacy::Client::builder(TokioExecutor::new());
        builder.pool_idle_timeout(IDLE_TIME).pool_timer(TokioTimer::new());
        let http = match server.is_https() {
            false => Http::Plain(builder.build(connector)),
            true => {
                connector.enforce_http(false);
                let tls = HttpsConnectorBuilder::new().with_native_roots().context("no root certificates found")?;
                Http::Tls(builder.build(tls.https_only().enable_http1().wrap_connector(connector)))
            }
        };
        let mut authorization = HeaderValue::try_from(format!("Bearer {}", secret.reveal()))?;
        authorization.set_sensitive(true);
        Ok(Client { http, server, authorization })
    }

    pub(super) fn server(&self) -> &PublicUrl {
        &self.server
    }

    pub(super) async fn post<T: DeserializeOwned>(&self, path: &str, body: &Value) -> Result<T, Failure> {
        let body = async {
            let response = self.send(Method::POST, path, Some(body)).await?;
            let status = response.status();
            let bytes = read(response.into_body()).await?;
            serde_json::from_slice(&bytes).map_err(|_| self.foreign(path, format_args!("with {status} and no JSON")))
        };
        timeout(RESPONSE_TIME, body).await.unwrap_or_else(|_| Err(Failure::Lost("no response".to_owned())))
    }

    pub(super) async fn stream(&self, path: &str) -> Result<Lines, Failure> {
        let response = timeout(RESPONSE_TIME, self.send(Method::GET, path, None)).await;
        let response = response.unwrap_or_else(|_| Err(Failure::Lost("no response".to_owned())))?;
        let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("nothing");
        if !kind.starts_with(LINES) {
            let kind = kind.to_owned();
            return Err(self.foreign(path, format_args!("with {kind}")));
        }
        Ok(Lines { body: response.into_body(), unread: Vec::new(), searched: 0 })
    }

    async fn send(&self, method: Method, path: &str, body: Option<&Value>) -> Result<Response<Incoming>, Failure> {
        let request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.server))
            .header(USER_AGENT, concat!("outflank-bot/", env!("CARGO_PKG_VERSION")))
            .header(AUTHORIZATION, self.authorization.clone());
        let request = match body {
            Some(_) => request.header(CONTENT_TYPE, "application/json"),
            None => request.header(ACCEPT, LINES),
        };
        let bytes = body.map(|body| Bytes::from(body.to_string())).unwrap_or_default();
        let request = request.body(Full::new(bytes)).map_err(|error| Failure::Foreign(error.to_string()))?;
        let response = match &self.http {
            Http::Plain(http) => http.request(request).await,
            Http::Tls(http) => http.request(request).await,
        };
        let response = response.map_err(|error| Failure::Lost(cause(&error)))?;
        match response.status() {
            status if status.is_success() => Ok(response),
            _ => Err(self.refusal(path, response).await),
        }
    }

    async fn refusal(&self, path: &str, response: Response<Incoming>) -> Failure {
        let status = response.status();
        let header = |name| response.headers().get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        if status.is_redirection() {
            let elsewhere = header(LOCATION).unwrap_or("another address");
            return Failure::Foreign(format!("{} redirects to {elsewhere}; use that address", self.server));
        }
        let after = header(RETRY_AFTER).and_then(|text| text.parse().ok()).map(Duration::from_secs);
        let problem = read(response.into_body()).await.ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let message = problem.as_ref().map(|problem: &Problem| problem.message.clone());
        match (status, problem) {
            // Also from a proxy in front of a stopped server, without JSON.
            (status, _) if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() => {
                Failure::Busy { why: message.unwrap_or_else(|| format!("the server responds with {status}")), after }
            }
            (status, Some(Problem { message, state, .. })) => {
                Failure::Refused(Refusal { status: status.as_u16(), message, state })
            }
            (status, None) => self.foreign(path, format_args!("with {status}")),
        }
    }

    fn foreign(&self, path: &str, how: fmt::Arguments<'_>) -> Failure {
        Failure::Foreign(format!(
            "{} is not an Outflank server, or has another version: it responds to {path} {how}",
            self.server
        ))
    }
}

#[derive(Debug)]
pub(super) struct Lines {
    body: Incoming,
    unread: Vec<u8>,
    searched: usize,
}

impl Lines {
    pub(super) async fn next<T: DeserializeOwned>(&mut self) -> Result<T, Failure> {
        loop {
            let line_end = self.unread[self.searched..].iter().position(|&byte| byte == b'\n');
            if let Some(end) = line_end.map(|end| self.searched + end) {
                let line: Vec<u8> = self.unread.drain(..=end).collect();
                self.searched = 0;
                let line = line.trim_ascii();
                if !line.is_empty() {
                    let unreadable = |_| Failure::Foreign("the server sends a line that is not understood".to_owned());
                    return serde_json::from_slice(line).map_err(unreadable);
                }
                continue;
            }
            self.searched = self.unread.len();
            if self.unread.len() > LARGEST {
                return Err(Failure::Foreign("the server sends a line without an end".to_owned()));
            }
            match timeout(SILENCE, self.body.frame()).await {
                Ok(Some(Ok(frame))) => self.unread.extend(frame.into_data().unwrap_or_default()),
                Ok(Some(Err(error))) => return Err(Failure::Lost(cause(&error))),
                Ok(None) => return Err(Failure::Lost("the server closed the connection".to_owned())),
                Err(_) => return Err(Failure::Lost("the server is silent".to_owned())),
            }
        }
    }
}

async fn read(body: Incoming) -> Result<Bytes, Failure> {
    let all = Limited::new(body, LARGEST).collect().await;
    all.map(|body| body.to_bytes()).map_err(|error| Failure::Lost(cause(&*error)))
}

/// The innermost reason, which says more than "client error (Connect)".
fn cause(error: &(dyn Error + 'static)) -> String {
    let mut innermost = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    match innermost.downcast_ref::<io::Error>().map(io::Error::kind) {
        Some(io::ErrorKind::ConnectionRefused) => "connection refused".to_owned(),
        Some(io::ErrorKind::ConnectionReset | io::ErrorKind::UnexpectedEof) => "connection closed".to_owned(),
        Some(io::ErrorKind::TimedOut) => "no response".to_owned(),
        _ => innermost.to_string(),
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Lost(why) | Failure::Busy { why, .. } | Failure::Foreign(why) => f.write_str(why),
            Failure::Refused(refusal) => f.write_str(&refusal.message),
        }
    }
}

impl Error for Failure {}
