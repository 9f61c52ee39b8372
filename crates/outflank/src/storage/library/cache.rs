//! The catalogue on disk, so that it need not be built at each start.
//!
//! | part | bytes |
//! | --- | --- |
//! | prologue | [`MAGIC`], the checksum of the rest (u32) |
//! | texts | for each table the number of texts (u32), their ends (u32) and their UTF-8 |
//! | folders | their number (u32), and for each its root and path |
//! | files | their number (u32), and for each its root, path, stamp, number of games and faults |
//! | games | their number (u32) and fixed-size entries; the moves behind them |
//!
//! Numbers are little-endian. Every number is checked before it is used: a damaged cache is rebuilt.

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use outflank_rules::ByColor;

use super::catalogue::{Catalogue, FileEntry, Folder, GameEntry, GameKey, Root, Stamp, Tables};
use super::texts::Texts;
use crate::storage::draft::folder_of;

/// The final number is the version: change it whenever an older program would misread the rest, or sketches change.
const MAGIC: [u8; 18] = *b"outflank library 1";

/// `None` if there is no cache, or a damaged one.
pub(super) fn load(path: &Path) -> Option<Catalogue> {
    decode(&fs::read(path).ok()?)
}

pub(super) fn save(catalogue: &Catalogue, path: &Path) -> std::io::Result<()> {
    let folder = folder_of(path);
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(&encode(catalogue))?;
    file.persist(path)?;
    Ok(())
}

pub(super) fn encode(catalogue: &Catalogue) -> Vec<u8> {
    let Catalogue { texts, files, games, moves, .. } = catalogue;
    let mut out = Writer(Vec::with_capacity(games.len() * 128));
    let Tables { players, events, openings, dates, starts } = texts;
    [players, events, openings, dates, starts].into_iter().for_each(|texts| out.texts(texts));
    out.number(catalogue.folders().len() as u32);
    for Folder { root, path, .. } in catalogue.folders() {
        out.root(root);
        out.path(path);
    }
    out.number(files.len() as u32);
    for FileEntry { root, path, stamp, games, faults, fault_count } in files {
        out.root(root);
        out.path(path);
        [stamp.size, stamp.changed, stamp.names].into_iter().for_each(|number| out.long(number));
        [*games, *fault_count, faults.len() as u32].into_iter().for_each(|number| out.number(number));
        faults.iter().for_each(|fault| out.bytes(fault.as_bytes()));
    }
    out.number(games.len() as u32);
    for game in games {
        out.long(game.key.0);
        let ByColor { black, white } = game.players;
        [game.file, game.number, black, white, game.event, game.opening, game.date, game.start, game.moves_at]
            .into_iter()
            .for_each(|number| out.number(number));
        out.0.extend([game.moves, game.margin.unwrap_or(UNKNOWN) as u8]);
    }
    out.bytes(moves);
    let rest = out.0;
    let mut whole = Vec::with_capacity(rest.len() + MAGIC.len() + 4);
    whole.extend(MAGIC);
    whole.extend(crc32fast::hash(&rest).to_le_bytes());
    whole.extend(rest);
    whole
}

pub(super) fn decode(bytes: &[u8]) -> Option<Catalogue> {
    let rest = bytes.strip_prefix(&MAGIC)?;
    let (checksum, rest) = rest.split_first_chunk()?;
    if crc32fast::hash(rest) != u32::from_le_bytes(*checksum) {
        return None;
    }
    let mut input = Reader(rest);
    let texts = Tables {
        players: input.texts()?,
        events: input.texts()?,
        openings: input.texts()?,
        dates: input.texts()?,
        starts: input.texts()?,
    };
    let count = input.count()?;
    let folders = (0..count).map(|_| Some(Folder::new(input.root()?, input.path()?))).collect::<Option<Vec<_>>>()?;
    let count = input.count()?;
    let files = (0..count).map(|_| input.file()).collect::<Option<Vec<_>>>()?;
    let count = input.count()?;
    let games = (0..count).map(|_| input.game()).collect::<Option<Vec<_>>>()?;
    let moves = input.bytes()?.to_vec();
    let is_known = |game: &GameEntry| {
        let Tables { players, events, openings, dates, starts } = &texts;
        let has = |texts: &Texts, number: u32| (number as usize) < texts.len();
        has(players, game.players.black)
            && has(players, game.players.white)
            && has(events, game.event)
            && has(openings, game.opening)
            && has(dates, game.date)
            && has(starts, game.start)
            && (game.moves_at as usize + usize::from(game.moves)) <= moves.len()
    };
    // Games are in the order of the files, as many as each file says.
    let of_files = files.iter().zip(0..).flat_map(|(file, number)| std::iter::repeat_n(number, file.games as usize));
    let is_whole = games.iter().map(|game| game.file).eq(of_files.take(games.len() + 1)) && games.iter().all(is_known);
    (is_whole && input.0.is_empty()).then(|| Catalogue::new(texts, files, games, moves, folders))
}

