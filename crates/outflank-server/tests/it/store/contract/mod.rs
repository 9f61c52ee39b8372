mod chat;
mod damage;
mod due;
mod games;
mod life;
mod lists;
mod owners;
mod removal;
mod seats;
mod servers;

use std::time::Duration;

pub(crate) use chat::*;
pub(crate) use damage::*;
pub(crate) use due::*;
pub(crate) use games::*;
pub(crate) use life::*;
pub(crate) use lists::*;
pub(crate) use owners::*;
pub(crate) use removal::*;
pub(crate) use seats::*;
pub(crate) use servers::*;

const LEASE: Duration = Duration::from_secs(3_600);

const TIMEOUT: Duration = Duration::from_secs(30);
