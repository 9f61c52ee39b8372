use std::fmt::Debug;
use std::pin::Pin;
use std::time::Duration;

use outflank_rules::Color;
use outflank_server::store::{
    AgingKind, Batch, Cursor, DeviceLink, Expiry, GameVersion, Holder, Listing, MemoryStore, NewGame, Number, Page,
    PostgresStore, Seat, SqliteStore, Store,
};
use outflank_server::{ChatLine, GameId, Owner, SecretHash, ServerId};
use outflank_table::Time;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use crate::store::any;
use crate::store::made::{at, id, secret};

/// Few games, secrets and times, so that requests interact.
#[derive(Clone, Debug)]
enum Request {
    Create(NewGame),
    Append { game: GameId, skew: Number, batch: Batch },
    ClaimDue { lease: Duration, most: usize },
    Claim { game: GameId, by: ServerId, lease: Duration },
    Ahead(Vec<GameVersion>),
    GiveSeat { game: GameId, seat: Seat, secret: SecretHash },
    RenewLink { game: GameId, seat: Seat, token: SecretHash },
    LinkDevice { link: DeviceLink, lease: Duration },
    UseDeviceLink { link: DeviceLink, secret: SecretHash },
    Say { game: GameId, by: Color, at: Time, text: ChatLine },
    NoteAlive(Time),
    Heartbeat(Time),
    RenewOffers { games: Vec<GameId>, lease: Duration },
    List(Listing, Page),
    RemoveExpired(Expiry),
    Remove(GameId),
}

fn game() -> impl Strategy<Value = GameId> {
    (1..5_u32).prop_map(id)
}

/// Expired at once, or longer than the test: the clocks of the stores differ.
fn lease() -> impl Strategy<Value = Duration> {
    prop_oneof![Just(Duration::ZERO), Just(Duration::from_secs(3_600))]
}

fn due() -> impl Strategy<Value = Time> {
    prop_oneof![4 => moment(), 1 => Just(at(u64::MAX))]
}

fn moment() -> impl Strategy<Value = Time> {
    (0..20_u64).prop_map(at)
}

fn secret_hash() -> impl Strategy<Value = SecretHash> {
    (0..20_u8).prop_map(secret)
}

fn holder() -> impl Strategy<Value = Holder> {
    (any::seat(), secret_hash()).prop_map(|(seat, secret)| Holder { seat, secret })
}

fn batch(holders: impl Strategy<Value = Vec<Holder>>) -> impl Strategy<Value = Batch> {
    any::batch(any::summary(game(), moment()), holders, due())
}

fn listing() -> impl Strategy<Value = Listing> {
    prop_oneof![
        Just(Listing::Open),
        Just(Listing::Running),
        Just(Listing::Finished),
        secret_hash().prop_map(Listing::HeldBy),
        secret_hash().prop_map(Listing::PlayedBy),
    ]
}

/// Few, of two sites.
fn owner() -> impl Strategy<Value = Owner> {
    (0..2_i64, 0..3_i64).prop_map(|(site, client)| Owner::from_bits(site << 63 | client))
}

/// Each has one token, as tokens are random.
fn device_link() -> impl Strategy<Value = DeviceLink> {
    (0..4_u8, option::of(1..5_u32)).prop_map(|(holder, game)| {
        let token = secret(200 + holder * 5 + game.unwrap_or(0) as u8);
        DeviceLink { token, holder: secret(holder), game: game.map(id) }
    })
}

fn request() -> impl Strategy<Value = Request> {
    let new = (game(), any::plan(), option::of(owner()), batch(vec(holder(), 0..30)));
    let new = new.prop_map(|(id, plan, owner, first)| NewGame { id, plan, owner, first });
    let seldom = prop_oneof![2 => Just(Vec::new()), 1 => vec(holder(), 1..12)];
    let line = any::<String>().prop_filter_map("no line", |text| ChatLine::try_from(text).ok());
    let page = (option::of((moment(), game())), 0..5_usize)
        .prop_map(|(after, count)| Page { after: after.map(|(updated, game)| Cursor { updated, game }), count });
    prop_oneof![
        2 => new.prop_map(Request::Create),
        6 => (game(), prop_oneof![4 => Just(0), 1 => 1..3_u32], batch(seldom))
            .prop_map(|(game, skew, batch)| Request::Append { game, skew, batch }),
        3 => (lease(), 0..4_usize).prop_map(|(lease, most)| Request::ClaimDue { lease, most }),
        3 => (game(), 0..3_u8, lease())
            .prop_map(|(game, node, lease)| Request::Claim { game, by: ServerId([node; 16]), lease }),
        1 => vec((game(), 0..6_u32, 0..3_u32), 0..5).prop_map(|known| {
            Request::Ahead(known.into_iter().map(|(game, last, said)| GameVersion { game, last, said }).collect())
        }),
        2 => (game(), any::seat(), secret_hash())
            .prop_map(|(game, seat, secret)| Request::GiveSeat { game, seat, secret }),
        2 => (game(), any::seat(), 100..104_u8)
            .prop_map(|(game, seat, token)| Request::RenewLink { game, seat, token: secret(token) }),
        2 => (device_link(), lease()).prop_map(|(link, lease)| Request::LinkDevice { link, lease }),
        3 => (device_link(), secret_hash()).prop_map(|(link, secret)| Request::UseDeviceLink { link, secret }),
        1 => (game(), any::color(), any::time(), line)
            .prop_map(|(game, by, at, text)| Request::Say { game, by, at, text }),
        1 => moment().prop_map(Request::NoteAlive),
        2 => moment().prop_map(Request::Heartbeat),
        3 => (vec(game(), 0..4), lease()).prop_map(|(games, lease)| Request::RenewOffers { games, lease }),
        2 => (listing(), page).prop_map(|(listing, page)| Request::List(listing, page)),
        1 => (select(vec![AgingKind::Unfinished, AgingKind::Finished]), any::time())
            .prop_map(|(kind, before)| Request::RemoveExpired(Expiry { kind, before })),
        1 => game().prop_map(Request::Remove),
    ]
}

