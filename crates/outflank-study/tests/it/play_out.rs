use std::convert::Infallible;

use outflank_engine::{Analysis, Engine, Limits};
use outflank_rules::{Color, Position, SplitMix64, Square, Status};
use outflank_study::drill::{Ending, MoveKind, MoveVerdict, PlayOut, PlayOutError, Solved};
use outflank_study::puzzles::{self, Kind, Puzzle, Scored};

use crate::samples::solved;

fn endgames() -> impl Iterator<Item = &'static Puzzle> {
    puzzles::all().iter().filter(|puzzle| puzzle.kind == Kind::Endgame)
}

fn settle(play_out: &mut PlayOut, engine: &Engine) {
    let solve = |position: &Position| -> Result<Solved, Infallible> {
        let analysis = engine.analyze(*position, Solved::limits(position));
        Ok(Solved::of(position, &analysis).unwrap())
    };
    let Ok(()) = play_out.settle(solve);
}

/// The player's score after a move, by a search of its own.
fn score_after(position: &Position, square: Square, engine: &Engine) -> i8 {
    let after = position.play(square.into()).unwrap();
    match after.status() {
        Status::Over(outcome) => outcome.margin(position.turn()),
        Status::MustPass => solved(engine, &after.play(outflank_rules::Move::Pass).unwrap()),
        Status::Place(_) => -solved(engine, &after),
    }
}

/// Any moves against the best defence: the verdicts agree with exact scores, and the losses add up to the result.
#[test]
fn verdicts_agree_with_perfect_play_in_every_endgame() {
    let (engine, judge) = (Engine::default(), Engine::default());
    let mut random = SplitMix64::new(21);
    let (mut thrown, mut kept, mut passes) = (0, 0, 0);
    for puzzle in endgames() {
        let id = puzzle.id;
        let mut play_out = PlayOut::new(puzzle).unwrap();
        let (player, mut lost) = (puzzle.position.turn(), 0);
        while play_out.ending().is_none() {
            assert!(play_out.is_players_turn() && play_out.unsolved().is_none(), "{id}");
            let position = *play_out.game().position();
            let squares: Vec<Square> = position.legal_moves().into_iter().collect();
            let scores = squares.iter().map(|&square| Scored { square, score: score_after(&position, square, &judge) });
            let scores: Vec<Scored> = scores.collect();
            let best = scores.iter().map(|scored| scored.score).max().unwrap();
            assert_eq!(play_out.best().map(|scored| scored.score), Some(best), "{id}");

            let chosen = scores[(random.next() % scores.len() as u64) as usize];
            let verdict = play_out.play(chosen.square).unwrap();
            assert_eq!(verdict.played, chosen, "{id}");
            assert!(verdict.best.score == best && scores.contains(&verdict.best), "{id}");
            assert_eq!(verdict.kind == MoveKind::ThrowsAway, chosen.score.signum() < best.signum(), "{id}");
            assert_eq!(matches!(verdict.kind, MoveKind::Best | MoveKind::Only), chosen.score == best, "{id}");
            let as_good = scores.iter().filter(|scored| scored.score.signum() == best.signum()).count();
            let is_only = chosen.score == best && as_good == 1 && scores.len() > 1;
            assert_eq!(verdict.kind == MoveKind::Only, is_only, "{id}");
            thrown += u32::from(verdict.kind == MoveKind::ThrowsAway);
            kept += u32::from(verdict.kind == MoveKind::Keeps);
            lost += i32::from(verdict.loss());
            settle(&mut play_out, &engine);
        }
        passes += play_out.game().plies().len() - play_out.game().placements().count();
        let ending = play_out.ending().unwrap();
        assert_eq!(ending.player, player, "{id}");
        assert_eq!(ending.promised, puzzle.best().score, "{id}");
        assert_eq!(i32::from(ending.margin), i32::from(ending.promised) - lost, "{id}");
        assert_eq!(ending.is_as_promised(), lost == 0, "{id}");
    }
    assert!(thrown > 100 && kept > 100 && passes > 100, "{thrown}, {kept}, {passes}");
}

#[test]
fn the_best_line_ends_with_the_promised_score() {
    let engine = Engine::default();
    for puzzle in endgames() {
        let mut play_out = PlayOut::new(puzzle).unwrap();
        while play_out.advance().is_some() {
            if let Some(position) = play_out.unsolved().copied() {
                let analysis = engine.analyze(position, Solved::limits(&position));
                play_out.supply(Solved::of(&position, &analysis).unwrap());
            }
        }
        let first = play_out.game().placements().next();
        assert_eq!(first, Some(puzzle.best().square), "{}", puzzle.id);
        let ending = play_out.ending().unwrap();
        assert!(ending.is_as_promised() && ending.margin == puzzle.best().score, "{}: {ending}", puzzle.id);
    }
}

