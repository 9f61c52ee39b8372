use std::sync::Arc;
use std::time::Duration;

use outflank_engine::Level;
use outflank_rules::ByColor;
use outflank_server::Owner;
use outflank_server::store::{Batch, EngineGames, NewGame, Occupant, Plan, Status, Store, Summary};
use outflank_table::Time;

use crate::store::made::{at, batch, game, id, plan, quiet, summary};

const MINUTE: Duration = Duration::from_secs(60);

fn owner(site: i64, client: i64) -> Owner {
    Owner::from_bits(site << 32 | client & i64::from(u32::MAX))
}

fn against_engine(number: u32, owner: Option<Owner>, updated: Time) -> NewGame {
    let occupants = ByColor { black: Occupant::Creator, white: Occupant::Engine(Level::FIRST) };
    let summary = Summary { status: Status::Running, occupants, updated, ..summary(id(number)) };
    NewGame { plan: Plan { occupants, ..plan() }, owner, first: quiet(summary), ..game(id(number)) }
}

async fn counted(store: &dyn Store, of: Owner) -> [usize; 3] {
    let EngineGames { of_owner, of_site, total } = store.engine_games(of, MINUTE).await.unwrap();
    [of_owner, of_site, total]
}

pub(crate) async fn a_game_has_the_owner_it_was_created_with(store: Arc<dyn Store>) {
    for (number, owner) in [(1, None), (2, Some(owner(1, 2))), (3, Some(owner(-1, -1)))] {
        store.create(NewGame { owner, ..game(id(number)) }).await.unwrap();
        assert_eq!(store.owner(id(number)).await.unwrap(), owner);
    }
    store.create(NewGame { owner: Some(owner(9, 9)), ..game(id(1)) }).await.unwrap();
    store.append(id(2), 0, batch(id(2), 1)).await.unwrap();
    assert_eq!(store.owner(id(1)).await.unwrap(), None);
    assert_eq!(store.owner(id(2)).await.unwrap(), Some(owner(1, 2)));
    assert_eq!(store.owner(id(7)).await.unwrap(), None);
}

pub(crate) async fn games_against_the_engine_are_counted(store: Arc<dyn Store>) {
    let now = store.now().await.unwrap();
    let sites = [owner(1, 1), owner(1, 1), owner(1, 2), owner(-2, 1), owner(-2, -1)];
    for (number, owner) in (1..).zip(sites) {
        store.create(against_engine(number, Some(owner), now)).await.unwrap();
    }
    store.create(against_engine(9, None, now)).await.unwrap();
    assert_eq!(counted(&*store, owner(1, 1)).await, [2, 3, 6]);
    assert_eq!(counted(&*store, owner(-2, 1)).await, [1, 2, 6]);
    assert_eq!(counted(&*store, owner(5, 5)).await, [0, 0, 6]);
}

pub(crate) async fn only_games_that_keep_the_engine_busy_are_counted(store: Arc<dyn Store>) {
    let (now, me) = (store.now().await.unwrap(), owner(1, 1));
    let with = |number, status| {
        let new = against_engine(number, Some(me), now);
        NewGame {
            first: Batch { summary: Summary { status, ..new.first.summary.clone() }, ..new.first.clone() },
            ..new
        }
    };
    for (number, status) in [(1, Status::Waiting), (2, Status::Paused), (3, Status::Over), (4, Status::Cancelled)] {
        store.create(with(number, status)).await.unwrap();
    }
    let between_people = with(5, Status::Running);
    store.create(NewGame { plan: plan(), ..between_people }).await.unwrap();
    let abandoned = against_engine(6, Some(me), at(1));
    store.create(abandoned.clone()).await.unwrap();
    assert_eq!(counted(&*store, me).await, [0, 0, 0]);

    let summary = abandoned.first.summary;
    store.append(id(6), 0, Batch { due: Some(at(2)), ..quiet(summary.clone()) }).await.unwrap();
    assert_eq!(counted(&*store, me).await, [1, 1, 1], "the engine is to move");
    store.append(id(6), 0, Batch { due: Some(now.after(MINUTE * 60)), ..quiet(summary.clone()) }).await.unwrap();
    assert_eq!(counted(&*store, me).await, [0, 0, 0], "its clock runs");
    store.append(id(6), 0, quiet(Summary { updated: now, ..summary })).await.unwrap();
    assert_eq!(counted(&*store, me).await, [1, 1, 1], "something happened");
}
