//! `cargo xtask openings`: merges lists of named openings into the table that `outflank-study` embeds.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use outflank_formats::{Transcript, board_string};
use outflank_rules::{Board, Position, Rules};
use unicode_normalization::UnicodeNormalization;

use crate::cargo;

/// A list of names. Names of earlier lists come first.
struct NameList {
    file: &'static str,
    language: Language,
    /// Whether the first two columns are a board and its side to move. A transcript and the name follow.
    has_board: bool,
}

#[derive(Clone, Copy)]
enum Language {
    English,
    French,
    Japanese,
}

const LANGUAGES: usize = 3;

/// Published lines come first, because the transcripts of the board lists are reconstructed.
const SOURCES: [NameList; 5] = [
    NameList { file: "zebra_english.tsv", language: Language::English, has_board: false },
    NameList { file: "edax_english.tsv", language: Language::English, has_board: false },
    NameList { file: "edax_french.tsv", language: Language::French, has_board: false },
    NameList { file: "egaroucid_english_boards.tsv", language: Language::English, has_board: true },
    NameList { file: "egaroucid_japanese_boards.tsv", language: Language::Japanese, has_board: true },
];

#[derive(Default)]
struct Openings {
    by_board: BTreeMap<Board, Opening>,
    spellings: Spellings,
}

#[derive(Default)]
struct Opening {
    line: String,
    names: [Vec<String>; LANGUAGES],
}

pub(crate) fn run(folder: &Path) -> Result<()> {
    let mut openings = Openings::default();
    for source in &SOURCES {
        let path = folder.join(source.file);
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.starts_with('#')) {
            source.add(line, &mut openings).with_context(|| format!("{}: line {number}", path.display()))?;
        }
    }
    let table = openings.write();
    let path = cargo::root().join("crates/outflank-study/data/openings.tsv");
    fs::write(&path, table).with_context(|| path.display().to_string())?;
    println!("{} named positions in {}", openings.by_board.len(), path.display());
    Ok(())
}

impl NameList {
    fn add(&self, line: &str, openings: &mut Openings) -> Result<()> {
        let columns: Vec<_> = line.split('\t').collect();
        let column = |index: usize| columns.get(index).copied().context("expected another column");
        let first = if self.has_board { 2 } else { 0 };
        let (transcript, name) = (column(first)?, column(first + 1)?);
        let drawn = format!("{} {}", column(0)?, column(1)?);
        let drawn_board = || -> Result<_> { Ok(Position::new(Rules::Standard, board_string::parse(&drawn)?)?.board()) };
        let (board, line) = match transcript {
            "" => (drawn_board()?, drawn.as_str()),
            _ => {
                let game = transcript.parse::<Transcript>()?.replay(Position::initial(Rules::Standard))?;
                (game.position().board(), transcript)
            }
        };
        let board = board.context("expected a position of the standard game")?.canonical();
        if self.has_board {
            let stated = drawn_board()?.map(Board::canonical);
            ensure!(stated == Some(board), "the transcript does not lead to the board");
        }
        let names = self.language.names(name);
        if names.is_empty() {
            return Ok(());
        }
        let opening = openings.by_board.entry(board).or_default();
        if opening.line.is_empty() || (opening.line.contains(' ') && !line.contains(' ')) {
            opening.line = line.to_owned();
        }
        for name in names {
            // `|` separates the names of the table.
            ensure!(!name.contains('|'), "{name}: expected no | in a name");
            openings.spellings.add(&name);
            opening.names[self.language as usize].push(name);
        }
        Ok(())
    }
}

impl Language {
    fn names(self, cell: &str) -> Vec<String> {
        // Edax marks lines without a name of their own.
        if cell.contains("???") {
            return Vec::new();
        }
        let cell = cell.replace(" (interversion)", "");
        let separator = match self {
            Language::English => [" / ", ", "],
            Language::French => [" / "; 2],
            Language::Japanese => ["/"; 2],
        };
        let [first, second] = separator;
        let names = cell.split(first).flat_map(|part| part.split(second));
        names
            .map(|name| match self {
                Language::English => capitalised_words(name.trim()),
                Language::French => capitalised(name.trim()),
                Language::Japanese => name.trim().to_owned(),
            })
            .filter(|name| !name.is_empty())
            .collect()
    }
}

/// `mainline tiger` is `Mainline Tiger`; the rest of a word stays as it is.
fn capitalised_words(name: &str) -> String {
    let mut text = String::new();
    for word in name.split_inclusive([' ', '-', '(']) {
        match word {
            "v-" => text += word,
            _ => text += &capitalised(word),
        }
    }
    text
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or(String::new(), |first| first.to_uppercase().chain(characters).collect())
}

/// One spelling for names that differ only in case, accents, blanks or punctuation: the first, but accents are kept.
#[derive(Default)]
struct Spellings(HashMap<String, String>);

impl Spellings {
    fn add(&mut self, name: &str) {
        let known = self.0.entry(folded(name)).or_insert_with(|| name.to_owned());
        if known.is_ascii() && !name.is_ascii() {
            name.clone_into(known);
        }
    }

    /// The names of a cell, each once.
    fn cell(&self, names: &[String]) -> String {
        let mut cell: Vec<&str> = Vec::new();
        for name in names {
            let name = &self.0[&folded(name)];
            if !cell.contains(&name.as_str()) {
                cell.push(name);
            }
        }
        cell.join("|")
    }
}

fn folded(name: &str) -> String {
    // Only accents of Latin letters: the marks of kana make other syllables.
    let is_accent = |character: &char| ('\u{300}'..='\u{36f}').contains(character);
    let is_separator = |character: &char| character.is_whitespace() || character.is_ascii_punctuation();
    let characters = name.nfd().filter(|character| !is_accent(character) && !is_separator(character));
    characters.flat_map(char::to_lowercase).collect()
}

impl Openings {
    fn write(&self) -> String {
        let mut openings: Vec<_> = self.by_board.values().collect();
        openings.sort_by_key(|opening| (opening.line.len(), &opening.line));
        let mut table = "# line\tenglish\tfrench\tjapanese; made by: cargo xtask openings FOLDER\n".to_owned();
        for Opening { line, names } in openings {
            let [english, french, japanese] = names.each_ref().map(|names| self.spellings.cell(names));
            let _ = writeln!(table, "{line}\t{english}\t{french}\t{japanese}");
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_normalized() {
        assert_eq!(Language::English.names("rose-v-toth"), ["Rose-v-Toth"]);
        assert_eq!(Language::English.names("aubrey, tanaka"), ["Aubrey", "Tanaka"]);
        assert_eq!(
            Language::English.names("Melnikov / bat (piau continuation 1)"),
            ["Melnikov", "Bat (Piau Continuation 1)"]
        );
        assert_eq!(Language::French.names("andersson, var.cali"), ["Andersson, var.cali"]);
        assert_eq!(Language::French.names("popov (interversion)"), ["Popov"]);
        assert_eq!(Language::Japanese.names("Shaman/Danish/EO兎"), ["Shaman", "Danish", "EO兎"]);
        assert_eq!(Language::French.names("campagnarde ???"), [""; 0]);
    }

    #[test]
    fn a_name_has_one_spelling() {
        let mut spellings = Spellings::default();
        let names = ["F.A.T. Draw", "F.a.t. Draw", "Rose beton", "Rose béton", "No-Cat", "NoCat", "かま", "がま"]
            .map(String::from);
        names.iter().for_each(|name| spellings.add(name));
        assert_eq!(spellings.cell(&names), "F.A.T. Draw|Rose béton|No-Cat|かま|がま");
    }
}
