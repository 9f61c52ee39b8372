use std::path::Path;

use outflank_formats::Record;
use outflank_render::number::{counted, grouped};

use super::News;
use super::state::{Loading, Task};
use crate::storage::library::{Exported, Imported};
use crate::tui::app::{Screen, State};
use crate::tui::screens::page::{self, Subject};
use crate::tui::screens::{browser, study};

pub(crate) fn receive(state: &mut State, news: News) {
    let library = &mut state.library;
    match news {
        News::Reading(progress) => library.loading = Loading::Reading(Some(progress)),
        News::Loaded(catalogue) => library.take(catalogue),
        News::Tags(tags) => library.take_tags(tags),
        News::UpToDate => library.loading = Loading::Done,
        News::Opened(record) => opened(state, *record),
        News::OpenedFile(path) => {
            if matches!(state.screen, Screen::Browser(_) | Screen::Library) {
                library.show(&path);
                state.screen = Screen::Library;
            }
        }
        News::Browsed(listing) => browser::receive(state, listing),
        News::Done(text) => state.notify(text),
        News::Importing(importing) => library.task = library.task.map(|_| Task::Importing(importing)),
        News::Exporting(games) => library.task = library.task.map(|_| Task::Exporting(games)),
        News::Ended => library.task = None,
        News::Imported(imported) => imported_games(state, *imported),
        News::Exported { path, exported } => exported_games(state, &path, &exported),
        News::Stopped => state.notify("Cancelled. Nothing was written."),
        News::Failed(error) => state.notify(format!("{error:#}")),
    }
}

fn opened(state: &mut State, record: Record) {
    // Unless the player has gone on.
    if matches!(state.screen, Screen::Library | Screen::Browser(_)) {
        study::open_unless_edited(state, record, 0);
    }
}

fn imported_games(state: &mut State, imported: Imported) {
    let Imported { name, games, files, problems, problem_count, skipped, .. } = imported;
    let mut text = match games {
        0 => "No games found.".to_owned(),
        _ => format!("Imported {} from {} into {name}.", counted(games, "game"), counted(files, "file")),
    };
    if problem_count > 0 {
        text += &format!(" {} could not be read.", grouped(problem_count));
    }
    if skipped > 0 {
        text += &format!(" Skipped {} without games.", counted(skipped, "file"));
    }
    let more = problem_count.saturating_sub(problems.len());
    state.library.problems = problems;
    if more > 0 {
        state.library.problems.push(format!("and {more} more"));
    }
    state.notify(text);
    if problem_count > 0 && matches!(state.screen, Screen::Library) && state.overlay.is_none() {
        page::open(state, Subject::Problems);
    }
}

fn exported_games(state: &mut State, path: &Path, exported: &Exported) {
    let mut text = format!("Exported {} to {}.", counted(exported.games, "game"), path.display());
    if let Some(reason) = exported.reason.as_ref().filter(|_| exported.left_out > 0) {
        text += &format!(" {} left out: {reason}.", exported.left_out);
    }
    state.notify(text);
}
