mod play_out;

use std::cell::LazyCell;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::bail;
use outflank_engine::Engine;
use outflank_formats::notation;
use outflank_players::Random;
use outflank_rules::{Move, Position, Square};
use outflank_study::drill::{Day, Lesson, LineMove, Progress, PuzzleFilter};
use outflank_study::puzzles::{Puzzle, Scored};

use super::{Course, DrillResult, Openings, ProgressFile, Recalled, words};
use crate::cli::DrillArguments;
use crate::console::{Input, Symbols, moves};
use crate::{random, stderr};

struct Commands<C: 'static> {
    words: &'static [(&'static str, C)],
    help: &'static str,
}

#[derive(Clone, Copy)]
struct ShowAnswer;

const TASK: Commands<ShowAnswer> = Commands {
    words: &[("answer", ShowAnswer), ("tell", ShowAnswer)],
    help: "\
d3 or 3d     answer with column d, row 3
moves        list the legal moves
answer       show the answer; counts as failed
stats        show your progress
quit         stop; your answers are saved
help         show this list
",
};

pub(super) fn run(arguments: &DrillArguments, course: &Course) -> anyhow::Result<ExitCode> {
    let file = ProgressFile::find()?;
    let recalled = file.recall()?;
    let mut training = Training {
        file,
        progress: Progress::default(),
        today: recalled.today,
        random: random::seeded(arguments.seed),
        input: Input::open()?,
        symbols: Symbols::XO,
        engine: LazyCell::new(Engine::default),
        out: io::stdout().lock(),
    };
    training.recall(recalled);
    match course {
        Course::Puzzles(wanted) => training.puzzles(*wanted)?,
        Course::Openings(openings) => training.openings(openings)?,
    }
    training.out.flush()?;
    Ok(ExitCode::SUCCESS)
}

struct Training<W> {
    file: ProgressFile,
    progress: Progress,
    today: Day,
    random: Random,
    input: Input,
    symbols: Symbols,
    engine: LazyCell<Engine>,
    out: W,
}

enum Typed<C> {
    Square(Square),
    Command(C),
    Quit,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    Next,
    Quit,
}

impl<W: Write> Training<W> {
    fn puzzles(&mut self, wanted: PuzzleFilter) -> anyhow::Result<()> {
        if self.progress.standing(wanted, self.today).puzzles == 0 {
            bail!("no puzzles of this kind, difficulty and theme");
        }
        while let Some(puzzle) = self.progress.next(wanted, self.today, self.random.next()) {
            if self.puzzle(puzzle, wanted)? == After::Quit {
                return Ok(());
            }
        }
        self.say("All is done for today.\n")
    }

    fn puzzle(&mut self, puzzle: &Puzzle, wanted: PuzzleFilter) -> anyhow::Result<After> {
        let heading = format!("Puzzle {}. {}. {}.\n", puzzle.id, words::sort(puzzle), puzzle.source);
        self.say(&heading)?;
        if let Some(opening) = words::opening(puzzle) {
            self.say(&format!("{opening}.\n"))?;
        }
        if !puzzle.history.is_empty() {
            let moves: String = puzzle.history.iter().map(Square::to_string).collect();
            self.say(&format!("Moves: {moves}\n"))?;
        }
        self.say(&self.symbols.board(&puzzle.position))?;
        let turn = puzzle.position.turn();
        let prompt = format!("{} ({}): ", puzzle.task(), self.symbols.of(turn));
        let (verdict, answer) = match self.ask(&prompt, &puzzle.position, &TASK)? {
            Typed::Quit => return Ok(After::Quit),
            Typed::Square(square) => (words::verdict(puzzle, square), Some(square)),
            Typed::Command(ShowAnswer) => (words::solution(puzzle), None),
        };
        let is_right = answer.is_some_and(|square| words::is_right(puzzle, square));
        self.remember(DrillResult::Puzzle { id: puzzle.id, is_right })?;
        let scored = |scored: &Scored| format!("{} {}", scored.square, words::value(scored.score));
        let moves = puzzle.moves.iter().map(scored).collect::<Vec<_>>().join(", ");
        let [streak, puzzles] = words::standing(&self.progress.standing(wanted, self.today));
        self.say(&format!("{verdict}\nAll moves: {moves}\n{streak}. {puzzles}.\n"))?;
        let after = self.afterwards(puzzle, answer)?;
        self.say("\n")?;
        Ok(after)
    }

