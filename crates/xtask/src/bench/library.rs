//! The games library with 100,000 games: from the key to the list on the screen, and from a letter of the search to its result.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use outflank_pty::{Session, Size, keys};
use outflank_rules::{Game, Position, Rules, SplitMix64, Square};

const GAMES: usize = 100_000;
/// Games that were played here: one file each.
const OWN: usize = 5_000;
const IN_ONE_FILE: usize = 1_000;

const LIST_LIMIT: Duration = Duration::from_millis(200);
const SEARCH_LIMIT: Duration = Duration::from_millis(50);

const SIZE: Size = Size { columns: 120, rows: 40 };

const SEARCHES: [&str; 6] = ["player 7 tiger", "2019-0", "draw", "33-31", "open 3", "rose 2024"];

pub(super) fn run(program: &Path) -> Result<()> {
    let home = tempfile::tempdir()?;
    generate(home.path()).context("cannot write the games")?;
    let start = || -> Result<Session> {
        let mut command = Command::new(program);
        command.env("OUTFLANK_HOME", home.path()).env("TERM", "xterm-256color").env("LANG", "C.UTF-8");
        let session = Session::start(&command, SIZE)?;
        session.wait_for_text("Esc menu")?;
        Ok(session)
    };
    let whole = format!("All games  {} games", grouped(GAMES));
    let open = |session: &mut Session| session.time_until("o", &whole, |screen| screen.contents().contains(&whole));
    let first = open(&mut start()?)?;
    println!("{:7.0} ms  first time: {GAMES} games in {} files are read", milliseconds(first), files());
    let mut lists = (0..super::RUNS).map(|_| open(&mut start()?)).collect::<Result<Vec<_>>>()?;
    lists.sort();
    println!("{:7.1} ms  list (limit: {} ms)", milliseconds(lists[0]), LIST_LIMIT.as_millis());

    let mut session = start()?;
    open(&mut session)?;
    session.press("/")?;
    session.wait_for_text("Search:")?;
    let mut times: Vec<Duration> = Vec::new();
    for _ in 0..super::RUNS {
        let mut again = Vec::new();
        for text in SEARCHES {
            type_in(&mut session, text, &mut again)?;
            session.press(&keys::BACKSPACE.repeat(text.len()))?;
            session.wait_for_text(&whole)?;
        }
        let best = |(at, time): (usize, Duration)| times.get(at).map_or(time, |&before| time.min(before));
        times = again.into_iter().enumerate().map(best).collect();
    }
    times.sort();
    let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
    println!(
        "{:7.1} ms  search, median; longest {:.1} ms, of {} (limit: {} ms)",
        milliseconds(median),
        milliseconds(longest),
        times.len(),
        SEARCH_LIMIT.as_millis()
    );
    ensure!(lists[0] <= LIST_LIMIT && longest <= SEARCH_LIMIT, "the library is too slow");
    Ok(())
}

fn type_in(session: &mut Session, text: &str, times: &mut Vec<Duration>) -> Result<()> {
    let mut typed = String::new();
    for letter in text.chars() {
        typed.push(letter);
        let shown = format!("Search: {}", typed.trim_end());
        let time = session.time_until(&letter.to_string(), &shown, |screen| screen.contents().contains(&shown))?;
        // A space changes nothing that could be waited for.
        if letter != ' ' {
            times.push(time);
        }
    }
    Ok(())
}

fn milliseconds(time: Duration) -> f64 {
    1000.0 * time.as_secs_f64()
}

fn files() -> usize {
    OWN + (GAMES - OWN) / IN_ONE_FILE
}

fn grouped(number: usize) -> String {
    format!("{},{:03}", number / 1000, number % 1000)
}

/// The same games each time.
fn generate(home: &Path) -> Result<()> {
    let games = home.join("games");
    let archive = games.join("archive");
    fs::create_dir_all(&archive)?;
    fs::write(home.join("settings.toml"), "animation = false\n")?;
    let lines: Vec<String> = (0..500).map(random_moves).collect();
    for number in 0..OWN {
        fs::write(games.join(format!("game-{number:05}.ggf")), game(number, &lines))?;
    }
    for first in (OWN..GAMES).step_by(IN_ONE_FILE) {
        let texts: String = (first..first + IN_ONE_FILE).map(|number| game(number, &lines)).collect();
        fs::write(archive.join(format!("games-{first:06}.ggf")), texts)?;
    }
    Ok(())
}

fn game(number: usize, lines: &[String]) -> String {
    let mut random = SplitMix64::new(number as u64);
    let mut pick = |count: usize| random.next() as usize % count;
    let (black, white, event) = (pick(3_000), pick(3_000), pick(400));
    let (year, month, day) = (1980 + pick(45), 1 + pick(12), 1 + pick(28));
    let moves = &lines[pick(lines.len())];
    format!(
        "(;GM[Othello]PC[Outflank]DT[{year}.{month:02}.{day:02}]EV[Open {event}]PB[Player {black}]PW[Player {white}]TY[8]\
         BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]{moves};)\n"
    )
}

fn random_moves(seed: u64) -> String {
    let mut random = SplitMix64::new(seed);
    let mut game = Game::new(Position::initial(Rules::Standard));
    let mut text = String::new();
    while game.outcome().is_none() {
        let legal: Vec<Square> = game.position().legal_moves().into_iter().collect();
        let square = legal[random.next() as usize % legal.len()];
        let by = game.position().turn().title().chars().next().unwrap_or('B');
        text += &format!("{by}[{}]", square.to_string().to_uppercase());
        if game.play(square).is_err() {
            break;
        }
    }
    text
}
