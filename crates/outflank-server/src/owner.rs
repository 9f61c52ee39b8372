use sha2::{Digest, Sha256};

use crate::http::AddressGroup;

/// The client that created a game, which shares the engine with other clients: a hash of its address. The upper half is the same for the
/// clients of an IPv6 site, which together get the share of a few.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Owner(u64);

/// An IPv4 address, or the first 48 bits of an IPv6 address: what a provider gives to one customer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct SiteHash(u32);

impl Owner {
    pub const fn from_bits(bits: i64) -> Owner {
        Owner(bits.cast_unsigned())
    }

    pub const fn to_bits(self) -> i64 {
        self.0.cast_signed()
    }

    pub(crate) const fn site(self) -> SiteHash {
        SiteHash((self.0 >> 32) as u32)
    }

    /// The first and the last owner of the same site.
    pub(crate) const fn neighbours(self) -> [Owner; 2] {
        let site = self.0 & !(u32::MAX as u64);
        [Owner(site), Owner(site | u32::MAX as u64)]
    }
}

impl From<AddressGroup> for Owner {
    fn from(group: AddressGroup) -> Owner {
        let (site, client) = match group {
            AddressGroup::V4(address) => (hash("4", address.into()), hash("4", address.into())),
            AddressGroup::V6(network) => (hash("6 site", network >> 16), hash("6", network)),
        };
        Owner(u64::from(site) << 32 | u64::from(client))
    }
}

fn hash(kind: &str, bits: u64) -> u32 {
    let digest = Sha256::new().chain_update("owner ").chain_update(kind).chain_update(bits.to_be_bytes()).finalize();
    u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owner(address: &str) -> Owner {
        AddressGroup::of(address.parse().unwrap()).into()
    }

    #[test]
    fn the_networks_of_a_site_are_neighbours() {
        let [home, work, elsewhere] = ["2001:db8:1:2::3", "2001:db8:1:7::3", "2001:db8:2:2::3"].map(owner);
        assert_eq!(owner("2001:db8:1:2::4"), home);
        assert_ne!(home, work);
        assert_eq!(home.site(), work.site());
        assert_ne!(home.site(), elsewhere.site());
        assert_ne!(owner("203.0.113.9").site(), owner("203.0.113.10").site());
        let [first, last] = home.neighbours().map(Owner::to_bits);
        assert!((first..=last).contains(&work.to_bits()) && !(first..=last).contains(&elsewhere.to_bits()));
    }

    #[test]
    fn stored_owners_stay_the_same() {
        assert_eq!(owner("203.0.113.9"), Owner::from_bits(2_647_683_180_655_441_363));
        assert_eq!(owner("2001:db8:1:2::3"), Owner::from_bits(2_544_996_976_847_949_366));
    }
}
