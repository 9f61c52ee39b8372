use std::collections::BTreeMap;
use std::fs;
use std::io::Cursor;
use std::path::Path;

use outflank_formats::wthor::{Directory, GameRecord, Games, Names, NamesKind};
use outflank_formats::{board_string, plain};
use outflank_rules::{Bitboard, Board, Color, Position, Rules, Setup, Square, Symmetry};
use outflank_study::index::{
    Collection, Continuation, Filter, GameKey, Index, OpenIndexError, ParseGameKeyError, Tally,
};
use outflank_study::openings::{self, Language};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::samples::{EXCERPT, KEY, add_wthor, collection, open, record, tournament, written, wthor_files};

struct Sample {
    games: Vec<GameRecord>,
    index: Index<Cursor<Vec<u8>>>,
}

impl Sample {
    fn new<'a>(files: impl IntoIterator<Item = &'a [u8]>, names: Directory<'_>) -> Sample {
        let mut collection = Collection::default();
        let mut all = Vec::new();
        for (file, number) in files.into_iter().zip(1..) {
            let games = Games::parse(file).expect("the file is well-formed");
            add_wthor(&mut collection, &format!("file {number}"), &games, names);
            all.extend(games.games);
        }
        Sample { games: all, index: open(&collection) }
    }

    fn excerpt() -> Sample {
        Sample::new([EXCERPT], Directory::default())
    }

    fn whole(folder: &Path) -> Sample {
        let read = |name: &str| fs::read(folder.join(name)).expect("the file can be read");
        let players = Names::parse(&read("WTH.JOU"), NamesKind::Players).expect("it has names");
        let tournaments = Names::parse(&read("WTH.TRN"), NamesKind::Tournaments).expect("it has names");
        let files: Vec<_> = wthor_files(folder).iter().map(|path| fs::read(path).expect("it can be read")).collect();
        let names = Directory { players: Some(&players), tournaments: Some(&tournaments) };
        Sample::new(files.iter().map(Vec::as_slice), names)
    }

    /// Compares positions of random games, in random orientations.
    fn assert_positions_are_as_scanned(&mut self, cases: usize) {
        let mut runner = TestRunner::deterministic();
        let choice = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..8usize);
        let asked: Vec<_> = (0..cases)
            .map(|_| {
                let (game, ply, symmetry) = choice.new_tree(&mut runner).expect("it can be made").current();
                let game = game.get(&self.games);
                let stands: Vec<_> = stands(game).collect();
                let (board, turn, _) = *ply.get(&stands);
                position(Symmetry::ALL[symmetry].board(board), turn)
            })
            .collect();
        let scanned = scan(&self.games, &asked);
        for position in asked {
            let filter = Filter { position: Some(position), ..Filter::default() };
            let found = self.index.find(&filter).expect("the index can be read");
            let answer = self.index.continuations(&position, &found);
            let expected = &scanned[&canonical(&position)];
            let total: usize = expected.values().map(|tally| tally.games).sum();
            assert_eq!(found.len(), total, "{}", board_string::write(&position));
            let answer: BTreeMap<_, _> = answer
                .iter()
                .map(|Continuation { mv, tally, .. }| (mv.map(|square| after(&position, square)), *tally))
                .collect();
            assert_eq!(answer, *expected, "{}", board_string::write(&position));
        }
    }
}

/// Each board with the side to move and its move, without boards on which a side had to pass.
fn stands(game: &GameRecord) -> impl Iterator<Item = (Board, Color, Option<Square>)> {
    let mut board = Board::START;
    let mut turn = Color::Black;
    let moves = game.moves().iter().copied().map(Some).chain([None]);
    moves.map(move |mv| {
        if board.moves().is_empty() && !board.is_over() {
            (board, turn) = (board.pass(), !turn);
        }
        let stand = (board, turn, mv);
        if let Some(square) = mv {
            (board, turn) = (board.try_play(square).expect("the game is legal"), !turn);
        }
        stand
    })
}

fn position(board: Board, turn: Color) -> Position {
    let setup = Setup { discs: board.discs(turn), turn, supply: None };
    Position::new(Rules::Standard, setup).expect("the board is valid")
}

fn canonical(position: &Position) -> Board {
    position.board().expect("it is of the standard game").canonical()
}

