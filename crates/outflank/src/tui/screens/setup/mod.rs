pub(crate) mod draw;
pub(crate) mod editor;
pub(crate) mod form;
pub(crate) mod starting;
#[cfg(test)]
mod tests;
