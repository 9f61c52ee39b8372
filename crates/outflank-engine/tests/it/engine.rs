use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use outflank_engine::{Analysis, Bound, Engine, GameClock, Limits, Options};
use outflank_formats::plain;
use outflank_rules::{Game, Position, Rules};

/// The position after some plies, where `choice` picks one of the moves on each turn.
fn after(plies: usize, rules: Rules, choice: impl Fn(usize) -> usize) -> Position {
    let mut game = Game::new(Position::initial(rules));
    for turn in 0..plies {
        let squares = game.position().legal_moves();
        let square = squares.into_iter().nth(choice(turn) % squares.len().max(1) as usize).unwrap();
        game.play(square).unwrap();
    }
    *game.position()
}

fn middles() -> Vec<Position> {
    Rules::ALL.map(|rules| after(24, rules, |turn| turn)).to_vec()
}

#[test]
fn searches_reach_the_requested_depth() {
    for position in middles() {
        for depth in [1, 2, 5, 6] {
            let analysis = Engine::default().analyze(position, Limits { depth: Some(depth), ..Limits::default() });
            assert_eq!(analysis.depth, depth, "{}", position.rules());
            let line = &analysis.lines[0];
            assert_eq!(line.bound, Bound::Exact);
            line.pv.iter().fold(position, |position, &mv| position.play(mv).unwrap());
        }
    }
}

#[test]
fn lines_are_different_moves_from_best_to_worst() {
    for position in middles() {
        let count = position.legal_moves().len() as usize;
        let limits = Limits { depth: Some(4), lines: count + 5, ..Limits::default() };
        let analysis = Engine::default().analyze(position, limits);
        assert_eq!(analysis.lines.len(), count, "{}", position.rules());
        let mut moves: Vec<_> = analysis.lines.iter().map(|line| line.pv[0].square().unwrap()).collect();
        moves.sort();
        moves.dedup();
        assert_eq!(moves.len(), count);
        assert!(analysis.lines.is_sorted_by(|a, b| a.score >= b.score));
        let best = Engine::default().analyze(position, Limits { depth: Some(4), ..Limits::default() });
        let difference = (best.lines[0].score.discs() - analysis.lines[0].score.discs()).abs();
        assert!(difference < 4.0, "one line says {:?}, many say {:?}", best.lines[0], analysis.lines[0]);
    }
}

#[test]
fn a_forced_wipe_out_in_the_opening_is_found() {
    for moves in ["f5d6c3f3c7c4e3d3c5f4", "d3c3f5f4e3f6c4c5d6f3e6"] {
        let position = *plain::parse(moves).unwrap().check().unwrap().game().position();
        let analysis = Engine::default().analyze(position, Limits { depth: Some(12), ..Limits::default() });
        assert_eq!(analysis.lines[0].score.discs(), 64.0, "{moves}");
    }
}

#[test]
fn progress_reports_every_iteration() {
    for position in middles() {
        let steps = Arc::new(Mutex::new(Vec::new()));
        let reported = Arc::clone(&steps);
        let limits = Limits { depth: Some(6), ..Limits::default() };
        let result =
            Engine::default().start(position, limits, move |step| reported.lock().unwrap().push(step.clone())).wait();
        let steps = steps.lock().unwrap();
        assert!(steps.is_sorted_by(|a, b| a.depth < b.depth && a.nodes <= b.nodes));
        assert_eq!(steps.last().unwrap().lines, result.lines);
    }
}

#[test]
fn an_unlimited_search_runs_until_stopped() {
    for threads in [1, 2] {
        for position in middles() {
            let engine = Engine::new(Options { threads, ..Options::default() });
            let (first_step, stepped) = mpsc::channel();
            let handle = engine.start(position, Limits::default(), move |_| first_step.send(()).unwrap_or(()));
            stepped.recv().unwrap();
            handle.stop();
            let analysis = handle.wait();
            assert!(position.play(analysis.lines[0].pv[0]).is_ok());
        }
    }
}

#[test]
fn a_search_stopped_at_once_still_has_a_move() {
    for position in middles() {
        let handle = Engine::default().start(position, Limits::default(), |_| {});
        handle.stop();
        assert!(position.play(handle.wait().lines[0].pv[0]).is_ok());
    }
}

#[test]
fn finish_within_ends_an_unlimited_search() {
    let handle = Engine::default().start(middles()[0], Limits::default(), |_| {});
    handle.finish_within(Duration::from_millis(5));
    assert!(!handle.wait().lines.is_empty());
}

