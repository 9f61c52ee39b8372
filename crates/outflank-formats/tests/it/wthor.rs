use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use outflank_formats::wthor::{BoardSize, Date, GameRecord, Games, IllegalGame, Names, NamesKind};
use outflank_rules::{IllegalMove, Square};

pub(crate) const EXCERPT: &[u8] = include_bytes!("../data/wthor_200.wtb");

pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    files.sort();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "wtb"));
    files
}

pub(crate) fn in_parallel<T: Send>(files: &[PathBuf], work: impl Fn(&[u8], Games) -> T + Sync) -> Vec<T> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let work_on = |file: &PathBuf| {
        let bytes = fs::read(file).expect("the file can be read");
        let games = Games::parse(&bytes).expect("the file is well-formed");
        work(&bytes, games)
    };
    thread::scope(|scope| {
        // Later files are larger: deal them out in turn.
        let share = |first| files.iter().skip(first).step_by(threads).map(&work_on).collect::<Vec<T>>();
        let workers: Vec<_> = (0..threads).map(|first| scope.spawn(move || share(first))).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("the files are as they should be")).collect()
    })
}

#[derive(Debug, Default, PartialEq)]
struct Tally {
    games: usize,
    unfinished: usize,
    with_passes: usize,
    with_empty_squares: usize,
    drawn: usize,
}

impl Tally {
    fn of(games: &Games) -> Tally {
        let mut tally = Tally::default();
        games.games.iter().for_each(|game| tally.count(game));
        tally
    }

    /// A game that was played out must reach the recorded score.
    fn count(&mut self, record: &GameRecord) {
        let game = record.replay().expect("the game is legal");
        self.games += 1;
        self.with_passes += usize::from(game.plies().len() > record.moves().len());
        let Some(outcome) = game.outcome() else {
            self.unfinished += 1;
            return;
        };
        assert_eq!(outcome.tournament_score().black, record.score, "{record:?}");
        self.with_empty_squares += usize::from(!game.position().empty().is_empty());
        self.drawn += usize::from(outcome.winner().is_none());
    }
}

#[test]
fn two_hundred_games_replay_to_their_scores() {
    let games = Games::parse(EXCERPT).unwrap();
    assert_eq!((games.year, games.depth), (0, 24));
    assert_eq!(games.created, Date { year: 2026, month: 2, day: 20 });
    let expected = Tally { games: 200, unfinished: 3, with_passes: 107, with_empty_squares: 4, drawn: 8 };
    assert_eq!(Tally::of(&games), expected);
}

#[test]
fn the_whole_collection_replays_to_its_scores() {
    let Some(folder) = crate::collections::folder("wthor") else { return };
    let tallies = in_parallel(&files(&folder), |_, games| Tally::of(&games));
    let sum = |count: fn(&Tally) -> usize| tallies.iter().map(count).sum::<usize>();
    assert_eq!((sum(|tally| tally.games), sum(|tally| tally.unfinished)), (114_908, 401));
}

#[test]
fn the_names_of_the_collection_are_read() {
    let Some(folder) = crate::collections::folder("wthor") else { return };
    let players = Names::parse(&fs::read(folder.join("WTH.JOU")).unwrap(), NamesKind::Players).unwrap();
    assert_eq!(players.names.len(), 4_448);
    assert_eq!(players.get(0), Some("???"));

    let tournaments = Names::parse(&fs::read(folder.join("WTH.TRN")).unwrap(), NamesKind::Tournaments).unwrap();
    assert_eq!(tournaments.names.len(), 492);
    let accented = |name: &&String| name.contains(['é', 'è']);
    assert_eq!(tournaments.names.iter().filter(accented).count(), 21);
}

fn broken(offset: usize, byte: u8) -> Result<Games, String> {
    let mut file = EXCERPT.to_vec();
    file[offset] = byte;
    parse(&file)
}

fn parse(bytes: &[u8]) -> Result<Games, String> {
    Games::parse(bytes).map_err(|error| error.to_string())
}

#[test]
fn the_size_must_match_the_header() {
    let short = |bytes| Err(format!("expected a header of 16 bytes, found the end of the file (byte {bytes})"));
    assert_eq!(parse(&[]), short(0));
    assert_eq!(parse(&EXCERPT[..15]), short(15));

    let size = |count: u64, bytes| {
        let expected = 16 + 68 * count;
        Err(format!("expected {expected} bytes, a header and {count} records of 68, found {bytes} (byte {bytes})"))
    };
    let all = EXCERPT.len();
    for bytes in [16, all - 1, all - 68] {
        assert_eq!(parse(&EXCERPT[..bytes]), size(200, bytes));
    }
    assert_eq!(broken(4, 201), size(201, all));
    // A claim of four billion games must not allocate.
    assert_eq!(broken(7, 0xff), size(0xff00_00c8, all));
}

#[test]
fn only_normal_games_on_eight_by_eight_are_read() {
    let old = broken(12, 0).unwrap();
    assert_eq!(old.board_size, BoardSize::Unstated);
    assert_eq!(Games { board_size: BoardSize::Eight, ..old }, Games::parse(EXCERPT).unwrap());
    assert_eq!(broken(12, 10).unwrap_err(), "expected the board size 8, or 0 which means 8, found 10 (byte 12)");
    assert_eq!(broken(13, 1).unwrap_err(), "expected normal games (type 0), found type 1 (byte 13)");
}

#[test]
fn a_file_above_the_limit_is_refused() {
    let bytes = outflank_formats::wthor::MAX_BYTES + 1;
    let error = parse(&vec![0; bytes]).unwrap_err();
    assert_eq!(error, "expected a file of at most 67108864 bytes, found 67108865 (byte 0)");
}

#[test]
fn broken_games_are_located() {
    let second = 16 + 68;
    for offset in [second + 6, second + 7] {
        let error = format!("expected a score from 0 to 64, found 65 (game 2, byte {offset})");
        assert_eq!(broken(offset, 65), Err(error));
    }
    let offset = second + 8 + 4;
    for found in [1, 9, 10, 19, 20, 80, 89, 90, 91, 255] {
        let error = format!("expected a move such as 56 for row 5, column 6, found {found} (game 2, byte {offset})");
        assert_eq!(broken(offset, found), Err(error));
    }
    let found = EXCERPT[offset + 1];
    let error = format!("expected 0 after the end of the moves, found {found} (game 2, byte {})", offset + 1);
    assert_eq!(broken(offset, 0), Err(error));
}

#[test]
fn an_illegal_game_is_read_but_not_replayed() {
    // Change the third move of the first game to a1.
    let games = broken(16 + 8 + 2, 11).unwrap();
    let error = games.games[0].replay().unwrap_err();
    assert!(matches!(error, IllegalGame { number: 3, square: Square::A1, why: IllegalMove::OutflanksNothing { .. } }));
    let expected = "move 3, a1, is not legal: on a1 Black would outflank no white disc in any direction";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn names_end_at_a_zero_or_fill_their_record() {
    let mut file = vec![20, 26, 2, 20, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0];
    file.extend(b"a name of 20 letters");
    file.extend(b"short\0 forgotten    ");
    let names = Names::parse(&file, NamesKind::Players).unwrap();
    assert_eq!(names.names, ["a name of 20 letters", "short"]);
    assert_eq!(names.get(2), None);

    let error = Names::parse(&file, NamesKind::Tournaments).unwrap_err();
    assert_eq!(error.to_string(), "expected 68 bytes, a header and 2 records of 26, found 56 (byte 56)");
    assert!(Names::parse(&file[..3], NamesKind::Players).is_err());
}
