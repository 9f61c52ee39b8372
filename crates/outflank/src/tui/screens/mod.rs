//! The screens: the keys of each, and what they do to the state.

pub(crate) mod drill;
pub(crate) mod editor;
pub(crate) mod everywhere;
pub(crate) mod form;
pub(crate) mod game;
pub(crate) mod learn;
pub(crate) mod menu;
pub(crate) mod retry;
pub(crate) mod study;
pub(crate) mod teach;
