mod agreement;
mod any;
mod contract;
mod made;
mod postgres;
mod sqlite;

use std::sync::Arc;

use outflank_server::store::MemoryStore;

use crate::{postgres, sqlite};

async fn memory() -> Option<(Arc<MemoryStore>, ())> {
    Some((Arc::new(MemoryStore::new()), ()))
}

mod kept {
    contract_tests! { store on memory sqlite postgres: {
        a_new_game_is_kept_whole
        a_game_is_created_once
        of_many_creations_one_succeeds
        unknown_games_are_empty
        events_follow_in_order
        appending_needs_the_last_number
        of_many_appends_one_wins
        a_batch_without_events_updates_list_and_timer
        games_do_not_touch_each_other
        a_game_has_the_owner_it_was_created_with
        games_against_the_engine_are_counted
        only_games_that_keep_the_engine_busy_are_counted
        due_games_are_claimed_once
        a_lease_ends_by_time_or_by_a_batch
        two_servers_share_due_games
        the_latest_time_is_valid
        the_clock_advances
        one_server_claims_a_game
        of_many_claims_one_is_granted
        a_claimed_game_is_not_due
        outdated_games_are_found
        lists_contain_the_matching_games
        private_games_are_in_no_public_list
        a_list_is_read_by_pages
        an_open_game_is_listed_as_long_as_it_is_offered
        newer_games_do_not_shift_a_page
        seats_are_held
        a_seat_has_a_limit
        a_new_game_has_the_same_limit
        a_seat_is_given_together_with_its_events
        a_batch_for_a_full_seat_is_rejected
        the_link_of_a_seat_is_replaced
        a_device_link_works_once
        of_many_devices_one_uses_a_link
        a_device_takes_over_all_games
        chat_is_numbered
        chat_has_a_limit
        a_removed_game_leaves_nothing
        unfinished_games_age_from_their_last_move
        offers_age_when_their_creator_has_left
        the_only_open_game_ages_like_others
        removal_is_done_in_small_batches
        retention_begins_once
        all_games_are_scanned_in_order
        exactly_the_promised_games_remain_after_400_days
        the_latest_sign_of_life_counts
        a_gap_in_the_heartbeats_is_an_outage
        of_many_servers_one_finds_an_outage
        a_closed_store_returns_closed
        closing_completes_accepted_calls
    } }
}

mod several_servers {
    contract_tests! { store on memory postgres: {
        changes_are_announced
        connected_players_are_known_to_other_servers
        a_slow_reader_learns_that_it_missed_changes
    } }
}