    fn openings(&mut self, openings: &Openings) -> anyhow::Result<()> {
        let mut next = openings.first(&self.progress, self.today, self.random.next());
        while let Some(lesson) = next {
            if self.lesson(lesson, openings)? == After::Quit {
                return Ok(());
            }
            next = openings.next(&self.progress, self.today, self.random.next());
        }
        self.say("All is done for today.\n")
    }

    fn lesson(&mut self, mut lesson: Lesson, openings: &Openings) -> anyhow::Result<After> {
        self.say(&format!("{}.\n", words::lesson(&lesson)))?;
        let mut left = None;
        while let Some(expected) = lesson.expected().filter(|_| left.is_none()) {
            self.show(&lesson)?;
            let prompt = format!("{} ({}): ", lesson.learner().title(), self.symbols.of(lesson.learner()));
            let position = *lesson.game().position();
            left = match self.ask(&prompt, &position, &TASK)? {
                Typed::Quit => return Ok(After::Quit),
                Typed::Command(ShowAnswer) => Some(words::expected(&lesson, expected)),
                // Only legal moves can be typed.
                Typed::Square(square) => match lesson.play(square)? {
                    LineMove::Left { expected } => Some(words::left(&lesson, square, expected)),
                    LineMove::Right { .. } | LineMove::Done => None,
                },
            };
        }
        self.remember(DrillResult::Lesson { id: lesson.id(), is_right: left.is_none() })?;
        match left {
            Some(why) => {
                let line: String = lesson.way().iter().map(Square::to_string).collect();
                self.say(&format!("{why}\nThe line: {line}\n"))?;
            }
            None => {
                self.show(&lesson)?;
                self.say(&format!("{}\n", words::done(&lesson)))?;
            }
        }
        let standing = self.progress.lesson_standing(&openings.lines, openings.learner, self.today);
        self.say(&format!("{}.\n\n", words::lesson_standing(&standing)))?;
        Ok(After::Next)
    }

    fn show(&mut self, lesson: &Lesson) -> anyhow::Result<()> {
        let last = lesson.game().plies().last().filter(|ply| ply.before.turn() != lesson.learner());
        if let Some((ply, square)) = last.and_then(|ply| Some((ply, ply.mv.square()?))) {
            self.say(&format!("{} plays {square}.\n", ply.before.turn().title()))?;
        }
        self.say(&self.symbols.board(lesson.game().position()))
    }

    fn ask<C: Copy>(&mut self, prompt: &str, position: &Position, own: &Commands<C>) -> anyhow::Result<Typed<C>> {
        loop {
            let Some(line) = self.input.ask(prompt, &mut self.out)? else {
                writeln!(self.out)?;
                return Ok(Typed::Quit);
            };
            let line = line.trim().to_ascii_lowercase();
            if let Some(&(_, command)) = own.words.iter().find(|(word, _)| *word == line) {
                return Ok(Typed::Command(command));
            }
            let text = match line.as_str() {
                "quit" => return Ok(Typed::Quit),
                "moves" => moves(position),
                "stats" => words::stats(&self.progress, self.today),
                "help" | "?" => own.help.to_owned(),
                text => match notation::parse_move(text) {
                    Ok(Move::Place(square)) if position.play(square.into()).is_ok() => {
                        return Ok(Typed::Square(square));
                    }
                    Ok(Move::Place(square)) => format!("{square} is not a legal move.\n"),
                    _ => "Expected a square such as d3, or help.\n".to_owned(),
                },
            };
            self.say(&text)?;
        }
    }

    fn remember(&mut self, result: DrillResult) -> anyhow::Result<()> {
        let recalled = self.file.remember(result)?;
        self.recall(recalled);
        Ok(())
    }

    fn recall(&mut self, recalled: Recalled) {
        let Recalled { progress, today, damaged, .. } = recalled;
        (self.progress, self.today) = (progress, today);
        damaged.into_iter().for_each(stderr::print);
    }

    fn say(&mut self, text: &str) -> anyhow::Result<()> {
        self.out.write_all(text.as_bytes())?;
        Ok(())
    }
}
