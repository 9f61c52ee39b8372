//! One line of JSON with the settings, then one per finished game, in the order in which they ended. Lines are only appended.

use std::fs::{File, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, bail};
use outflank_formats::record::Player;
use outflank_formats::{Record, Transcript, transcript};
use outflank_players::matches::{Match, MatchEnding, MatchGame, Side};
use outflank_players::{Bounds, FaultKind};
use outflank_rules::{ByColor, Game};
use serde::{Deserialize, Serialize};

use super::report;
use crate::cli::MatchArguments;

pub(super) struct State {
    name: String,
    file: File,
}

/// Ten million games take less.
const LARGEST_FILE: u64 = 4 * 1024 * 1024 * 1024;

impl State {
    pub(super) fn open(
        path: &Path,
        arguments: &MatchArguments,
        it: &Match<'_>,
    ) -> anyhow::Result<(State, Vec<MatchGame>)> {
        let name = path.display().to_string();
        let context = || format!("cannot resume from {name}");
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.with_context(context)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("{}: another match is writing to it", context()),
            // Not every file system can lock.
            Err(TryLockError::Error(_)) => {}
        }
        let mut state = State { name: name.clone(), file };
        let games = state.read(arguments, it).with_context(context)?;
        Ok((state, games))
    }

    pub(super) fn add(&mut self, played: &MatchGame) -> anyhow::Result<()> {
        let line = serde_json::to_string(&GameLine::from(played))?;
        self.write_line(&line).with_context(|| format!("cannot write to {}", self.name))
    }

    fn read(&mut self, arguments: &MatchArguments, it: &Match<'_>) -> anyhow::Result<Vec<MatchGame>> {
        if self.file.metadata()?.len() > LARGEST_FILE {
            bail!("expected at most {LARGEST_FILE} bytes");
        }
        let mut text = String::new();
        self.file.read_to_string(&mut text)?;
        // A partial last line is from a killed program; its game is played again.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let settings = Settings::from(arguments);
        let written = serde_json::to_string(&settings)?;
        let mut lines = text[..whole].lines().enumerate();
        let Some((_, first)) = lines.next() else {
            if !written.starts_with(&text) {
                bail!("line 1: expected the settings of a match");
            }
            self.cut(0)?;
            self.write_line(&written)?;
            return Ok(Vec::new());
        };
        let kept: Settings = serde_json::from_str(first).context("line 1: expected the settings of a match")?;
        if let Some(difference) = settings.difference(&kept) {
            bail!("from a different match: {difference}");
        }
        let mut games: Vec<MatchGame> = Vec::new();
        for (index, line) in lines {
            let place = || format!("line {}", index + 1);
            let line: GameLine = serde_json::from_str(line).with_context(place)?;
            games.push(line.played(it).with_context(place)?);
        }
        let mut numbers: Vec<_> = games.iter().map(|played| played.number).collect();
        numbers.sort_unstable();
        if numbers.windows(2).any(|pair| pair[0] == pair[1]) {
            bail!("two games have the same number");
        }
        // Only now, so that a file of something else is not changed.
        self.cut(whole)?;
        Ok(games)
    }

    fn cut(&mut self, whole: usize) -> anyhow::Result<()> {
        self.file.set_len(whole as u64)?;
        self.file.seek(SeekFrom::End(0))?;
        Ok(())
    }

    fn write_line(&mut self, line: &str) -> anyhow::Result<()> {
        self.file.write_all(format!("{line}\n").as_bytes())?;
        // A reported game survives a power failure.
        Ok(self.file.sync_data()?)
    }
}

#[derive(Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    outflank_match: u32,
    a: String,
    b: String,
    rules: String,
    openings: Option<String>,
    bounds: String,
    /// Missing in files from before the book.
    #[serde(default)]
    book: bool,
    #[serde(default)]
    book_file: Option<String>,
    threads: usize,
    clock: Option<String>,
    margin: f64,
    sprt: Option<String>,
    seed: u64,
}

