pub(crate) mod draw;
pub(crate) mod editor;
pub(crate) mod form;
#[cfg(test)]
mod tests;