/// Canonical, so that it does not depend on the orientation.
fn after(position: &Position, square: Square) -> Board {
    position.board().and_then(|board| board.try_play(square)).expect("the move is legal").canonical()
}

/// For each canonical board, the boards that followed (`None` at the end of a game) with the results for the side to move.
fn scan(games: &[GameRecord], asked: &[Position]) -> BTreeMap<Board, BTreeMap<Option<Board>, Tally>> {
    let mut found: BTreeMap<_, BTreeMap<_, Tally>> =
        asked.iter().map(|position| (canonical(position), BTreeMap::new())).collect();
    for game in games {
        for (board, turn, mv) in stands(game) {
            let Some(moves) = found.get_mut(&board.canonical()) else { continue };
            let tally = moves.entry(mv.map(|square| after(&position(board, turn), square))).or_default();
            let margin = 2 * (i64::from(game.score) - 32) * if turn == Color::Black { 1 } else { -1 };
            tally.games += 1;
            tally.discs += margin;
            tally.wins += usize::from(margin > 0);
            tally.draws += usize::from(margin == 0);
            tally.losses += usize::from(margin < 0);
        }
    }
    found
}

#[test]
fn positions_of_an_excerpt_are_found_as_by_a_scan() {
    Sample::excerpt().assert_positions_are_as_scanned(2_000);
}

#[test]
fn positions_of_the_whole_collection_are_found_as_by_a_scan() {
    let Some(folder) = crate::collections::folder("wthor") else {
        return;
    };
    let mut sample = Sample::whole(&folder);
    assert_eq!(sample.games.len(), 114_908);
    sample.assert_positions_are_as_scanned(1_000);
}

#[test]
fn players_tournaments_and_years_of_the_whole_collection_are_found_as_by_a_scan() {
    let Some(folder) = crate::collections::folder("wthor") else {
        return;
    };
    let mut index = Sample::whole(&folder).index;
    let all = index.find(&Filter::default()).unwrap();
    let name = |text: &str| Some(text.to_owned());
    let filter = Filter { player: name("HIDESHI tamen"), against: name("murakami"), ..Filter::default() };
    let found = index.find(&filter).unwrap();
    let meant = |black: &str, white: &str| black == "Tamenori Hideshi" && white.contains("Murakami");
    let scanned = all.iter().filter(|&&id| {
        let players = index.game(id).unwrap().players();
        meant(players.black, players.white) || meant(players.white, players.black)
    });
    assert_eq!(found, scanned.copied().collect::<Vec<_>>());
    assert!(!found.is_empty());
    let results = index.results(&filter, &found).unwrap();
    assert_eq!(results.black.games + results.white.games, found.len());

    let filter = Filter { event: name("selection francaise"), years: Some(1990..=1999), ..Filter::default() };
    let found = index.find(&filter).unwrap();
    let scanned = all.iter().filter(|&&id| {
        let game = index.game(id).unwrap();
        let event = game.event().to_lowercase().replace('ç', "c").replace('é', "e");
        event.contains("selection") && event.contains("francaise") && (1990..=1999).contains(&game.year().unwrap())
    });
    assert_eq!(found, scanned.copied().collect::<Vec<_>>());
}

#[test]
fn openings_are_found_as_by_a_scan() {
    let mut index = Sample::excerpt().index;
    let all = index.find(&Filter::default()).unwrap();
    for text in ["tiger", "rose", "diagonal", "虎", "no such opening"] {
        let filter = Filter { opening: Some(text.to_owned()), ..Filter::default() };
        let found = index.find(&filter).unwrap();
        let meant = openings::search(text, Language::English);
        let scanned = all.iter().filter(|&&id| {
            let game = index.game(id).unwrap().game();
            let named = |position: &Position| {
                let shown = Language::ALL.into_iter().find_map(|language| openings::name(position, language));
                shown.is_some_and(|name| meant.contains(&name))
            };
            game.plies().iter().any(|ply| named(&ply.before)) || named(game.position())
        });
        assert_eq!(found, scanned.copied().collect::<Vec<_>>(), "{text}");
    }
}

