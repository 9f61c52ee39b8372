use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use outflank_formats::wthor::{Date, Games, Names, NamesKind};
use outflank_rules::Square;
use outflank_study::puzzles::{self, Puzzle, Scored};
use tempfile::TempDir;

use super::games::Name;
use super::selection::MAX_PER_PLAYER;
use super::*;
use crate::arguments::parsed;

const EXCERPT: &[u8] = include_bytes!("../../../outflank-formats/tests/data/wthor_200.wtb");

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("WTH_2000.wtb"), EXCERPT).unwrap();
    let created = Games::parse(EXCERPT).unwrap().created;
    write_names(folder.path(), "WTH.JOU", NamesKind::Players, created);
    write_names(folder.path(), "wth.trn", NamesKind::Tournaments, created);
    folder
}

fn write_names(folder: &Path, file: &str, kind: NamesKind, created: Date) {
    let names = (0..u16::MAX).map(|number| format!("{kind:?} {number}")).collect();
    fs::write(folder.join(file), Names { created, names }.write(kind).unwrap()).unwrap();
}

fn arguments(folder: &Path, options: &str) -> PuzzlesArguments {
    let folder = folder.display();
    parsed(&format!("{folder} --count 8 --openings 3 --depth 3 --seed 1 --threads 1 --out {folder}/{options}"))
}

fn made(arguments: &PuzzlesArguments) -> String {
    run(arguments).unwrap();
    fs::read_to_string(&arguments.out).unwrap()
}

fn read(file: &str) -> Vec<Puzzle> {
    puzzles::read(file.to_owned().leak()).unwrap()
}

fn error(arguments: &PuzzlesArguments) -> String {
    format!("{:#}", run(arguments).unwrap_err())
}

#[test]
fn the_same_games_give_the_same_file_with_any_number_of_threads() {
    let folder = folder();
    let first = made(&arguments(folder.path(), "first"));
    assert_eq!(first, made(&arguments(folder.path(), "second")));
    assert_eq!(first, made(&arguments(folder.path(), "third --threads 3")));
    assert_ne!(read(&first), read(&made(&arguments(folder.path(), "fourth --seed 2"))));
}

#[test]
fn the_file_has_the_puzzles_and_how_they_were_made() {
    let folder = folder();
    let file = made(&arguments(folder.path(), "puzzles"));
    let header: Vec<&str> = file.lines().take_while(|line| line.starts_with('#')).collect();
    assert_eq!(header[0], puzzles::VERSION);
    assert_eq!(header[1], "# outflank-train puzzles --count 8 --openings 3 --depth 3 --seed 1");
    assert!(header[2].starts_with("# made from wthor=200:"), "{}", header[2]);
    let puzzles = read(&file);
    let number = |kind| puzzles.iter().filter(|puzzle| puzzle.kind == kind).count();
    assert_eq!((number(Kind::Endgame), number(Kind::Opening)), (5, 3));
    let counts = "5 endgames with 6 to 14 empty squares, solved; 3 openings after 6 to 16 placements";
    assert!(header[4].contains(counts), "{}", header[4]);
    for puzzle in &puzzles {
        assert!(puzzle.moves[0].score - puzzle.moves[1].score >= 2, "{}", puzzle.id);
        assert!(puzzle.source.starts_with("Players ") && puzzle.source.contains(", Tournaments "), "{}", puzzle.source);
    }
}

#[test]
fn the_games_and_themes_of_a_file_without_them_are_found_again() {
    let folder = folder();
    let whole = made(&arguments(folder.path(), "whole"));
    assert!(read(&whole).iter().all(|puzzle| !puzzle.history.is_empty()));
    let without = |line: &str| {
        let mut cells: Vec<&str> = line.split('\t').collect();
        cells.truncate(if line.starts_with('#') { cells.len() } else { 6 });
        cells.join("\t") + "\n"
    };
    let old = folder.path().join("old");
    fs::write(&old, whole.lines().map(without).collect::<String>()).unwrap();
    let path = folder.path().display();
    let completed = made(&parsed(&format!("{path} --keep {path}/old --depth 3 --out {path}/completed")));
    assert_eq!(completed, whole);

    let unknown = whole.replace("Players ", "Others ");
    fs::write(&old, unknown).unwrap();
    let message = error(&parsed(&format!("{path} --keep {path}/old --out {path}/again")));
    assert!(message.ends_with(": its game is not here"), "{message}");
}

#[test]
fn the_solver_reproduces_the_embedded_endgames() {
    let solver = endgame::EndgameSolver::new(&EngineWeights::load(None).unwrap(), 0);
    for puzzle in puzzles::all().iter().filter(|puzzle| puzzle.kind == Kind::Endgame) {
        assert_eq!(solver.only_win(&puzzle.position).as_deref(), Some(&puzzle.moves[..]), "{}", puzzle.id);
    }
}

#[test]
fn the_embedded_endgames_have_the_themes_that_the_engine_finds() {
    let engine = EngineWeights::load(None).unwrap().engine(opening::TABLE_MEBIBYTES);
    let endgames = || puzzles::all().iter().filter(|puzzle| puzzle.kind == Kind::Endgame);
    for puzzle in endgames().step_by(10) {
        let themes = themes::of(&engine, &puzzle.position, puzzle.position.empty().len() as u8);
        assert_eq!(themes, puzzle.themes, "{}", puzzle.id);
    }
    assert!(endgames().filter(|puzzle| !puzzle.themes.is_empty()).count() * 2 > endgames().count());
}

