use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use outflank_rules::{Color, Position};
use outflank_server::GameId;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep_until};

use super::Bot;
use super::client::{Failure, Lines};
use super::feed::{self, Backoff, Feed};
use super::game::{self, Instruction};
use super::report;
use super::wire::{Created, FullGame, ListMessage, ListedGame, Status};

const LONGEST_DELAY: Duration = Duration::from_secs(30);

const BETWEEN_POSTS: Duration = Duration::from_secs(1);

const LIST_BACKLOG: usize = 16;

/// The server lists 500.
const MOST_LISTED: usize = 2_000;

/// Whatever the server says. A user can ask for 64 at once.
const MOST_GAMES: usize = 200;

#[derive(Debug)]
pub(super) enum Note {
    Open(ListMessage),
    Mine(ListMessage),
    NoList(String),
    Began(GameId),
    Over(GameId, Verdict),
    MayRematch(GameId, oneshot::Sender<bool>),
    Left(GameId, Option<GameId>),
    Stop,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Won,
    Drawn,
    Lost,
    GivenUp,
    Withdrawn,
}

impl Verdict {
    pub(super) fn of(won: Option<bool>) -> Verdict {
        match won {
            Some(true) => Verdict::Won,
            Some(false) => Verdict::Lost,
            None => Verdict::Drawn,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Score {
    pub(super) won: usize,
    pub(super) drawn: usize,
    pub(super) lost: usize,
    pub(super) given_up: usize,
}

impl Score {
    pub(super) fn games(&self) -> usize {
        self.won + self.drawn + self.lost + self.given_up
    }

    fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Won => self.won += 1,
            Verdict::Drawn => self.drawn += 1,
            Verdict::Lost => self.lost += 1,
            Verdict::GivenUp => self.given_up += 1,
            Verdict::Withdrawn => {}
        }
    }
}

pub(super) struct Lobby {
    bot: Arc<Bot>,
    notes: mpsc::UnboundedSender<Note>,
    open: BTreeMap<GameId, ListedGame>,
    games: HashMap<GameId, Engagement>,
    done: HashSet<GameId>,
    score: Score,
    stopping: bool,
    knows: (bool, bool),
    quiet_until: Instant,
    backoff: Backoff,
}

struct Engagement {
    phase: Phase,
    instruction: watch::Sender<Instruction>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Offer,
    Playing,
    Over,
}

impl Lobby {
    pub(super) async fn run(
        bot: Arc<Bot>,
        (mine, first): (Lines, ListMessage),
        mut heard: mpsc::UnboundedReceiver<Note>,
        notes: mpsc::UnboundedSender<Note>,
    ) -> Result<Score, String> {
        // Bounded, so that a fast server has to wait for the bot.
        let (lists, mut listed) = mpsc::channel(LIST_BACKLOG);
        let feed =
            |list: &str| Feed::new(Arc::clone(&bot.link), format!("/api/games/stream?list={list}"), LONGEST_DELAY);
        tokio::spawn(follow(feed("mine").with(mine), Note::Mine, lists.clone()));
        tokio::spawn(follow(feed("open"), Note::Open, lists));
        let mut lobby = Lobby {
            bot,
            notes,
            open: BTreeMap::new(),
            games: HashMap::new(),
            done: HashSet::new(),
            score: Score::default(),
            stopping: false,
            knows: (false, false),
            quiet_until: Instant::now(),
            backoff: Backoff::up_to(LONGEST_DELAY),
        };
        lobby.take(Note::Mine(first))?;
        while !lobby.is_finished() {
            let quiet_until = lobby.quiet_until;
            let is_quiet = quiet_until > Instant::now();
            tokio::select! {
                Some(note) = heard.recv() => lobby.take(note)?,
                Some(note) = listed.recv() => lobby.take(note)?,
                () = sleep_until(quiet_until), if is_quiet => {}
            }
            if lobby.quiet_until <= Instant::now() {
                lobby.act().await?;
            }
        }
        Ok(lobby.score)
    }

