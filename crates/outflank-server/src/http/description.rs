use std::sync::LazyLock;

use axum::http::header;
use axum::response::IntoResponse;
use utoipa::openapi::schema::{Schema, SchemaType, Type};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{Object, ObjectBuilder, OpenApi as Description, RefOr};
use utoipa::{Modify, OpenApi};

use crate::wire::{ClientMessage, ListMessage, Problem, Reply, Told};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Outflank",
        description = "Othello games over HTTP. /help/api explains how to use it. Durations are milliseconds; \
            times are milliseconds since 1970 on the server's clock."
    ),
    tags(
        (name = "games", description = "Create, list, join and play games."),
        (name = "streams", description = "Games and lists of games, as they change."),
        (name = "records", description = "Game records and images."),
        (name = "study", description = "Records, positions and engine analysis."),
        (name = "drill", description = "Puzzles and openings with spaced repetition. The client keeps the progress."),
        (name = "lesson", description = "How to play: an interactive lesson."),
        (name = "server", description = "The server itself."),
    ),
    components(schemas(ClientMessage, ListMessage, Problem, Reply, Told)),
    security((), ("bearer" = []), ("cookie" = [])),
    modifiers(&Secrets)
)]
pub(super) struct Api;

struct Secrets;

impl Modify for Secrets {
    fn modify(&self, description: &mut Description) {
        let components = description.components.get_or_insert_default();
        components.add_security_scheme("bearer", SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
        let cookie = ApiKeyValue::with_description("outflank", "Made by the server. Programs use `bearer`.");
        components.add_security_scheme("cookie", SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    }
}

pub(super) fn description() -> Description {
    let mut description = super::described_routes().into_openapi();
    let schemas = &mut description.components.get_or_insert_default().schemas;
    for (name, kind) in TYPED {
        if let Some(RefOr::T(Schema::Object(object))) = schemas.get_mut(name) {
            add_type(object, kind);
        }
    }
    description
}

/// Messages with a field `type`, which Serde adds to a struct and utoipa does not see.
const TYPED: [(&str, &str); 5] = [
    ("FullGame", "full"),
    ("State", "state"),
    ("ChatMessage", "chat"),
    ("Watchers", "watchers"),
    ("Removed", "removed"),
];

fn add_type(object: &mut Object, kind: &str) {
    let constant = ObjectBuilder::new().schema_type(SchemaType::Type(Type::String)).enum_values(Some([kind]));
    object.properties.insert("type".to_owned(), constant.build().into());
    object.required.push("type".to_owned());
}

/// The OpenAPI description of this API.
#[utoipa::path(
    get,
    path = "/api/openapi.json",
    tag = "server",
    responses((status = 200, description = "All paths and types.", body = Object))
)]
pub(super) async fn openapi() -> impl IntoResponse {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let description = description();
        serde_json::to_string(&description).expect("a description is plain JSON")
    });
    ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-cache")], TEXT.as_str())
}
