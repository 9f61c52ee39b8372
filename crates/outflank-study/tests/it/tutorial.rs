//! Every claim of the lesson holds, by the rules or the solver.

use std::collections::BTreeMap;

use outflank_engine::Engine;
use outflank_rules::{Bitboard, Color, Direction, Game, Move, Position, Square, Status};
use outflank_study::tutorial::{self, Attempt, Feedback, MoveVerdict};
use proptest::prelude::*;

fn step(title: &str) -> Attempt {
    Attempt::new(tutorial::steps().iter().find(|step| step.title == title).expect(title))
}

fn legal(position: &Position) -> Bitboard {
    position.legal_moves()
}

fn after(position: &Position, square: Square) -> Position {
    position.play(Move::Place(square)).unwrap()
}

fn tries(attempt: &Attempt) -> BTreeMap<Square, Feedback> {
    let answer = |square| attempt.clone().play(square);
    legal(&attempt.position()).into_iter().map(|square| (square, answer(square))).collect()
}

fn squares(of: impl IntoIterator<Item = Square>) -> Vec<String> {
    of.into_iter().map(|square| square.to_string()).collect()
}

fn walk(attempt: Attempt, look: &mut impl FnMut(&Attempt)) {
    look(&attempt);
    for square in attempt.right_moves() {
        let mut next = attempt.clone();
        next.play(square);
        walk(next, look);
    }
}

fn walk_all(look: &mut impl FnMut(&Attempt)) {
    tutorial::steps().iter().for_each(|step| walk(Attempt::new(step), look));
}

#[test]
fn every_step_can_be_completed() {
    let (mut finished, mut wrong) = (0, 0);
    walk_all(&mut |attempt| {
        let title = attempt.step().title;
        let position = attempt.position();
        if attempt.is_done() {
            finished += 1;
            assert!(attempt.right_moves().is_empty());
            assert_eq!(attempt.clone().play(Square::A1).verdict, MoveVerdict::Illegal, "{title}");
            return;
        }
        assert_eq!(position.turn(), Color::Black, "{title}: the learner is to move");
        assert!(!attempt.right_moves().is_empty(), "{title}: the task can be done");
        for square in Square::ALL {
            let mut tried = attempt.clone();
            let answer = tried.play(square);
            assert!(answer.sentence.ends_with(['.', '!']), "{title}: {}", answer.sentence);
            assert!(answer.sentence.len() <= 160, "{title}: {}", answer.sentence);
            match answer.verdict {
                MoveVerdict::Illegal => {
                    let refusal = position.play(Move::Place(square)).unwrap_err().to_string();
                    let rest = answer.sentence.strip_suffix('.').unwrap();
                    assert!(rest.eq_ignore_ascii_case(&refusal), "{title}: {}", answer.sentence);
                    assert!(answer.plies.is_empty());
                }
                MoveVerdict::Wrong | MoveVerdict::Right => {
                    let flips = position.flips(square).len();
                    let outflanks = format!("{square} outflanks the white disc");
                    let counted = format!("{square} flips {flips} disc{}", if flips == 1 { "" } else { "s" });
                    assert!(answer.sentence.starts_with(&counted) || answer.sentence.starts_with(&outflanks));
                }
            }
            // The shown plies are legal and start with the move.
            let mut shown = position;
            for ply in &answer.plies {
                assert_eq!(ply.before, shown, "{title}: {square}");
                shown = shown.play(ply.mv).unwrap();
            }
            assert_eq!(answer.position, shown, "{title}: {square}");
            let is_right = answer.verdict == MoveVerdict::Right;
            assert_eq!(is_right, attempt.right_moves().contains(square), "{title}: {square}");
            assert_eq!(tried.position(), if is_right { shown } else { position }, "{title}: {square}");
            wrong += usize::from(answer.verdict == MoveVerdict::Wrong);
        }
    });
    assert!(finished >= 8 && wrong >= 25, "{finished} ways to the end, {wrong} wrong moves");
}

