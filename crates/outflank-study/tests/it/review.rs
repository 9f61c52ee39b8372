use outflank_engine::{Level, Score};
use outflank_formats::logbook;
use outflank_rules::{Bitboard, ByColor, Color, Game, Move, Position, Rules, Setup, Square, Status, Symmetry};
use outflank_study::review::{Analyst, Effort, Judgement, Plan, Review, Search};
use proptest::prelude::*;

use crate::samples::{analysis, continued, played_out, reviewed, shallow, tournament};

fn finished() -> Game {
    let text = include_str!("../../../outflank-formats/tests/data/logbook_gam.txt");
    let sheet = logbook::parse(text).next().expect("there is a game").expect("it can be read");
    let game = sheet.check().expect("its moves are legal").game().clone();
    assert!(game.outcome().is_some());
    game
}

fn by_engine(game: &Game, plan: Plan) -> Review {
    let mut review = Review::of(game, plan);
    review.search_all(&Analyst::new());
    review
}

fn for_player(judgement: &Judgement, score: Score) -> f32 {
    match judgement.by {
        Color::Black => score.discs(),
        Color::White => -score.discs(),
    }
}

fn check(review: &Review, game: &Game) -> Result<(), TestCaseError> {
    let judgements: Vec<_> = review.judgements().cloned().collect();
    for judged in &judgements {
        let ply = &game.plies()[judged.ply - 1];
        prop_assert_eq!((ply.before.turn(), ply.mv), (judged.by, Move::Place(judged.played)));
        prop_assert!(ply.before.legal_moves().contains(judged.best));
        let loss = for_player(judged, judged.best_score) - for_player(judged, judged.score);
        prop_assert_eq!(judged.loss(), loss);
        for (line, first) in [(&judged.refutation, judged.played), (&judged.best_line, judged.best)] {
            prop_assert_eq!(line[0], Move::Place(first));
            let played = line.iter().try_fold(ply.before, |position, &mv| position.play(mv));
            prop_assert!(played.is_ok(), "{:?}", judged);
        }
        prop_assert!(loss >= 0.0, "{:?}", judged);
        prop_assert_eq!(loss == 0.0, judged.best == judged.played, "{:?}", judged);
    }
    for pair in judgements.windows(2) {
        prop_assert_eq!(pair[0].score, pair[1].best_score);
    }
    if let (Some(outcome), Some(last)) = (game.outcome(), judgements.last()) {
        prop_assert_eq!(last.score, Score::from_discs(outcome.margin(Color::Black)));
    }
    let worst = review.worst(3);
    prop_assert!(worst.iter().all(|judged| judged.loss() > 0.0));
    let most = judgements.iter().map(Judgement::loss).fold(0.0, f32::max);
    prop_assert_eq!(worst.first().map_or(0.0, Judgement::loss), most);
    Ok(())
}

#[test]
fn from_some_move_on_a_finished_game_is_judged_exactly() {
    let game = finished();
    let review = by_engine(&game, shallow().solving(14));
    check(&review, &game).unwrap();
    let judgements: Vec<_> = review.judgements().collect();
    assert_eq!(judgements.len(), game.placements().count());

    let exact: Vec<_> = judgements.iter().filter(|judged| judged.is_exact).collect();
    assert!(exact.len() >= 14, "only {} moves", exact.len());
    assert_eq!(exact.len(), judgements.iter().skip_while(|judged| !judged.is_exact).count());
}

#[test]
fn losses_add_up_to_the_result() {
    let game = finished();
    let review = by_engine(&game, shallow());
    let lost = |color| review.judgements().filter(|judged| judged.by == color).map(Judgement::loss).sum::<f32>();
    let first = review.judgements().next().unwrap().best_score.discs();
    let result = f32::from(game.outcome().unwrap().margin(Color::Black));
    assert_eq!(first - lost(Color::Black) + lost(Color::White), result);
}

#[test]
fn games_by_other_rules_are_judged_too() {
    for rules in Rules::ALL {
        let game = played_out(rules);
        let review = by_engine(&game, shallow());
        check(&review, &game).unwrap();
        assert_eq!(review.judgements().count(), game.placements().count(), "{rules}");
        assert!(review.judgements().last().is_some_and(|judged| judged.is_exact), "{rules}");
    }
}

#[test]
fn symmetric_games_have_symmetric_reviews() {
    let games = [finished(), tournament().games[7].replay().unwrap()];
    for (game, plan) in games.iter().zip([shallow(), Effort::Level(Level::new(4).unwrap()).into()]) {
        let expected: Vec<Judgement> = by_engine(game, plan).judgements().cloned().collect();
        for symmetry in Symmetry::ALL {
            let mut turned = Game::new(symmetry.position(game.start()));
            for square in game.placements() {
                turned.play(symmetry.square(square)).expect("it is as legal");
            }
            let back = |mv: &Move| mv.square().map_or(Move::Pass, |square| symmetry.inverse().square(square).into());
            for (judged, expected) in by_engine(&turned, plan).judgements().zip(&expected) {
                let judged = Judgement {
                    played: symmetry.inverse().square(judged.played),
                    best: symmetry.inverse().square(judged.best),
                    refutation: judged.refutation.iter().map(back).collect(),
                    best_line: judged.best_line.iter().map(back).collect(),
                    ..judged.clone()
                };
                assert_eq!(&judged, expected, "{symmetry:?}");
            }
        }
    }
}

