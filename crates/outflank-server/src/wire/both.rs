use utoipa::ToSchema;

/// A value for each player. Describes [`ByColor`](outflank_rules::ByColor) in the API and is never constructed.
#[derive(ToSchema)]
pub(crate) struct Both<T> {
    #[expect(dead_code, reason = "it only describes")]
    black: T,
    #[expect(dead_code, reason = "it only describes")]
    white: T,
}