#[test]
fn there_are_eight_steps_with_short_texts() {
    assert_eq!(tutorial::steps().len(), 8);
    for step in tutorial::steps() {
        assert!(step.title.len() <= 30, "{}", step.title);
        assert!(step.text.len() <= 180, "{}", step.text);
        assert!((1..=2).contains(&step.tasks().len()));
        for task in step.tasks() {
            assert!(task.prompt.len() <= 80, "{}", task.prompt);
        }
    }
}

#[test]
fn an_illegal_move_gets_the_error_of_the_rules() {
    let mut attempt = step("Outflank and flip");
    assert_eq!(attempt.play(Square::A1).sentence, "On a1 Black would outflank no white disc in any direction.");
    assert_eq!(attempt.play(Square::D4).sentence, "d4 already has a white disc.");
}

#[test]
fn the_first_step_is_the_start_of_a_game_and_takes_any_move() {
    let attempt = step("Outflank and flip");
    assert_eq!(attempt.position(), Position::initial(Default::default()));
    assert_eq!(attempt.right_moves(), legal(&attempt.position()));
    let answer = attempt.clone().play(Square::D3);
    assert!(answer.sentence.starts_with("d3 outflanks the white disc on d4, and it flips to black."));
}

fn lines(position: &Position, square: Square) -> usize {
    let flips_along = |direction: &&Direction| {
        let mut ray = direction.ray(square).map(|next| position.disc_on(next));
        let run = ray.by_ref().take_while(|disc| *disc == Some(Color::White)).count();
        // `take_while` consumed the disc that ends the run.
        let end = direction.ray(square).nth(run).and_then(|next| position.disc_on(next));
        run > 0 && end == Some(Color::Black)
    };
    Direction::ALL.iter().filter(flips_along).count()
}

#[test]
fn one_move_flips_along_three_lines() {
    let attempt = step("Several lines at once");
    let position = attempt.position();
    for (square, answer) in tries(&attempt) {
        let lines = lines(&position, square);
        assert_eq!(answer.verdict == MoveVerdict::Right, lines >= 3, "{square}");
        let named = ["one line.", "two lines.", "three lines."][lines - 1];
        assert!(answer.sentence.contains(&format!("along {named}")), "{}", answer.sentence);
    }
    assert_eq!(squares(attempt.right_moves()), ["c2"]);
}

#[test]
fn one_move_forces_a_pass_and_then_any_move_is_right() {
    let mut attempt = step("No move? Pass");
    let position = attempt.position();
    for (square, answer) in tries(&attempt) {
        let passes = after(&position, square).status() == Status::MustPass;
        assert_eq!(answer.verdict == MoveVerdict::Right, passes, "{square}");
        let by: Vec<_> = answer.plies.iter().map(|ply| (ply.before.turn(), ply.mv == Move::Pass)).collect();
        assert_eq!(by, [(Color::Black, false), (Color::White, passes)], "{square}");
    }
    assert_eq!(squares(attempt.right_moves()), ["d1"]);
    attempt.play(Square::D1);
    assert_eq!(attempt.right_moves(), legal(&attempt.position()));
    assert!(legal(&attempt.position()).len() > 1);
}

#[test]
fn one_of_the_last_two_squares_wins() {
    let attempt = step("The end of the game");
    let position = attempt.position();
    assert_eq!(position.empty().len(), 2);
    assert_eq!(legal(&position), position.empty());
    for (square, answer) in tries(&attempt) {
        let last = position.empty().without(square);
        assert_eq!(legal(&after(&position, square)), last, "White takes the other square");
        let Status::Over(outcome) = answer.position.status() else { panic!("the game goes on") };
        assert!(answer.position.empty().is_empty(), "the board is full");
        assert_eq!(answer.verdict == MoveVerdict::Right, outcome.winner() == Some(Color::Black), "{square}");
        assert_ne!(outcome.winner(), None);
        let score = format!("the game ends Black {}, White {}.", outcome.discs.black, outcome.discs.white);
        assert!(answer.sentence.contains(&score), "{}", answer.sentence);
    }
    assert_eq!(tries(&attempt)[&Square::A3].position.counts().black, 33, "a win by two discs");
}

