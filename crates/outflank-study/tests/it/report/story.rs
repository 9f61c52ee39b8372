use outflank_formats::Record;
use outflank_rules::{Color, Game, Position, Square};
use outflank_study::puzzles::{self, Kind, Puzzle};
use outflank_study::report::{Document, Judged, Report};
use outflank_study::review::{Analyst, Effort, Plan, Review};

use super::{continued, report};
use crate::samples::tournament;

fn judged(game: &Game, solved_from: u8) -> Report {
    let mut review = Review::of(game, Plan::from(Effort::Level("1".parse().unwrap())).solving(solved_from));
    review.search_all(&Analyst::new());
    Report::of(game, &review)
}

fn number(text: &str) -> usize {
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap()
}

fn leaders(report: &Report) -> Vec<Color> {
    let mut leaders: Vec<Color> = report.moves.iter().filter_map(|judged| judged.judgement.ahead()).collect();
    leaders.dedup();
    leaders
}

/// Whether one side led to the end from the first lead by more than three discs on, or else from the first lead.
fn lead_was_kept(report: &Report) -> bool {
    let is_clear = report.moves.iter().any(|judged| judged.judgement.score.discs().abs() > 3.0);
    let least = if is_clear { 3.0 } else { 0.0 };
    let leads = |judged: &&Judged| judged.judgement.ahead().is_some() && judged.judgement.score.discs().abs() > least;
    let Some(first) = report.moves.iter().find(leads) else { return false };
    let from_there = report.moves.iter().filter(|judged| judged.number >= first.number);
    from_there.map(|judged| judged.judgement.ahead()).all(|leader| leader == first.judgement.ahead())
}

fn at(report: &Report, number: usize) -> &Judged {
    report.moves.iter().find(|judged| judged.number == number).unwrap()
}

/// Whether a sentence of a story says what the judged moves say.
fn is_true(sentence: &str, game: &Game, report: &Report) -> bool {
    let lead = |judged: &Judged| judged.judgement.score.discs().abs();
    if let Some((opening, left)) = sentence.strip_prefix("The opening was ").and_then(|rest| rest.split_once(", and "))
    {
        return report.opening.unwrap().name == opening && left_theory(left, report);
    }
    if let Some(opening) = sentence.strip_prefix("The opening was ") {
        return report.opening.unwrap().name == opening.trim_end_matches('.');
    }
    if sentence.contains(" left theory with ") {
        return left_theory(sentence, report);
    }
    if sentence == "The game was even throughout." {
        return report.moves.iter().all(|judged| lead(judged) < 1.0);
    }
    if let Some(most) = sentence.strip_prefix("Neither side ever led by more than ") {
        return report.moves.iter().all(|judged| lead(judged) <= number(most) as f32);
    }
    if let Some((most, before)) =
        sentence.strip_prefix("Neither side led by more than ").and_then(|rest| rest.split_once(" discs before move "))
    {
        let (most, before) = (number(most) as f32, number(before));
        return report.moves.iter().all(|judged| judged.number >= before || lead(judged) <= most)
            && lead(at(report, before)) > most;
    }
    if let Some((color, from)) = sentence.split_once(" led from move ") {
        let from = number(from);
        return report.moves.iter().all(|judged| match judged.number < from {
            true => lead(judged) <= 3.0,
            false => judged.judgement.ahead().is_some_and(|leader| leader.title() == color),
        });
    }
    if let Some(color) = sentence.strip_prefix("Only ").and_then(|rest| rest.strip_suffix(" ever led.")) {
        return leaders(report).iter().map(|leader| leader.title()).eq([color]) && !lead_was_kept(report);
    }
    if let Some(times) = sentence.strip_prefix("The lead changed hands ") {
        let times = if times == "twice." { 2 } else { number(times) };
        return times + 1 == leaders(report).len();
    }
    if let Some((_, name)) = sentence.strip_prefix("The turning point was ").and_then(|rest| rest.split_once("'s ")) {
        let turn = at(report, number(name));
        return !lead_was_kept(report) && report.turned == Some(turn.judgement.ply) && sentence.contains(&turn.named());
    }
    if let Some((_, name)) = sentence.strip_prefix("The costliest mistake was ").and_then(|rest| rest.split_once("'s "))
    {
        let costliest = at(report, number(name)).judgement.loss();
        return (report.turned.is_none() || lead_was_kept(report))
            && report.mistakes().all(|judged| judged.judgement.loss() <= costliest);
    }
    let score = game.outcome().map(|outcome| outcome.tournament_score());
    match (sentence.split_once(" won "), score) {
        (Some((color, result)), Some(score)) => {
            let (winner, loser) =
                if color == "Black" { (score.black, score.white) } else { (score.white, score.black) };
            result.starts_with(&format!("{winner} to {loser}")) && winner > loser
        }
        (None, Some(score)) => sentence.starts_with("The game was a draw") && score.black == score.white,
        (None, None) => sentence.starts_with(&format!("The record ends after move {}", game.placements().count())),
        (Some(_), None) => false,
    }
}