const UNKNOWN: i8 = i8::MIN;

struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, number: u32) {
        self.0.extend(number.to_le_bytes());
    }

    fn long(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u32);
        self.0.extend(bytes);
    }

    fn texts(&mut self, texts: &Texts) {
        let (all, ends) = texts.parts();
        self.number(ends.len() as u32);
        ends.iter().for_each(|&end| self.number(end));
        self.bytes(all.as_bytes());
    }

    fn root(&mut self, root: &Root) {
        self.0.push(match root {
            Root::Own(_) => 0,
            Root::Collection(_) => 1,
            Root::Opened(_) => 2,
        });
        self.path(root.path());
    }

    fn path(&mut self, path: &Path) {
        self.bytes(path.as_os_str().as_encoded_bytes());
    }
}

struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    fn number(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn long(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    /// No more than there are bytes left, so that nothing is allocated because a number claims it.
    fn count(&mut self) -> Option<usize> {
        self.number().map(|count| count as usize).filter(|&count| count <= self.0.len())
    }

    fn bytes(&mut self) -> Option<&'b [u8]> {
        let length = self.number()? as usize;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }

    fn text(&mut self) -> Option<String> {
        String::from_utf8(self.bytes()?.to_vec()).ok()
    }

    fn texts(&mut self) -> Option<Texts> {
        let count = self.count()?;
        let ends = (0..count).map(|_| self.number()).collect::<Option<Vec<_>>>()?;
        Texts::from_parts(self.text()?, ends)
    }

    fn root(&mut self) -> Option<Root> {
        let [kind] = self.take()?;
        let path = self.path()?;
        match kind {
            0 => Some(Root::Own(path)),
            1 => Some(Root::Collection(path)),
            2 => Some(Root::Opened(path)),
            _ => None,
        }
    }

    fn path(&mut self) -> Option<PathBuf> {
        path_from(self.bytes()?)
    }

    fn file(&mut self) -> Option<FileEntry> {
        let (root, path) = (self.root()?, self.path()?);
        let stamp = Stamp { size: self.long()?, changed: self.long()?, names: self.long()? };
        let (games, fault_count) = (self.number()?, self.number()?);
        let count = self.count()?;
        let faults = (0..count).map(|_| self.text()).collect::<Option<Vec<_>>>()?;
        Some(FileEntry { root, path, stamp, games, faults, fault_count })
    }

    fn game(&mut self) -> Option<GameEntry> {
        let key = GameKey(self.long()?);
        let (file, number) = (self.number()?, self.number()?);
        let players = ByColor { black: self.number()?, white: self.number()? };
        let (event, opening, date, start) = (self.number()?, self.number()?, self.number()?, self.number()?);
        let moves_at = self.number()?;
        let [moves, margin] = self.take()?;
        let margin = Some(margin as i8).filter(|&margin| margin != UNKNOWN);
        Some(GameEntry { key, file, number, players, event, opening, date, start, moves_at, moves, margin })
    }
}

#[cfg(unix)]
fn path_from(bytes: &[u8]) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    Some(OsString::from_vec(bytes.to_vec()).into())
}

#[cfg(not(unix))]
fn path_from(bytes: &[u8]) -> Option<PathBuf> {
    String::from_utf8(bytes.to_vec()).ok().map(|text| OsString::from(text).into())
}