/// Needs two opposite directions of which neither ends at the edge or in safe black discs.
fn can_be_outflanked(square: Square, safe: Bitboard) -> bool {
    let is_open = |direction: Direction| direction.step(square).is_some_and(|next| !safe.contains(next));
    (0..4).any(|at| is_open(Direction::ALL[at]) && is_open(Direction::ALL[at + 4]))
}

#[test]
fn a_corner_and_the_discs_next_to_it_are_safe() {
    assert!(Bitboard::CORNERS.into_iter().all(|corner| !can_be_outflanked(corner, Bitboard::EMPTY)));
    assert!(can_be_outflanked(Square::B1, Bitboard::EMPTY) && !can_be_outflanked(Square::B1, Square::A1.into()));
    let attempt = step("Corners are for keeps");
    let position = attempt.position();
    for (square, answer) in tries(&attempt) {
        assert_eq!(answer.verdict == MoveVerdict::Right, square == Square::A1, "{square}");
        if square != Square::A1 {
            assert_eq!(legal(&after(&position, square)) & Bitboard::CORNERS, Square::A1.into(), "White can take it");
            assert_eq!(answer.plies.last().map(|ply| ply.mv), Some(Move::Place(Square::A1)));
            assert_eq!(answer.position.disc_on(Square::A1), Some(Color::White));
        }
    }
    let done = after(&position, Square::A1);
    assert!([Square::A1, Square::B1].iter().all(|&square| done.disc_on(square) == Some(Color::Black)));
}

proptest! {
    /// After the corner is taken, the discs called safe stay black in any continuation.
    #[test]
    fn safe_discs_stay_in_every_continuation(choices in prop::collection::vec(any::<prop::sample::Index>(), 60)) {
        let corner = after(&step("Corners are for keeps").position(), Square::A1);
        let mut edge = step("Leave White no choice");
        edge.play(Square::F2);
        edge.play(Square::H1);
        for (position, safe) in [
            (corner, vec![Square::A1, Square::B1]),
            (edge.position(), vec![Square::C1, Square::D1, Square::E1, Square::F1, Square::G1, Square::H1]),
        ] {
            let mut game = Game::new(position);
            for choice in &choices {
                let moves: Vec<Square> = legal(game.position()).into_iter().collect();
                if moves.is_empty() {
                    break;
                }
                game.play(moves[choice.index(moves.len())]).unwrap();
                for &square in &safe {
                    prop_assert_eq!(game.position().disc_on(square), Some(Color::Black), "{}", square);
                }
            }
        }
    }
}

#[test]
fn two_moves_next_to_corners_give_them_away() {
    let attempt = step("Next to a corner");
    let position = attempt.position();
    let mut given = Vec::new();
    for (square, answer) in tries(&attempt) {
        let corners = legal(&after(&position, square)) & Bitboard::CORNERS;
        let is_next_to_one = Bitboard::CORNERS.neighbours().contains(square);
        assert_eq!(answer.verdict == MoveVerdict::Right, corners.is_empty(), "{square}");
        assert_eq!(corners.is_empty(), !is_next_to_one, "{square}");
        if let Some(corner) = corners.first() {
            assert!(Bitboard::from(corner).neighbours().contains(square));
            assert_eq!(answer.position.disc_on(corner), Some(Color::White));
            given.push(square);
        }
    }
    assert_eq!(squares(given), ["b2", "g7"]);
    assert!(attempt.right_moves().len() >= 3);
}

