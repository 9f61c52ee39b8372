use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use outflank_rules::{ByColor, Color};
use outflank_table::Time;
use tokio::sync::broadcast;

use super::follow::MAX_HINTS;
use super::{
    AgingKind, AppendError, Batch, Change, Changes, Claim, Creation, DeviceLink, EngineGames, Expiry, GameVersion,
    Holder, Listing, LoggedEvent, LoggedLine, MAX_CHAT_LINES, MAX_LINKED_GAMES, NewGame, Number, OUTAGES_KEPT, Outage,
    Page, Plan, Player, PublicList, Renewal, Said, Seat, Seated, Seats, Status, Store, StoreError, Summary, holder,
    removal,
};
use crate::{ChatLine, Clock, GameId, Owner, SecretHash, ServerId};

/// The reference implementation of [`Store`], for tests and temporary games: it scans every game.
#[derive(Debug)]
pub struct MemoryStore {
    /// `None` once the store is closed.
    games: Mutex<Option<Games>>,
    clock: Clock,
    hints: broadcast::Sender<Change>,
}

#[derive(Debug, Default)]
struct Games {
    by_id: HashMap<GameId, StoredGame>,
    alive: Option<Time>,
    outages: Vec<Outage>,
    retention: Option<RetentionNote>,
    attending: HashMap<(Player, ServerId), Time>,
    device_links: Vec<(DeviceLink, Time)>,
}

#[derive(Debug)]
struct StoredGame {
    plan: Plan,
    owner: Option<Owner>,
    holders: Vec<Holder>,
    events: Vec<LoggedEvent>,
    summary: Summary,
    due: Option<Time>,
    leased_until: Option<Time>,
    claimed: Option<Claimed>,
    chat: Vec<LoggedLine>,
    offered_until: Option<Time>,
    moved: Time,
}

#[derive(Clone, Copy, Debug)]
struct RetentionNote {
    since: Time,
    noted: Time,
}

#[derive(Clone, Copy, Debug)]
struct Claimed {
    by: ServerId,
    last: Number,
    until: Time,
}

impl MemoryStore {
    pub fn new() -> MemoryStore {
        MemoryStore {
            games: Mutex::new(Some(Games::default())),
            clock: Clock::start(),
            hints: broadcast::Sender::new(MAX_HINTS),
        }
    }

    #[cfg(test)]
    pub(crate) fn going_by(self, clock: Clock) -> MemoryStore {
        MemoryStore { clock, ..self }
    }

    fn with<T>(&self, look: impl FnOnce(&mut Games) -> T) -> Result<T, StoreError> {
        self.lock().as_mut().map(look).ok_or(StoreError::Closed)
    }

    fn with_game<T>(&self, game: GameId, look: impl FnOnce(&mut StoredGame) -> T) -> Result<Option<T>, StoreError> {
        self.with(|games| games.by_id.get_mut(&game).map(look))
    }

    /// If the clock was set back, the servers' heartbeats are ahead of it and count instead.
    fn time(&self) -> Time {
        let alive = self.lock().as_ref().and_then(|games| games.alive);
        self.clock.now().max(alive.unwrap_or(Time::from_millis(0)))
    }

    fn hint(&self, version: GameVersion) {
        let _ = self.hints.send(Change::Game(version));
    }

    fn lock(&self) -> MutexGuard<'_, Option<Games>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for MemoryStore {
    fn default() -> MemoryStore {
        MemoryStore::new()
    }
}

#[async_trait]
impl Store for MemoryStore {
    async fn create(&self, game: NewGame) -> Result<Creation, StoreError> {
        let NewGame { id, plan, owner, first } = game;
        let created = self.with(|games| {
            let Entry::Vacant(place) = games.by_id.entry(id) else { return None };
            let mut stored = StoredGame {
                moved: plan.created,
                plan,
                owner,
                holders: holder::seat_all(&first.holders),
                events: Vec::new(),
                summary: first.summary.clone(),
                due: None,
                leased_until: None,
                claimed: None,
                chat: Vec::new(),
                offered_until: None,
            };
            stored.append(id, first);
            Some(place.insert(stored).last())
        })?;
        let Some(last) = created else { return Ok(Creation::Exists) };
        self.hint(GameVersion { game: id, last, said: 0 });
        Ok(Creation::Created)
    }