impl From<&MatchArguments> for Settings {
    fn from(arguments: &MatchArguments) -> Settings {
        let Bounds { depth, nodes, time } = arguments.search.bounds.into();
        let bounds = [
            depth.map(|depth| format!("depth={depth}")),
            nodes.map(|nodes| format!("nodes={nodes}")),
            time.map(|time| format!("time={}", time.as_secs_f64())),
        ];
        Settings {
            outflank_match: 1,
            a: arguments.a.to_string(),
            b: arguments.b.to_string(),
            rules: arguments.rules.to_string(),
            openings: arguments.openings.clone(),
            bounds: bounds.into_iter().flatten().collect::<Vec<_>>().join(","),
            book: !arguments.search.book.no_book,
            book_file: arguments.search.book.book.as_ref().map(|path| path.display().to_string()),
            threads: arguments.search.threads,
            clock: arguments.clock.map(|clock| clock.to_string()),
            margin: arguments.margin.as_secs_f64(),
            sprt: arguments.sprt.map(|sprt| sprt.to_string()),
            seed: arguments.seed,
        }
    }
}

impl Settings {
    fn difference(&self, kept: &Settings) -> Option<String> {
        let (now, then) = (serde_json::to_value(self).ok()?, serde_json::to_value(kept).ok()?);
        let (now, then) = (now.as_object()?, then.as_object()?);
        let (name, value) = now.iter().find(|(name, value)| then.get(*name) != Some(*value))?;
        Some(format!("{name} is {} there, and {value} here", then.get(name).unwrap_or(&serde_json::Value::Null)))
    }
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameLine {
    number: usize,
    black: String,
    moves: String,
    /// `board`, `resignation` or the kind of a fault.
    ending: String,
    by: Option<String>,
    message: Option<String>,
    margin: i8,
    names: [String; 2],
}

impl From<&MatchGame> for GameLine {
    fn from(played: &MatchGame) -> GameLine {
        let (by, message) = match &played.ending {
            MatchEnding::Board => (None, None),
            MatchEnding::Resignation { by } => (Some(*by), None),
            MatchEnding::Fault { by, message, .. } => (Some(*by), Some(message.clone())),
        };
        GameLine {
            number: played.number + 1,
            black: letter(played.black).to_owned(),
            moves: transcript::write(played.record.game()),
            ending: report::ending(&played.ending).to_owned(),
            by: by.map(|side| letter(side).to_owned()),
            message,
            margin: played.margin(Side::A),
            names: Side::ALL.map(|side| played.record.details.players[played.color_of(side)].name.clone()),
        }
    }
}

impl GameLine {
    fn played(self, it: &Match<'_>) -> anyhow::Result<MatchGame> {
        let number = self.number.checked_sub(1).context("expected a game number from 1")?;
        let black = side(&self.black)?;
        if black != Match::black_in(number) {
            bail!("from a different match: colours swapped in game {}", self.number);
        }
        let opening = it.opening_of(number);
        let moves: Transcript = self.moves.parse()?;
        let game = moves.replay(*opening.start())?;
        if !begins_with(&game, opening) {
            bail!("from a different match: game {} has another opening", self.number);
        }
        let by = self.by.as_deref().map(side).transpose()?;
        let message = self.message.unwrap_or_default();
        let ending = match (self.ending.as_str(), by) {
            ("board", None) if game.outcome().is_some() => MatchEnding::Board,
            ("resignation", Some(by)) => MatchEnding::Resignation { by },
            (kind, Some(by)) => {
                let kind = FaultKind::ALL.into_iter().find(|known| known.name() == kind);
                MatchEnding::Fault { by, kind: kind.context("expected how the game ended")?, message }
            }
            _ => bail!("expected how the game ended"),
        };
        let mut record = Record::of(&game);
        let [a, b] = self.names.map(|name| Player { name, ..Player::default() });
        record.details.players = match black {
            Side::A => ByColor { black: a, white: b },
            Side::B => ByColor { black: b, white: a },
        };
        let played = MatchGame { number, black, record, ending };
        match played.margin(Side::A) == self.margin {
            true => Ok(played),
            false => bail!("the margin of the moves is not {}", self.margin),
        }
    }
}

fn begins_with(game: &Game, opening: &Game) -> bool {
    let mut moves = game.placements();
    opening.placements().all(|square| moves.next() == Some(square))
}

fn letter(side: Side) -> &'static str {
    match side {
        Side::A => "a",
        Side::B => "b",
    }
}

fn side(letter: &str) -> anyhow::Result<Side> {
    match letter {
        "a" => Ok(Side::A),
        "b" => Ok(Side::B),
        _ => bail!("expected a or b, found {letter:?}"),
    }
}