#[test]
fn the_move_that_flips_least_leaves_one_reply_and_wins_a_corner() {
    let mut attempt = step("Leave White no choice");
    let position = attempt.position();
    for (square, answer) in tries(&attempt) {
        let replies = legal(&after(&position, square)).len();
        assert_eq!(answer.verdict == MoveVerdict::Right, replies == 1, "{square}");
        if square != Square::F2 {
            assert!(answer.sentence.contains(&format!("choose from {replies} moves")), "{}", answer.sentence);
            assert!(position.flips(Square::F2).len() < position.flips(square).len(), "{square} flips more");
        }
    }
    assert_eq!(squares(attempt.right_moves()), ["f2"]);
    let answer = attempt.play(Square::F2);
    assert_eq!(answer.plies.last().map(|ply| ply.mv), Some(Move::Place(Square::G1)));
    assert_eq!(legal(&attempt.position()) & Bitboard::CORNERS, Square::H1.into());
    assert_eq!(squares(attempt.right_moves()), ["h1"]);
    attempt.play(Square::H1);
    // Each black disc of the edge is protected by the next, up to the corner.
    let edge: Vec<Square> =
        Direction::West.ray(Square::H1).take_while(|&square| attempt.position().disc_on(square).is_some()).collect();
    assert_eq!(squares(edge.clone()), ["g1", "f1", "e1", "d1", "c1"]);
    let mut safe = Bitboard::from(Square::H1);
    for square in edge {
        assert!(attempt.position().disc_on(square) == Some(Color::Black) && !can_be_outflanked(square, safe));
        safe = safe.with(square);
    }
}

/// The result of perfect play, for Black.
fn solved(engine: &Engine, position: &Position) -> i8 {
    let for_mover = crate::samples::solved(engine, position);
    if position.turn() == Color::Black { for_mover } else { -for_mover }
}

#[test]
fn one_move_wins_with_four_discs_and_all_lines_are_perfect_play() {
    let engine = Engine::default();
    let attempt = step("Few discs can win");
    let position = attempt.position();
    assert_eq!((position.counts().black, position.counts().white, position.empty().len()), (4, 54, 6));
    assert_eq!((position.empty() & Bitboard::CORNERS).len(), 2, "two corners are free");
    for (square, answer) in tries(&attempt) {
        let score = solved(&engine, &after(&position, square));
        assert_eq!(answer.verdict == MoveVerdict::Right, score > 0, "{square}");
        assert_ne!(score, 0);
        for ply in &answer.plies[1..] {
            assert_eq!(solved(&engine, &ply.before), score, "{square}, before {}", ply.mv);
        }
        let Status::Over(outcome) = answer.position.status() else { panic!("the line stops before the end") };
        assert_eq!(outcome.margin(Color::Black), score, "{square}");
        let counts = format!("the game ends Black {}, White {}.", outcome.discs.black, outcome.discs.white);
        assert!(answer.sentence.contains(&counts), "{}", answer.sentence);
        if score < 0 {
            let reply = answer.plies[1].mv.square().unwrap();
            assert!(
                Bitboard::CORNERS.contains(reply) && Bitboard::from(reply).neighbours().contains(square),
                "{square}"
            );
        }
    }
    assert_eq!(squares(attempt.right_moves()), ["b1"]);
}

#[test]
fn an_attempt_is_rebuilt_from_its_right_moves_only() {
    walk_all(&mut |attempt| {
        let own = attempt.game().plies().iter().filter(|ply| ply.before.turn() == Color::Black);
        // Where the rest of the game is shown, Black's further moves are not the learner's.
        let moves: Vec<Square> = own.filter_map(|ply| ply.mv.square()).take(attempt.done()).collect();
        let rebuilt = Attempt::after(attempt.step(), &moves).unwrap();
        assert_eq!((rebuilt.game(), rebuilt.is_done()), (attempt.game(), attempt.is_done()));
        let wrong = legal(&attempt.position()) - attempt.right_moves();
        for square in wrong.into_iter().chain([Square::D4]) {
            assert!(Attempt::after(attempt.step(), &[&moves[..], &[square]].concat()).is_none());
        }
    });
}
