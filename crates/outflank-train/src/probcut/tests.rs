use std::fs;

use outflank_engine::Score;
use outflank_engine::training::{Deviations, MIDGAME};
use outflank_rules::{Bitboard, Board};
use proptest::prelude::*;

use super::cells::{DepthPair, Differences, ScoreDifference, SearchKind};
use super::fit::fit;
use super::score_log::{DepthScores, ScoreLog};
use super::*;

fn spread(kind: SearchKind, deviations: &Deviations) -> Differences {
    let mut list = Vec::new();
    for empties in 12..=50_u8 {
        let depths = match kind {
            SearchKind::Midgame => 3..=10,
            SearchKind::Endgame => empties..=empties,
        };
        for depth in depths {
            for shallow in (depth % 2..depth.min(12)).step_by(2) {
                let pair = DepthPair { empties, depth, shallow };
                let discs = f64::from(deviations.deviation(empties, depth, shallow));
                list.extend(
                    (0..30).map(|index| ScoreDifference { pair, discs: if index % 2 == 0 { discs } else { -discs } }),
                );
            }
        }
    }
    Differences { kind, positions: 1, list }
}

#[test]
fn known_deviations_are_fitted() {
    let other = Deviations { scale: 8.0, empties: -0.02, plies: 1.5 };
    for (kind, expected) in [(SearchKind::Midgame, MIDGAME), (SearchKind::Endgame, other)] {
        let fitted = fit(&spread(kind, &expected)).unwrap();
        assert!(fitted.relative_error < 0.01, "{fitted:?}");
        for (empties, depth, shallow) in [(14, 6, 2), (30, 10, 4), (50, 9, 5), (40, 14, 6), (24, 24, 12)] {
            let deviation = |deviations: &Deviations| deviations.deviation(empties, depth, shallow);
            let ratio = deviation(&fitted.deviations) / deviation(&expected);
            assert!((ratio - 1.0).abs() < 0.02, "{fitted:?} {expected:?}");
        }
    }
}

#[test]
fn too_few_differences_are_refused() {
    let mut differences = spread(SearchKind::Midgame, &MIDGAME);
    differences.list.retain(|difference| difference.pair.empties == 20);
    assert!(fit(&differences).is_none());
    differences.list.clear();
    assert!(fit(&differences).is_none());
}

#[test]
fn depths_of_the_same_parity_are_compared() {
    let board = Board::new(Bitboard::from_bits(!0 << 14), Bitboard::EMPTY).unwrap();
    let scores = [0, 1, 2, 3, 4].map(Score::from_discs).to_vec();
    let record = DepthScores { board, exact: Some(Score::from_discs(10)), scores };
    let found = |kind| -> Vec<_> {
        let differences = Differences::of(std::slice::from_ref(&record), kind);
        differences.list.iter().map(|found| (found.pair.depth, found.pair.shallow, found.discs)).collect()
    };
    assert_eq!(found(SearchKind::Midgame), [(3, 1, 2.0), (4, 0, 4.0), (4, 2, 2.0)]);
    assert_eq!(found(SearchKind::Endgame), [(14, 0, 10.0), (14, 2, 8.0), (14, 4, 6.0)]);
}

fn record() -> impl Strategy<Value = DepthScores> {
    let score = || (-2048..=2048).prop_map(Score::from_units);
    let discs = (any::<u64>(), any::<u64>()).prop_map(|(player, opponent)| {
        let player = Bitboard::from_bits(player & !0xffff);
        Board::new(player, Bitboard::from_bits(opponent & !0xffff & !player.bits())).unwrap()
    });
    (discs, prop::option::of(score()), prop::collection::vec(score(), 0..=12))
        .prop_map(|(board, exact, scores)| DepthScores { board, exact, scores })
}

proptest! {
    #[test]
    fn a_record_round_trips(record in record()) {
        prop_assert_eq!(record.to_string().parse::<DepthScores>().unwrap(), record);
    }

    #[test]
    fn no_line_panics(line in ".*", words in "[0-9a-f]{16} [0-9a-f]{16}( -?[0-9]{1,5}){0,70}") {
        let _ = line.parse::<DepthScores>();
        let _ = words.parse::<DepthScores>();
    }

    #[test]
    fn a_file_that_was_cut_off_is_completed(records in prop::collection::vec(record(), 1..5), cut in any::<prop::sample::Index>()) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data");
        let mut log = ScoreLog::open(&path).unwrap();
        records.iter().for_each(|record| log.push(record.clone()).unwrap());
        drop(log);
        let whole = fs::read(&path).unwrap();
        fs::write(&path, &whole[..cut.index(whole.len())]).unwrap();

        let mut log = ScoreLog::open(&path).unwrap();
        let kept = log.records.len();
        prop_assert_eq!(&log.records[..], &records[..kept]);
        records[kept..].iter().for_each(|record| log.push(record.clone()).unwrap());
        drop(log);
        prop_assert_eq!(fs::read(&path).unwrap(), whole);
    }
}

#[test]
fn errors_name_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data");
    let message = |text: &str| {
        fs::write(&path, text).unwrap();
        let error = format!("{:#}", ScoreLog::open(&path).err().unwrap());
        error.strip_prefix(&format!("{}: ", path.display())).unwrap().to_owned()
    };
    assert_eq!(message("something else\n"), "line 1: expected \"outflank probcut 1\"");
    assert_eq!(message("something"), "line 1: expected \"outflank probcut 1\"");
    assert_eq!(message("outflank probcut 1\n1 1 - 0\n"), "line 2: a square has two discs");
    assert_eq!(
        message("outflank probcut 1\n1 2 - 0\n1 2 x\n"),
        "line 3: expected a score from -2048 to 2048, found \"x\""
    );
    assert_eq!(message("outflank probcut 1\nffffffffffffffff 0 - 0\n"), "line 2: more scores than empty squares");
}

#[test]
fn a_file_of_other_searches_is_refused() {
    let weights = EngineWeights::load(None).unwrap();
    let searcher = |depth| DepthSearcher::new(&weights, depth, 14);
    let positions = [
        Board::START,
        Board::START.moves().into_iter().map(|square| Board::START.play_unchecked(square)).next().unwrap(),
    ];
    let folder = tempfile::tempdir().unwrap();
    let mut log = ScoreLog::open(&folder.path().join("data")).unwrap();
    log.push(searcher(4).search(positions[0])).unwrap();
    assert!(log.check(&positions, &searcher(4)).is_ok());
    assert!(log.check(&positions, &searcher(5)).is_err());
    assert!(log.check(&positions[1..], &searcher(4)).is_err());
    log.records[0].scores[0] = -log.records[0].scores[0];
    log.records[0].scores[0] = Score::from_units(log.records[0].scores[0].units() + 1);
    let error = log.check(&positions, &searcher(4)).unwrap_err().to_string();
    assert!(error.contains("line 2: made with other games"), "{error}");
}
