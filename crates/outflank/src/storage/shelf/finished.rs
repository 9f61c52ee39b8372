use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use outflank_formats::{Record, ggf};
use outflank_rules::Color;
use outflank_study::played;

use super::disk::Disk;
use super::error::ShelfError;
use super::read::Story;
use crate::person::{self, PersonName};
use crate::storage::draft::temporary_file;

pub(super) fn record(story: &Story, person: Option<&PersonName>) -> Record {
    let mut record = played::record(&story.table, &story.events);
    let details = &mut record.details;
    let names = person::recorded(&story.players, person);
    for color in Color::ALL {
        details.players[color].name.clone_from(&names[color]);
    }
    details.place = person::PLACE.to_owned();
    details.date = local(story.begun).strftime("%Y.%m.%d_%H:%M:%S.%Z").to_string();
    record
}

/// Writes a new file such as `2026-11-15_184512_Ada_engine-5.ggf`.
pub(super) fn write(disk: &dyn Disk, folder: &Path, begun: Timestamp, record: &Record) -> Result<PathBuf, ShelfError> {
    let players = &record.details.players;
    let [black, white] = [&players.black, &players.white].map(|player| file_name(&player.name));
    let name = [local(begun).strftime("%Y-%m-%d_%H%M%S").to_string(), black, white].join("_");
    let write = || -> io::Result<PathBuf> {
        let text = ggf::write(record).map_err(io::Error::other)? + "\n";
        fs::create_dir_all(folder)?;
        let file = temporary_file(folder)?;
        disk.write(file.as_file(), text.as_bytes())?;
        disk.sync(file.as_file())?;
        disk.place(file, folder, &name, "ggf").map(|(path, _)| path)
    };
    write().map_err(ShelfError::io(folder))
}

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
