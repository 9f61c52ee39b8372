//! How something for each player looks in the description of the API.

use utoipa::ToSchema;

/// Something for each player. [`ByColor`](outflank_rules::ByColor) is written like this; the type stands in its place where the API is
/// described, and nothing is made of it.
#[derive(ToSchema)]
pub(crate) struct Both<T> {
    /// Black's.
    #[expect(dead_code, reason = "it only describes")]
    black: T,
    /// White's.
    #[expect(dead_code, reason = "it only describes")]
    white: T,
}
