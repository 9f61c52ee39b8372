use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{env, fmt, fs, thread};

use outflank_engine::{Engine, ParseLevelError};
use outflank_formats::plain;
use outflank_rules::{ByColor, Color, Game, Position, Rules, SplitMix64};

use crate::player::Player;
use crate::results::{Results, Score};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    players: [Player; 2],
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) wins: u32,
    pub(crate) draws: u32,
    pub(crate) losses: u32,
}

impl Row {
    pub(crate) fn new(first: Player, second: Player) -> Row {
        Row { players: [first, second] }
    }

    /// Plays the missing games and counts all of them. The time is that of the games played now.
    pub(crate) fn play(self, games: usize, threads: usize, results: &Results) -> (Tally, Duration) {
        let started = Instant::now();
        let name = self.to_string();
        let next = AtomicUsize::new(0);
        let play_some = || {
            let engines = self.players.map(Player::engine);
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= games {
                    return;
                }
                if !results.has(&name, number) {
                    engines.iter().flatten().for_each(Engine::forget);
                    let score = self.play_game(number, &engines);
                    results.add(&name, number, score);
                    results.show_progress(&name, games);
                }
            }
        };
        thread::scope(|scope| (0..threads.max(1)).for_each(|_| drop(scope.spawn(play_some))));
        (results.tally(&name, games), started.elapsed())
    }

    fn play_game(self, number: usize, engines: &[Option<Engine>; 2]) -> Score {
        let first = if number.is_multiple_of(2) { Color::Black } else { Color::White };
        let seats = ByColor::from_fn(|color| usize::from(color != first));
        let mut game = self.opening(number);
        let mut random = SplitMix64::new(number as u64 ^ 0x6c65_7665_6c73);
        while game.outcome().is_none() {
            let seat = seats[game.position().turn()];
            let square = self.players[seat].choose(&game, engines[seat].as_ref(), &mut random);
            game.play(square).unwrap();
        }
        match game.outcome().unwrap().winner() {
            None => Score::Draw,
            Some(winner) if winner == first => Score::Win,
            Some(_) => Score::Loss,
        }
    }

    fn opening(self, number: usize) -> Game {
        match self.players {
            [Player::Level(_), Player::Level(_)] => OPENINGS[number / 2 % OPENINGS.len()].clone(),
            _ => Game::new(Position::initial(Rules::Standard)),
        }
    }
}

static OPENINGS: LazyLock<Vec<Game>> = LazyLock::new(|| {
    let data = env::var_os("OUTFLANK_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from);
    let file = data.join("xot/xot_small.txt");
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    text.lines().map(|line| plain::parse(line).unwrap().check().unwrap().game().clone()).collect()
});

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.players;
        write!(f, "{first}-{second}")
    }
}

impl FromStr for Row {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Row, ParseLevelError> {
        let (first, second) = text.split_once('-').ok_or(ParseLevelError)?;
        Ok(Row::new(first.parse()?, second.parse()?))
    }
}

impl Tally {
    pub(crate) fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    pub(crate) fn percent(self) -> f64 {
        100.0 * (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games())
    }

    /// Wilson's 95 % interval in percent. A draw counts as half a win.
    pub(crate) fn interval(self) -> [f64; 2] {
        const Z: f64 = 1.96;
        let (n, p) = (f64::from(self.games()), self.percent() / 100.0);
        let centre = p + Z * Z / (2.0 * n);
        let radius = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        [centre - radius, centre + radius].map(|bound| 100.0 * bound / (1.0 + Z * Z / n))
    }
}
