use std::time::Duration;

use outflank_engine::{Analysis, Engine, Level, Limits, Options, Score};
use outflank_formats::logbook;
use outflank_rules::{Bitboard, ByColor, Color, Game, Move, Position, Rules, Setup, Square, Status};
use outflank_study::review::{Judgement, Plan, Review, Search};
use proptest::prelude::*;

use crate::samples::{analysis, continued, played_out, reviewed};

fn finished() -> Game {
    let text = include_str!("../../../outflank-formats/tests/data/logbook_gam.txt");
    let sheet = logbook::parse(text).next().expect("there is a game").expect("it can be read");
    let game = sheet.check().expect("its moves are legal").game().clone();
    assert!(game.outcome().is_some());
    game
}

fn by_engine(game: &Game, time: Duration) -> Review {
    let engine = Engine::new(Options { threads: 1, table_mebibytes: 16 });
    reviewed(game, Plan::within(time), |search| engine.analyze(search.position, search.limits))
}

fn for_player(judgement: &Judgement, score: Score) -> f32 {
    match judgement.by {
        Color::Black => score.discs(),
        Color::White => -score.discs(),
    }
}

fn check(review: &Review, game: &Game) -> Result<(), TestCaseError> {
    let judgements: Vec<_> = review.judgements().copied().collect();
    for judged in &judgements {
        let ply = &game.plies()[judged.ply - 1];
        prop_assert_eq!((ply.before.turn(), ply.mv), (judged.by, Move::Place(judged.played)));
        prop_assert!(ply.before.legal_moves().contains(judged.best));
        let loss = for_player(judged, judged.best_score) - for_player(judged, judged.score);
        prop_assert_eq!(judged.loss(), loss);
        prop_assert!(loss >= 0.0, "{:?}", judged);
        prop_assert_eq!(loss == 0.0, judged.best == judged.played, "{:?}", judged);
    }
    for pair in judgements.windows(2) {
        if pair[0].is_exact && pair[1].is_exact {
            prop_assert_eq!(pair[0].score, pair[1].best_score);
        }
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
    let engine = Engine::new(Options { threads: 1, table_mebibytes: 16 });
    let review = reviewed(&game, Plan::within(Duration::from_secs(3600)), |search| {
        let depth = (search.position.empty().len() > 14).then(|| search.limits.depth.map_or(6, |depth| depth.min(6)));
        let analysis = engine.analyze(search.position, Limits { depth, ..Limits::default() });
        Analysis { time: Duration::ZERO, ..analysis }
    });
    check(&review, &game).unwrap();
    let judgements: Vec<_> = review.judgements().collect();
    assert_eq!(judgements.len(), game.placements().count());

    let exact: Vec<_> = judgements.iter().filter(|judged| judged.is_exact).collect();
    assert!(exact.len() >= 14, "only {} moves", exact.len());
    assert_eq!(exact.len(), judgements.iter().skip_while(|judged| !judged.is_exact).count());

    // The losses add up to the difference between the best and the actual result.
    let lost = |color| exact.iter().filter(|judged| judged.by == color).map(|judged| judged.loss()).sum::<f32>();
    let result = f32::from(game.outcome().unwrap().margin(Color::Black));
    assert_eq!(exact[0].best_score.discs() - lost(Color::Black) + lost(Color::White), result);
}

#[test]
fn every_move_is_judged_however_little_time_there_is() {
    let game = finished();
    let review = by_engine(&game, Duration::ZERO);
    assert_eq!(review.judgements().count(), game.placements().count());
}

#[test]
fn games_by_other_rules_are_judged_too() {
    for rules in Rules::ALL {
        let game = played_out(rules);
        for time in [Duration::ZERO, Duration::from_millis(500)] {
            let review = by_engine(&game, time);
            check(&review, &game).unwrap();
            assert_eq!(review.judgements().count(), game.placements().count(), "{rules}");
            assert!(review.judgements().last().is_some_and(|judged| judged.is_exact), "{rules}");
        }
    }
}

#[test]
fn a_game_without_moves_has_nothing_to_judge() {
    for rules in Rules::ALL {
        let game = Game::new(Position::initial(rules));
        let review = by_engine(&game, Duration::from_millis(100));
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

/// Finds every position even.
fn even(search: &Search) -> Analysis {
    let empties = search.position.empty().len() as u8;
    let depth = search.limits.depth.unwrap_or(empties).min(empties);
    let best = search.position.legal_moves().first().expect("only positions with a choice are searched");
    analysis(&[(best, Score::default())], depth, depth == empties)
}

#[test]
fn a_review_at_a_level_uses_its_depth() {
    let game = finished();
    for level in Level::ALL {
        let review = reviewed(&game, Plan::at_level(level), |search| {
            let Limits { depth, time, .. } = search.limits;
            let empties = search.position.empty().len() as u8;
            match depth {
                Some(depth) => assert!(depth <= level.depth().max(2), "{level}: {depth}"),
                None => assert!(empties <= level.solves_from(), "{level}: {empties}"),
            }
            assert!(time.is_some_and(|time| time <= Level::MAX_TIME) || depth.is_some_and(|depth| depth <= 4));
            even(search)
        });
        assert_eq!(review.judgements().count(), game.placements().count());
        for judged in review.judgements() {
            let empties = game.plies()[judged.ply - 1].before.empty().len() as u8;
            match empties <= level.solves_from() {
                true => assert!(judged.is_exact, "{level}: {judged:?}"),
                false => assert_eq!(judged.depth, level.depth().max(2), "{level}: {judged:?}"),
            }
        }
    }
}

#[test]
fn a_plan_reports_its_progress() {
    let game = finished();
    let (mut review, mut plan) = (Review::of(&game), Plan::at_level(Level::default()));
    let mut percentages = vec![plan.percent_done(&review)];
    while let Some(search) = plan.next(&review, Duration::ZERO) {
        review.learn(&search, &even(&search));
        percentages.push(plan.percent_done(&review));
    }
    percentages.push(plan.percent_done(&review));
    assert!(percentages.is_sorted(), "{percentages:?}");
    assert_eq!((percentages.first(), percentages.last()), (Some(&0), Some(&100)));
}

#[test]
fn solving_has_no_time_limit() {
    let game = finished();
    let is_late = |ply: usize| game.plies()[ply - 1].before.empty().len() <= 20;
    let late = game.plies().iter().zip(1..).filter(|&(ply, number)| ply.mv != Move::Pass && is_late(number)).count();
    for plan in [Plan::within(Duration::ZERO), Plan::within(Duration::from_secs(1)), Plan::at_level(Level::default())] {
        let mut solved = Vec::new();
        let review = reviewed(&game, plan.solving(20), |search| {
            if search.limits == Limits::default() {
                solved.push(search.position.empty().len());
            }
            // This time does not count.
            Analysis { time: Duration::from_secs(3600), ..even(search) }
        });
        assert!(!solved.is_empty() && solved.iter().all(|&empties| empties <= 20));
        assert!(review.judgements().all(|judged| judged.is_exact == is_late(judged.ply)));
        assert_eq!(review.judgements().filter(|judged| judged.is_exact).count(), late);
        assert_eq!(review.judgements().count(), game.placements().count());
    }
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
        let review = reviewed(&game, Plan::within(Duration::from_secs(1)), |search| {
            let (value, best) = perfect(&search.position);
            let empties = search.position.empty().len() as u8;
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

    /// Whatever the analyses are, the plan ends and no move gains.
    #[test]
    fn any_analysis_leads_to_an_end(game in endings(), said in prop::collection::vec((-64..=64_i8, 0..80_u8, any::<bool>()), 1..50)) {
        let mut said = said.into_iter().cycle();
        let mut searches = 0;
        let review = reviewed(&game, Plan::within(Duration::from_secs(3600)), |search| {
            searches += 1;
            assert!(searches < 1000, "the plan goes on and on");
            assert_ne!(search.limits, Limits::default());
            let (score, depth, exact) = said.next().unwrap();
            let best = search.position.legal_moves().first().unwrap();
            analysis(&[(best, Score::from_discs(score))], depth, exact)
        });
        for judged in review.judgements() {
            prop_assert!(judged.loss() >= 0.0);
        }
    }
}
