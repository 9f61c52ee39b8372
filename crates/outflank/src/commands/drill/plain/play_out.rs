use std::io::Write;

use anyhow::Context;
use outflank_engine::Engine;
use outflank_rules::{Move, Ply, Position, Square};
use outflank_study::drill::{MoveKind, PlayOut, Solved};
use outflank_study::puzzles::Puzzle;

use super::{After, Commands, Training, Typed, words};

const PROMPT: &str = "Enter for the next puzzle, play or line: ";

const HELP: &str = "\
(Enter)      go to the next puzzle
play         play it out against the best defence
line         show the best line
stats        show your progress
quit         stop; your answers are saved
help         show this list
";

#[derive(Clone, Copy)]
enum Command {
    TakeBack,
    Line,
    Next,
}

const COMMANDS: Commands<Command> = Commands {
    words: &[("undo", Command::TakeBack), ("line", Command::Line), ("next", Command::Next)],
    help: "\
d3 or 3d     play column d, row 3
moves        list the legal moves
undo         take back your move
line         show the best line from here
next         go to the next puzzle
stats        show your progress
quit         stop; your answers are saved
help         show this list
",
};

impl<W: Write> Training<W> {
    /// Asks how to go on. Only endgames can be played out.
    pub(super) fn afterwards(&mut self, puzzle: &Puzzle, answer: Option<Square>) -> anyhow::Result<After> {
        let Some(start) = PlayOut::new(puzzle) else { return Ok(After::Next) };
        loop {
            let Some(line) = self.input.ask(PROMPT, &mut self.out)? else {
                writeln!(self.out)?;
                return Ok(After::Quit);
            };
            match line.trim().to_ascii_lowercase().as_str() {
                "" | "next" => return Ok(After::Next),
                "quit" => return Ok(After::Quit),
                "line" => self.show_line(start.clone())?,
                "play" => {
                    let mut play_out = start.clone();
                    if let Some(square) = answer.filter(|&square| words::is_right(puzzle, square)) {
                        play_out.play(square)?;
                    }
                    if let Some(after) = self.play_out(play_out)? {
                        return Ok(after);
                    }
                }
                "stats" => self.say(&words::stats(&self.progress, self.today))?,
                "help" | "?" => self.say(HELP)?,
                _ => self.say("Expected Enter, play, line or help.\n")?,
            }
        }
    }

    fn play_out(&mut self, mut play_out: PlayOut) -> anyhow::Result<Option<After>> {
        let player = play_out.player();
        let prompt = format!("{} ({}): ", player.title(), self.symbols.of(player));
        let settle = |play_out: &mut PlayOut, engine: &Engine| play_out.settle(|position| solve(engine, position));
        settle(&mut play_out, &self.engine)?;
        while play_out.ending().is_none() {
            if let Some(replies) = play_out.replies() {
                self.say(&format!("{replies}\n"))?;
            }
            let position = *play_out.game().position();
            self.say(&self.symbols.board(&position))?;
            match self.ask(&prompt, &position, &COMMANDS)? {
                Typed::Quit => return Ok(Some(After::Quit)),
                Typed::Command(Command::Next) => return Ok(Some(After::Next)),
                Typed::Command(Command::TakeBack) => {
                    if !play_out.take_back() {
                        self.say("There is no move to take back.\n")?;
                    }
                }
                Typed::Command(Command::Line) => self.show_line(play_out.clone())?,
                Typed::Square(square) => {
                    let verdict = play_out.play(square)?;
                    let hint = if verdict.kind == MoveKind::ThrowsAway { " Type undo to take it back." } else { "" };
                    self.say(&format!("{verdict}{hint}\n"))?;
                    settle(&mut play_out, &self.engine)?;
                }
            }
        }
        self.finish(&play_out)?;
        Ok(None)
    }

    fn show_line(&mut self, mut play_out: PlayOut) -> anyhow::Result<()> {
        let shown = play_out.game().plies().len();
        loop {
            play_out.settle(|position| solve(&self.engine, position))?;
            if play_out.advance().is_none() {
                break;
            }
        }
        let ply = |ply: &Ply| match ply.mv {
            Move::Place(square) => square.to_string(),
            Move::Pass => "pass".to_owned(),
        };
        let line: Vec<String> = play_out.game().plies()[shown..].iter().map(ply).collect();
        self.say(&format!("Best line: {}\n", line.join(" ")))?;
        self.finish(&play_out)
    }

    fn finish(&mut self, play_out: &PlayOut) -> anyhow::Result<()> {
        self.say(&self.symbols.board(play_out.game().position()))?;
        match play_out.ending() {
            Some(ending) => self.say(&format!("{ending}\n")),
            None => Ok(()),
        }
    }
}

fn solve(engine: &Engine, position: &Position) -> anyhow::Result<Solved> {
    let analysis = engine.analyze(*position, Solved::limits(position));
    Solved::of(position, &analysis).context("the position could not be solved")
}
