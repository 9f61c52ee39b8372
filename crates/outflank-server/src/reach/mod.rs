mod interfaces;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use crate::config::PublicUrl;

#[derive(Clone, Debug)]
pub struct Reach {
    public_url: Option<PublicUrl>,
    listening: Arc<[SocketAddr]>,
}

impl Reach {
    pub(crate) fn new(public_url: Option<PublicUrl>, listening: &[SocketAddr]) -> Reach {
        Reach { public_url, listening: listening.into() }
    }

    pub fn public_url(&self) -> Option<&PublicUrl> {
        self.public_url.as_ref()
    }

    pub fn is_local_only(&self) -> bool {
        self.public_url.is_none() && self.listening.iter().all(|address| address.ip().to_canonical().is_loopback())
    }

    pub fn local_url(&self) -> String {
        // Loopback always works; a network address may be gone tomorrow.
        let local = self.listening.iter().map(|&address| on_this_computer(address));
        let address = local.min_by_key(|address| !address.ip().is_loopback());
        address.map(|address| format!("http://{address}")).unwrap_or_default()
    }

    /// The URLs for other computers, most likely first. Interfaces are read on every call, because a laptop moves between networks.
    pub fn urls(&self) -> Vec<String> {
        match &self.public_url {
            Some(url) => vec![url.to_string()],
            None if self.is_local_only() => Vec::new(),
            None => {
                let addresses = neighbourly(&self.listening, &interfaces::addresses());
                addresses.iter().map(|address| format!("http://{address}")).collect()
            }
        }
    }
}

fn on_this_computer(listening: SocketAddr) -> SocketAddr {
    let ip = match listening.ip() {
        // A listener on [::] accepts IPv4 too.
        ip if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, listening.port())
}

fn neighbourly(listening: &[SocketAddr], own: &[IpAddr]) -> Vec<SocketAddr> {
    let mut found = Vec::new();
    for address in listening {
        let ips = match address.ip() {
            IpAddr::V4(Ipv4Addr::UNSPECIFIED) => own.iter().copied().filter(IpAddr::is_ipv4).collect(),
            IpAddr::V6(Ipv6Addr::UNSPECIFIED) => either(own),
            ip if ip.to_canonical().is_loopback() => Vec::new(),
            ip => vec![ip],
        };
        for ip in ips {
            let address = SocketAddr::new(ip, address.port());
            if !found.contains(&address) {
                found.push(address);
            }
        }
    }
    found
}

/// The IPv4 addresses, or if there are none, the IPv6 addresses, which are many and hard to type.
fn either(own: &[IpAddr]) -> Vec<IpAddr> {
    let (v4, v6): (Vec<IpAddr>, Vec<IpAddr>) = own.iter().copied().partition(IpAddr::is_ipv4);
    if v4.is_empty() { v6 } else { v4 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reach(public_url: Option<&str>, listening: &[&str]) -> Reach {
        let listening: Vec<SocketAddr> = listening.iter().map(|address| address.parse().unwrap()).collect();
        Reach::new(public_url.map(|url| url.parse().unwrap()), &listening)
    }

    #[test]
    fn a_server_on_loopback_is_for_this_computer_only() {
        for listening in [&["127.0.0.1:8220"][..], &["127.0.0.5:1", "[::1]:8220"], &["[::ffff:127.0.0.1]:8220"]] {
            let reach = reach(None, listening);
            assert!(reach.is_local_only(), "{listening:?}");
            assert_eq!(reach.urls(), [""; 0]);
        }
        for listening in [&["0.0.0.0:8220"][..], &["[::]:8220"], &["127.0.0.1:1", "192.168.1.5:8220"]] {
            assert!(!reach(None, listening).is_local_only(), "{listening:?}");
        }
    }

    #[test]
    fn a_configured_url_is_the_only_one_for_others() {
        let reach = reach(Some("https://othello.example"), &["127.0.0.1:8220"]);
        assert!(!reach.is_local_only());
        assert_eq!(reach.urls(), ["https://othello.example"]);
        assert_eq!(reach.local_url(), "http://127.0.0.1:8220");
    }

    #[test]
    fn this_computer_uses_loopback_where_it_can() {
        for (listening, expected) in [
            (&["0.0.0.0:8220"][..], "http://127.0.0.1:8220"),
            (&["[::]:8220"], "http://127.0.0.1:8220"),
            (&["[::1]:8220"], "http://[::1]:8220"),
            (&["192.168.1.5:8220"], "http://192.168.1.5:8220"),
            (&["192.168.1.5:8220", "127.0.0.1:9000"], "http://127.0.0.1:9000"),
        ] {
            assert_eq!(reach(None, listening).local_url(), expected);
        }
    }

    #[test]
    fn neighbours_get_the_addresses_of_interfaces_and_never_an_unspecified_one() {
        let v4: &[&str] = &["192.168.1.5", "10.0.0.7"];
        let v6: &[&str] = &["2001:db8::5"];
        let cases: [(&[&str], Vec<&str>, &[&str]); 6] = [
            (&["0.0.0.0:8220"], [v4, v6].concat(), &["192.168.1.5:8220", "10.0.0.7:8220"]),
            (&["[::]:8220"], [v4, v6].concat(), &["192.168.1.5:8220", "10.0.0.7:8220"]),
            (&["[::]:8220"], v6.to_vec(), &["[2001:db8::5]:8220"]),
            (&["0.0.0.0:8220"], v6.to_vec(), &[]),
            (&["10.0.0.7:8220", "127.0.0.1:8220"], v4.to_vec(), &["10.0.0.7:8220"]),
            (&["10.0.0.7:8220", "0.0.0.0:8220"], v4.to_vec(), &["10.0.0.7:8220", "192.168.1.5:8220"]),
        ];
        for (listening, own, expected) in cases {
            let listening: Vec<SocketAddr> = listening.iter().map(|address| address.parse().unwrap()).collect();
            let own: Vec<IpAddr> = own.iter().map(|ip| ip.parse().unwrap()).collect();
            let found: Vec<String> = neighbourly(&listening, &own).iter().map(ToString::to_string).collect();
            assert_eq!(found, expected, "{listening:?} {own:?}");
        }
    }
}
