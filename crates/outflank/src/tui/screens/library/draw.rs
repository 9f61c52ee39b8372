use outflank_render::number::{counted, grouped};
use outflank_render::sanitize;
use outflank_rules::Color;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::state::{Focus, Library, Loading, Task};
use crate::storage::library::{Folder, GameView, Importing, Place, Progress, Root, score};
use crate::tui::app::{Size, State};
use crate::tui::widgets::scroll::{Extent, side_bar};
use crate::tui::widgets::{
    BoardPlace, BoardView, Brush, Pointer, Rows, announce, character, field, first_that_fits, fitted, heading, list,
    paragraph, wrapped, write,
};

/// Where the parts of the screen are, and what the lists show first. Drawing and the mouse share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    title: Rect,
    pub(super) search: Rect,
    columns: Option<Rect>,
    pub(super) folders: Option<Rect>,
    pub(super) first_folder: usize,
    pub(super) list: Option<Rect>,
    pub(super) first_game: usize,
    preview: Option<Preview>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Preview {
    board: BoardPlace,
    text: Rect,
}

const FOLDERS: u16 = 24;
const WITH_FOLDERS: u16 = 110;
const WITH_PREVIEW: u16 = 70;
const LEAST_LIST: u16 = 44;
const ABOVE: u16 = 3;

impl Layout {
    pub(crate) fn of(state: &State) -> Option<Layout> {
        let Size { columns, rows } = state.size;
        let height = rows.checked_sub(ABOVE + 2).filter(|&height| height > 0)?;
        let library = &state.library;
        let below = |x: u16, width: u16| Rect { x, y: ABOVE, width, height };
        let has_folders = columns >= WITH_FOLDERS;
        let left = if has_folders { FOLDERS } else { 0 };
        let preview_columns = preview_columns(columns, left, rows);
        let middle = columns - left - preview_columns;
        let list_area = below(left, middle);
        let is_choosing = library.focus == Focus::Folders && !has_folders;
        let folders = match () {
            () if has_folders => Some(Rect { y: 1, height: rows - 3, ..below(0, FOLDERS - 2) }),
            () if is_choosing => Some(list_area),
            () => None,
        };
        let list = (!is_choosing).then_some(list_area);
        let first = |area: Option<Rect>, selected: usize, lines: usize| {
            Extent { lines, rows: area.map_or(0, |area| usize::from(area.height)) }.top_for(selected)
        };
        Some(Layout {
            title: Rect { x: 0, y: 0, width: columns, height: 1 },
            search: Rect { x: left, y: 1, width: middle, height: 1 },
            columns: list.map(|list| Rect { y: ABOVE - 1, height: 1, ..list }),
            first_folder: first(folders, library.folder_line(), library.folders().len() + 1),
            folders,
            first_game: first(list, library.selected(), library.shown().len()),
            list,
            preview: Preview::in_columns(columns, preview_columns, rows),
        })
    }

    pub(crate) fn rows(&self) -> usize {
        self.list.or(self.folders).map_or(1, |area| usize::from(area.height))
    }
}

/// Board, coordinates and a gap. 0 if the window is too narrow.
fn preview_columns(columns: u16, left: u16, rows: u16) -> u16 {
    let large = [3, 2, 1].into_iter().map(|height| (height, 16 * height + 5));
    let fits = |&(height, width): &(u16, u16)| {
        columns >= WITH_PREVIEW && columns - left >= width + LEAST_LIST + 10 * (height - 1) && rows >= 8 * height + 8
    };
    let fits_at_all = |&(height, width): &(u16, u16)| {
        height == 1 && columns >= WITH_PREVIEW && columns - left >= width + LEAST_LIST && rows >= 12
    };
    large.clone().find(fits).or_else(|| large.clone().find(fits_at_all)).map_or(0, |(_, width)| width)
}

impl Preview {
    fn in_columns(columns: u16, width: u16, rows: u16) -> Option<Preview> {
        let height = width.checked_sub(5)? / 16;
        let x = columns - width + 4;
        let squares = Rect { x, y: 2, width: 16 * height, height: 8 * height };
        let board = BoardPlace { squares, width: 2 * height, height, coordinates: true };
        let y = squares.y + squares.height + 1;
        Some(Preview { board, text: Rect { x: x - 3, y, width: width - 1, height: rows.saturating_sub(y + 2) } })
    }
}