#[test]
fn games_come_back_as_they_were_added() {
    let Sample { games, mut index } = Sample::excerpt();
    let ids = index.find(&Filter::default()).unwrap();
    assert_eq!((ids.len(), index.len()), (200, 200));
    for (id, game) in ids.into_iter().zip(&games) {
        let view = index.game(id).unwrap();
        assert!(view.moves().eq(game.moves().iter().copied()));
        assert_eq!(view.game(), game.replay().unwrap());
        assert_eq!(view.margin(), Some(2 * (game.score as i8 - 32)));
        assert_eq!(view.players().black, format!("player {}", game.black));
        assert_eq!(view.event(), format!("tournament {}", game.tournament));
        assert_eq!((view.source(), view.year()), ("file 1", None));
        assert_eq!(view.record().details.result.unwrap().margin.discs(), f64::from(view.margin().unwrap()));
    }
}

#[test]
fn symmetric_moves_of_a_symmetric_position_are_one() {
    let mut index = open(&collection(&["f5d6", "d3c5", "c4c3", "e6f6"]));
    let start = Position::initial(Rules::Standard);
    let all = index.find(&Filter { position: Some(start), ..Filter::default() }).unwrap();
    let moves = index.continuations(&start, &all);
    assert_eq!(moves.len(), 1);
    assert_eq!((moves[0].mv, moves[0].tally.games, moves[0].tally.known()), (Some(Square::F5), 4, 0));

    // After c4, the perpendicular d6 and c5 become e3, and the diagonal f6 becomes c3.
    let after_c4 = *record("c4").game().position();
    let found = index.find(&Filter { position: Some(after_c4), ..Filter::default() }).unwrap();
    let moves: Vec<_> =
        index.continuations(&after_c4, &found).iter().map(|found| (found.mv, found.tally.games)).collect();
    assert_eq!(moves, [(Some(Square::C3), 2), (Some(Square::E3), 2)]);
}

#[test]
fn games_from_other_starts_are_found_and_other_rules_are_refused() {
    let board = "board -------------------X-------XX------XO--------------------------- O";
    let mut collection = collection(&[&format!("{board}\nc3c4"), "d3c3c4"]);
    let source = collection.add_source("another");
    let refused = collection.add_record(&record("rules shellos\nc3"), source, 3).unwrap_err();
    assert_eq!(refused.to_string(), "expected a standard game, found rules shellos");

    let mut index = open(&collection);
    let position = *record("f5f6").game().position();
    let found = index.find(&Filter { position: Some(position), ..Filter::default() }).unwrap();
    assert_eq!(found.len(), 2);
    let moves = index.continuations(&position, &found);
    assert_eq!((moves.len(), moves[0].mv), (1, Some(Square::E6)));
    assert_eq!(plain::write_game(&index.game(found[0]).unwrap().game()), format!("{board}\nc3c4"));
    // Openings are only named from the initial position.
    assert_eq!(index.game(found[0]).unwrap().opening(Language::English), None);
    assert_eq!(index.game(found[1]).unwrap().opening(Language::English).unwrap().name, "Diagonal Opening");
}

#[test]
fn years_are_read_from_dates_of_many_kinds() {
    let mut collection = Collection::default();
    let source = collection.add_source("by hand");
    let dates = ["2003.12.15_12:33:18.MST", "2000-4-16 11:13 EST", "945277754", "1999", "15/12/1984", "12:30", ""];
    for (date, number) in dates.into_iter().zip(1..) {
        let mut record = record("f5");
        record.details.date = date.to_owned();
        collection.add_record(&record, source, number).unwrap();
    }
    let mut index = open(&collection);
    let games = index.find(&Filter::default()).unwrap();
    let mut years: Vec<_> =
        games.iter().map(|&id| index.game(id).unwrap()).map(|game| (game.number(), game.year())).collect();
    years.sort();
    let years: Vec<_> = years.into_iter().map(|(_, year)| year).collect();
    assert_eq!(years, [Some(2003), Some(2000), Some(1999), Some(1999), Some(1984), None, None]);
    assert_eq!(index.summary(&games).years, Some(1984..=2003));
}

#[test]
fn an_illegal_game_is_refused() {
    let mut file = EXCERPT.to_vec();
    file[16 + 8 + 2] = 11;
    let games = Games::parse(&file).unwrap();
    let mut collection = Collection::default();
    let source = collection.add_source("broken");
    let refused = collection.add_wthor(&games.games[0], 1999, Directory::default(), source, 1).unwrap_err();
    assert!(refused.to_string().starts_with("move 3, a1, is not legal"), "{refused}");
    assert!(collection.is_empty());
}

