use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use outflank_engine::{Engine, Options, Score};
use outflank_rules::Bitboard;

use super::*;
use crate::arguments::parsed;
use crate::random::Random;
use crate::records::{FileKind, FileRecord, RecordReader, ScoredGame, ScoredMove, games};

struct Folder {
    folder: tempfile::TempDir,
}

const GAMES: u64 = 20;

impl Folder {
    fn new() -> Folder {
        let folder = Folder { folder: tempfile::tempdir().unwrap() };
        let mut file = FileKind::Games.line(1).into_bytes();
        for number in 0..GAMES {
            let mut random = Random::of(1, number);
            let mut board = Board::START;
            let mut moves = Vec::new();
            for _ in 0..random.within(30..=60) {
                board = if board.moves().is_empty() { board.pass() } else { board };
                if board.moves().is_empty() {
                    break;
                }
                let square = random.one_of(board.moves());
                moves.push(ScoredMove { square, score: None });
                board = board.play_unchecked(square);
            }
            games::write(&mut file, &moves).unwrap();
        }
        fs::write(folder.games(), file).unwrap();
        folder
    }

    fn games(&self) -> PathBuf {
        self.folder.path().join("test.games")
    }

    fn out(&self) -> PathBuf {
        self.folder.path().join("test.positions")
    }

    fn label(&self, options: &str) -> anyhow::Result<Vec<u8>> {
        self.label_from(&format!("--games {} --force {options}", self.games().display()))
    }

    fn resume(&self, options: &str) -> anyhow::Result<Vec<u8>> {
        self.label_from(&format!("--games {} --resume {options}", self.games().display()))
    }

    fn label_from(&self, options: &str) -> anyhow::Result<Vec<u8>> {
        let out = self.out();
        run(&parsed(&format!("--out {} --depth 2 --solve-from 7 --seed 1 --threads 2 {options}", out.display())))?;
        Ok(fs::read(out).unwrap())
    }

    /// Labels the positions of a file without a recipe, as `teacher.py` writes it.
    fn label_positions(&self, records: &[u8], options: &str) -> Vec<ScoredPosition> {
        let source = self.folder.path().join("source.positions");
        fs::write(&source, [FileKind::Positions.line(1).as_bytes(), records].concat()).unwrap();
        read(&self.label_from(&format!("--positions {} --force {options}", source.display())).unwrap())
    }

    fn boards(&self) -> Vec<Board> {
        let file = fs::read(self.games()).unwrap();
        read::<ScoredGame>(&file).into_iter().flat_map(|game| game.replay.before).map(|seen| seen.board).collect()
    }
}

fn read<T: FileRecord>(file: &[u8]) -> Vec<T> {
    RecordReader::new(file).unwrap().map(Result::unwrap).collect()
}

#[test]
fn scores_are_what_a_fresh_engine_finds() {
    let folder = Folder::new();
    let labelled = read(&folder.label("--sample 3").unwrap());
    assert!(labelled.len() > 200, "{}", labelled.len());
    for ScoredPosition { board, score } in labelled {
        let empties = board.empty().len() as u8;
        let engine = Engine::new(Options { threads: 1, table_mebibytes: 1 });
        let analysis = search(&engine, &position(board), if empties <= 7 { empties } else { 2 });
        assert_eq!(analysis.exact, empties <= 7);
        assert_eq!(score, analysis.lines[0].score, "{board:?}");
    }
}

#[test]
fn every_position_is_taken_once_in_the_order_of_the_sources() {
    let folder = Folder::new();
    let mut seen = HashSet::new();
    let expected: Vec<Board> = folder.boards().into_iter().filter(|board| seen.insert(board.canonical())).collect();
    assert!(expected.len() < folder.boards().len());
    let labelled: Vec<ScoredPosition> = read(&folder.label("").unwrap());
    assert!(labelled.iter().map(|position| position.board).eq(expected));
}

