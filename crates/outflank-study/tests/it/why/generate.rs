//! Finds mistakes in tournament games.
//!
//! `OUTFLANK_MISTAKES=FILE cargo test --release -p outflank-study --test it why::generate::mistakes -- --ignored` writes a file of them,
//! and with `why::generate::examples` chooses those of `reasons.tsv` from it.

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::thread;

use outflank_engine::{Analysis, Engine, Limits};
use outflank_formats::wthor::Games;
use outflank_rules::{Game, Move, Position, Rules, SplitMix64, Status};
use outflank_study::report::{Grade, Loss, Reason};

use super::in_words;
use super::mistakes::{self, Mistake};
use crate::samples::wthor_files;

const OUT: &str = "OUTFLANK_MISTAKES";
const GAMES: usize = 100;
const SEED: u64 = 21;
const DEPTH: u8 = 14;
const SOLVED_FROM: u32 = 18;

#[test]
#[ignore = "takes half an hour"]
fn mistakes_in_tournament_games() {
    let Some(path) = std::env::var_os(OUT) else { return println!("skipped: {OUT} names no file") };
    let Some(folder) = crate::collections::folder("wthor") else { return };
    let years: Vec<(String, Games)> = wthor_files(&folder)
        .iter()
        .map(|path| {
            let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
            (name, Games::parse(&fs::read(path).expect("the file can be read")).expect("the file is well-formed"))
        })
        .collect();
    let mut random = SplitMix64::new(SEED);
    let games: Vec<(String, Game)> = years
        .iter()
        .cycle()
        .map(|(name, year)| {
            let number = random.next() as usize % year.games.len();
            (format!("{name} #{}", number + 1), year.games[number].replay().expect("the game is legal"))
        })
        .filter(|(_, game)| game.outcome().is_some())
        .take(GAMES)
        .collect();

    let found = Mutex::new(vec![Vec::new(); games.len()]);
    let waiting = Mutex::new(games.iter().enumerate());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let engine = Engine::default();
                loop {
                    let next = waiting.lock().expect("no thread panicked").next();
                    let Some((index, (name, game))) = next else { break };
                    engine.forget();
                    let mistakes = mistakes(&engine, name, game);
                    let mut found = found.lock().expect("no thread panicked");
                    found[index] = mistakes;
                    fs::write(&path, file(&found.concat())).expect("the file can be written");
                }
            });
        }
    });
}

fn file(mistakes: &[Mistake]) -> String {
    let header = format!(
        "# Moves that lost {} discs or more in {GAMES} games of WTHOR, the tournament database of the Fédération Française d'Othello.\n\
         # The games are chosen at random (seed {SEED}) from the years in turn; depth {DEPTH}, solved from {SOLVED_FROM} empty squares on.\n\
         # board\tline after the move\tline after the best move\tloss\tgame\n",
        Grade::MISTAKE
    );
    header + &mistakes.iter().map(mistakes::write).collect::<String>()
}

#[test]
#[ignore = "rewrites a file"]
fn examples_of_every_kind() {
    let Some(path) = std::env::var_os(OUT) else { return println!("skipped: {OUT} names no file") };
    let found = mistakes::read(&fs::read_to_string(path).expect("the file can be read"));
    let mut text =
        "# For each kind of reason, the mistake that it explains in the fewest words. See mistakes.tsv.\n".to_owned();
    let explained: Vec<(&Mistake, Vec<Reason>)> = found.iter().map(|mistake| (mistake, mistake.reasons())).collect();
    for kind in Reason::KINDS {
        let examples = explained.iter().filter(|(_, reasons)| reasons.iter().any(|reason| reason.kind() == *kind));
        let best = examples.min_by_key(|(_, reasons)| (reasons[0].kind() != *kind, in_words(reasons).len()));
        if let Some((mistake, reasons)) = best {
            text += &format!("{}\t{}\n", mistakes::write(mistake).trim_end(), in_words(reasons));
        }
    }
    let out = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/reasons.tsv");
    fs::write(out, text).expect("the file can be written");
}

fn mistakes(engine: &Engine, name: &str, game: &Game) -> Vec<Mistake> {
    let played = game.plies().iter().filter_map(|ply| Some((ply.before, ply.mv.square()?)));
    played
        .filter_map(|(before, square)| {
            let is_solved = before.empty().len() <= SOLVED_FROM;
            let best = analyze(engine, &before, if is_solved { 60 } else { DEPTH });
            let best_line = best.lines.first()?;
            if best_line.pv.first() == Some(&Move::Place(square)) {
                return None;
            }
            let after = before.play(square.into()).expect("the game is legal");
            let (score, line) = match after.status() {
                Status::Over(outcome) => (f32::from(outcome.margin(before.turn())), Vec::new()),
                Status::Place(_) | Status::MustPass => {
                    let analysis = analyze(engine, &after, if is_solved { 60 } else { DEPTH - 1 });
                    let line = analysis.lines.first()?;
                    (-line.score.discs(), line.pv.clone())
                }
            };
            let loss = Loss { discs: best_line.score.discs() - score, is_exact: is_solved };
            (loss.discs >= Grade::MISTAKE).then(|| Mistake {
                before,
                refutation: [vec![Move::Place(square)], line].concat(),
                best_line: best_line.pv.clone(),
                loss,
                game: name.to_owned(),
            })
        })
        .collect()
}

fn analyze(engine: &Engine, position: &Position, depth: u8) -> Analysis {
    assert_eq!(position.rules(), Rules::Standard);
    engine.analyze(*position, Limits { depth: Some(depth), ..Limits::default() })
}
