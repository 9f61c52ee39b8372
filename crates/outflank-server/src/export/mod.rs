mod head;
mod pictures;

use std::borrow::Cow;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use outflank_formats::Record;
use outflank_formats::format::{self, Format};
use outflank_render::board::BoardImage;
use outflank_render::film::Film;
use outflank_rules::{ByColor, Color, Game};
use outflank_study::openings::{self, Language};
use outflank_study::played::{self, Placed};
use outflank_table::{Event, Table, Time};

use crate::live::PlayedGame;
use crate::store::Occupant;
use crate::study::record_text;
use crate::wire::{
    ClockSetting, ErrorKind, GameRecord, GameResult, PlayerKind, Ply, Problem, RecordPlayer, RecordPly, Start, millis,
};

pub(crate) use head::{GameHead, preview};
pub(crate) use pictures::{DrawError, Image, Pictures};

pub(crate) fn record(game: &PlayedGame) -> Record {
    let (table, events) = sitting(game);
    let mut record = played::record(&table, &events);
    let details = &mut record.details;
    for color in Color::ALL {
        details.players[color].name = name(game, color).unwrap_or_default();
    }
    details.place = "Outflank".to_owned();
    details.date = date(began(&game.events).unwrap_or(game.plan.created));
    record
}

pub(crate) fn text(game: &PlayedGame, format: Format) -> Result<String, Problem> {
    let record = record(game);
    match format {
        Format::Plain => Ok(record_text(record.game())),
        _ => format::write(&record, format).map_err(|error| Problem::new(ErrorKind::Unusable, error)),
    }
}

pub(crate) fn picture(game: &PlayedGame, plies: Option<usize>) -> Result<BoardImage, Problem> {
    let (table, _) = sitting(game);
    let most = table.game().plies().len();
    BoardImage::of(table.game(), plies)
        .ok_or_else(|| Problem::new(ErrorKind::NotFound, format!("expected a ply from 0 to {most}")))
}

pub(crate) fn film(game: &PlayedGame) -> Film {
    Film::of(sitting(game).0.game())
}

pub(crate) fn json(game: &PlayedGame) -> GameRecord {
    let (table, events) = sitting(game);
    let start = table.game().start();
    let ending = game.table.as_ref().and_then(Table::ending);
    GameRecord {
        id: game.id,
        rules: start.rules(),
        start: Start::of(start),
        supply: start.supply(),
        created: game.plan.created.as_millis(),
        began: began(&game.events).map(Time::as_millis),
        ended: ended(&game.events).map(Time::as_millis),
        players: ByColor::from_fn(|color| player(game, color)),
        clock: ClockSetting::of(table.terms().time),
        plies: plies(table.game(), &played::placements(&events)),
        result: ending.map(|ending| GameResult::of(ending, table.game().position())),
        opening: openings::of_game(table.game(), Language::English).map(|opening| opening.name),
    }
}

fn player(game: &PlayedGame, color: Color) -> RecordPlayer {
    let (kind, level) = match game.plan.occupants[color] {
        Occupant::Engine(level) => (PlayerKind::Engine, Some(level.number())),
        Occupant::Creator | Occupant::Friend | Occupant::Anyone => (PlayerKind::Human, None),
    };
    RecordPlayer { kind, level, name: name(game, color) }
}

fn plies(game: &Game, placements: &[Placed]) -> Vec<RecordPly> {
    let mut placements = placements.iter();
    let ply = |ply: &outflank_rules::Ply| {
        let Ply { by, square, flips } = Ply::of(ply);
        let placed = square.and_then(|_| placements.next());
        RecordPly {
            by,
            square,
            flips,
            time: placed.map(|placed| millis(placed.time)),
            left: placed.and_then(|placed| placed.left).map(millis),
        }
    };
    game.plies().iter().map(ply).collect()
}

fn sitting(game: &PlayedGame) -> (Cow<'_, Table>, Cow<'_, [Event]>) {
    match &game.table {
        Some(table) => (Cow::Borrowed(table), Cow::Borrowed(&game.events)),
        None => {
            let (table, events) = Table::open(game.plan.terms, game.plan.created);
            (Cow::Owned(table), Cow::Owned(events))
        }
    }
}

fn name(game: &PlayedGame, color: Color) -> Option<String> {
    let given = game.names[color].as_ref().map(|name| name.as_str().to_owned());
    given.or(match game.plan.occupants[color] {
        Occupant::Engine(level) => Some(format!("Engine, level {level}")),
        Occupant::Creator | Occupant::Friend | Occupant::Anyone => None,
    })
}

fn began(events: &[Event]) -> Option<Time> {
    events.iter().find_map(|event| match *event {
        Event::Opened { at, .. } => Some(at),
        _ => None,
    })
}

fn ended(events: &[Event]) -> Option<Time> {
    events.iter().find_map(|event| match *event {
        Event::Ended { at, .. } => Some(at),
        _ => None,
    })
}

/// The date format of GGF and SGF. Empty outside the calendar.
fn date(time: Time) -> String {
    let moment = i64::try_from(time.as_millis()).ok().and_then(|millis| Timestamp::from_millisecond(millis).ok());
    moment.map(|moment| moment.to_zoned(TimeZone::UTC).strftime("%Y.%m.%d_%H:%M:%S.%Z").to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests;
