use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use anyhow::{Context, bail};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use outflank_formats::format::{DetectError, Format, Source};
use outflank_formats::record::Details;
use outflank_formats::{Record, UncheckedRecord, plain};
use outflank_rules::{ByColor, Game, Position, Rules, Square};
use outflank_study::index::Outline;
use outflank_study::openings::Language;

use super::catalogue::GameKey;
use crate::storage::records::NamesFiles;

/// Some hundred thousand games.
pub(super) const MAX_BYTES: u64 = 512 * 1024 * 1024;

/// What is listed of one file; all faults are counted.
const MAX_FAULTS: usize = 20;

#[derive(Clone, Debug, Default)]
pub(super) struct Sketches {
    pub(super) games: Vec<Sketch>,
    pub(super) faults: Vec<String>,
    pub(super) fault_count: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sketch {
    pub(super) number: u32,
    pub(super) key: GameKey,
    pub(super) players: ByColor<String>,
    pub(super) event: String,
    pub(super) opening: String,
    pub(super) date: String,
    pub(super) start: String,
    pub(super) moves: Vec<u8>,
    pub(super) margin: Option<i8>,
}

impl Sketches {
    pub(super) fn fail(&mut self, why: impl ToString) {
        self.fault_count += 1;
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(why.to_string());
        }
    }
}

/// Unreadable games and files become faults. Games are numbered as in `FILE#7`, unreadable ones included.
pub(super) fn read(path: &Path, is_stopped: &dyn Fn() -> bool) -> Sketches {
    let mut sketches = Sketches::default();
    let read = for_each(path, |number, unchecked| {
        match unchecked.and_then(|unchecked| Sketch::of(&unchecked, number)) {
            Ok(sketch) => sketches.games.push(sketch),
            Err(error) => sketches.fail(format!("game {number}: {error:#}")),
        }
        !is_stopped()
    });
    if let Err(error) = read {
        sketches.fail(format!("{error:#}"));
    }
    sketches
}

pub(super) fn for_each(
    path: &Path,
    mut take: impl FnMut(u32, anyhow::Result<UncheckedRecord>) -> bool,
) -> anyhow::Result<()> {
    let bytes = bytes(path)?;
    let format = match Source::new(&bytes).detect() {
        // No games are no fault.
        Err(DetectError::Empty) => return Ok(()),
        detected => detected?,
    };
    let names = if format == Format::Wthor { NamesFiles::beside(path)? } else { NamesFiles::default() };
    let source = Source::new(&bytes).with_names(names.directory());
    for (number, unchecked) in (1..).zip(source.read(format)) {
        if !take(number, unchecked.map_err(anyhow::Error::from)) {
            break;
        }
    }
    Ok(())
}

pub(super) fn bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        bail!("it is not a regular file");
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        bail!("expected a file of at most {MAX_BYTES} bytes");
    }
    Ok(bytes)
}

/// The game with this number, checked.
pub(super) fn record(path: &Path, number: u32) -> anyhow::Result<Record> {
    let mut found = None;
    for_each(path, |at, unchecked| {
        found = (at == number).then_some(unchecked);
        found.is_none()
    })?;
    let unchecked = found.with_context(|| format!("no game with the number {number}"))??;
    Ok(unchecked.check()?)
}

impl Sketch {
    pub(super) fn of(unchecked: &UncheckedRecord, number: u32) -> anyhow::Result<Sketch> {
        let Outline { moves, margin, opening } = Outline::of(unchecked, Language::English)?;
        let UncheckedRecord { start, details, .. } = unchecked;
        let usual = *start == Position::initial(Rules::Standard);
        let start = if usual { String::new() } else { plain::write_game(&Game::new(*start)) };
        let Details { players, event, place, date, .. } = details;
        Ok(Sketch {
            number,
            key: key(details, &start, &moves),
            players: players.clone().map(|player| player.name),
            event: if event.is_empty() { place.clone() } else { event.clone() },
            opening: opening.map_or_else(|| details.opening.clone(), |opening| opening.name.to_owned()),
            date: day(date),
            start,
            moves: moves.iter().map(|square| square.index()).collect(),
            margin: margin.map(|margin| margin.discs().clamp(-64.0, 64.0).round() as i8),
        })
    }
}

/// FNV-1a. Files of tags depend on it.
pub(super) fn key(details: &Details, start: &str, moves: &[Square]) -> GameKey {
    let ByColor { black, white } = &details.players;
    let texts = [&black.name, &white.name, &details.date, start].map(str::as_bytes);
    let texts = texts.into_iter().flat_map(|text| text.iter().copied().chain([0xff]));
    let bytes = texts.chain(moves.iter().map(|square| square.index()));
    let hash =
        bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    GameKey(hash)
}

pub(super) fn key_of(record: &Record) -> GameKey {
    let usual = *record.start() == Position::initial(Rules::Standard);
    let start = if usual { String::new() } else { plain::write_game(&Game::new(*record.start())) };
    let moves: Vec<Square> = record.game().placements().collect();
    key(&record.details, &start, &moves)
}

/// The day of a date in any notation, as far as it is known: `2026-11-15`, `2026-11` or `2026`.
pub(super) fn day(date: &str) -> String {
    let digits = |text: &str| text.split(|character: char| !character.is_ascii_digit()).map(str::to_owned).collect();
    let numbers: Vec<String> = digits(date);
    let number = |at: usize, most: u32| {
        let number = numbers.get(at).filter(|digits| digits.len() <= 2)?.parse().ok()?;
        (1..=most).contains(&number).then_some(number)
    };
    if let Some(year) = numbers.first().filter(|digits| digits.len() == 4) {
        return match (number(1, 12), number(2, 31)) {
            (Some(month), Some(day)) => format!("{year}-{month:02}-{day:02}"),
            (Some(month), None) => format!("{year}-{month:02}"),
            (None, _) => year.clone(),
        };
    }
    // Day, month and year, as in 15.11.2026; with slashes, the order is anyone's guess.
    if let Some(year) = numbers.iter().find(|digits| digits.len() == 4) {
        return match (number(0, 31), number(1, 12), numbers.get(2) == Some(year) && date.contains('.')) {
            (Some(day), Some(month), true) => format!("{year}-{month:02}-{day:02}"),
            _ => year.clone(),
        };
    }
    let seconds = numbers.iter().find(|digits| matches!(digits.len(), 9 | 10)).and_then(|digits| digits.parse().ok());
    let moment = seconds.and_then(|seconds| Timestamp::from_second(seconds).ok());
    moment.map(|moment| moment.to_zoned(TimeZone::UTC).strftime("%Y-%m-%d").to_string()).unwrap_or_default()
}
