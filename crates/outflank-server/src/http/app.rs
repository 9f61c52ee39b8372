use axum::Router;
use axum::handler::Handler;
use axum::middleware::from_fn_with_state;

use super::files::{self, Files};
use super::guard::Guard;
use super::health::{self, Health};

pub(crate) fn app(api: Router, health: Health, files: Files, guard: Guard) -> Router {
    let router = api
        .layer(from_fn_with_state(files.clone(), files::game_first))
        .merge(health::routes(health))
        .fallback_service(files::serve.with_state(files));
    guard.wrap(router)
}