#[test]
fn nodes_time_and_clocks_limit_a_search() {
    let position = middles()[0];
    let clock = GameClock { left: Duration::from_millis(300), increment: Duration::ZERO };
    for limits in [
        Limits { nodes: Some(20_000), ..Limits::default() },
        Limits { time: Some(Duration::from_millis(10)), ..Limits::default() },
        Limits { clock: Some(clock), ..Limits::default() },
    ] {
        let analysis = Engine::default().analyze(position, limits);
        assert!(!analysis.exact && !analysis.lines.is_empty(), "{limits:?}");
    }
    let limited = Engine::default().analyze(position, Limits { nodes: Some(20_000), ..Limits::default() });
    assert!(limited.nodes < 100_000, "{} nodes", limited.nodes);
}

#[test]
fn a_search_uses_the_time_it_has() {
    let clock = GameClock { left: Duration::from_secs(3_600), increment: Duration::ZERO };
    for limits in [
        Limits { time: Some(Duration::from_secs(600)), ..Limits::default() },
        Limits { clock: Some(clock), ..Limits::default() },
    ] {
        let analysis = Engine::default().analyze(middles()[0], Limits { depth: Some(6), ..limits });
        assert_eq!(analysis.depth, 6, "{limits:?}");
    }
}

#[test]
fn a_forced_move_takes_no_time_from_the_clock() {
    let clock = GameClock { left: Duration::from_secs(20), increment: Duration::ZERO };
    let forced = plain::parse("d3c3e6f6g6d6d7g7h8").unwrap().check().unwrap();
    let position = *forced.game().position();
    let timed = Limits { clock: Some(clock), ..Limits::default() };
    assert!(Engine::default().analyze(position, timed).depth <= 2);
    let to_depth = Limits { depth: Some(5), ..Limits::default() };
    assert_eq!(Engine::default().analyze(position, to_depth).depth, 5);
}

fn limited_by_nodes(position: Position, nodes: u64, lines: usize) -> (Analysis, Option<Analysis>) {
    let last = Arc::new(Mutex::new(None));
    let reported = Arc::clone(&last);
    let engine = Engine::new(Options { table_mebibytes: 1, ..Options::default() });
    let limits = Limits { nodes: Some(nodes), lines, ..Limits::default() };
    let result = engine.start(position, limits, move |step| *reported.lock().unwrap() = Some(step.clone())).wait();
    let last = last.lock().unwrap().take();
    (result, last)
}

/// With a single line, an aborted iteration counts: it starts with the previous best move, so another one is better.
#[test]
fn an_aborted_iteration_can_change_the_best_move() {
    let (mut changed, mut kept) = (0, 0);
    for number in 0..12 {
        let position = after(16, Rules::Standard, |turn| turn * turn + number);
        for nodes in (2_000..30_000).step_by(1_000) {
            let (result, Some(whole)) = limited_by_nodes(position, nodes, 1) else { continue };
            assert_eq!(result.lines.len(), 1);
            match result.lines[0].pv[0] == whole.lines[0].pv[0] {
                true => kept += 1,
                false => changed += 1,
            }
        }
    }
    assert!(changed > 0 && kept > 0, "{changed} changed, {kept} kept");
}

#[test]
fn aborted_searches_keep_their_lines_sorted() {
    for nodes in (2_000..60_000).step_by(2_000) {
        let (result, _) = limited_by_nodes(middles()[0], nodes, 3);
        assert!(result.lines.is_sorted_by(|a, b| a.score >= b.score), "{nodes} nodes");
    }
}

#[test]
fn forget_clears_the_table() {
    let engine = Engine::default();
    let limits = Limits { depth: Some(8), ..Limits::default() };
    let first = engine.analyze(middles()[0], limits);
    let again = engine.analyze(middles()[0], limits);
    assert!(again.nodes < first.nodes);
    engine.forget();
    assert_eq!(engine.analyze(middles()[0], limits).nodes, first.nodes);
}

#[test]
fn a_search_counts_only_its_own_nodes() {
    let engine = Engine::default();
    let [early, late] = [48, 56].map(|plies| after(plies, Rules::Standard, |turn| turn));
    engine.analyze(early, Limits::default());
    let alone = Engine::default().analyze(late, Limits::default());
    assert!(engine.analyze(late, Limits::default()).nodes <= alone.nodes);
}

#[test]
fn an_engine_on_demand_finds_the_same_even_after_its_weights_were_released() {
    let position = after(24, Rules::Standard, |turn| turn);
    let limits = Limits { depth: Some(8), ..Limits::default() };
    let lines = |engine: &Engine| (engine.analyze(position, limits).lines, engine.analyze(position, limits).nodes);
    let expected = lines(&Engine::default());
    let engine = Engine::on_demand(Options::default());
    assert_eq!(lines(&engine), expected);
    Engine::release_weights();
    engine.forget();
    assert_eq!(lines(&engine), expected, "it still has them");
    assert_eq!(lines(&Engine::on_demand(Options::default())), expected, "they are unpacked again");
}
