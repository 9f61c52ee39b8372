use std::convert::Infallible;
use std::fmt;
use std::net::{IpAddr, SocketAddr};

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;

use crate::config::Network;

const FORWARDED_FOR: &str = "x-forwarded-for";

#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClientAddress(IpAddr);

impl ClientAddress {
    /// The peer, or the client that a trusted proxy names. Every proxy appends its client to `X-Forwarded-For`, so entries before the first
    /// untrusted address may be forged. The header `Forwarded` is ignored: a proxy that writes one of the two passes the other on unchanged.
    pub(super) fn resolve(peer: IpAddr, headers: &HeaderMap, trusted: &[Network]) -> ClientAddress {
        let is_trusted = |address| trusted.iter().any(|network| network.contains(address));
        let mut client = peer.to_canonical();
        let named =
            headers.get_all(FORWARDED_FOR).into_iter().flat_map(|value| value.as_bytes().split(|&byte| byte == b','));
        for name in named.collect::<Vec<_>>().into_iter().rev() {
            match parse(name) {
                Some(address) if is_trusted(client) => client = address,
                _ => break,
            }
        }
        ClientAddress(client)
    }

    pub(super) fn ip(self) -> IpAddr {
        self.0
    }

    pub(super) fn group(self) -> AddressGroup {
        AddressGroup::of(self.0)
    }
}

/// One household or machine: an IPv4 address, or the first 64 bits of an IPv6 address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AddressGroup {
    V4(u32),
    V6(u64),
}

impl AddressGroup {
    pub(crate) fn of(address: IpAddr) -> AddressGroup {
        match address.to_canonical() {
            IpAddr::V4(address) => AddressGroup::V4(address.to_bits()),
            IpAddr::V6(address) => AddressGroup::V6((address.to_bits() >> 64) as u64),
        }
    }

    pub(crate) fn site(self) -> Option<Site> {
        match self {
            AddressGroup::V4(_) => None,
            AddressGroup::V6(bits) => Some(Site(bits >> 16)),
        }
    }

    /// Unique among all groups. The number of an IPv6 group is a multiple of 2^64.
    pub(crate) fn number(self) -> u128 {
        match self {
            AddressGroup::V4(bits) => bits.into(),
            AddressGroup::V6(bits) => u128::from(bits) << 64,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Site(u64);

impl Site {
    pub(crate) fn of_number(number: u128) -> Option<Site> {
        let group = (number >> 64) as u64;
        (group > 0).then_some(Site(group >> 16))
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:012x}", self.0)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for AddressGroup {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<AddressGroup, Infallible> {
        Ok(parts.extensions.get().copied().unwrap_or(AddressGroup::V4(0)))
    }
}

pub(in crate::http) fn is_forwarded(headers: &HeaderMap) -> bool {
    headers.contains_key(FORWARDED_FOR)
}

fn parse(name: &[u8]) -> Option<IpAddr> {
    let name = str::from_utf8(name).ok()?.trim();
    let address = name.parse().ok().or_else(|| name.parse::<SocketAddr>().ok().map(|socket| socket.ip()));
    address.map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(peer: &str, forwarded: &[&str], trusted: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED_FOR, value.parse().unwrap());
        }
        let trusted: Vec<Network> = trusted.iter().map(|network| network.parse().unwrap()).collect();
        ClientAddress::resolve(peer.parse().unwrap(), &headers, &trusted).0.to_string()
    }

    #[test]
    fn a_proxy_is_believed_only_if_it_is_trusted() {
        assert_eq!(resolve("127.0.0.1", &["203.0.113.9"], &[]), "127.0.0.1");
        assert_eq!(resolve("127.0.0.1", &["203.0.113.9"], &["10.0.0.0/8"]), "127.0.0.1");
        assert_eq!(resolve("127.0.0.1", &["203.0.113.9"], &["127.0.0.1"]), "203.0.113.9");
        assert_eq!(resolve("127.0.0.1", &[], &["127.0.0.1"]), "127.0.0.1");
    }

    #[test]
    fn forged_entries_before_the_proxy_are_ignored() {
        let trusted = ["127.0.0.1", "10.0.0.0/8"];
        assert_eq!(resolve("127.0.0.1", &["1.1.1.1, 203.0.113.9"], &trusted), "203.0.113.9");
        assert_eq!(resolve("127.0.0.1", &["1.1.1.1", "203.0.113.9, 10.1.2.3"], &trusted), "203.0.113.9");
        assert_eq!(resolve("127.0.0.1", &["1.1.1.1, unknown"], &trusted), "127.0.0.1");
        assert_eq!(resolve("127.0.0.1", &["1.1.1.1, unknown, 10.1.2.3"], &trusted), "10.1.2.3");
    }

    #[test]
    fn ports_and_both_families_are_read() {
        let trusted = ["::1"];
        assert_eq!(resolve("::1", &["203.0.113.9:4711"], &trusted), "203.0.113.9");
        assert_eq!(resolve("::1", &["[2001:db8::7]:4711"], &trusted), "2001:db8::7");
        assert_eq!(resolve("::ffff:127.0.0.1", &["2001:db8::7"], &["127.0.0.1"]), "2001:db8::7");
    }

    #[test]
    fn addresses_are_grouped_by_household() {
        let group = |address: &str| AddressGroup::of(address.parse().unwrap());
        assert_eq!(group("2001:db8:1:2::3"), group("2001:db8:1:2:ffff::4"));
        assert_ne!(group("2001:db8:1:2::3"), group("2001:db8:1:3::3"));
        assert_ne!(group("203.0.113.9"), group("203.0.113.10"));
        assert_eq!(group("::ffff:203.0.113.9"), group("203.0.113.9"));
    }

    #[test]
    fn ipv6_groups_belong_to_sites() {
        let group = |address: &str| AddressGroup::of(address.parse().unwrap());
        let site = |address: &str| group(address).site();
        assert_eq!(site("2001:db8:1:2::3"), site("2001:db8:1:ffff::4"));
        assert_ne!(site("2001:db8:1:2::3"), site("2001:db8:2:2::3"));
        assert_eq!(site("203.0.113.9"), None);
        for address in ["2001:db8:1:2::3", "203.0.113.9", "255.255.255.255"] {
            assert_eq!(Site::of_number(group(address).number()), site(address), "{address}");
        }
    }
}