fn left_theory(text: &str, report: &Report) -> bool {
    let left = number(text.split_once(" left theory with ").unwrap().1);
    report.moves.iter().all(|judged| judged.number > left || judged.theory.is_some() == (judged.number < left))
}

#[test]
fn the_stories_of_tournament_games_are_true() {
    let games = tournament().games;
    for game in games.iter().step_by(10) {
        let game = game.replay().unwrap();
        let report = judged(&game, 12);
        assert!((2..=4).contains(&report.story.len()), "{:?}", report.story);
        for sentence in &report.story {
            assert!(is_true(sentence, &game, &report), "{sentence}");
            assert!(sentence.ends_with('.') && sentence.starts_with(|first: char| first.is_uppercase()), "{sentence}");
        }
    }
}

#[test]
fn the_balance_is_described_by_its_main_feature() {
    let record = continued("d8c8a4e8c3");
    let said = |values: &[i8]| report(&record, values, 60).story;
    assert_eq!(
        said(&[0, 0, 0, 0, 0, 0])[..],
        ["The game was even throughout.", "The record ends after move 5 in an even position."]
    );
    let led = said(&[0, 0, 8, 8, 8, 8]);
    assert_eq!(led[0], "Black led from move 2 to the end.");
    assert_eq!(led.last().unwrap(), "The record ends after move 5 with Black ahead by about 8 discs.");
    let slight = said(&[0, -2, 0, 2, 8, 8]);
    assert_eq!(slight[0], "Black led from move 4 to the end.");
    let regained = said(&[0, 8, 8, 0, 8, 8]);
    assert_eq!(regained[0], "Only Black ever led.");
    assert!(regained[1].starts_with("The turning point was "), "{regained:?}");
    let swings = said(&[8, -8, 8, -8, 8, 8]);
    assert_eq!(swings[0], "The lead changed hands 3 times.");
}

#[test]
fn nothing_is_told_before_the_review_is_complete() {
    let record = continued("d8c8a4e8c3");
    let report = Report::of(record.game(), &Review::of(record.game(), Plan::default()));
    assert!(report.story.is_empty() && report.takeaways.is_none());
}

fn played(puzzle: &Puzzle, square: Square) -> Game {
    let mut game = puzzle.game();
    game.play(square).unwrap();
    while let Some(square) = game.position().legal_moves().first() {
        game.play(square).unwrap();
    }
    game
}

#[test]
fn the_only_winning_move_is_praised_if_it_was_found() {
    let is_late = |puzzle: &&Puzzle| puzzle.kind == Kind::Endgame && puzzle.position.empty().len() <= 10;
    for puzzle in puzzles::all().iter().filter(is_late).step_by(25) {
        let name = |square: Square| format!("{}. {square}", puzzle.history.len() + 1);
        let praise = |square: Square| {
            let takeaways = judged(&played(puzzle, square), 10).takeaways.unwrap();
            takeaways[puzzle.position.turn()].praise.join(" ")
        };
        let (best, worst) = (puzzle.best().square, puzzle.moves.last().unwrap().square);
        let found = praise(best);
        assert!(found.starts_with("found the only winning move") && found.contains(&name(best)), "{found}");
        assert!(!praise(worst).contains(&name(worst)));
    }
}

#[test]
fn the_costliest_mistakes_are_the_own_ones() {
    let game = tournament().games[3].replay().unwrap();
    let report = judged(&game, 12);
    for color in Color::ALL {
        let losses = |judged: &&Judged| judged.judgement.by == color;
        let mut own: Vec<&Judged> = report.mistakes().filter(losses).collect();
        own.sort_by(|one, other| other.judgement.loss().total_cmp(&one.judgement.loss()));
        let expected: Vec<usize> = own.iter().take(3).map(|judged| judged.judgement.ply).collect();
        assert_eq!(report.takeaways.as_ref().unwrap()[color].costliest, expected);
    }
    let document = Document::of(&Record::of(&game), &report, None);
    assert_eq!(document.takeaways, report.takeaways);
    assert_eq!(document.story, report.story);
}

#[test]
fn a_game_by_other_rules_has_a_story_too() {
    for rules in outflank_rules::Rules::ALL {
        let mut game = Game::new(Position::initial(rules));
        while let Some(square) = game.position().legal_moves().first() {
            game.play(square).unwrap();
        }
        let report = judged(&game, 6);
        assert!(report.story.iter().all(|sentence| is_true(sentence, &game, &report)), "{:?}", report.story);
    }
}
