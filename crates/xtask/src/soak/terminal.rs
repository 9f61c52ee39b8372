//! A seed repeats everything.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use outflank_pty::{Ended, Session, Size, keys};
use outflank_rules::SplitMix64;
use tempfile::TempDir;

use crate::cargo;
use crate::process::{memory, processor_time};

#[derive(Args, Clone, Debug)]
pub(crate) struct TerminalArguments {
    /// How long
    #[arg(long, default_value_t = 30)]
    minutes: u64,

    /// Repeats a run
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

const FIRST: Size = Size { columns: 120, rows: 40 };
/// Inputs between two checks that the board still draws.
const ROUND: usize = 50;
/// Rounds between two checks that Esc leads back to the menu.
const ROUNDS_BETWEEN_MENUS: usize = 20;
const MOST_STEPS_BACK: usize = 15;
/// Inputs between two looks at the screen.
const LOOK: usize = 10;
/// A person is slower, and the engine needs some time of its own.
const PAUSE: Duration = Duration::from_millis(20);
/// Longer than the program waits to see whether Esc begins a sequence.
const AFTER_ESCAPE: Duration = Duration::from_millis(100);
/// Until a resignation is final, and the screen of the end is shown.
const AFTER_RESIGNING: Duration = Duration::from_secs(6);
/// Until what only searches need has been given back. The machine may be busy.
const IN_MENU: Duration = Duration::from_secs(10);
/// Megabytes.
const MOST_IN_MENU: f64 = 40.0;
const STUCK_AFTER: Duration = Duration::from_secs(30);
const IDLE_FOR: Duration = Duration::from_secs(10);
const MOST_IDLE: f64 = 1.0;
/// In the menu, of the highest memory in the first half of the run.
const MOST_GROWTH: f64 = 1.1;
const SPARE_MEGABYTES: f64 = 10.0;

const MENU: &str = "O U T F L A N K";
/// What is only on one screen.
const SCREENS: [(&str, &str); 14] = [
    ("menu", MENU),
    ("new game", "Start the game"),
    ("editor", "Tab switches the side to move"),
    ("game", "u undo  r redo"),
    ("end of a game", "─ Game over ─"),
    ("study", " Engine  Report  Explorer "),
    ("retry", " Solved: "),
    ("library", " Library  "),
    ("file browser", "Left folder above"),
    ("puzzle", "─ Progress ─"),
    ("openings", "Play an opening from memory"),
    ("lesson", "─ How to play"),
    ("keys", "╭ Keys ─"),
    ("palette", "╭ Find an action ─"),
];

const RECORDS: [&str; 4] =
    ["f5d6c3d3c4f4f6f3e6e7", "f5d6", "(;GM[2]PB[a]PW[b]B[f5];W[d6](;B[c3])(;B[c4]))", "\u{1b}[31mnot a game"];

pub(crate) fn run(arguments: &TerminalArguments) -> Result<()> {
    let program = cargo::release_program()?;
    let home = tempfile::tempdir()?;
    let mut soak = Soak {
        random: SplitMix64::new(arguments.seed),
        session: open(&program, home.path(), arguments.seed)?,
        program,
        home,
        seed: arguments.seed,
        most_memory: 0.0,
        menu_memory: Vec::new(),
        seen: [0; SCREENS.len()],
        slowest: Duration::ZERO,
        inputs: 0,
        starts: 1,
    };
    let length = Duration::from_secs(60 * arguments.minutes);
    let began = Instant::now();
    for round in 1.. {
        soak.round().with_context(|| format!("seed {}, input {}", arguments.seed, soak.inputs))?;
        soak.most_memory = soak.most_memory.max(memory(&soak.session)?[0]);
        if round % ROUNDS_BETWEEN_MENUS == 0 {
            soak.must_lead_back()?;
            let megabytes = soak.memory_in_menu()?;
            soak.menu_memory.push((began.elapsed(), megabytes));
        }
        if began.elapsed() >= length {
            break;
        }
    }
    soak.report(length)
}

struct Soak {
    random: SplitMix64,
    session: Session,
    program: PathBuf,
    home: TempDir,
    seed: u64,
    /// Resident megabytes: at most, and in the menu.
    most_memory: f64,
    menu_memory: Vec<(Duration, f64)>,
    seen: [usize; SCREENS.len()],
    slowest: Duration,
    inputs: usize,
    starts: usize,
}

impl Soak {
    fn round(&mut self) -> Result<()> {
        for _ in 0..ROUND {
            self.inputs += 1;
            let input = self.input()?;
            self.press(&input)?;
            thread::sleep(PAUSE);
            if self.inputs.is_multiple_of(LOOK) {
                self.look();
            }
        }
        self.must_draw()
    }

    /// Starts the program again if it has quit.
    fn press(&mut self, input: &str) -> Result<()> {
        match self.session.press(input).is_err() || self.session.is_closed() {
            true => self.restart(),
            false => Ok(()),
        }
    }

    /// Ctrl-L draws everything again, whatever the screen shows.
    fn must_draw(&mut self) -> Result<()> {
        self.session.resize(FIRST)?;
        let (before, starts, pressed) = (self.session.bytes(), self.starts, Instant::now());
        self.press("\x0c")?;
        // A session that was started only now counts from nothing.
        while self.starts == starts && self.session.bytes() < before + 500 {
            if self.session.is_closed() {
                return self.restart();
            }
            ensure!(pressed.elapsed() < STUCK_AFTER, "the screen is stuck:\n{}", self.session.screen().contents());
            thread::sleep(Duration::from_millis(1));
        }
        self.slowest = self.slowest.max(pressed.elapsed());
        Ok(())
    }

