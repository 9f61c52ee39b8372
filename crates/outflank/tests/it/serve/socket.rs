use std::io;
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message, WebSocket};

const LISTEN: Duration = Duration::from_millis(20);

pub(crate) struct Socket(WebSocket<TcpStream>);

impl Socket {
    pub(crate) fn open(address: SocketAddr, game: &str, secret: &str) -> Socket {
        let mut request = format!("ws://{address}/api/game/{game}/socket").into_client_request().unwrap();
        request.headers_mut().insert("authorization", format!("Bearer {secret}").parse().unwrap());
        let stream = TcpStream::connect(address).unwrap();
        let (socket, _) = tungstenite::client(request, stream).unwrap();
        socket.get_ref().set_read_timeout(Some(LISTEN)).unwrap();
        Socket(socket)
    }

    pub(crate) fn send(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).unwrap();
    }

    pub(crate) fn receive(&mut self) -> Option<Value> {
        match self.0.read() {
            Ok(Message::Text(text)) => Some(serde_json::from_str(&text).unwrap()),
            Ok(Message::Ping(_)) => None,
            Err(tungstenite::Error::Io(error))
                if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) =>
            {
                None
            }
            other => panic!("{other:?}"),
        }
    }
}
