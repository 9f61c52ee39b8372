#[cfg(test)]
pub(crate) mod tests;

use outflank_render::sanitize;
use outflank_rules::{Position, Square};
use outflank_study::index::{Explored, ExploredGame, ExploredMove, Tally};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::commands::db::IndexEvent;
use crate::tui::app::State;
use crate::tui::format;
use crate::tui::screens::study::content::{Choice, Content};
use crate::tui::screens::study::review::Review;
use crate::tui::widgets::{Brush, Label, LabelKind, fitted, heading, paragraph};

#[derive(Debug, Default)]
pub(crate) struct Explorer {
    asked: Option<Query>,
    is_open: bool,
    reading: Option<Reading>,
    pub(crate) remarks: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) collection: usize,
    pub(crate) explored: Explored,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    pub(crate) done: usize,
    pub(crate) files: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lookup<'e> {
    Opening(Option<Reading>),
    Pending,
    Found(&'e Found),
    Failed(&'e str),
}

#[derive(Debug)]
struct Query {
    position: Position,
    result: Option<Result<Box<Found>, String>>,
}

impl Explorer {
    /// Returns whether the collection must be asked.
    pub(crate) fn show(&mut self, position: &Position) -> bool {
        if self.asked.as_ref().is_some_and(|query| query.position == *position) {
            return false;
        }
        self.asked = Some(Query { position: *position, result: None });
        true
    }

    /// A result for another position only shows that the collection is open.
    pub(crate) fn receive(&mut self, position: &Position, found: anyhow::Result<Box<Found>>) {
        self.is_open = true;
        if let Some(query) = self.asked.as_mut().filter(|query| query.position == *position) {
            query.result = Some(found.map_err(|error| sanitize::line(&format!("{error:#}"))));
        }
    }

    pub(crate) fn note(&mut self, news: &IndexEvent) {
        match *news {
            IndexEvent::Read { done, files } => self.reading = Some(Reading { done, files }),
            IndexEvent::LeftOut(_) | IndexEvent::NotCached(_) => self.remarks.push(sanitize::line(&news.to_string())),
        }
    }

    pub(crate) fn lookup(&self, position: &Position) -> Lookup<'_> {
        let query = self.asked.as_ref().filter(|query| query.position == *position);
        match query.and_then(|query| query.result.as_ref()) {
            Some(Ok(found)) => Lookup::Found(found),
            Some(Err(why)) => Lookup::Failed(why),
            None if self.is_open => Lookup::Pending,
            None => Lookup::Opening(self.reading),
        }
    }
}

pub(crate) fn content(state: &State, review: &Review, area: Rect, brush: &Brush) -> Content {
    let mut content = Content::default();
    let say = |text: &str| paragraph(text, area.width, brush.text());
    let standard = review.position().rules().is_standard();
    match state.explorer.lookup(review.position()) {
        _ if state.settings.collection.is_empty() => content.push(say(
            "To see games with this position, start outflank with --collection and a file (.wtb, .ggf) or a folder of games, \
             or set collection = [\"PATH\"] in the settings file.",
        )),
        _ if !standard => content.push(say("Collections cover the standard rules only.")),
        Lookup::Opening(None) => content.push(say("Opening the collection.")),
        Lookup::Opening(Some(Reading { done, files })) if done < files => {
            content.push(say(&format!("Reading the collection: {done} of {files} files.")));
        }
        Lookup::Opening(Some(_)) => content.push(say("Indexing the collection.")),
        Lookup::Pending => {}
        Lookup::Failed(why) => {
            let text = format!("Cannot read the collection: {why}.");
            content.push(paragraph(&text, area.width, brush.in_color(brush.palette.bad)));
        }
        Lookup::Found(found) => table(&mut content, found, review, area, brush),
    }
    for remark in &state.explorer.remarks {
        content.push(paragraph(&format!("Note: {remark}."), area.width, brush.faint()));
    }
    content
}

