//! The finished games of a match in a file, so that it can go on where it stopped.
//!
//! A line of JSON with the settings, then one for each game, in the order in which they ended. Lines are only ever appended.

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

/// The file of a match that is being played.
pub(super) struct State {
    name: String,
    file: File,
}

/// A file larger than this is not read: ten million games take less.
const LARGEST_FILE: u64 = 4 * 1024 * 1024 * 1024;

impl State {
    /// Opens the file, or makes it, and reads the games that are in it. They must be of this match.
    pub(super) fn open(
        path: &Path,
        arguments: &MatchArguments,
        it: &Match<'_>,
    ) -> anyhow::Result<(State, Vec<MatchGame>)> {
        let name = path.display().to_string();
        let context = || format!("Cannot go on with {name}");
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.with_context(context)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("{}: another match is writing to it", context()),
            // Where a file cannot be locked, it is up to the user.
            Err(TryLockError::Error(_)) => {}
        }
        let mut state = State { name: name.clone(), file };
        let games = state.read(arguments, it).with_context(context)?;
        Ok((state, games))
    }

    /// Writes a game down.
    pub(super) fn add(&mut self, played: &MatchGame) -> anyhow::Result<()> {
        let line = serde_json::to_string(&GameLine::from(played))?;
        self.write_line(&line).with_context(|| format!("Cannot write to {}", self.name))
    }

    fn read(&mut self, arguments: &MatchArguments, it: &Match<'_>) -> anyhow::Result<Vec<MatchGame>> {
        if self.file.metadata()?.len() > LARGEST_FILE {
            bail!("it is larger than any match");
        }
        let mut text = String::new();
        self.file.read_to_string(&mut text)?;
        // Whoever was killed while writing a line has not finished that game.
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
            bail!("it is another match: {difference}");
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
            bail!("a game is in it twice");
        }
        // Only now: a file that is something else stays as it is.
        self.cut(whole)?;
        Ok(games)
    }

    /// Leaves out what is behind the whole lines, and goes on there.
    fn cut(&mut self, whole: usize) -> anyhow::Result<()> {
        self.file.set_len(whole as u64)?;
        self.file.seek(SeekFrom::End(0))?;
        Ok(())
    }

    fn write_line(&mut self, line: &str) -> anyhow::Result<()> {
        self.file.write_all(format!("{line}\n").as_bytes())?;
        // A game that was told about is not lost with the power either.
        Ok(self.file.sync_data()?)
    }
}

/// What must be the same when a match goes on.
#[derive(Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    outflank_match: u32,
    a: String,
    b: String,
    rules: String,
    openings: Option<String>,
    bounds: String,
    /// Missing in a file from before there was a book.
    #[serde(default)]
    book: bool,
    threads: usize,
    clock: Option<String>,
    margin: f64,
    sprt: Option<String>,
    seed: u64,
}

impl From<&MatchArguments> for Settings {
    fn from(arguments: &MatchArguments) -> Settings {
        let Bounds { depth, nodes, time } = arguments.bounds.into();
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
            book: !arguments.book.no_book,
            threads: arguments.threads,
            clock: arguments.clock.map(|clock| clock.to_string()),
            margin: arguments.margin.as_secs_f64(),
            sprt: arguments.sprt.map(|sprt| sprt.to_string()),
            seed: arguments.seed,
        }
    }
}

impl Settings {
    /// The first setting that is not the same, in words.
    fn difference(&self, kept: &Settings) -> Option<String> {
        let (now, then) = (serde_json::to_value(self).ok()?, serde_json::to_value(kept).ok()?);
        let (now, then) = (now.as_object()?, then.as_object()?);
        let (name, value) = now.iter().find(|(name, value)| then.get(*name) != Some(*value))?;
        Some(format!("its {name} is {}, not {value}", then.get(name).unwrap_or(&serde_json::Value::Null)))
    }
}

/// A game as it is written down.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameLine {
    /// Counted from 1.
    number: usize,
    /// `a` or `b`.
    black: String,
    moves: String,
    /// `board`, `resignation` or the kind of a fault.
    ending: String,
    /// Who resigned or was at fault.
    by: Option<String>,
    message: Option<String>,
    /// For A.
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
    /// The game, if it can be one of this match.
    fn played(self, it: &Match<'_>) -> anyhow::Result<MatchGame> {
        let number = self.number.checked_sub(1).context("games are counted from 1")?;
        let black = side(&self.black)?;
        if black != Match::black_in(number) {
            bail!("in game {} the other player has black", self.number);
        }
        let opening = it.opening_of(number);
        let moves: Transcript = self.moves.parse()?;
        let game = moves.replay(*opening.start())?;
        if !begins_with(&game, opening) {
            bail!("it is another match: game {} begins with another opening", self.number);
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
            false => bail!("its moves end with another margin than {}", self.margin),
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