    fn is_finished(&self) -> bool {
        let is_enough = self.bot.count.is_some_and(|count| self.score.games() >= count);
        (self.stopping || is_enough) && self.count(Phase::Playing) + self.count(Phase::Offer) == 0
    }

    fn count(&self, phase: Phase) -> usize {
        self.games.values().filter(|game| game.phase == phase).count()
    }

    fn room(&self) -> usize {
        let playing = self.count(Phase::Playing);
        let at_once = self.bot.games.saturating_sub(playing);
        let in_all = self.bot.count.map_or(usize::MAX, |count| count.saturating_sub(self.score.games() + playing));
        if self.stopping { 0 } else { at_once.min(in_all) }
    }

    fn take(&mut self, note: Note) -> Result<(), String> {
        match note {
            Note::Open(message) => self.hear_of_open(message),
            Note::Mine(message) => self.hear_of_mine(message),
            Note::NoList(why) => return Err(why),
            Note::Began(id) => {
                self.enter(id, Phase::Playing);
                // It may have started while it was to be withdrawn.
                if let Some(game) = self.games.get(&id).filter(|_| !self.stopping) {
                    game.instruction.send_replace(Instruction::Play);
                }
            }
            Note::Over(id, verdict) => {
                self.enter(id, Phase::Over);
                self.done.insert(id);
                self.score.add(verdict);
            }
            Note::MayRematch(id, reply) => {
                let agreed = self.room() > 0;
                if agreed {
                    self.enter(id, Phase::Playing);
                }
                let _ = reply.send(agreed);
            }
            Note::Left(id, rematch) => {
                self.games.remove(&id);
                if let Some(next) = rematch {
                    self.engage(next, Phase::Playing, None);
                }
            }
            Note::Stop => {
                self.stopping = true;
                report::stopping(self.count(Phase::Playing));
                for game in self.games.values() {
                    game.instruction.send_replace(Instruction::Stop);
                }
            }
        }
        Ok(())
    }

    fn enter(&mut self, id: GameId, phase: Phase) {
        if let Some(game) = self.games.get_mut(&id) {
            game.phase = phase;
        }
    }

    fn hear_of_open(&mut self, message: ListMessage) {
        match message {
            ListMessage::Games { games } => {
                self.knows.1 = true;
                self.open = games.into_iter().filter_map(ListedGame::read).map(|game| (game.id, game)).collect();
            }
            ListMessage::Game { game } if self.open.len() < MOST_LISTED => {
                self.open.extend(ListedGame::read(game).map(|game| (game.id, game)));
            }
            ListMessage::Gone { id } => _ = self.open.remove(&id),
            ListMessage::Game { .. } | ListMessage::Other => {}
        }
    }

    /// The bot's seats from an earlier run, and from unconfirmed creations.
    fn hear_of_mine(&mut self, message: ListMessage) {
        let games = match message {
            ListMessage::Games { games } => {
                self.knows.0 = true;
                games
            }
            ListMessage::Game { game } => vec![game],
            ListMessage::Gone { .. } | ListMessage::Other => Vec::new(),
        };
        for game in games.into_iter().filter_map(ListedGame::read) {
            let phase = match game.status {
                Status::Waiting => Phase::Offer,
                Status::Running | Status::Paused => Phase::Playing,
                Status::Over | Status::Cancelled | Status::Unknown => continue,
            };
            if game.you.len() == 1 {
                self.engage(game.id, phase, None);
            }
        }
    }

    fn engage(&mut self, id: GameId, phase: Phase, full: Option<FullGame>) {
        if self.done.contains(&id) || self.games.contains_key(&id) || self.games.len() >= MOST_GAMES {
            return;
        }
        let instruction = game::spawn(&self.bot, id, full, self.notes.clone());
        if self.stopping {
            instruction.send_replace(Instruction::Stop);
        }
        self.games.insert(id, Engagement { phase, instruction });
    }

