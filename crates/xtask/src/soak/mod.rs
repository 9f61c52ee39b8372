mod terminal;

use anyhow::{Result, ensure};
use clap::{Args, Subcommand};

use crate::cargo;
use crate::fuzz::{self, FuzzArguments};
use crate::test::{self, Job};

#[derive(Args, Debug)]
pub(crate) struct SoakArguments {
    #[command(subcommand)]
    only: Option<Part>,

    /// Storms to simulate, by seed from 0
    #[arg(long, default_value_t = 100_000)]
    storms: u32,

    /// Games with faults in which the clocks are checked
    #[arg(long, default_value_t = 5_000)]
    clocks: u32,

    /// How often to kill a server in the middle of a game, on SQLite and on PostgreSQL
    #[arg(long, default_value_t = 500)]
    kills: u32,

    /// Games that age by 400 days in each store
    #[arg(long, default_value_t = 20_000)]
    aged_games: u32,

    /// How long to fuzz each parser and the server; 0 for not at all
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    fuzz: u32,
}

#[derive(Clone, Debug, Subcommand)]
enum Part {
    /// Measure replies of the engine beside guests who keep it busy, on SQLite and on PostgreSQL
    Fair {
        /// How many guests, from 50 addresses
        #[arg(long, default_value_t = 200)]
        guests: u32,
    },
    /// Press random keys on the full-screen board, and check that it draws, stays small and comes to rest
    Terminal(terminal::TerminalArguments),
}

pub(crate) fn run(arguments: &SoakArguments) -> Result<()> {
    if let Some(Part::Terminal(arguments)) = &arguments.only {
        return terminal::run(arguments);
    }
    let postgres = test::start()?;
    if let Some(Part::Fair { guests }) = arguments.only {
        // Guests and server share the machine, so an unoptimized server would measure itself. One store after the other.
        let test = ["test", "--release", "--package", "outflank", "--test", "it", "--"];
        let mut fair = cargo::command(test);
        fair.args(["serve::fair::", "--test-threads=1", "--nocapture"]).env("OUTFLANK_FAIR_GUESTS", guests.to_string());
        fair.env(outflank_postgres::VARIABLE, postgres.url());
        ensure!(fair.status()?.success(), "{guests} guests delay the engine's replies");
        return Ok(());
    }
    let executables = test::build()?;
    let mut storms = test::find(&executables, "outflank-server", "outflank_server")?.command();
    storms.arg("storm::").env("OUTFLANK_STORMS", arguments.storms.to_string());
    let mut clocks = test::find(&executables, "outflank-server", "outflank_server")?.command();
    clocks.arg("fair_clocks::").env("OUTFLANK_CLOCKS", arguments.clocks.to_string());
    let mut kills = test::find(&executables, "outflank", "it")?.command();
    kills.arg("serve::kill::").env("OUTFLANK_KILLS", arguments.kills.to_string());
    kills.env(outflank_postgres::VARIABLE, postgres.url());
    let mut ageing = test::find(&executables, "outflank-server", "it")?.command();
    ageing.arg("exactly_the_promised_games_remain").env("OUTFLANK_AGED_GAMES", arguments.aged_games.to_string());
    ageing.env(outflank_postgres::VARIABLE, postgres.url());
    let mut reviews = test::find(&executables, "outflank-study", "it")?.command();
    reviews.arg("exactness::").env("OUTFLANK_EXACT_GAMES", "200");
    test::run_side_by_side(vec![
        Job::new(&format!("{} storms", arguments.storms), [storms]),
        Job::new(&format!("{} games with clocks", arguments.clocks), [clocks]),
        Job::new(&format!("{} kills", arguments.kills), [kills]),
        Job::new(&format!("{} aged games", arguments.aged_games), [ageing]),
        Job::new("200 reviews", [reviews]),
    ])?;
    match arguments.fuzz {
        0 => Ok(()),
        seconds => fuzz::run(&FuzzArguments { targets: Vec::new(), seconds }),
    }
}