#[test]
fn a_move_can_be_taken_back_with_all_replies() {
    let engine = Engine::default();
    let mut random = SplitMix64::new(3);
    for puzzle in endgames().step_by(10) {
        let mut play_out = PlayOut::new(puzzle).unwrap();
        let mut seen = Vec::new();
        while play_out.ending().is_none() {
            seen.push((*play_out.game().position(), play_out.best(), play_out.verdict()));
            let squares: Vec<Square> = play_out.game().position().legal_moves().into_iter().collect();
            play_out.play(squares[(random.next() % squares.len() as u64) as usize]).unwrap();
            settle(&mut play_out, &engine);
        }
        while let Some((position, best, verdict)) = seen.pop() {
            assert!(play_out.can_take_back() && play_out.take_back(), "{}", puzzle.id);
            assert_eq!(*play_out.game().position(), position, "{}", puzzle.id);
            assert_eq!((play_out.best(), play_out.verdict()), (best, verdict), "{}", puzzle.id);
        }
        assert!(!play_out.can_take_back() && !play_out.take_back());
        assert_eq!(*play_out.game().position(), puzzle.position);
    }
}

#[test]
fn moves_can_be_replayed() {
    let engine = Engine::default();
    for puzzle in endgames().step_by(25) {
        let mut played = PlayOut::new(puzzle).unwrap();
        played.play(puzzle.best().square).unwrap();
        settle(&mut played, &engine);
        let mut again = PlayOut::new(puzzle).unwrap();
        again.replay(played.game().placements()).unwrap();
        assert_eq!(again.game().position(), played.game().position());
        assert_eq!(again.unsolved(), Some(played.game().position()));
        settle(&mut again, &engine);
        assert_eq!(again.best(), played.best());
        assert!(again.replay([Square::D4]).is_err());
    }
}

#[test]
fn only_solved_positions_are_judged() {
    let puzzle = endgames().next().unwrap();
    let mut play_out = PlayOut::new(puzzle).unwrap();
    assert!(matches!(play_out.play(Square::D4), Err(PlayOutError::Illegal(_))));
    play_out.play(puzzle.best().square).unwrap();
    let position = *play_out.unsolved().unwrap();
    assert_eq!(play_out.advance(), None);
    let reply = position.legal_moves().first().unwrap();
    assert_eq!(play_out.play(reply), Err(PlayOutError::NotSolved), "it is the other side's turn");

    let engine = Engine::default();
    let whole = engine.analyze(position, Solved::limits(&position));
    let shallow = engine.analyze(puzzles::all()[0].position, Limits { depth: Some(1), ..Limits::default() });
    assert_eq!(Solved::of(&position, &Analysis { exact: false, ..whole.clone() }), None);
    assert_eq!(Solved::of(&puzzles::all()[0].position, &shallow), None);
    let fewer = Analysis { lines: whole.lines[1..].to_vec(), ..whole };
    assert_eq!(Solved::of(&position, &fewer), None);
}

#[test]
fn openings_are_not_played_out() {
    let openings = puzzles::all().iter().filter(|puzzle| puzzle.kind == Kind::Opening);
    assert!(openings.into_iter().all(|puzzle| PlayOut::new(puzzle).is_none()));
}

#[test]
fn verdicts_are_sentences() {
    let sentence = |kind, (played, score), (best, best_score)| {
        let played = Scored { square: played, score };
        let best = Scored { square: best, score: best_score };
        MoveVerdict { played, best, kind, opponent: Color::White }.to_string()
    };
    use MoveKind::{Best, Keeps, Only, ThrowsAway};
    use Square::{E8, G7};
    assert_eq!(sentence(Only, (G7, 4), (G7, 4)), "g7 is the only move that wins, by 4.");
    assert_eq!(sentence(Only, (G7, 0), (G7, 0)), "g7 is the only move that draws.");
    assert_eq!(sentence(Best, (G7, 4), (E8, 4)), "g7 wins by 4.");
    assert_eq!(sentence(Best, (G7, 0), (E8, 0)), "g7 draws.");
    assert_eq!(sentence(Best, (G7, -6), (G7, -6)), "g7 loses by 6; no move loses less.");
    assert_eq!(sentence(Keeps, (E8, 2), (G7, 4)), "e8 wins by 2; g7 wins by 4.");
    assert_eq!(sentence(Keeps, (E8, -8), (G7, -2)), "e8 loses by 8; g7 loses by 2.");
    assert_eq!(sentence(ThrowsAway, (E8, 0), (G7, 4)), "e8 lets White draw; g7 still wins by 4.");
    assert_eq!(sentence(ThrowsAway, (E8, -6), (G7, 4)), "e8 lets White win by 6; g7 still wins by 4.");
    assert_eq!(sentence(ThrowsAway, (E8, -6), (G7, 0)), "e8 lets White win by 6; g7 still draws.");

    let ending = |margin| Ending { player: Color::Black, margin, promised: 4, empty: 0 }.to_string();
    assert_eq!(ending(4), "Black wins by 4, the best possible result.");
    assert_eq!(ending(2), "Black wins by 2; best play wins by 4.");
    assert_eq!(ending(0), "A draw; best play wins by 4.");
    assert_eq!(ending(-6), "Black loses by 6; best play wins by 4.");
    let sparse = Ending { player: Color::White, margin: 4, promised: 4, empty: 2 };
    assert_eq!(sparse.to_string(), "White wins by 4, the best possible result. Empty squares count for the winner.");
}