async fn answer(store: &dyn Store, request: &Request, last: Number) -> String {
    match request.clone() {
        Request::Create(game) => shown(store.create(game).await),
        Request::Append { game, skew, batch } => shown(store.append(game, last + skew, batch).await),
        Request::ClaimDue { lease, most } => shown(store.claim_due(lease, most).await),
        Request::Claim { game, by, lease } => shown(store.claim(game, by, lease).await),
        Request::Ahead(known) => {
            let mut ahead = store.ahead(&known).await;
            ahead.iter_mut().for_each(|games| games.sort_unstable());
            shown(ahead)
        }
        Request::GiveSeat { game, seat, secret } => shown(store.give_seat(game, seat, &secret).await),
        Request::RenewLink { game, seat, token } => shown(store.renew_link(game, last, seat, &token).await),
        Request::LinkDevice { link, lease } => shown(store.link_device(link, lease).await),
        Request::UseDeviceLink { link, secret } => shown(store.use_device_link(&link.token, link.game, &secret).await),
        Request::Say { game, by, at, text } => shown(store.say(game, by, at, &text).await),
        Request::RenewOffers { games, lease } => shown(store.renew_offers(&games, lease).await),
        Request::NoteAlive(now) => shown(store.note_alive(now).await),
        Request::Heartbeat(now) => shown(store.heartbeat(now, Duration::from_millis(5), at(3)).await),
        Request::RemoveExpired(expiry) => shown(store.remove_expired(expiry, 2).await),
        Request::Remove(game) => shown(store.remove(game).await),
        Request::List(listing, page) => shown(store.list(&listing, &page).await),
    }
}

fn shown<T: Debug, E: Debug>(answer: Result<T, E>) -> String {
    format!("{answer:?}")
}

async fn everything(store: &dyn Store) -> Vec<String> {
    let mut all =
        vec![shown(store.last_alive().await), shown(store.outages(at(3)).await), shown(store.scan(None, 9).await)];
    for game in (0..6).map(id) {
        all.push(shown(store.plan(game).await));
        all.push(shown(store.owner(game).await));
        all.push(shown(store.summary(game).await));
        all.push(shown(store.events(game, 0).await));
        all.push(shown(store.events(game, 2).await));
        all.push(shown(store.holders(game).await));
        all.push(shown(store.chat(game, 0).await));
        for number in 0..20 {
            all.push(shown(store.seats(game, &secret(number)).await));
        }
    }
    for bits in [0, 1, i64::MIN, 1 << 32] {
        all.push(shown(store.engine_games(Owner::from_bits(bits), Duration::MAX).await));
    }
    let held = (0..20).flat_map(|number| [Listing::HeldBy(secret(number)), Listing::PlayedBy(secret(number))]);
    for listing in [Listing::Open, Listing::Running, Listing::Finished].into_iter().chain(held) {
        all.push(shown(store.list(&listing, &Page { after: None, count: 99 }).await));
    }
    all
}

type Open<'a> = &'a dyn Fn() -> Pin<Box<dyn Future<Output = Box<dyn Store>> + 'a>>;

async fn agree(requests: Vec<Request>, open: Open<'_>) -> Result<(), TestCaseError> {
    let memory = MemoryStore::new();
    let store = open().await;
    for request in &requests {
        let last = match request {
            Request::Append { game, .. } | Request::RenewLink { game, .. } => {
                memory.events(*game, 0).await.unwrap().len() as Number
            }
            _ => 0,
        };
        let expected = answer(&memory, request, last).await;
        prop_assert_eq!(answer(&*store, request, last).await, expected, "{:?}", request);
    }
    let expected = everything(&memory).await;
    prop_assert_eq!(&everything(&*store).await, &expected);

    store.close().await;
    let again = open().await;
    prop_assert_eq!(&everything(&*again).await, &expected);
    again.close().await;
    Ok(())
}

fn wait_for<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn sqlite_agrees_with_memory(requests in vec(request(), 0..50)) {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("games.db");
        wait_for(agree(requests, &|| Box::pin(async {
            Box::new(SqliteStore::open(&path).await.unwrap()) as Box<dyn Store>
        })))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 50, ..ProptestConfig::default() })]

    #[test]
    fn postgres_agrees_with_memory(requests in vec(request(), 0..50)) {
        let Some(server) = outflank_postgres::given() else { return Ok(()) };
        let database = outflank_postgres::fresh_database(&server).unwrap();
        wait_for(agree(requests, &|| Box::pin(async {
            Box::new(PostgresStore::connect(&database).await.unwrap()) as Box<dyn Store>
        })))?;
    }
}