    async fn act(&mut self) -> Result<(), String> {
        if self.knows != (true, true) {
            return Ok(());
        }
        let (room, offers) = (self.room(), self.count(Phase::Offer));
        let challenge = if room > 0 && self.bot.accepts { self.acceptable() } else { None };
        // Accepting a challenge has priority over an own one that waits.
        if offers > room - usize::from(challenge.is_some()) {
            self.withdraw_one();
        } else if let Some(id) = challenge {
            self.accept(id).await;
        } else if self.bot.challenge.is_some() && offers == 0 && room > 0 {
            return self.post().await;
        }
        Ok(())
    }

    fn acceptable(&self) -> Option<GameId> {
        let is_new = |id: &GameId| !self.done.contains(id) && !self.games.contains_key(id);
        let games = self.open.values().filter(|game| is_new(&game.id) && accepts(&self.bot, game));
        games.min_by_key(|game| (game.created, game.id)).map(|game| game.id)
    }

    /// A stopping bot has already instructed all games.
    fn withdraw_one(&self) {
        let mut offers = self.games.values().filter(|game| game.phase == Phase::Offer && !self.stopping);
        if let Some(game) = offers.next() {
            game.instruction.send_replace(Instruction::Withdraw);
        }
    }

    async fn accept(&mut self, id: GameId) {
        let name = serde_json::json!({"name": self.bot.name});
        match self.bot.link.client.post::<FullGame>(&format!("/api/game/{id}/join"), &name).await {
            Ok(full) => {
                self.backoff.reset();
                // It still waits if it is our own challenge, not yet in our list.
                let phase = if full.state.status == Status::Waiting { Phase::Offer } else { Phase::Playing };
                self.engage(id, phase, Some(full));
            }
            Err(Failure::Refused(_)) => _ = self.done.insert(id),
            Err(failure) => self.wait_after(&failure),
        }
    }

    async fn post(&mut self) -> Result<(), String> {
        let Some(challenge) = &self.bot.challenge else { return Ok(()) };
        match self.bot.link.client.post::<Created>("/api/games", challenge).await {
            Ok(Created { id }) => {
                self.backoff.reset();
                report::say(format_args!("Posted a challenge: {}", report::address(&self.bot, id)));
                self.engage(id, Phase::Offer, None);
                self.quiet_until = Instant::now() + BETWEEN_POSTS;
            }
            Err(Failure::Refused(refusal)) => {
                return Err(format!("the server rejects the challenge: {}", refusal.message));
            }
            Err(failure) => self.wait_after(&failure),
        }
        Ok(())
    }

    fn wait_after(&mut self, failure: &Failure) {
        self.bot.link.lost(failure);
        self.quiet_until = Instant::now() + feed::delay(failure, &mut self.backoff);
    }
}

fn accepts(bot: &Bot, game: &ListedGame) -> bool {
    let is_open = |color: Color| game.players[color].open && !game.players[color].joined;
    let has_opponent = Color::ALL.into_iter().any(|color| is_open(color) && game.players[!color].joined);
    // The list does not say how many discs a custom position leaves each side.
    let counts_discs = Position::initial(game.rules).supply().is_some();
    game.status == Status::Waiting
        && has_opponent
        && bot.rules.contains(&game.rules)
        && (game.start == "initial" || bot.sets_up())
        && !(game.start == "custom" && counts_discs)
        && game.clock.is_none_or(|clock| Duration::from_millis(clock.main) >= bot.min_clock)
}

async fn follow(mut feed: Feed, note: fn(ListMessage) -> Note, notes: mpsc::Sender<Note>) {
    loop {
        let heard = match feed.next().await {
            Ok(message) => note(message),
            Err(refusal) => Note::NoList(refusal.message),
        };
        if notes.send(heard).await.is_err() {
            return;
        }
    }
}
