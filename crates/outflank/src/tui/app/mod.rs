//! The loop: an event changes the state and leads to effects. Nothing here draws, and nothing does I/O.

pub(crate) mod effect;
pub(crate) mod event;
pub(crate) mod state;
pub(crate) mod update;