#[test]
fn threads_do_not_change_the_file() {
    let folder = Folder::new();
    assert!(folder.label("--threads 1").unwrap() == folder.label("--threads 3").unwrap());
}

#[test]
fn empties_limit_and_sample_choose_positions() {
    let folder = Folder::new();
    let labelled = |options: &str| read::<ScoredPosition>(&folder.label(options).unwrap());
    let all = labelled("");

    let late = labelled("--empties 10-20");
    assert!(!late.is_empty());
    let is_late = |position: &&ScoredPosition| (10..=20).contains(&position.board.empty().len());
    assert!(all.iter().filter(is_late).eq(&late));

    let limited = labelled("--limit 50");
    assert_eq!(limited, all[..50]);

    let [sampled, otherwise] = [labelled("--sample 4 --seed 1"), labelled("--sample 4 --seed 2")];
    assert!((all.len() / 5..all.len() / 3).contains(&sampled.len()), "{} of {}", sampled.len(), all.len());
    assert!(sampled.iter().all(|position| all.contains(position)));
    assert_ne!(sampled, otherwise);
}

#[test]
fn siblings_follow_a_move_that_was_not_played() {
    let folder = Folder::new();
    let of_games: HashSet<Board> = folder.boards().into_iter().map(Board::canonical).collect();
    let children = |board: Board| board.moves().into_iter().map(move |square| board.play_unchecked(square));
    let siblings: HashSet<Board> = of_games
        .iter()
        .flat_map(|&board| children(board))
        .map(|child| if child.moves().is_empty() { child.pass() } else { child })
        .map(Board::canonical)
        .filter(|child| !of_games.contains(child))
        .collect();
    let shares = [0, 50, 100].map(|percent| {
        let labelled: Vec<ScoredPosition> = read(&folder.label(&format!("--siblings {percent}")).unwrap());
        let replaced = labelled.iter().filter(|position| siblings.contains(&position.board.canonical())).count();
        let others = labelled.len() - replaced;
        assert!(labelled.iter().all(|position| {
            let board = position.board.canonical();
            siblings.contains(&board) || of_games.contains(&board)
        }));
        replaced as f64 / (replaced + others) as f64
    });
    assert!(shares[0] == 0.0 && (0.4..0.6).contains(&shares[1]) && shares[2] > 0.9, "{shares:?}");
}

#[test]
fn positions_and_wthor_games_are_sources() {
    let folder = Folder::new();
    let from_games = folder.label("").unwrap();
    let header = from_games.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').nth(1).unwrap().0 + 1;
    assert_eq!(folder.label_positions(&from_games[header..], ""), read(&from_games));

    fs::write(folder.folder.path().join("a.wtb"), crate::wthor::tests::file(&[56, 64, 33])).unwrap();
    let from_wthor = folder.label_from(&format!("--wthor {} --force", folder.folder.path().display()));
    let boards: Vec<Board> =
        read(&from_wthor.unwrap()).iter().map(|position: &ScoredPosition| position.board).collect();
    let after_f5 = Board::START.play_unchecked(outflank_rules::Square::F5);
    let after_d6 = after_f5.play_unchecked(outflank_rules::Square::D6);
    assert_eq!(boards, [Board::START, after_f5, after_d6]);
}

/// A file of positions may hold boards that no game can reach.
#[test]
fn any_board_can_be_labelled() {
    let folder = Folder::new();
    let boards: Vec<Board> = (0..1000)
        .map(|number| {
            let mut random = Random::of(1, number);
            let occupied = (0..random.below(8)).fold(random.next(), |squares, _| squares & random.next())
                | (0..random.below(8)).fold(random.next(), |squares, _| squares & random.next());
            let mine = random.next();
            let [player, opponent] = [occupied & mine, occupied & !mine].map(Bitboard::from_bits);
            Board::new(player, opponent).unwrap()
        })
        .collect();
    let mut records = Vec::new();
    for &board in &boards {
        positions::write(&mut records, ScoredPosition { board, score: Score::from_discs(0) }).unwrap();
    }
    let labelled = folder.label_positions(&records, "--siblings 50");
    assert!(labelled.len() > 500, "{}", labelled.len());
    assert!(labelled.iter().all(|position| !position.board.moves().is_empty()));
}

