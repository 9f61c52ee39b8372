use outflank_rules::{ByColor, Move};
use outflank_study::openings::{self, Language};
use outflank_table::{ABANDONED_AFTER, Clocks, Offer, Table, Time};

use crate::live::journal::Journal;
use crate::store::{Number, Status};
use crate::wire::{ClockFace, GameResult, Gone, LegalMove, Offers, State, cells, millis};

/// The current state, with the events after a number.
pub(in crate::live) fn state(journal: &Journal, after: Number, now: Time) -> State {
    let position = journal.position();
    let table = journal.table();
    let status = journal.status();
    let legal = match status {
        Status::Running => LegalMove::all(position),
        _ => Vec::new(),
    };
    State {
        number: journal.last(),
        at: now.as_millis(),
        status: status.name(),
        events: journal.entries_after(after).to_vec(),
        moves: table.map_or_else(String::new, moves),
        board: cells(position),
        turn: position.turn(),
        discs: position.counts(),
        supply: position.supply(),
        legal,
        clocks: clocks(journal, now),
        offers: table.map_or_else(Offers::default, offers),
        gone: ByColor::from_fn(|color| {
            let table = table?;
            let counted = table.gone_for(color, now)?;
            let since = table.gone_since(color)?.as_millis();
            Some(Gone { since, claim_in: millis(ABANDONED_AFTER.saturating_sub(counted)) })
        }),
        opening: table.and_then(|table| openings::of_game(table.game(), Language::English)).map(|named| named.name),
        result: table.and_then(Table::ending).map(|ending| GameResult::of(ending, position)),
        rematch: journal.standing().rematch,
    }
}

fn moves(table: &Table) -> String {
    let mut moves = String::new();
    for ply in table.game().plies() {
        if !moves.is_empty() {
            moves.push(' ');
        }
        match ply.mv {
            Move::Place(square) => moves.push_str(&square.to_string()),
            Move::Pass => moves.push_str("pass"),
        }
    }
    moves
}

/// Full clocks before the game begins.
fn clocks(journal: &Journal, now: Time) -> Option<ClockFace> {
    let face = |left: Clocks, running| ClockFace { black: millis(left.black), white: millis(left.white), running };
    match journal.table() {
        Some(table) => table.clocks(now).map(|left| face(left, table.running_clock())),
        None => journal.plan().terms.time.main().map(|main| face(ByColor::both(main), None)),
    }
}

fn offers(table: &Table) -> Offers {
    Offers {
        draw: table.offered(Offer::Draw),
        takeback: table.offered(Offer::Takeback),
        rematch: table.offered(Offer::Rematch),
    }
}