    async fn plan(&self, game: GameId) -> Result<Option<Plan>, StoreError> {
        self.with_game(game, |stored| stored.plan.clone())
    }

    async fn owner(&self, game: GameId) -> Result<Option<Owner>, StoreError> {
        Ok(self.with_game(game, |stored| stored.owner)?.flatten())
    }

    async fn engine_games(&self, owner: Owner, within: Duration) -> Result<EngineGames, StoreError> {
        let now = self.clock.now();
        self.with(|games| {
            let busy = games.by_id.values().filter(|stored| stored.keeps_engine_busy(now, within));
            busy.fold(EngineGames::default(), |count, stored| EngineGames {
                of_owner: count.of_owner + usize::from(stored.owner == Some(owner)),
                of_site: count.of_site + usize::from(stored.owner.is_some_and(|other| other.site() == owner.site())),
                total: count.total + 1,
            })
        })
    }

    async fn append(&self, game: GameId, expected: Number, batch: Batch) -> Result<(), AppendError> {
        let added = self.with_game(game, |stored| {
            if stored.last() != expected {
                return Err(AppendError::Conflict);
            }
            let added = holder::additions(stored.holders.clone(), &batch.holders).ok_or(AppendError::Full)?;
            stored.holders.extend(added);
            stored.append(game, batch);
            Ok(stored.last())
        })?;
        let last = added.unwrap_or(Err(AppendError::Conflict))?;
        self.hint(GameVersion { game, last, said: 0 });
        Ok(())
    }

    async fn events(&self, game: GameId, after: Number) -> Result<Vec<LoggedEvent>, StoreError> {
        let events = self.with_game(game, |stored| {
            stored.events.iter().filter(|logged| logged.number > after).cloned().collect::<Vec<_>>()
        })?;
        Ok(events.unwrap_or_default())
    }

    async fn now(&self) -> Result<Time, StoreError> {
        self.with(|_| self.clock.now())
    }

    async fn claim_due(&self, lease: Duration, most: usize) -> Result<Vec<GameId>, StoreError> {
        let now = self.time();
        self.with(|games| {
            let mut due: Vec<(Time, GameId)> = games
                .by_id
                .iter()
                .filter(|(_, stored)| stored.leased_until.is_none_or(|until| until <= now))
                .filter(|(_, stored)| stored.claim(now).is_none())
                .filter_map(|(&id, stored)| stored.due.filter(|&due| due <= now).map(|due| (due, id)))
                .collect();
            due.sort_unstable();
            due.truncate(most);
            for (_, id) in &due {
                if let Some(stored) = games.by_id.get_mut(id) {
                    stored.leased_until = Some(now.after(lease));
                }
            }
            due.into_iter().map(|(_, id)| id).collect()
        })
    }

    async fn claim(&self, game: GameId, by: ServerId, lease: Duration) -> Result<Claim, StoreError> {
        let now = self.time();
        let claim = self.with_game(game, |stored| {
            if stored.claim(now).is_some_and(|other| other.by != by) {
                return Claim::Refused;
            }
            stored.claimed = Some(Claimed { by, last: stored.last(), until: now.after(lease) });
            Claim::Granted
        })?;
        Ok(claim.unwrap_or(Claim::Refused))
    }

    fn changes(&self) -> Changes {
        Changes::of(&self.hints)
    }

    async fn ahead(&self, known: &[GameVersion]) -> Result<Vec<GameId>, StoreError> {
        self.with(|games| {
            let ahead = |known: &&GameVersion| {
                let stored = games.by_id.get(&known.game);
                stored.is_none_or(|stored| stored.last() > known.last || stored.said() > known.said)
            };
            known.iter().filter(ahead).map(|known| known.game).collect()
        })
    }