#[test]
fn a_file_that_was_cut_off_anywhere_is_completed() {
    let folder = Folder::new();
    let options = "--limit 3 --siblings 30";
    let whole = folder.label(options).unwrap();
    for length in 0..=whole.len() {
        fs::write(folder.out(), &whole[..length]).unwrap();
        assert!(folder.resume(options).unwrap() == whole, "cut off after {length} bytes");
    }
}

#[test]
fn a_file_grows_when_more_positions_are_requested() {
    let folder = Folder::new();
    let whole = folder.label("").unwrap();
    folder.label("--limit 100").unwrap();
    assert!(folder.resume("").unwrap() == whole);
    let error = format!("{:#}", folder.resume("--limit 100").unwrap_err());
    assert!(error.ends_with(", more than 100"), "{error}");
    assert!(fs::read(folder.out()).unwrap() == whole);
}

#[test]
fn other_arguments_or_sources_cannot_resume() {
    let folder = Folder::new();
    let before = folder.label("--limit 5").unwrap();
    let refused = |options: &str, expected: &str| {
        let error = format!("{:#}", folder.resume(options).unwrap_err());
        assert!(error.contains(expected), "{options}: {error}");
        assert!(fs::read(folder.out()).unwrap() == before);
    };
    for (options, expected) in [
        ("--depth 3", ": the file was made with depth=2, not depth=3; "),
        ("--solve-from 8", "solve-from=7, not solve-from=8; "),
        ("--seed 2", "seed=1, not seed=2; "),
        ("--siblings 2", "siblings=0, not siblings=2; "),
        ("--sample 2", "sample=1, not sample=2; "),
        ("--empties 2-9", "empties=1-60, not empties=2-9; "),
    ] {
        refused(options, expected);
    }
    let games = fs::read(folder.games()).unwrap();
    fs::write(folder.games(), [&games[..], &[0]].concat()).unwrap();
    refused("", ": the file was made with games=test.games:");
}

#[test]
fn positions_that_would_not_be_taken_cannot_be_resumed() {
    let folder = Folder::new();
    let mut file = folder.label("--limit 5").unwrap();
    let last = file.len() - 18;
    file[last..last + 16].fill(0);
    fs::write(folder.out(), &file).unwrap();
    let error = format!("{:#}", folder.resume("").unwrap_err());
    assert!(error.ends_with(": position 5: this version of the program takes a different position"), "{error}");
    assert!(fs::read(folder.out()).unwrap() == file);
}

#[test]
fn a_source_is_not_overwritten() {
    let folder = Folder::new();
    folder.label("").unwrap();
    let before = fs::read(folder.out()).unwrap();
    let roundabout = folder.folder.path().join(".").join("test.positions");
    let error = folder.label(&format!("--positions {}", roundabout.display())).unwrap_err();
    assert_eq!(error.to_string(), format!("{}: the file is one of the sources", folder.out().display()));
    assert!(fs::read(folder.out()).unwrap() == before);
}

#[test]
fn damaged_sources_are_named() {
    let folder = Folder::new();
    let mut games = fs::read(folder.games()).unwrap();
    games.pop();
    fs::write(folder.games(), &games).unwrap();
    let error = format!("{:#}", folder.label("").unwrap_err());
    assert_eq!(error, format!("{}: game {GAMES}: the file ends inside it", folder.games().display()));
    assert!(read::<ScoredPosition>(&fs::read(folder.out()).unwrap()).len() > 500);

    let missing = folder.folder.path().join("missing.games");
    let games = format!("--games {} {}", folder.games().display(), missing.display());
    let error = folder.label(&games).unwrap_err();
    assert!(format!("{error:#}").starts_with(&format!("{}: ", missing.display())), "{error:#}");
}
