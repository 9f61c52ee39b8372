use serde::Deserialize;
use utoipa::ToSchema;

/// A QR code to draw. Not a URL parameter, because proxies and browsers log those and the text may contain a token.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct QrRequest {
    #[schema(max_length = 300)]
    pub(crate) text: String,
}