    async fn attend(&self, at: ServerId, players: &[Player], lease: Duration) -> Result<(), StoreError> {
        let now = self.time();
        self.with(|games| {
            games.attending.retain(|_, until| *until > now);
            games.attending.extend(players.iter().map(|&player| ((player, at), now.after(lease))));
        })
    }

    async fn attending(&self, game: GameId, elsewhere_than: ServerId) -> Result<ByColor<bool>, StoreError> {
        let now = self.time();
        self.with(|games| {
            ByColor::from_fn(|color| {
                games.attending.iter().any(|(&(player, at), &until)| {
                    player == Player { game, color } && at != elsewhere_than && until > now
                })
            })
        })
    }

    async fn renew_offers(&self, games: &[GameId], lease: Duration) -> Result<(), StoreError> {
        let until = self.time().after(lease);
        self.with(|all| {
            for game in games {
                if let Some(stored) = all.by_id.get_mut(game) {
                    stored.offered_until = Some(until);
                }
            }
        })
    }

    async fn seats(&self, game: GameId, secret: &SecretHash) -> Result<Seats, StoreError> {
        let seats = self.with_game(game, |stored| stored.seats(secret))?;
        Ok(seats.unwrap_or_default())
    }

    async fn give_seat(&self, game: GameId, seat: Seat, secret: &SecretHash) -> Result<Seated, StoreError> {
        self.with_game(game, |stored| holder::seat(&mut stored.holders, Holder { seat, secret: *secret }))?
            .ok_or(StoreError::NoSuchGame { game })
    }

    async fn holders(&self, game: GameId) -> Result<Vec<Holder>, StoreError> {
        let holders = self.with_game(game, |stored| stored.holders.clone())?;
        Ok(holders.unwrap_or_default())
    }

    async fn renew_link(
        &self,
        game: GameId,
        expected: Number,
        seat: Seat,
        token: &SecretHash,
    ) -> Result<Renewal, StoreError> {
        let renewal = self.with_game(game, |stored| {
            if stored.last() != expected {
                return Renewal::Conflict;
            }
            holder::renew_link(&mut stored.holders, seat, *token);
            Renewal::Renewed
        })?;
        Ok(renewal.unwrap_or(Renewal::Conflict))
    }

    async fn link_device(&self, link: DeviceLink, lease: Duration) -> Result<(), StoreError> {
        let now = self.time();
        self.with(|games| {
            games
                .device_links
                .retain(|(old, until)| *until > now && (old.holder, old.game) != (link.holder, link.game));
            games.device_links.push((link, now.after(lease)));
        })
    }

    async fn use_device_link(
        &self,
        token: &SecretHash,
        game: Option<GameId>,
        secret: &SecretHash,
    ) -> Result<Option<Vec<GameId>>, StoreError> {
        let now = self.time();
        self.with(|games| {
            let is_meant =
                |(link, until): &(DeviceLink, Time)| link.token == *token && link.game == game && *until > now;
            let place = games.device_links.iter().position(is_meant)?;
            let (DeviceLink { holder, .. }, _) = games.device_links.swap_remove(place);
            Some(games.copy_seats(&holder, game, secret))
        })
    }

    async fn say(&self, game: GameId, by: Color, at: Time, text: &ChatLine) -> Result<Said, StoreError> {
        let said = self.with_game(game, |stored| {
            let number = stored.said() + 1;
            if number > MAX_CHAT_LINES {
                return Said::Full;
            }
            stored.chat.push(LoggedLine { number, by, at, text: text.clone() });
            Said::Kept(number)
        })?;
        let said = said.ok_or(StoreError::NoSuchGame { game })?;
        if let Said::Kept(number) = said {
            self.hint(GameVersion { game, last: 0, said: number });
        }
        Ok(said)
    }

