use std::net::{IpAddr, Ipv4Addr, UdpSocket};

use if_addrs::Interface;

/// Names of interfaces to containers and virtual machines on this computer.
const INSIDE: [&str; 8] = ["br-", "cni", "docker", "podman", "vboxnet", "veth", "virbr", "vmnet"];

/// The addresses that neighbours can use, most likely first. Empty if the system doesn't list them.
pub(super) fn addresses() -> Vec<IpAddr> {
    match if_addrs::get_if_addrs() {
        Ok(interfaces) => ranked(interfaces, outgoing()),
        Err(error) => {
            tracing::debug!("cannot list network interfaces: {error}");
            Vec::new()
        }
    }
}

/// The address from which this computer reaches the Internet, which neighbours know it by. Connecting a UDP socket sends nothing.
fn outgoing() -> Option<IpAddr> {
    const TEST_NET: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(TEST_NET).ok()?;
    socket.local_addr().ok().map(|address| address.ip())
}

fn ranked(mut interfaces: Vec<Interface>, outgoing: Option<IpAddr>) -> Vec<IpAddr> {
    interfaces.retain(is_for_neighbours);
    // A VPN has other members than the room, and an address in 169.254.0.0/16 means that none was assigned.
    interfaces.sort_by_key(|interface| {
        let ip = interface.ip();
        (interface.is_p2p(), interface.is_link_local(), ip.is_ipv6(), Some(ip) != outgoing)
    });
    let mut ips: Vec<IpAddr> = interfaces.iter().map(Interface::ip).collect();
    ips.dedup();
    ips
}

fn is_for_neighbours(interface: &Interface) -> bool {
    // Browsers cannot open link-local IPv6 addresses, which need the name of an interface.
    let is_unusable = interface.ip().is_ipv6() && interface.is_link_local();
    let is_inside = INSIDE.iter().any(|prefix| interface.name.starts_with(prefix));
    interface.is_oper_up() && !interface.is_loopback() && !is_unusable && !is_inside
}

#[cfg(test)]
mod tests {
    use if_addrs::{IfAddr, IfOperStatus, Ifv4Addr, Ifv6Addr};

    use super::*;

    fn interface(name: &str, ip: &str) -> Interface {
        let addr = match ip.parse().unwrap() {
            IpAddr::V4(ip) => {
                IfAddr::V4(Ifv4Addr { ip, netmask: Ipv4Addr::UNSPECIFIED, prefixlen: 24, broadcast: None })
            }
            IpAddr::V6(ip) => {
                IfAddr::V6(Ifv6Addr { ip, netmask: std::net::Ipv6Addr::UNSPECIFIED, prefixlen: 64, broadcast: None })
            }
        };
        Interface {
            name: name.to_owned(),
            addr,
            index: None,
            oper_status: IfOperStatus::Up,
            is_p2p: name.starts_with("tun"),
            #[cfg(windows)]
            adapter_name: String::new(),
        }
    }

    #[test]
    fn the_address_of_the_local_network_comes_first_and_dead_ends_are_left_out() {
        let mut interfaces = vec![
            interface("lo", "127.0.0.1"),
            interface("lo", "::1"),
            interface("tun0", "10.8.0.2"),
            interface("eth1", "169.254.7.7"),
            interface("eth0", "2001:db8::5"),
            interface("eth0", "fe80::5"),
            interface("eth0", "10.0.0.7"),
            interface("wlan0", "192.168.1.5"),
            interface("docker0", "172.17.0.1"),
            interface("virbr0", "192.168.122.1"),
        ];
        let mut unplugged = interface("eth2", "192.168.9.9");
        unplugged.oper_status = IfOperStatus::Down;
        interfaces.push(unplugged);
        let found = |outgoing: Option<&str>| -> Vec<String> {
            let outgoing = outgoing.map(|ip| ip.parse().unwrap());
            ranked(interfaces.clone(), outgoing).iter().map(ToString::to_string).collect()
        };
        let expected = ["192.168.1.5", "10.0.0.7", "2001:db8::5", "169.254.7.7", "10.8.0.2"];
        assert_eq!(found(Some("192.168.1.5")), expected);
        let expected = ["10.0.0.7", "192.168.1.5", "2001:db8::5", "169.254.7.7", "10.8.0.2"];
        assert_eq!(found(None), expected);
        assert_eq!(found(Some("10.8.0.2")), expected, "a VPN is not the room");
    }
}
