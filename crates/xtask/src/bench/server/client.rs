use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use futures_util::{StreamExt, TryStreamExt, stream};
use http_body_util::{BodyExt, Full};
use hyper::StatusCode;
use hyper::body::Bytes;
use hyper::client::conn::http1::{self, SendRequest};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST, HeaderValue};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

const PARALLEL_CONNECTS: usize = 32;
const CONNECT_TIMEOUT: Duration = Duration::from_secs(300);
/// Connections from one address, below the server's limit.
pub(super) const PER_ADDRESS: usize = 100;

pub(super) async fn connect_all<T>(
    clients: impl Iterator<Item = impl Future<Output = Result<T>>>,
    mut connected: impl FnMut(T),
) -> Result<()> {
    let connecting = stream::iter(clients).buffer_unordered(PARALLEL_CONNECTS).try_for_each(|client| {
        connected(client);
        std::future::ready(Ok(()))
    });
    timeout(CONNECT_TIMEOUT, connecting).await?
}

/// A loopback address of its own, because the server's limits count by address.
pub(super) fn address(range: u8, number: u16) -> Ipv4Addr {
    let [high, low] = number.to_be_bytes();
    Ipv4Addr::new(127, range, high, low)
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Host {
    pub(super) address: SocketAddr,
}

#[derive(Clone, Debug)]
pub(super) struct Visitor {
    pub(super) from: Ipv4Addr,
    pub(super) secret: Option<String>,
}

pub(super) type Socket = WebSocketStream<TcpStream>;

impl Host {
    pub(super) fn new(port: u16) -> Host {
        Host { address: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port) }
    }

    pub(super) async fn requests(self, from: Ipv4Addr) -> Result<Requests> {
        let (sender, connection) = http1::handshake(TokioIo::new(self.connect(from, None).await?)).await?;
        // Ends when the sender is dropped.
        tokio::spawn(connection);
        Ok(Requests { sender, host: HeaderValue::from_str(&self.address.to_string())? })
    }

    pub(super) async fn socket(self, path: &str, visitor: &Visitor) -> Result<Socket> {
        let mut request = format!("ws://{}{path}", self.address).into_client_request()?;
        if let Some(secret) = &visitor.secret {
            request.headers_mut().insert(AUTHORIZATION, bearer(secret)?);
        }
        // This process has thousands of sockets open.
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let stream = self.connect(visitor.from, None).await?;
        let (socket, _) = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?;
        Ok(socket)
    }

    pub(super) async fn connect(self, from: Ipv4Addr, receive_buffer: Option<u32>) -> Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        if let Some(bytes) = receive_buffer {
            socket.set_recv_buffer_size(bytes)?;
        }
        socket.bind(SocketAddr::new(IpAddr::V4(from), 0))?;
        let stream = socket.connect(self.address).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}

pub(super) struct Requests {
    sender: SendRequest<Full<Bytes>>,
    host: HeaderValue,
}

impl Requests {
    pub(super) async fn post(&mut self, path: &str, secret: Option<&str>, body: &Value) -> Result<Value> {
        let mut request = hyper::Request::post(path).body(Full::new(Bytes::from(body.to_string())))?;
        let headers = request.headers_mut();
        headers.insert(HOST, self.host.clone());
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Some(secret) = secret {
            headers.insert(AUTHORIZATION, bearer(secret)?);
        }
        self.sender.ready().await?;
        let response = self.sender.send_request(request).await?;
        let status = response.status();
        let body = response.into_body().collect().await?.to_bytes();
        ensure!(status.is_success(), "POST {path}: {status} {}", String::from_utf8_lossy(&body));
        serde_json::from_slice(&body).with_context(|| format!("response to POST {path}"))
    }

    /// The status of the response, whatever it is. `client` is the address that a proxy would name.
    pub(super) async fn get(&mut self, path: &str, client: IpAddr) -> Result<StatusCode> {
        let mut request = hyper::Request::get(path).body(Full::new(Bytes::new()))?;
        let headers = request.headers_mut();
        headers.insert(HOST, self.host.clone());
        headers.insert("x-forwarded-for", HeaderValue::from_str(&client.to_string())?);
        self.sender.ready().await?;
        let response = self.sender.send_request(request).await?;
        let status = response.status();
        response.into_body().collect().await?;
        Ok(status)
    }
}

fn bearer(secret: &str) -> Result<HeaderValue> {
    Ok(HeaderValue::from_str(&format!("Bearer {secret}"))?)
}