    async fn chat(&self, game: GameId, after: Number) -> Result<Vec<LoggedLine>, StoreError> {
        let lines = self.with_game(game, |stored| {
            stored.chat.iter().filter(|line| line.number > after).cloned().collect::<Vec<_>>()
        })?;
        Ok(lines.unwrap_or_default())
    }

    async fn list(&self, listing: &Listing, page: &Page) -> Result<Vec<Summary>, StoreError> {
        let now = self.time();
        self.with(|games| {
            let mut games: Vec<&Summary> = games
                .by_id
                .values()
                .filter(|stored| stored.is_listed(listing, now))
                .map(|stored| &stored.summary)
                .filter(|summary| page.after.is_none_or(|after| place(summary) < (after.updated, after.game)))
                .collect();
            games.sort_unstable_by_key(|summary| std::cmp::Reverse(place(summary)));
            games.into_iter().take(page.count).cloned().collect()
        })
    }

    async fn summary(&self, game: GameId) -> Result<Option<Summary>, StoreError> {
        self.with_game(game, |stored| stored.summary.clone())
    }

    async fn scan(&self, after: Option<GameId>, count: usize) -> Result<Vec<Summary>, StoreError> {
        self.with(|games| {
            let mut ids: Vec<GameId> =
                games.by_id.keys().copied().filter(|&id| after.is_none_or(|after| after < id)).collect();
            ids.sort_unstable();
            ids.iter().take(count).filter_map(|id| games.by_id.get(id)).map(|stored| stored.summary.clone()).collect()
        })
    }

    async fn retained_since(&self) -> Result<Time, StoreError> {
        let now = self.clock.now();
        self.with(|games| {
            let note = games.retention.get_or_insert(RetentionNote { since: now, noted: now });
            if now.since(note.noted) > removal::MAX_GAP {
                note.since = now;
            }
            note.noted = note.noted.max(now);
            note.since
        })
    }

    async fn count_expired(&self, expiry: Expiry) -> Result<u64, StoreError> {
        self.with(|games| games.by_id.values().filter(|stored| stored.is_expired(expiry)).count() as u64)
    }

    async fn remove_expired(&self, expiry: Expiry, most: usize) -> Result<Vec<GameId>, StoreError> {
        let now = self.clock.now();
        let removed = self.with(|games| {
            if expiry.kind == AgingKind::Offer {
                for stored in games.by_id.values_mut() {
                    stored.offered_until.get_or_insert(now);
                }
            }
            let expired = games.by_id.iter().filter(|(_, stored)| stored.is_expired(expiry));
            let mut expired: Vec<_> = expired.map(|(&id, stored)| (stored.aged_from(), id, stored.last())).collect();
            expired.sort_unstable();
            let removed = removal::first_batch(expired.into_iter().take(most).map(|(_, id, last)| (id, last)));
            games.by_id.retain(|id, _| !removed.contains(id));
            removed
        })?;
        removed.iter().for_each(|&game| self.hint(GameVersion::latest(game)));
        Ok(removed)
    }

    async fn remove(&self, game: GameId) -> Result<bool, StoreError> {
        let existed = self.with(|games| games.by_id.remove(&game).is_some())?;
        if existed {
            self.hint(GameVersion::latest(game));
        }
        Ok(existed)
    }

    async fn note_alive(&self, now: Time) -> Result<(), StoreError> {
        self.with(|games| games.alive = games.alive.max(Some(now)))
    }

    async fn heartbeat(&self, now: Time, silence: Duration, after: Time) -> Result<Vec<Outage>, StoreError> {
        self.with(|games| {
            if let Some(since) = games.alive.filter(|&alive| now > alive && now.since(alive) >= silence) {
                games.outages.retain(|outage| now.since(outage.until) < OUTAGES_KEPT);
                games.outages.push(Outage { since, until: now });
            }
            games.alive = games.alive.max(Some(now));
        })?;
        self.outages(after).await
    }

    async fn last_alive(&self) -> Result<Option<Time>, StoreError> {
        self.with(|games| games.alive)
    }

    async fn outages(&self, after: Time) -> Result<Vec<Outage>, StoreError> {
        self.with(|games| games.outages.iter().filter(|outage| outage.until > after).copied().collect())
    }