#[test]
fn equivalent_first_moves_are_equally_good() {
    for first in [Square::D3, Square::C4, Square::F5, Square::E6] {
        let mut game = Game::new(Position::initial(Rules::Standard));
        game.play(first).unwrap();
        let review = by_engine(&game, shallow());
        assert_eq!(review.judgements().map(|judged| (judged.best, judged.loss())).collect::<Vec<_>>(), [(first, 0.0)]);
    }
}

#[test]
fn the_order_of_the_searches_does_not_matter() {
    let game = finished();
    let expected = by_engine(&game, shallow());
    let mut review = Review::of(&game, shallow());
    let mut searches: Vec<Search> = review.searches().cloned().collect();
    searches.sort_by_key(|search| search.position().empty().len() * 37 % 61);
    let analyst = Analyst::new();
    for search in &searches {
        // What is known is final.
        let known: Vec<Judgement> = review.judgements().cloned().collect();
        review.learn(&analyst.find(search));
        assert!(review.judgements().cloned().collect::<Vec<_>>().ends_with(&known));
    }
    assert!(review.judgements().eq(expected.judgements()));
}

#[test]
fn a_game_without_moves_has_nothing_to_judge() {
    for rules in Rules::ALL {
        let game = Game::new(Position::initial(rules));
        let review = by_engine(&game, shallow());
        assert_eq!(review.judgements().count(), 0);
        assert_eq!(review.worst(3), []);
        assert_eq!(review.turning_points().count(), 0);
    }
}

/// By brute force, for the side to move.
fn perfect(position: &Position) -> (i8, Option<Square>) {
    match position.status() {
        Status::Over(outcome) => (outcome.margin(position.turn()), None),
        Status::MustPass => (-perfect(&position.play(Move::Pass).expect("it is forced")).0, None),
        Status::Place(squares) => squares
            .into_iter()
            .map(|square| (-perfect(&position.play(Move::Place(square)).expect("it is a choice")).0, Some(square)))
            .max_by_key(|&(value, _)| value)
            .expect("there is a choice"),
    }
}

#[test]
fn searches_have_the_depth_of_their_effort() {
    let game = finished();
    for level in Level::ALL {
        for search in Review::of(&game, Effort::Level(level).into()).searches() {
            let empties = search.position().empty().len() as u8;
            match empties <= level.solves_from() {
                true => assert_eq!(search.plies(), empties),
                false => assert!([0, 1].contains(&(search.plies() - level.depth())), "{level}: {search:?}"),
            }
            assert!(search.solves() || (empties - search.plies()).is_multiple_of(2), "{search:?}");
        }
    }
    for search in Review::of(&game, shallow().solving(20)).searches() {
        assert_eq!(search.solves(), search.position().empty().len() <= 20, "{search:?}");
    }
}

#[test]
fn a_review_reports_its_progress() {
    let mut review = Review::of(&finished(), shallow());
    let mut percentages = vec![review.percent_done()];
    let searches: Vec<Search> = review.searches().cloned().collect();
    let analyst = Analyst::new();
    for search in &searches {
        review.learn(&analyst.find(search));
        percentages.push(review.percent_done());
    }
    assert!(percentages.is_sorted(), "{percentages:?}");
    assert_eq!((percentages.first(), percentages.last()), (Some(&0), Some(&100)));
}

/// From a random board with a few squares empty.
fn endings() -> impl Strategy<Value = Game> {
    let rules = prop::sample::select(&Rules::ALL[..]);
    let empties = prop::collection::hash_set(prop::sample::select(&Square::ALL[..]), 2..7);
    let turn = prop::sample::select(&Color::ALL[..]);
    let choices = prop::collection::vec(any::<prop::sample::Index>(), 12);
    (rules, any::<u64>(), empties, turn, choices).prop_map(|(rules, colors, empties, turn, choices)| {
        let empty: Bitboard = empties.into_iter().collect();
        let [black, white] = [colors, !colors].map(|bits| Bitboard::from_bits(bits) - empty);
        let setup = Setup { discs: ByColor { black, white }, turn, ..Setup::START };
        continued(Position::new(rules, setup).expect("it fits its rules"), &choices)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// With perfect analyses, losses are those of perfect play.
    #[test]
    fn exact_judgements_agree_with_brute_force(game in endings()) {
        let review = reviewed(&game, shallow().solving(60), |search| {
            let (value, best) = perfect(search.position());
            let empties = search.position().empty().len() as u8;
            analysis(&[(best.unwrap(), Score::from_discs(value))], empties, true)
        });
        check(&review, &game)?;
        let placements = game.plies().iter().filter(|ply| ply.mv != Move::Pass);
        prop_assert_eq!(review.judgements().count(), placements.clone().count());
        for (ply, judged) in placements.zip(review.judgements()) {
            let after = ply.before.play(ply.mv).unwrap();
            prop_assert!(judged.is_exact);
            prop_assert_eq!(judged.loss(), f32::from(perfect(&ply.before).0) + f32::from(perfect(&after).0));
        }
    }

    /// Whatever the searches find, no move gains.
    #[test]
    fn any_finding_leads_to_judgements(game in endings(), scores in prop::collection::vec(-64..=64_i8, 1..50)) {
        let mut scores = scores.into_iter().cycle();
        let review = reviewed(&game, shallow(), |search| {
            let best = search.position().legal_moves().first().unwrap();
            analysis(&[(best, Score::from_discs(scores.next().unwrap()))], search.plies(), search.solves())
        });
        prop_assert_eq!(review.judgements().count(), game.placements().count());
        for judged in review.judgements() {
            prop_assert!(judged.loss() >= 0.0);
        }
    }
}