    fn look(&mut self) {
        let screen = self.session.screen().contents();
        for (count, (_, text)) in self.seen.iter_mut().zip(SCREENS) {
            *count += usize::from(screen.contains(text));
        }
    }

    fn must_lead_back(&mut self) -> Result<()> {
        for _ in 0..MOST_STEPS_BACK {
            if self.session.screen().contents().contains(MENU) {
                return Ok(());
            }
            self.press(keys::ESCAPE)?;
            thread::sleep(AFTER_ESCAPE);
        }
        bail!("Esc does not lead to the menu:\n{}", self.session.screen().contents())
    }

    fn memory_in_menu(&self) -> Result<f64> {
        let arrived = Instant::now();
        loop {
            thread::sleep(Duration::from_millis(100));
            let [now, _] = memory(&self.session)?;
            if now <= MOST_IN_MENU || arrived.elapsed() >= IN_MENU {
                return Ok(now);
            }
        }
    }

    fn input(&mut self) -> Result<String> {
        const CODES: [&str; 17] = [
            keys::ENTER,
            keys::ENTER,
            keys::ENTER,
            " ",
            keys::ESCAPE,
            keys::UP,
            keys::DOWN,
            keys::DOWN,
            keys::LEFT,
            keys::RIGHT,
            keys::HOME,
            keys::END,
            "\t",
            "\x1b[Z",
            "\x1b[5~",
            "\x1b[6~",
            keys::BACKSPACE,
        ];
        const OTHERS: [&str; 10] = ["?", "/", "\x10", "\x0f", "\x1b[3~", "\x1bOQ", "\x1b[15~", ".", "<", ">"];
        Ok(match self.below(100) {
            0..35 => CODES[self.below(CODES.len())].to_owned(),
            35..60 => {
                let square = [b'a' + self.below(8) as u8, b'1' + self.below(8) as u8, b'\r'];
                String::from_utf8(square.to_vec())?
            }
            60..78 => {
                let first = if self.below(3) == 0 { b'A' } else { b'a' };
                // Quitting is rare, so that memory has time to grow.
                match char::from(first + self.below(26) as u8) {
                    'q' if self.below(200) > 0 => String::new(),
                    'w' if self.below(20) == 0 => {
                        self.press("w")?;
                        thread::sleep(AFTER_RESIGNING);
                        self.look();
                        String::new()
                    }
                    letter => letter.to_string(),
                }
            }
            78..84 => OTHERS[self.below(OTHERS.len())].to_owned(),
            84..95 => {
                let (column, row) = (self.below(200) as u16, self.below(60) as u16);
                match self.below(4) {
                    0 => format!("\x1b[<{};{};{}M", 64 + self.below(2), column + 1, row + 1),
                    _ => keys::click(column, row),
                }
            }
            95..97 => format!("\x1b[200~{}\x1b[201~", RECORDS[self.below(RECORDS.len())]),
            _ => {
                let size = Size { columns: 10 + self.below(190) as u16, rows: 3 + self.below(57) as u16 };
                self.session.resize(size)?;
                String::new()
            }
        })
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.random.next() % bound as u64) as usize
    }

    fn restart(&mut self) -> Result<()> {
        let Ended { code, signal } = self.session.wait_for_end()?;
        if code != 0 || signal.is_some() {
            bail!("the program ended with {code}, {signal:?}:\n{}", self.session.screen().contents());
        }
        self.starts += 1;
        self.session = open(&self.program, self.home.path(), self.seed)?;
        Ok(())
    }

    fn report(&mut self, length: Duration) -> Result<()> {
        println!("{} inputs, {} starts, redrawn within {} ms", self.inputs, self.starts, self.slowest.as_millis());
        for ((screen, _), count) in SCREENS.iter().zip(self.seen) {
            println!("{count:>6}  {screen}");
        }
        let highest = |from: Duration, to: Duration| {
            let measured = self.menu_memory.iter().filter(|(at, _)| (from..to).contains(at));
            measured.map(|&(_, megabytes)| megabytes).fold(0.0, f64::max)
        };
        let [first, second] = [highest(Duration::ZERO, length / 2), highest(length / 2, Duration::MAX)];
        println!("memory: at most {:.0} MB", self.most_memory);
        println!("in the menu: at most {first:.0} MB in the first half, {second:.0} MB in the second");
        // In the menu nothing moves.
        self.must_lead_back()?;
        thread::sleep(Duration::from_secs(1));
        let before = processor_time(&self.session)?;
        thread::sleep(IDLE_FOR);
        let idle = 100.0 * (processor_time(&self.session)? - before) / IDLE_FOR.as_secs_f64();
        println!("idle: {idle:.1} % of a core");
        ensure!(second <= MOST_GROWTH * first + SPARE_MEGABYTES, "the memory grows");
        ensure!(idle <= MOST_IDLE, "the board does not come to rest:\n{}", self.session.screen().contents());
        Ok(())
    }
}

fn open(program: &Path, home: &Path, seed: u64) -> Result<Session> {
    let mut command = Command::new(program);
    command.args(["--seed", &seed.to_string()]).env("OUTFLANK_HOME", home).current_dir(home);
    command.envs([("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("LANG", "C.UTF-8")]);
    Session::start(&command, FIRST)
}