    async fn close(&self) {
        *self.lock() = None;
    }
}

impl Games {
    fn copy_seats(&mut self, holder: &SecretHash, game: Option<GameId>, secret: &SecretHash) -> Vec<GameId> {
        let is_meant = |stored: &&mut StoredGame| match game {
            Some(game) => stored.summary.id == game,
            None => stored.is_played_by(holder),
        };
        let mut games: Vec<&mut StoredGame> = self.by_id.values_mut().filter(is_meant).collect();
        games.sort_unstable_by_key(|stored| std::cmp::Reverse(place(&stored.summary)));
        let copied = games.into_iter().take(MAX_LINKED_GAMES).filter_map(|stored| stored.copy_seats(holder, secret));
        let mut copied: Vec<GameId> = copied.collect();
        copied.sort_unstable();
        copied
    }
}

impl StoredGame {
    fn copy_seats(&mut self, holder: &SecretHash, secret: &SecretHash) -> Option<GameId> {
        let held: Vec<Seat> =
            self.holders.iter().filter(|other| other.secret == *holder).map(|other| other.seat).collect();
        let held = held
            .into_iter()
            .filter(|&seat| holder::seat(&mut self.holders, Holder { seat, secret: *secret }) == Seated::Held);
        (held.count() > 0).then_some(self.summary.id)
    }

    fn last(&self) -> Number {
        self.events.last().map_or(0, |logged| logged.number)
    }

    fn said(&self) -> Number {
        self.chat.last().map_or(0, |line| line.number)
    }

    fn claim(&self, now: Time) -> Option<Claimed> {
        self.claimed.filter(|claimed| claimed.last == self.last() && claimed.until > now)
    }

    fn append(&mut self, game: GameId, batch: Batch) {
        let first = self.last() + 1;
        self.moved = batch.moved().unwrap_or(self.moved);
        let numbered = (first..).zip(batch.events);
        self.events.extend(numbered.map(|(number, (event, command))| LoggedEvent { number, event, command }));
        self.summary = Summary { id: game, ..batch.summary };
        self.due = batch.due;
        self.leased_until = None;
    }

    fn keeps_engine_busy(&self, now: Time, within: Duration) -> bool {
        let is_recent = self.summary.updated.after(within) > now || self.due.is_some_and(|due| due <= now);
        self.summary.status == Status::Running && self.plan.engines() > 0 && is_recent
    }

    fn aged_from(&self) -> Option<Time> {
        match AgingKind::of(&self.summary) {
            AgingKind::Offer => self.offered_until,
            AgingKind::Unfinished | AgingKind::Finished => Some(self.moved),
        }
    }

    fn is_expired(&self, expiry: Expiry) -> bool {
        AgingKind::of(&self.summary) == expiry.kind
            && self.due.is_none()
            && self.aged_from().is_some_and(|from| from <= expiry.before)
    }

    fn seats(&self, secret: &SecretHash) -> Seats {
        let held = self.holders.iter().filter(|holder| holder.secret == *secret);
        held.fold(Seats::default(), |seats, holder| seats.with(holder.seat))
    }

    fn is_played_by(&self, secret: &SecretHash) -> bool {
        self.seats(secret).colors().next().is_some()
    }

    fn is_listed(&self, listing: &Listing, now: Time) -> bool {
        let list = self.summary.public_list();
        match listing {
            Listing::Open => list == Some(PublicList::Open) && self.offered_until.is_some_and(|until| until > now),
            Listing::Running => list == Some(PublicList::Running),
            Listing::Finished => list == Some(PublicList::Finished),
            Listing::HeldBy(secret) => self.summary.status != Status::Cancelled && self.is_played_by(secret),
            Listing::PlayedBy(secret) => self.summary.status.goes_on() && self.is_played_by(secret),
        }
    }
}

fn place(summary: &Summary) -> (Time, GameId) {
    (summary.updated, summary.id)
}