fn table(content: &mut Content, found: &Found, review: &Review, area: Rect, brush: &Brush) {
    let Found { collection, explored } = found;
    let played = explored.tally.games;
    let text = match played {
        0 => format!("None of {collection} games reached this position."),
        _ => format!("{played} of {collection} games. Results are for the side to move."),
    };
    content.push(paragraph(&text, area.width, brush.text()));
    let columns = Columns::of(area);
    if !explored.moves.is_empty() {
        content.push([columns.titles(brush)]);
    }
    let labels = review.values().map_or_else(Vec::new, |values| values.labels());
    for played in &explored.moves {
        let line = columns.row(played, label(&labels, played.square), brush);
        content.push_item([line], Choice::Play(vec![played.square]));
    }
    if !explored.latest.is_empty() {
        content.push([heading(area, "Latest games", brush)]);
    }
    let width = usize::from(area.width).saturating_sub(1);
    for game in &explored.latest {
        let line = Line::styled(format!(" {}", game_text(game, width, brush)), brush.text());
        content.push_item([line], Choice::Open(game.key));
    }
}

struct Columns {
    mean: bool,
    name: usize,
}

impl Columns {
    const LEAST: usize = 24;
    const MEAN: usize = 7;

    fn of(area: Rect) -> Columns {
        let width = usize::from(area.width);
        let mean = width >= Columns::LEAST + Columns::MEAN;
        let taken = Columns::LEAST + if mean { Columns::MEAN } else { 0 };
        // One or two letters of a name are no help.
        let name = width.saturating_sub(taken + 2);
        Columns { mean, name: if name < 6 { 0 } else { name } }
    }

    fn titles(&self, brush: &Brush) -> Line<'static> {
        let mean = if self.mean { "   Mean" } else { "" };
        Line::styled(format!(" Move Games   Won{mean} Engine"), brush.faint())
    }

    fn row(&self, explored: &ExploredMove, label: Option<&Label>, brush: &Brush) -> Line<'static> {
        let ExploredMove { square, opening, played } = explored;
        let tally = &played.tally;
        let value = label.map_or("", |label| label.text.as_str());
        let style = match label.map(|label| label.kind) {
            Some(LabelKind::Best) => brush.accent(),
            Some(LabelKind::Other) => brush.text(),
            None => brush.faint(),
        };
        let value = if value.is_empty() { brush.pick("–", "-") } else { value };
        let mut spans = vec![
            Span::styled(format!(" {square}  "), brush.strong()),
            Span::styled(format!("{:>6}{:>6}", tally.games, share(tally, brush)), brush.text()),
        ];
        if self.mean {
            spans.push(Span::styled(format!("{:>7}", mean(tally, brush)), brush.text()));
        }
        spans.push(Span::styled(format!("{value:>7}"), style));
        if self.name > 0 {
            let name = fitted(opening.unwrap_or_default(), self.name, brush);
            spans.push(Span::styled(format!("  {name}"), brush.faint()));
        }
        Line::from(spans)
    }
}

fn label(labels: &[Label], square: Square) -> Option<&Label> {
    labels.iter().find(|label| label.square == square)
}

/// A draw is half a win.
fn share(tally: &Tally, brush: &Brush) -> String {
    match tally.share() {
        Some(share) => format!("{} %", (100.0 * share).round()),
        None => brush.pick("–", "-").to_owned(),
    }
}

fn mean(tally: &Tally, brush: &Brush) -> String {
    match tally.mean() {
        Some(mean) => format::value(mean as f32, false),
        None => brush.pick("–", "-").to_owned(),
    }
}

fn game_text(game: &ExploredGame, width: usize, brush: &Brush) -> String {
    let ExploredGame { players, event, year, margin, played, .. } = game;
    let dash = brush.pick("–", "-");
    let name = |name: &str| Some(sanitize::line(name)).filter(|name| !name.is_empty()).unwrap_or("unknown".to_owned());
    let played = played.map(|square| format!("{square}: ")).unwrap_or_default();
    let score = margin.map(|margin| format!(" {}{dash}{}", 32 + margin / 2, 32 - margin / 2)).unwrap_or_default();
    let who = format!("{played}{}{dash}{}{score}", name(&players.black), name(&players.white));
    let year = year.map(|year| year.to_string()).unwrap_or_default();
    let places = [format!("{} {year}", sanitize::line(event)), year];
    let with = places.iter().map(|place| place.trim()).filter(|place| !place.is_empty());
    let fits = |text: &String| text.chars().count() <= width;
    with.map(|place| format!("{who}, {place}")).find(fits).unwrap_or_else(|| fitted(&who, width, brush))
}
