//! What every store of games promises, as one suite that each of them has to pass; and what is special about files and
//! about PostgreSQL.

mod agreement;
mod any;
mod contract;
mod made;
mod postgres;
mod sqlite;

use std::sync::Arc;

use outflank_server::store::{MemoryStore, PostgresStore, SqliteStore, Store};
use tempfile::TempDir;

/// A store without games, and the folder that goes with it.
struct Fresh {
    store: Arc<dyn Store>,
    _folder: Option<TempDir>,
}

async fn memory() -> Option<Fresh> {
    Some(Fresh { store: Arc::new(MemoryStore::new()), _folder: None })
}

async fn sqlite() -> Option<Fresh> {
    let folder = TempDir::new().unwrap();
    let store = SqliteStore::open(&folder.path().join("games.db")).await.unwrap();
    Some(Fresh { store: Arc::new(store), _folder: Some(folder) })
}

/// None where no server is given, which is said.
async fn postgres() -> Option<Fresh> {
    let database = outflank_postgres::fresh_database(&outflank_postgres::given()?).unwrap();
    let store = PostgresStore::connect(&database).await.unwrap();
    Some(Fresh { store: Arc::new(store), _folder: None })
}

/// Makes a test for each part of the contract and each store.
macro_rules! keep_the_contract {
    ($($store:ident)*) => {$(
        mod $store {
            keep_the_contract! { @parts $store
                a_new_game_is_kept_whole
                a_game_is_created_once
                of_many_creators_one_creates
                what_does_not_exist_is_empty
                events_follow_in_order
                only_who_knows_the_last_number_appends
                of_many_appenders_one_wins
                a_batch_without_events_changes_what_is_listed_and_due
                games_do_not_touch_each_other
                due_games_are_claimed_once
                a_lease_ends_by_time_or_by_a_batch
                two_claimers_share_what_is_due
                the_end_of_time_is_a_moment
                the_clock_goes_on
                one_server_thinks_for_a_game
                of_many_claimers_one_thinks
                a_game_that_is_thought_about_is_not_due
                who_is_behind_is_told
                running_games_are_found
                lists_hold_what_they_say
                private_games_are_in_no_public_list
                a_list_is_read_by_pages
                an_open_game_is_listed_as_long_as_it_is_offered
                a_page_is_not_moved_by_newer_games
                seats_are_held
                a_seat_has_a_limit
                a_new_game_has_the_same_limit
                a_seat_is_given_exactly_if_the_events_are_added
                a_batch_for_a_full_seat_is_refused
                chat_is_numbered
                chat_has_a_limit
                the_latest_sign_of_life_counts
                a_closed_store_says_so
                what_was_accepted_before_the_end_is_answered
            }
        }
    )*};
    (@parts $store:ident $($part:ident)*) => {$(
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $part() {
            if let Some(fresh) = crate::store::$store().await {
                crate::store::contract::$part(fresh.store.clone()).await;
            }
        }
    )*};
}

mod kept {
    keep_the_contract! { memory sqlite postgres }
}

/// What stores promise that several servers can have.
mod told {
    mod memory {
        keep_the_contract! { @parts memory
            changes_are_told
            players_are_noted_as_connected
            who_reads_late_has_missed_something
        }
    }

    mod postgres {
        keep_the_contract! { @parts postgres
            changes_are_told
            players_are_noted_as_connected
            who_reads_late_has_missed_something
        }
    }
}
