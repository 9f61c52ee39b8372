use std::error::Error;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::str::FromStr;

/// Where to listen: `8220`, `:8220`, `localhost:8220`, `192.168.1.5:8220` or `[::1]:8220`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listen {
    Port(u16),
    Address(SocketAddr),
}

impl FromStr for Listen {
    type Err = ParseListenError;

    fn from_str(text: &str) -> Result<Listen, ParseListenError> {
        if let Ok(address) = text.parse() {
            return Ok(Listen::Address(address));
        }
        if let Ok(ip) = text.parse::<IpAddr>() {
            return Err(ParseListenError::NoPort(ip));
        }
        let (host, port) = text.rsplit_once(':').unwrap_or(("", text));
        let port = port.parse().map_err(|_| ParseListenError::Other)?;
        match host {
            "" => Ok(Listen::Port(port)),
            host if host.eq_ignore_ascii_case("localhost") => {
                Ok(Listen::Address(SocketAddr::new(Ipv4Addr::LOCALHOST.into(), port)))
            }
            _ => Err(ParseListenError::Other),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ParseListenError {
    NoPort(IpAddr),
    Other,
}

impl fmt::Display for ParseListenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseListenError::NoPort(IpAddr::V6(_)) => {
                f.write_str("an IPv6 address needs brackets and a port: [::1]:8220")
            }
            ParseListenError::NoPort(IpAddr::V4(ip)) => write!(f, "the port is missing; try {ip}:8220"),
            ParseListenError::Other => f.write_str(
                "expected a port (8220), or an IP address with a port (192.168.1.5:8220, [::1]:8220); to listen on the whole network, use --lan",
            ),
        }
    }
}

impl Error for ParseListenError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_or_an_address_with_a_port_is_understood() {
        let address = |text: &str| Ok(Listen::Address(text.parse().unwrap()));
        for (text, expected) in [
            ("8220", Ok(Listen::Port(8220))),
            (":8220", Ok(Listen::Port(8220))),
            ("0", Ok(Listen::Port(0))),
            ("localhost:8220", address("127.0.0.1:8220")),
            ("LocalHost:8220", address("127.0.0.1:8220")),
            ("192.168.1.5:8220", address("192.168.1.5:8220")),
            ("0.0.0.0:8220", address("0.0.0.0:8220")),
            ("[::1]:8220", address("[::1]:8220")),
        ] {
            assert_eq!(text.parse::<Listen>(), expected, "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused_with_what_to_write() {
        for (text, said) in [
            ("192.168.1.5", "try 192.168.1.5:8220"),
            ("::1", "needs brackets and a port"),
            ("::1:8220", "needs brackets and a port"),
            ("", "expected a port"),
            (":", "expected a port"),
            ("65536", "expected a port"),
            ("-1", "expected a port"),
            ("localhost", "expected a port"),
            ("laptop.local:8220", "use --lan"),
            ("http://127.0.0.1:8220", "expected a port"),
            ("*:8220", "use --lan"),
        ] {
            let error = text.parse::<Listen>().unwrap_err().to_string();
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}
