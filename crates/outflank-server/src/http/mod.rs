//! A handler authenticates the request, asks the hall or a service, and writes the response. It decides nothing about games.

mod auth;
mod description;
mod drill;
mod entity_tag;
mod errors;
mod exports;
mod files;
mod foreign;
mod game_page;
mod games;
mod guard;
mod health;
mod help;
mod links;
mod list_stream;
mod own_games;
mod policy;
mod preview;
mod reports;
mod site;
mod socket;
mod stream;
mod study;

#[cfg(test)]
mod tests;

use std::future::ready;
use std::sync::Arc;

use axum::Router;
use axum::handler::Handler;
use axum::http::{HeaderValue, header};
use axum::middleware::{from_fn_with_state, map_response};
use axum::response::Response;
use axum::routing::any;
use utoipa::OpenApi as _;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Clock;
use crate::engine::EnginePool;
use crate::export::Pictures;
use crate::jobs::ReportService;
use crate::limits::Budgets;
use crate::live::Hall;
use crate::reach::Reach;
use crate::study::Library;

pub(crate) use files::Files;
pub use files::PageFiles;
pub(crate) use foreign::ForeignOrigins;
pub(crate) use guard::{AddressGroup, Guard, Peer, Site};
pub(crate) use health::{Health, metrics_app};
pub use help::GuidePage;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) use socket::Client as SocketClient;

#[derive(Clone)]
pub(crate) struct AppState {
    pub(crate) hall: Hall,
    pub(crate) engine: EnginePool,
    pub(crate) reports: ReportService,
    pub(crate) clock: Clock,
    pub(crate) reach: Reach,
    pub(crate) foreign_origins: ForeignOrigins,
    pub(crate) collection: Library,
    pub(crate) budgets: Arc<Budgets>,
    pub(crate) pictures: Pictures,
    pub(crate) files: Files,
}

pub(crate) fn app(api: Router, health: Health, files: Files, guard: Guard) -> Router {
    let (name, build) = files.build();
    let router = api
        .layer(map_response(move |mut response: Response| {
            response.headers_mut().insert(name.clone(), build.clone());
            ready(response)
        }))
        .merge(health::routes(health))
        .fallback_service(files::serve.with_state(files));
    guard.wrap(router)
}

pub(crate) fn router(app: AppState) -> Router {
    Router::from(described_routes())
        .route("/api/", any(errors::not_found))
        .route("/api/{*rest}", any(errors::not_found))
        .method_not_allowed_fallback(errors::method_not_allowed)
        .layer(map_response(no_store))
        .layer(from_fn_with_state(app.clone(), game_page::first))
        .with_state(app)
}

async fn no_store(mut response: Response) -> Response {
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn described_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(description::Api::openapi())
        .routes(routes!(games::list, games::create))
        .routes(routes!(list_stream::list_stream))
        .routes(routes!(own_games::own_games))
        .routes(routes!(games::full))
        .routes(routes!(games::levels))
        .routes(routes!(games::take_seat))
        .routes(routes!(games::join))
        .routes(routes!(links::invite))
        .routes(routes!(links::link_game))
        .routes(routes!(links::link_all))
        .routes(routes!(links::take_over))
        .routes(routes!(links::forget))
        .routes(routes!(games::command))
        .routes(routes!(games::chat, games::say))
        .routes(routes!(stream::stream))
        .routes(routes!(socket::socket))
        .routes(routes!(exports::export))
        .routes(routes!(preview::preview))
        .routes(routes!(exports::draw))
        .routes(routes!(site::site))
        .routes(routes!(description::openapi))
        .merge(study::routes())
        .merge(reports::routes())
        .merge(drill::routes())
}
