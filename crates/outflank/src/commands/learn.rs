use std::io::{self, Write};
use std::process::ExitCode;

use outflank_formats::notation;
use outflank_rules::{Bitboard, Color, Move, Ply, Square};
use outflank_study::tutorial::{self, Attempt, MoveVerdict};

use crate::cli::LearnArguments;
use crate::console::{Input, Symbols};
use crate::tui::{self, wrapped};

const HELP: &str = "\
d3 or 3d     play column d, row 3
hint         name the right squares
board        show the board again
next         go to the next step
back         go to the step before
quit         leave the lesson
help         show this list
";

const COLUMNS: usize = 78;

pub(crate) fn run(arguments: &LearnArguments) -> anyhow::Result<ExitCode> {
    if !arguments.plain && tui::is_possible() {
        return tui::learn(arguments);
    }
    let mut lesson = Lesson { input: Input::open()?, symbols: Symbols::XO, out: io::stdout().lock() };
    lesson.run()?;
    lesson.out.flush()?;
    Ok(ExitCode::SUCCESS)
}

struct Lesson<W> {
    input: Input,
    symbols: Symbols,
    out: W,
}

enum After {
    Next,
    Back,
    Quit,
}

impl<W: Write> Lesson<W> {
    fn run(&mut self) -> anyhow::Result<()> {
        let [black, white] = Color::ALL.map(|color| self.symbols.of(color));
        self.say(&format!(
            "{}. Black is {black}, White is {white}, and + marks the squares you can play.",
            tutorial::TITLE
        ))?;
        let mut step = 0;
        while step < tutorial::steps().len() {
            match self.step(step)? {
                After::Next => step += 1,
                After::Back => step = step.saturating_sub(1),
                After::Quit => return Ok(()),
            }
        }
        writeln!(self.out)?;
        self.say(tutorial::CLOSING)?;
        self.say("Play a first game: outflank play --level 1")
    }

    fn step(&mut self, index: usize) -> anyhow::Result<After> {
        let steps = tutorial::steps();
        let mut attempt = Attempt::new(&steps[index]);
        writeln!(self.out, "\n{} of {}: {}", index + 1, steps.len(), attempt.step().title)?;
        self.say(attempt.step().text)?;
        while let Some(task) = attempt.task() {
            self.show(&attempt)?;
            self.say(task.prompt)?;
            if let Some(after) = self.task(&mut attempt)? {
                return Ok(after);
            }
        }
        Ok(After::Next)
    }

    fn task(&mut self, attempt: &mut Attempt) -> anyhow::Result<Option<After>> {
        let prompt = format!("Your move ({}): ", self.symbols.of(Color::Black));
        loop {
            let Some(line) = self.input.ask(&prompt, &mut self.out)? else {
                writeln!(self.out)?;
                return Ok(Some(After::Quit));
            };
            match line.trim().to_ascii_lowercase().as_str() {
                "quit" => return Ok(Some(After::Quit)),
                "next" | "skip" => return Ok(Some(After::Next)),
                "back" => return Ok(Some(After::Back)),
                "hint" => {
                    let right = attempt.right_moves().into_iter().map(|square| square.to_string());
                    self.say(&format!("Right: {}", right.collect::<Vec<_>>().join(" ")))?;
                }
                "board" => self.show(attempt)?,
                "help" | "?" => write!(self.out, "{HELP}")?,
                text => match notation::parse_move(text) {
                    Ok(Move::Place(square)) if self.play(attempt, square)? => return Ok(None),
                    Ok(Move::Place(_)) => {}
                    _ => self.say("Expected a square such as d3, or help.")?,
                },
            }
        }
    }

    fn play(&mut self, attempt: &mut Attempt, square: Square) -> anyhow::Result<bool> {
        let answer = attempt.play(square);
        let is_right = answer.verdict == MoveVerdict::Right;
        if is_right {
            for ply in answer.plies.iter().skip(1) {
                self.say(&describe(ply))?;
            }
            if attempt.is_done() {
                write!(self.out, "{}", self.symbols.board(&answer.position))?;
            }
        }
        self.say(&answer.sentence)?;
        Ok(is_right)
    }

    fn show(&mut self, attempt: &Attempt) -> anyhow::Result<()> {
        let position = attempt.position();
        let marks: Bitboard = position.legal_moves();
        Ok(write!(self.out, "{}", self.symbols.marked_board(&position, marks))?)
    }

    fn say(&mut self, text: &str) -> anyhow::Result<()> {
        for line in wrapped(text, COLUMNS) {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }
}

fn describe(ply: &Ply) -> String {
    let player = ply.before.turn().title();
    match ply.mv {
        Move::Place(square) => format!("{player} plays {square}."),
        Move::Pass => format!("{player} passes."),
    }
}