fn ask_all(bytes: Vec<u8>) -> Result<usize, OpenIndexError> {
    let mut index = Index::open(Cursor::new(bytes), KEY)?;
    let mut found = index.find(&Filter::default())?.len();
    for discs in 0..=64 {
        let player = Bitboard::from_bits(u64::MAX.checked_shr(64 - discs).unwrap_or(0));
        let board = Board::new(player, Bitboard::EMPTY).expect("the sides share no square");
        let position = position(board, Color::Black);
        found += index.find(&Filter { position: Some(position), ..Filter::default() })?.len();
    }
    Ok(found)
}

#[test]
fn any_change_of_an_index_is_detected() {
    let mut collection = collection(&["f5d6c3", "f5f6", "f5f4e3"]);
    collection.leave_out("a game");
    let whole = written(&collection, 1);
    assert_eq!(ask_all(whole.clone()).unwrap(), 3);
    for place in 0..whole.len() {
        let mut changed = whole.clone();
        changed[place] ^= 1 << (place % 8);
        assert!(ask_all(changed).is_err(), "byte {place}");
    }
    for length in 0..whole.len() {
        assert!(ask_all(whole[..length].to_vec()).is_err(), "{length} bytes");
    }
    let mut longer = whole.clone();
    longer.push(0);
    assert!(ask_all(longer).is_err());
    let other = Index::open(Cursor::new(whole), b"which games those are").unwrap_err();
    assert!(matches!(other, OpenIndexError::OtherKey), "{other}");
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let mut collection = Collection::default();
    add_wthor(&mut collection, "excerpt", &tournament(), Directory::default());
    let one = written(&collection, 1);
    assert!([2, 3, 64, 1_000].into_iter().all(|threads| written(&collection, threads) == one));
}

#[test]
fn explored_moves_use_the_orientation_of_the_query() {
    let mut index = open(&collection(&["f5d6c3d3c4", "d3c5f6f5e6", "f5f6e6"]));
    let asked = *record("f5").game().position();
    let explored = index.explore(&asked, 2).unwrap();
    assert_eq!(explored.tally.games, 3);
    let moves: Vec<_> = explored.moves.iter().map(|played| (played.square, played.played.tally.games)).collect();
    assert_eq!(moves, [(Square::D6, 2), (Square::F6, 1)]);
    assert_eq!(explored.moves[0].opening, Some("Perpendicular Opening"));
    let latest: Vec<_> = explored.latest.iter().map(|game| game.played).collect();
    assert_eq!(latest, [Some(Square::F6), Some(Square::D6)]);
    for game in &explored.latest {
        let named = index.named(game.key.to_string().parse().unwrap()).unwrap();
        assert!(named.moves().any(|square| Some(square) == game.played || game.played == Some(Square::D6)));
    }
    let unknown = index.explore(record("f5f4").game().position(), 2).unwrap();
    assert_eq!((unknown.tally.games, unknown.moves.len(), unknown.latest.len()), (0, 0, 0));
}

#[test]
fn an_empty_collection_has_no_results() {
    let mut index = open(&Collection::default());
    let start = Position::initial(Rules::Standard);
    assert!(index.is_empty());
    assert!(index.find(&Filter { position: Some(start), ..Filter::default() }).unwrap().is_empty());
    assert!(index.continuations(&start, &[]).is_empty());
    assert_eq!(index.summary(&[]).black, Tally::default());
}

#[test]
fn a_key_names_one_game_of_one_index() {
    let [index, mut other] =
        [&["f5d6c3d3c4", "f5f6e6"], &["f5f4e3", "f5d6c3d3c4"]].map(|games| open(&collection(games)));
    let start = Position::initial(Rules::Standard);
    let key = other.explore(&start, 1).unwrap().latest[0].key;
    assert_eq!(other.named(key).unwrap().game().placements().count(), 5);
    assert!(index.named(key).is_none(), "the second game of another index");
    let text = key.to_string();
    assert_eq!(text.parse(), Ok(key));
    for wrong in [
        "",
        "1",
        "-",
        "1-",
        "-1f2e",
        "+1-1f2e",
        "01-1f2e",
        "1-1F2E",
        "1-01f2e",
        "1-+1f2",
        "99999999999-1f2e",
        "1-1f2e ",
    ] {
        assert_eq!(wrong.parse::<GameKey>(), Err(ParseGameKeyError), "{wrong}");
    }
}
