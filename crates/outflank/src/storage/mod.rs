pub(crate) mod draft;
pub(crate) mod folders;
pub(crate) mod library;
pub(crate) mod quarantine;
pub(crate) mod records;
pub(crate) mod settings;
pub(crate) mod shelf;
