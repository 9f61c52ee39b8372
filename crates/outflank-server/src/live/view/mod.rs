//! Builds the public view of a game from its journal.

mod event;
mod game;
mod list;
mod state;

pub(super) use event::event;
pub(super) use game::full;
pub(super) use list::listed;
pub(super) use state::state;

use outflank_table::Takebacks;

use crate::wire::TakebackSetting;

fn takebacks(takebacks: Takebacks) -> TakebackSetting {
    match takebacks {
        Takebacks::Never => TakebackSetting::Never,
        Takebacks::Asked => TakebackSetting::Asked,
        Takebacks::Free => TakebackSetting::Free,
    }
}