pub(crate) fn library(state: &State, frame: &mut Frame<'_>, brush: &Brush) {
    let Some(layout) = Layout::of(state) else { return };
    let library = &state.library;
    write(frame, layout.title, 0, title(library, layout.title.width, brush));
    write(frame, layout.search, 0, search(library, layout.search.width, brush));
    if let Some(area) = layout.folders {
        folders(library, area, layout.first_folder, frame, brush);
    }
    if let (Some(area), Some(titles)) = (layout.list, layout.columns) {
        games(library, area, layout.first_game, titles, frame, brush);
    }
    if let Some(preview) = layout.preview.filter(|_| library.selected_game().is_some()) {
        draw_preview(state, &preview, frame, brush);
    }
    match status(library) {
        _ if state.notice.is_some() => list::notice(state, frame, brush),
        Some(text) => {
            let area = frame.area();
            let line = Rect { x: 0, y: area.height.saturating_sub(2), width: area.width, height: 1 };
            announce(frame, line, &text, brush.accent());
        }
        None => {}
    }
}

fn title(library: &Library, width: u16, brush: &Brush) -> Line<'static> {
    let (shown, all) = (library.shown().len(), library.folder().map_or(library.len(), |folder| folder.games));
    let count = match shown == all {
        true => counted(all, "game"),
        false => format!("{} of {}", grouped(shown), counted(all, "game")),
    };
    let name = library.folder().map_or("All games".to_owned(), folder_name);
    let name = fitted(&name, usize::from(width).saturating_sub(44), brush);
    Line::from(vec![
        Span::styled(" Library".to_owned(), brush.accent()),
        Span::styled(format!("  {name}"), brush.strong()),
        Span::styled(format!("  {count}, sorted by {}", library.sort().name()), brush.text()),
    ])
}

fn search(library: &Library, width: u16, brush: &Brush) -> Line<'static> {
    let is_typing = library.focus == Focus::Search;
    if !is_typing && library.query().is_empty() {
        let hint = fitted(" Press / to search by player, opening, result, date or tag", usize::from(width), brush);
        return Line::styled(hint, brush.faint());
    }
    let query = sanitize::line(library.query());
    let room = usize::from(width).saturating_sub(11);
    let end = field::end(&query, room);
    let space = if library.query().ends_with(' ') { " " } else { "" };
    let mut spans = vec![
        Span::styled(" Search: ".to_owned(), brush.faint()),
        Span::styled(end + space, if is_typing { brush.strong() } else { brush.text() }),
    ];
    if is_typing {
        spans.push(Span::styled(" ".to_owned(), brush.chosen()));
    }
    Line::from(spans)
}

fn folders(library: &Library, area: Rect, first: usize, frame: &mut Frame<'_>, brush: &Brush) {
    let all = (["All games"; 2].map(str::to_owned), library.len());
    let names = |folder: &Folder| match folder.root {
        Root::Own(_) => [folder_name(folder), folder_name(folder)],
        Root::Collection(_) | Root::Opened(_) => [folder_name(folder), sanitize::line(&folder.name)],
    };
    let folders = library.folders().iter().map(|folder| (names(folder), folder.games));
    let lines = [all].into_iter().chain(folders);
    for (index, (names, games)) in lines.enumerate().skip(first).take(usize::from(area.height)) {
        let count = grouped(games);
        let room = usize::from(area.width).saturating_sub(count.chars().count() + 3);
        let is_selected = index == library.folder_line();
        let style = match (is_selected, library.focus == Focus::Folders) {
            (true, true) => brush.chosen(),
            (true, false) => brush.strong(),
            (false, _) => brush.text(),
        };
        let row = Rect { y: area.y + (index - first) as u16, height: 1, ..area };
        write(frame, row, 0, Line::styled(format!(" {}", first_that_fits(names, room, brush)), style));
        let at = Rect { x: area.x + area.width.saturating_sub(count.chars().count() as u16 + 1), ..row };
        write(frame, at.intersection(row), 0, Line::styled(count, brush.faint()));
        if style == brush.chosen() {
            frame.buffer_mut().set_style(row, brush.chosen());
        }
    }
    side_bar(area, first, library.folders().len() + 1, frame, brush);
}

