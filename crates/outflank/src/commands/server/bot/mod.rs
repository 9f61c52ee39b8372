//! `outflank bot`. The server is not trusted: positions are checked by our rules, lines have a maximum length, and nothing it sends can do more
//! than end the program with an error message.

mod client;
mod feed;
mod game;
mod lobby;
mod player;
mod report;
mod secret;
mod table;
mod wire;

use std::process::{self, ExitCode};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use outflank_players::{ClockConfig, Machine, PlayerError};
use outflank_rules::{Game, Position, Rules};
use outflank_server::Name;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::cli::server::BotArguments;
use crate::commands::INTERRUPTED;
use crate::commands::server::service::{self, Signals};
use client::{Client, Failure, Lines};
use feed::Link;
use lobby::{Lobby, Note};
use player::Roster;
use report::say;
use secret::KeptSecret;
use wire::ListMessage;

pub(crate) fn run(arguments: &BotArguments) -> anyhow::Result<ExitCode> {
    let setup = arguments.search.setup(arguments.player.clone(), arguments.patience)?;
    let roster = Roster { setup, games: arguments.games };
    let (rules, own_name) = meet(&roster, &arguments.rules)?;
    let name = arguments.name.clone().map_or_else(|| fallback_name(&own_name), Ok)?;
    let path = match &arguments.secret_file {
        Some(path) => path.clone(),
        None => {
            let player =
                arguments.name.as_ref().map_or_else(|| arguments.player.to_string(), |name| name.as_str().into());
            secret::default_path(&arguments.url, &player)?
        }
    };
    let secret = KeptSecret::open(&path)?;
    service::block_on(async {
        let bot = Bot {
            link: Arc::new(Link::new(Client::new(arguments.url.clone(), &secret.secret)?)),
            challenge: (!arguments.no_post).then(|| challenge(&name, rules[0], arguments.clock.0)),
            name,
            roster,
            rules,
            games: arguments.games,
            count: arguments.count,
            accepts: !arguments.no_accept,
            min_clock: arguments.min_clock,
            rematches: !arguments.no_rematch,
            takebacks: arguments.takebacks,
        };
        play(Arc::new(bot)).await
    })
}

#[derive(Debug)]
struct Bot {
    link: Arc<Link>,
    name: Name,
    roster: Roster,
    rules: Vec<Rules>,
    games: usize,
    count: Option<usize>,
    challenge: Option<Value>,
    accepts: bool,
    min_clock: Duration,
    rematches: bool,
    takebacks: bool,
}

impl Bot {
    fn sets_up(&self) -> bool {
        !matches!(self.roster.setup.machine, Machine::Gtp(_))
    }
}

async fn play(bot: Arc<Bot>) -> anyhow::Result<()> {
    let mut signals = Signals::listen().context("cannot wait for signals")?;
    let mine = connect(&bot.link.client).await?;
    say(format_args!("{} is ready on {}. Press Ctrl-C to stop.", bot.name.as_str(), bot.link.server()));
    let (notes, heard) = mpsc::unbounded_channel();
    let stop = notes.clone();
    tokio::spawn(async move {
        signals.next().await;
        let _ = stop.send(Note::Stop);
        signals.next().await;
        say("Quit. Run the same command to resume the games in progress.");
        process::exit(INTERRUPTED.into());
    });
    let score = Lobby::run(bot, mine, heard, notes).await.map_err(|why| anyhow!(why))?;
    report::summary(&score);
    Ok(())
}

/// Opens the stream of the bot's games and reads its first line, which proves that the server supports bots.
async fn connect(client: &Client) -> anyhow::Result<(Lines, ListMessage)> {
    let server = client.server();
    let first = async {
        let mut lines = client.stream("/api/games/stream?list=mine").await?;
        match lines.next().await? {
            first @ ListMessage::Games { .. } => Ok((lines, first)),
            _ => Err(Failure::Foreign(format!("{server} does not start with the list of games"))),
        }
    };
    match first.await {
        Ok(connected) => Ok(connected),
        Err(Failure::Lost(why)) => {
            bail!("cannot reach {server}: {why}. Check the address, and that the server is running")
        }
        Err(Failure::Busy { why, .. }) => bail!("{server} is not available: {why}. Try again later"),
        Err(Failure::Refused(refusal)) if matches!(refusal.status, 404 | 405) => {
            bail!("{server} has no stream of games; update the server to this version of Outflank")
        }
        Err(Failure::Refused(refusal)) => bail!("{server} rejects the bot: {}", refusal.message),
        Err(Failure::Foreign(why)) => bail!(why),
    }
}

/// Learns its name, and checks that it plays these rules.
fn meet(roster: &Roster, rules: &[Rules]) -> anyhow::Result<(Vec<Rules>, String)> {
    let rules = |usual: &[Rules]| if rules.is_empty() { usual.to_vec() } else { rules.to_vec() };
    if let Machine::Engine { level, .. } = &roster.setup.machine {
        let level = level.unwrap_or(roster.setup.level);
        return Ok((rules(&Rules::ALL), format!("Outflank bot, level {level}")));
    }
    let rules = rules(&[Rules::Standard]);
    let mut player = roster.start(None)?;
    player.begin(0)?;
    for &rules in rules.iter().filter(|rules| !rules.is_standard()) {
        let choice = player.choose(&Game::new(Position::initial(rules)), None);
        if let Err(error @ PlayerError::DoesNotPlay { .. }) = choice {
            return Err(error.into());
        }
    }
    Ok((rules, player.name().to_owned()))
}

fn fallback_name(own: &str) -> anyhow::Result<Name> {
    let short: String = own.chars().filter(|letter| !letter.is_control()).take(Name::LONGEST).collect();
    Name::try_from(short).or_else(|_| Name::try_from("bot".to_owned())).context("pass --name")
}

fn challenge(name: &Name, rules: Rules, clock: Option<ClockConfig>) -> Value {
    let clock = clock
        .map(|clock| json!({"main": clock.main.as_millis() as u64, "increment": clock.increment.as_millis() as u64}));
    json!({"black": "me", "white": "anyone", "shuffle": true, "rules": rules, "clock": clock, "name": name})
}
