use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

use anyhow::anyhow;
use outflank_server::{Config, StartError};

use crate::cli::server::Listen;
use crate::player::wrong_usage;

pub(super) fn addresses(asked: &[Listen], lan: bool) -> anyhow::Result<Vec<SocketAddr>> {
    let ip = if lan { everywhere() } else { Ipv4Addr::LOCALHOST.into() };
    let default = [Listen::Port(Config::DEFAULT_PORT)];
    let asked = if asked.is_empty() { &default[..] } else { asked };
    let address = |listen: &Listen| match *listen {
        Listen::Port(port) => Ok(SocketAddr::new(ip, port)),
        Listen::Address(address) if lan => {
            let message = format!(
                "--lan listens on all addresses of this computer; use --listen {} with it, or leave --lan out",
                address.port()
            );
            Err(wrong_usage(&message).into())
        }
        Listen::Address(address) => Ok(address),
    };
    asked.iter().map(address).collect()
}

/// All addresses: dual-stack, or IPv4 where there is no IPv6.
fn everywhere() -> IpAddr {
    match UdpSocket::bind((Ipv6Addr::UNSPECIFIED, 0)) {
        Ok(_) => Ipv6Addr::UNSPECIFIED.into(),
        Err(_) => Ipv4Addr::UNSPECIFIED.into(),
    }
}

pub(super) fn with_remedy(error: StartError) -> anyhow::Error {
    let StartError::Listen { address, error: reason } = &error else { return error.into() };
    let port = address.port();
    let remedy = match reason.kind() {
        ErrorKind::AddrInUse => {
            let other = port.checked_add(1).unwrap_or(Config::DEFAULT_PORT);
            format!("Stop that program, or choose another port: --listen {other}")
        }
        ErrorKind::PermissionDenied if port < 1024 => {
            format!("Ports below 1024 are reserved; choose another: --listen {}", Config::DEFAULT_PORT)
        }
        ErrorKind::AddrNotAvailable => {
            "This computer does not have that address; to listen on all addresses that it has, use --lan".to_owned()
        }
        _ => return error.into(),
    };
    anyhow!("{:#}. {remedy}", anyhow::Error::from(error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_listens_locally_and_with_lan_everywhere() {
        let listen = |texts: &[&str], lan| {
            let asked: Vec<Listen> = texts.iter().map(|text| text.parse().unwrap()).collect();
            addresses(&asked, lan).map_err(|error| error.to_string())
        };
        let local = |texts: &[&str]| listen(texts, false).unwrap().iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(local(&[]), ["127.0.0.1:8220"]);
        assert_eq!(local(&["9000", "192.168.1.5:80"]), ["127.0.0.1:9000", "192.168.1.5:80"]);
        for (texts, port) in [(&[][..], 8220), (&["9000"], 9000)] {
            let lan = listen(texts, true).unwrap();
            assert!(lan.len() == 1 && lan[0].ip().is_unspecified() && lan[0].port() == port, "{lan:?}");
        }
        assert!(listen(&["192.168.1.5:9000"], true).unwrap_err().contains("use --listen 9000 with it"));
    }
}