fn folder_name(folder: &Folder) -> String {
    let name = sanitize::line(&folder.name);
    match &folder.root {
        Root::Own(_) if folder.name.is_empty() => "Your games".to_owned(),
        Root::Own(_) => format!("  {name}"),
        Root::Collection(_) => format!("{name} (collection)"),
        Root::Opened(_) => format!("{name} (opened)"),
    }
}

/// Each column is drawn by itself, so that wide letters in one do not move the next.
struct Columns {
    date: Rect,
    players: Rect,
    result: Rect,
    opening: Rect,
}

impl Columns {
    const DATE: u16 = 11;
    const RESULT: u16 = 6;

    fn of(row: Rect) -> Columns {
        let date = if row.width >= 36 { Columns::DATE } else { 0 };
        let left = row.width.saturating_sub(date + Columns::RESULT + 2);
        let opening = if left >= 34 { (left / 3).min(32) } else { 0 };
        let players = left - opening;
        let mut x = row.x + 1;
        let mut next = |width: u16| {
            let column = Rect { x, width: width.saturating_sub(1), ..row };
            x += width;
            column.intersection(row)
        };
        Columns { date: next(date), players: next(players), result: next(Columns::RESULT), opening: next(opening) }
    }
}

fn games(library: &Library, area: Rect, first: usize, titles: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let Columns { date, players, result, opening } = Columns::of(titles);
    for (at, title) in [(date, "Date"), (players, "Black - White"), (result, "Score"), (opening, "Opening")] {
        let width = usize::from(at.width);
        write(frame, at, 0, Line::styled(title.chars().take(width).collect::<String>(), brush.faint()));
    }
    if library.shown().is_empty() {
        return nothing(library, area, frame, brush);
    }
    let rows = usize::from(area.height);
    for (row, &entry) in (0..).zip(library.shown().iter().skip(first).take(rows)) {
        let Some(game) = library.game(entry) else { continue };
        let line = Rect { y: area.y + row, height: 1, ..area };
        let is_selected = first + usize::from(row) == library.selected();
        draw_game(&game, line, frame, brush);
        if is_selected {
            let style = if library.focus == Focus::Folders { brush.strong() } else { brush.chosen() };
            frame.buffer_mut().set_style(Rect { width: area.width - 1, ..line }, style);
        }
    }
    side_bar(area, first, library.shown().len(), frame, brush);
}

fn draw_game(game: &GameView<'_>, line: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let Columns { date, players, result, opening } = Columns::of(line);
    let day = sanitize::line(game.date());
    let [black, white] = Color::ALL.map(|color| name(game.players()[color]));
    let (names, score) = (format!("{black} - {white}"), game.margin().map(score).unwrap_or_default());
    let name = sanitize::line(game.opening());
    for (at, text, style) in [
        (date, day, brush.faint()),
        (players, names, brush.text()),
        (result, score, brush.text()),
        (opening, name, brush.faint()),
    ] {
        if at.width > 0 {
            write(frame, at, 0, Line::styled(fitted(&text, usize::from(at.width), brush), style));
        }
    }
}

fn name(name: &str) -> String {
    Some(sanitize::line(name)).filter(|name| !name.is_empty()).unwrap_or_else(|| "?".to_owned())
}

fn nothing(library: &Library, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let text = match (library.loading, library.query()) {
        _ if library.len() == 0 && library.loading != Loading::Done => "Reading the library.".to_owned(),
        (_, "") if library.len() == 0 => {
            "No games yet. Games that you finish are listed here. Press F5 to import games, or Ctrl-O to open a file."
                .to_owned()
        }
        (_, "") => "No games in this folder. Press F2 on a game to move it here: type FOLDER/NAME.".to_owned(),
        (_, query) => format!("No game matches \"{}\". Press Esc to see all games.", sanitize::line(query)),
    };
    let mut rows = Rows { area, next: 1 };
    rows.write_all(frame, paragraph(&text, area.width, brush.text()));
}

