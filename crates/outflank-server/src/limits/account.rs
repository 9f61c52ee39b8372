use crate::http::{AddressGroup, Site};

/// What is charged: a client, and for IPv6 also its site. Otherwise one customer of a provider could act as 65,536 clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Account {
    Client(AddressGroup),
    Site(Site),
}

/// A site may use as much as this many clients.
pub(crate) const SITE_SHARE: u32 = 4;
