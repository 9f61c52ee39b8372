//! Links as pictures.

use serde::Deserialize;
use utoipa::ToSchema;

/// What is to be drawn. It may be a link with a token, so it is not in the address, which proxies and browsers write down.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct QrRequest {
    /// The text of the code.
    #[schema(max_length = 300)]
    pub(crate) text: String,
}
