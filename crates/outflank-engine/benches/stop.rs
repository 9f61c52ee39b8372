use std::thread;
use std::time::{Duration, Instant};

use outflank_engine::{Engine, Limits, Options};
use outflank_rules::{Game, Position, Rules};

const SEARCHES: u64 = 150;

fn main() {
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    for threads in [1, 2] {
        for rules in Rules::ALL {
            let engine = Engine::new(Options { threads, ..Options::default() });
            let mut waits: Vec<Duration> =
                (0..SEARCHES).map(|number| wait_after_stop(&engine, rules, number)).collect();
            waits.sort();
            let millis = |wait: Duration| wait.as_secs_f64() * 1e3;
            println!(
                "{rules} with {threads} thread(s): median {:.2} ms, longest {:.2} ms of {SEARCHES}",
                millis(waits[waits.len() / 2]),
                millis(waits[waits.len() - 1])
            );
        }
    }
}

fn wait_after_stop(engine: &Engine, rules: Rules, number: u64) -> Duration {
    let mut game = Game::new(Position::initial(rules));
    for turn in 0..(20 + number % 20) {
        let squares = game.position().legal_moves();
        let Some(square) = squares.into_iter().nth((turn * 7 + number) as usize % squares.len().max(1) as usize) else {
            break;
        };
        game.play(square).expect("it is one of the choices");
    }
    let handle = engine.start(*game.position(), Limits::default(), |_| {});
    thread::sleep(Duration::from_millis(10 + number % 40));
    let stopped = Instant::now();
    handle.stop();
    handle.wait();
    stopped.elapsed()
}