#[test]
fn a_lost_position_is_not_an_endgame_puzzle() {
    let solver = endgame::EndgameSolver::new(&EngineWeights::load(None).unwrap(), 0);
    for puzzle in puzzles::all().iter().filter(|puzzle| puzzle.kind == Kind::Endgame).step_by(10) {
        let after = puzzle.position.play(puzzle.best().square.into()).unwrap();
        assert_eq!(solver.only_win(&after), None, "{}", puzzle.id);
    }
}

#[test]
fn a_file_is_only_overwritten_with_force() {
    let folder = folder();
    let arguments = arguments(folder.path(), "puzzles --count 1 --openings 0");
    fs::write(&arguments.out, "mine").unwrap();
    assert!(error(&arguments).ends_with("the file exists; --force overwrites it"));
    assert_eq!(fs::read_to_string(&arguments.out).unwrap(), "mine");
    assert_eq!(read(&made(&PuzzlesArguments { force: true, ..arguments })).len(), 1);
}

#[test]
fn errors_say_what_is_missing() {
    let folder = folder();
    let too_many = arguments(folder.path(), "puzzles --openings 9");
    assert_eq!(error(&too_many), "--openings: expected at most as many as --count, which is 8");
    fs::remove_file(folder.path().join("wth.trn")).unwrap();
    let message = error(&arguments(folder.path(), "puzzles"));
    assert_eq!(message, format!("{}: no file with names (WTH.TRN)", folder.path().display()));
}

#[test]
fn programs_and_nameless_players_have_no_source() {
    let named = |black: &str, white: &str, event: &str, year| {
        let name = |text: &str| -> Name { games::single_line(text) };
        let players = outflank_rules::ByColor { black: name(black), white: name(white) };
        NamedGame { moves: [Square::F5].into(), players, event: name(event), year }.source()
    };
    let source = named("Tastet Marc", "Shaman David", "World Championship", 1992);
    assert_eq!(source.as_deref(), Some("Tastet Marc - Shaman David, World Championship 1992"));
    let dated = named("Tastet Marc", "Shaman\tDavid", "Open 1992", 1992);
    assert_eq!(dated.as_deref(), Some("Tastet Marc - Shaman David, Open 1992"));
    assert_eq!(named("A", "B", "C", 0).as_deref(), Some("A - B, C"));
    for (black, white, event) in [("Logistello (buro)", "A", "B"), ("A", "???", "B"), ("A", "B", ""), ("", "A", "B")] {
        assert_eq!(named(black, white, event, 1992), None);
    }
}

fn played(games: usize, people: usize) -> Vec<NamedGame> {
    let records = Games::parse(EXCERPT).unwrap().games;
    let name = |number: usize| Some(format!("player {}", number % people).into());
    let game = |number: usize| NamedGame {
        moves: records[number % records.len()].moves().into(),
        players: outflank_rules::ByColor { black: name(2 * number), white: name(2 * number + 1) },
        event: name(0),
        year: 2000,
    };
    (0..games).map(game).collect()
}

fn position_of(played: &NamedGame, game: usize, empties: usize, points: u32) -> Option<FoundPuzzle> {
    let position = played.replay().before.into_iter().nth(60 - empties)?.position();
    let moves = position.legal_moves().into_iter().map(|square| Scored { square, score: 0 }).collect();
    Some(FoundPuzzle { kind: Kind::Endgame, position, moves, points, game })
}

#[test]
fn a_set_is_spread_over_difficulties_empty_squares_and_colours() {
    let games = played(200, 1000);
    let find = |game: usize| position_of(&games[game], game, 20 + game % 4, game as u32 % 5);
    let mut set = PuzzleSet::new(&games);
    set.add((0..games.len()).filter_map(find).collect(), 40);
    assert_eq!(set.chosen.len(), 40);
    let mut difficulties = HashMap::new();
    let mut cells = HashMap::new();
    for chosen in &set.chosen {
        *difficulties.entry(chosen.difficulty).or_insert(0) += 1;
        let position = &chosen.found.position;
        *cells.entry((position.empty().len(), position.turn())).or_insert(0) += 1;
    }
    assert_eq!(difficulties, (1..=5).map(|difficulty| (difficulty, 8)).collect());
    assert!(cells.values().filter(|&&count| count > 0).count() >= 4, "{cells:?}");
}

#[test]
fn players_are_limited_and_games_are_used_once() {
    let games = played(100, 4);
    let twice = (0..games.len()).flat_map(|game| [24, 30].map(|empties| (game, empties)));
    let pool = twice.filter_map(|(game, empties)| position_of(&games[game], game, empties, 0)).collect();
    let mut set = PuzzleSet::new(&games);
    set.add(pool, 100);
    assert_eq!(set.chosen.len() as u32, 4 * MAX_PER_PLAYER / 2);
    let different: HashSet<usize> = set.chosen.iter().map(|chosen| chosen.found.game).collect();
    assert_eq!(different.len(), set.chosen.len());
}

#[test]
fn symmetric_positions_are_not_chosen_twice() {
    let games = played(2, 100);
    let found = position_of(&games[0], 0, 20, 0).unwrap();
    let turned = outflank_rules::Symmetry::Half.position(&found.position);
    let mut set = PuzzleSet::new(&games);
    set.add(vec![found.clone(), FoundPuzzle { position: turned, game: 1, ..found }], 2);
    assert_eq!(set.chosen.len(), 1);
}