fn draw_preview(state: &State, preview: &Preview, frame: &mut Frame<'_>, brush: &Brush) {
    let library = &state.library;
    let Some((shown, last, moves)) = library.preview() else { return };
    let Some(game) = library.selected_game() else { return };
    let pointer = Pointer::default();
    let view = BoardView { last, ..BoardView::new(shown.position().discs(), state.turned, &pointer) };
    view.draw(&preview.board, frame, brush);
    let area = preview.text;
    let mut rows = Rows { area, next: 0 };
    let width = usize::from(area.width).saturating_sub(4);
    for color in Color::ALL {
        let (disc, discs) = (character(color, brush), shown.position().discs()[color].len());
        let name = fitted(&name(game.players()[color]), width.saturating_sub(4), brush);
        let line = vec![
            Span::styled(format!(" {disc} "), brush.strong()),
            Span::styled(format!("{discs:>2} "), brush.strong()),
            Span::styled(name, brush.text()),
        ];
        rows.write(frame, Line::from(line));
    }
    for (text, style) in details(library, &game, shown.placements().count(), moves, width, brush) {
        if rows.next < area.height {
            rows.write_all(
                frame,
                wrapped(&text, width).into_iter().map(|line| Line::styled(format!(" {line}"), style)),
            );
        }
    }
}

fn details(
    library: &Library,
    game: &GameView<'_>,
    step: usize,
    moves: usize,
    width: usize,
    brush: &Brush,
) -> impl Iterator<Item = (String, Style)> + use<> {
    let (text, faint) = (brush.text(), brush.faint());
    let at = if step == moves { counted(moves, "move") } else { format!("move {step} of {moves}") };
    let score = game.margin().map(|margin| format!("{}, ", score(margin))).unwrap_or_default();
    let file = game.place().map(|Place { path, number, of, .. }| {
        let name = sanitize::line(&path.file_name().unwrap_or_default().to_string_lossy());
        let file = fitted(&name, width, brush);
        if of > 1 { format!("{file} game {number} of {}", grouped(of as usize)) } else { file }
    });
    let tags: String = library.tags_of(game.key()).iter().map(|tag| format!("#{} ", sanitize::line(tag))).collect();
    let lines = [
        (format!("{score}{at}"), text),
        (sanitize::line(game.opening()), text),
        (sanitize::line(game.event()), faint),
        (sanitize::line(game.date()), faint),
        (tags.trim().to_owned(), brush.accent()),
        (file.unwrap_or_default(), faint),
    ];
    lines.into_iter().filter(|(line, _)| !line.is_empty())
}

fn status(library: &Library) -> Option<String> {
    match (library.task, library.loading) {
        (Some(Task::Importing(Importing { done, files, games })), _) => {
            let files = if files == 0 { "files".to_owned() } else { format!("{} of {files} files", done) };
            Some(format!("Importing: {files}, {}. Press Esc to cancel.", counted(games, "game")))
        }
        (Some(Task::Exporting(games)), _) => {
            Some(format!("Exporting: {}. Press Esc to cancel.", counted(games, "game")))
        }
        (None, Loading::Reading(Some(Progress { done, files }))) => {
            Some(format!("Reading the library: {} of {}.", grouped(done), counted(files, "file")))
        }
        (None, _) => None,
    }
}

pub(crate) fn problems(library: &Library, columns: u16, brush: &Brush) -> Vec<Line<'static>> {
    let area = Rect { width: columns, ..Rect::default() };
    let mut lines = Vec::new();
    let mut list = |title: &str, problems: &[String]| {
        if !problems.is_empty() {
            lines.push(heading(area, title, brush));
            for problem in problems {
                let rows = problem.lines().flat_map(|line| paragraph(&sanitize::line(line), columns, brush.text()));
                lines.extend(rows);
            }
        }
    };
    list("Import", &library.problems);
    let (mut faults, count) = library.faults();
    if let Some(more) = (count as usize).checked_sub(faults.len()).filter(|&more| more > 0) {
        faults.push(format!("and {} more", grouped(more)));
    }
    list("Library", &faults);
    lines
}
