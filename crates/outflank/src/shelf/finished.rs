//! Finished games: records in GGF, a file each.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use outflank_formats::record::{Clock, How, Verdict};
use outflank_formats::{Points, Record, ggf};
use outflank_rules::{ByColor, Color, Move};
use outflank_study::openings::{self, Language};
use outflank_table::{Ending, Event, Table, Time, TimeControl};
use tempfile::NamedTempFile;

use super::error::ShelfError;

/// The record of the game on a table, of which these are the events.
pub(super) fn record(begun: Timestamp, players: &ByColor<String>, table: &Table, events: &[Event]) -> Record {
    let mut record = Record::of(table.game());
    let mut times = times(events).into_iter();
    let placed = table.game().plies().iter().enumerate().filter(|(_, ply)| ply.mv != Move::Pass);
    for (index, _) in placed {
        if let Some(note) = record.note_mut(index) {
            note.time = times.next();
        }
    }
    let details = &mut record.details;
    for color in Color::ALL {
        details.players[color].name.clone_from(&players[color]);
    }
    details.place = "Outflank".to_owned();
    details.date = local(begun).strftime("%Y.%m.%d_%H:%M:%S.%Z").to_string();
    details.clocks = ByColor::both(clock(table.terms().time));
    details.result = table.ending().map(verdict);
    openings::complete(&mut record, Language::English);
    record
}

/// How long each placement took, of those that were not taken back. Pauses are not counted.
fn times(events: &[Event]) -> Vec<Duration> {
    let mut times = Vec::new();
    // What the move under way has taken before `since`.
    let mut used = Duration::ZERO;
    let mut since = Time::from_millis(0);
    for event in events {
        match *event {
            Event::Played { at, .. } => {
                times.push(used.saturating_add(at.since(since)));
                (used, since) = (Duration::ZERO, at);
            }
            Event::TakenBack { placements, at, .. } => {
                times.truncate(times.len().saturating_sub(placements));
                (used, since) = (Duration::ZERO, at);
            }
            Event::Paused { at, .. } => used = used.saturating_add(at.since(since)),
            Event::Opened { at, .. } | Event::Resumed { at } => since = at,
            _ => {}
        }
    }
    times
}

/// What a record can say of a time control: a delay has no place in it.
fn clock(time: TimeControl) -> Option<Clock> {
    let increment = match time {
        TimeControl::Fischer { increment, .. } => increment,
        TimeControl::Unlimited | TimeControl::SuddenDeath { .. } | TimeControl::Bronstein { .. } => Duration::ZERO,
    };
    time.main().map(|main| Clock { main, increment, ..Clock::default() })
}

/// Who does not play on has lost everything.
fn verdict(ending: Ending) -> Verdict {
    const ALL: i8 = 64;
    let how = match ending {
        Ending::PlayedOut(outcome) => {
            return Verdict { margin: Points::from_discs(outcome.margin(Color::Black)), how: How::Board };
        }
        Ending::Resigned { .. } | Ending::Abandoned { .. } => How::Resignation,
        Ending::TimeOut { .. } => How::Time,
        Ending::DrawAgreed => How::Agreement,
    };
    let margin = match ending.winner() {
        Some(Color::Black) => ALL,
        Some(Color::White) => -ALL,
        None => 0,
    };
    Verdict { margin: Points::from_discs(margin), how }
}

/// Writes a record to a new file in a folder, such as `2026-11-15_184512_human_engine-5.ggf`.
pub(super) fn write(
    folder: &Path,
    begun: Timestamp,
    players: &ByColor<String>,
    record: &Record,
) -> Result<PathBuf, ShelfError> {
    let name =
        [local(begun).strftime("%Y-%m-%d_%H%M%S").to_string(), file_name(&players.black), file_name(&players.white)]
            .join("_");
    let write = || -> io::Result<PathBuf> {
        let text = ggf::write(record).map_err(io::Error::other)?;
        fs::create_dir_all(folder)?;
        let mut file = readable_file(folder)?;
        writeln!(file, "{text}")?;
        file.as_file().sync_all()?;
        place(file, folder, &name, "ggf").map(|(path, _)| path)
    };
    write().map_err(ShelfError::io(folder))
}

/// Gives a file a name of its own in a folder, and makes sure of it: no other file is written over.
pub(super) fn place(
    mut file: NamedTempFile,
    folder: &Path,
    name: &str,
    extension: &str,
) -> io::Result<(PathBuf, File)> {
    let mut number = 1;
    loop {
        let path = folder.join(match number {
            1 => format!("{name}.{extension}"),
            _ => format!("{name}-{number}.{extension}"),
        });
        match file.persist_noclobber(&path) {
            Ok(file) => {
                sync_folder(folder)?;
                return Ok((path, file));
            }
            Err(error) if error.error.kind() == ErrorKind::AlreadyExists => (file, number) = (error.file, number + 1),
            Err(error) => return Err(error.error),
        }
    }
}

/// Where that is needed, makes sure that the folder knows its files.
fn sync_folder(folder: &Path) -> io::Result<()> {
    match cfg!(unix) {
        true => File::open(folder)?.sync_all(),
        false => Ok(()),
    }
}

/// A new file that the same people may read as any other that the player makes.
fn readable_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// A player as part of a file's name: letters and digits of any script, with `-` for everything between them.
fn file_name(player: &str) -> String {
    const LONGEST: usize = 24;
    let words = player.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
    let name: String = words.collect::<Vec<_>>().join("-").chars().take(LONGEST).collect();
    match name.trim_end_matches('-') {
        "" => "player".to_owned(),
        name => name.to_owned(),
    }
}

fn local(moment: Timestamp) -> Zoned {
    moment.to_zoned(TimeZone::system())
}
