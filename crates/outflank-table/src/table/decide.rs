use std::time::Duration;

use outflank_rules::{Color, Move, Position, Status};

use crate::{ABANDONED_AFTER, Clocks, Command, Ending, Event, Offer, Refusal, Seat, Table, Takebacks, Time};

impl Table {
    /// Returns the events that follow if `seat` gives this command now. Changes nothing.
    ///
    /// - **Flag.** If the running clock has run out, it falls, and the command is not executed.
    /// - **Moves.** Forced passes and the end of the game follow a move as events of their own.
    /// - **Takebacks** return to before the player's last placement. They give no time back.
    /// - **Offers** of a draw or a rematch by both players are an agreement. A draw offer lapses when the opponent plays, a
    ///   takeback request with any move, and both with a takeback.
    /// - **Absent players** are charged like others. Any accepted command brings them back: [`Event::Returned`] comes first.
    /// - **During a pause** players can resign, agree to a draw, leave and return.
    /// - **After the end** players can leave, return and agree on a rematch.
    /// - **Time** never goes backwards: an earlier `now` counts as the last change of the clocks.
    ///
    /// Only [`Command::Tick`] can return no events.
    pub fn decide(&self, seat: Seat, command: Command, now: Time) -> Result<Vec<Event>, Refusal> {
        let now = now.max(self.clock.since());
        match seat {
            Seat::Watcher => Err(Refusal::Watching),
            Seat::Host => self.decide_for_host(command, now),
            Seat::Player(by) => match self.flag_fall(now) {
                Some(fall) => Ok(vec![fall]),
                None => self.decide_for_player(by, command, now),
            },
        }
    }

    fn decide_for_host(&self, command: Command, now: Time) -> Result<Vec<Event>, Refusal> {
        match (command, self.flag_fall(now)) {
            (Command::Tick | Command::Pause | Command::Resume, Some(fall)) => Ok(vec![fall]),
            (Command::Tick, None) => Ok(Vec::new()),
            (Command::Pause, None) => Ok(vec![self.pause(now)?]),
            (Command::Resume, None) => Ok(vec![self.resume(now)?]),
            _ => Err(Refusal::NotForHost),
        }
    }

    fn decide_for_player(&self, by: Color, command: Command, now: Time) -> Result<Vec<Event>, Refusal> {
        let mut events = Vec::from_iter(self.come_back(by, now));
        match command {
            Command::Play(mv) => events.extend(self.play(by, mv, now)?),
            Command::Resign => events.push(self.resign(by, now)?),
            Command::OfferDraw => events.push(self.offer_draw(by, now)?),
            Command::AcceptDraw => events.push(self.accept(by, Offer::Draw, now)?),
            Command::DeclineDraw => events.push(self.decline(by, Offer::Draw)?),
            Command::TakeBack => events.push(self.take_back(by, now)?),
            Command::AcceptTakeback => events.push(self.accept(by, Offer::Takeback, now)?),
            Command::DeclineTakeback => events.push(self.decline(by, Offer::Takeback)?),
            Command::OfferRematch => events.push(self.offer_rematch(by)?),
            Command::AcceptRematch => events.push(self.accept(by, Offer::Rematch, now)?),
            Command::DeclineRematch => events.push(self.decline(by, Offer::Rematch)?),
            Command::Leave => events.push(self.leave(by, now)?),
            Command::Return if events.is_empty() => return Err(Refusal::NotGone),
            Command::Return => {}
            Command::ClaimAbandoned => events.push(self.claim_abandoned(by, now)?),
            Command::Tick | Command::Pause | Command::Resume => return Err(Refusal::NotForPlayers),
        }
        Ok(events)
    }
}

/// A forced pass, the end, or both.
pub(super) fn forced(position: Position, clocks: Option<Clocks>, at: Time) -> Vec<Event> {
    let mut events = Vec::new();
    let mut position = position;
    if let Ok(passed) = position.play(Move::Pass) {
        events.push(Event::Passed { by: position.turn() });
        position = passed;
    }
    if let Status::Over(outcome) = position.status() {
        let ending = Ending::PlayedOut(outcome);
        events.push(Event::Ended { ending, clocks, at });
    }
    events
}

impl Table {
    fn play(&self, by: Color, mv: Move, now: Time) -> Result<Vec<Event>, Refusal> {
        self.check_running()?;
        let turn = self.turn();
        if by != turn {
            return Err(Refusal::NotYourTurn { turn });
        }
        let after = self.game.position().play(mv)?;
        let clocks = self.clock.left_after_move(self.terms.time, now);
        // The game makes passes itself, so a move without a square has nothing to report.
        let played = mv.square().map(|square| Event::Played { by, square, clocks, at: now });
        Ok(played.into_iter().chain(forced(after, clocks, now)).collect())
    }

    fn resign(&self, by: Color, now: Time) -> Result<Event, Refusal> {
        self.check_in_play()?;
        Ok(self.ended(Ending::Resigned { by }, now))
    }

    fn ended(&self, ending: Ending, now: Time) -> Event {
        Event::Ended { ending, clocks: self.clocks(now), at: now }
    }

    fn check_in_play(&self) -> Result<(), Refusal> {
        match self.ending {
            Some(_) => Err(Refusal::GameOver),
            None => Ok(()),
        }
    }

    fn check_running(&self) -> Result<(), Refusal> {
        self.check_in_play()?;
        match self.is_paused() {
            true => Err(Refusal::Paused),
            false => Ok(()),
        }
    }

    /// The flag falls at the deadline, however late the check.
    fn flag_fall(&self, now: Time) -> Option<Event> {
        let by = self.running_clock()?;
        let deadline = self.deadline().filter(|&deadline| deadline <= now)?;
        Some(self.ended(Ending::TimeOut { by }, deadline))
    }

    fn pause(&self, now: Time) -> Result<Event, Refusal> {
        self.check_running()?;
        Ok(Event::Paused { clocks: self.clocks(now), at: now })
    }

    fn resume(&self, now: Time) -> Result<Event, Refusal> {
        self.check_in_play()?;
        match self.is_paused() {
            true => Ok(Event::Resumed { at: now }),
            false => Err(Refusal::NotPaused),
        }
    }

    fn offer_draw(&self, by: Color, now: Time) -> Result<Event, Refusal> {
        self.check_in_play()?;
        match self.crossed(by, Offer::Draw)? {
            true => Ok(self.ended(Ending::DrawAgreed, now)),
            false => Ok(Event::DrawOffered { by }),
        }
    }

    fn take_back(&self, by: Color, now: Time) -> Result<Event, Refusal> {
        self.check_running()?;
        match self.terms.takebacks {
            Takebacks::Never => Err(Refusal::NoTakebacks),
            Takebacks::Free => self.taken_back(by, now),
            Takebacks::Asked if self.crossed(by, Offer::Takeback)? => Err(Refusal::AnswerTakebackFirst),
            // Don't ask for what cannot be done.
            Takebacks::Asked => self.taken_back(by, now).map(|_| Event::TakebackAsked { by }),
        }
    }

    /// Takes back the last placement of `by` and everything after it.
    fn taken_back(&self, by: Color, now: Time) -> Result<Event, Refusal> {
        let placements = self.game.plies().iter().rev().filter(|ply| ply.mv != Move::Pass);
        let after_own = placements.map(|ply| ply.before.turn()).position(|color| color == by);
        Ok(Event::TakenBack {
            by,
            placements: after_own.ok_or(Refusal::NothingToTakeBack)? + 1,
            clocks: self.clocks(now),
            at: now,
        })
    }

    fn offer_rematch(&self, by: Color) -> Result<Event, Refusal> {
        self.check_over()?;
        match self.crossed(by, Offer::Rematch)? {
            true => Ok(Event::RematchAgreed),
            false => Ok(Event::RematchOffered { by }),
        }
    }

    fn accept(&self, by: Color, offer: Offer, now: Time) -> Result<Event, Refusal> {
        if offer == Offer::Takeback {
            self.check_running()?;
        }
        self.check_offered_to(by, offer)?;
        match offer {
            Offer::Draw => Ok(self.ended(Ending::DrawAgreed, now)),
            Offer::Takeback => self.taken_back(!by, now),
            Offer::Rematch => Ok(Event::RematchAgreed),
        }
    }

    fn decline(&self, by: Color, offer: Offer) -> Result<Event, Refusal> {
        self.check_offered_to(by, offer)?;
        Ok(match offer {
            Offer::Draw => Event::DrawDeclined { by },
            Offer::Takeback => Event::TakebackDeclined { by },
            Offer::Rematch => Event::RematchDeclined { by },
        })
    }

    /// Whether the opponent has made the same offer. One's own may not be repeated.
    fn crossed(&self, by: Color, offer: Offer) -> Result<bool, Refusal> {
        match self.offered(offer) {
            Some(offered_by) if offered_by == by => Err(Refusal::AlreadyOffered(offer)),
            other => Ok(other.is_some()),
        }
    }

    fn check_offered_to(&self, color: Color, offer: Offer) -> Result<(), Refusal> {
        match offer {
            Offer::Draw | Offer::Takeback => self.check_in_play()?,
            Offer::Rematch => self.check_over()?,
        }
        match self.offered(offer) {
            Some(offered_by) if offered_by == color => Err(Refusal::OwnOffer(offer)),
            Some(_) => Ok(()),
            None => Err(Refusal::NothingOffered(offer)),
        }
    }

    fn check_over(&self) -> Result<(), Refusal> {
        match self.ending {
            None => Err(Refusal::NotOver),
            Some(_) if self.rematch_agreed => Err(Refusal::RematchAgreed),
            Some(_) => Ok(()),
        }
    }

    fn leave(&self, by: Color, now: Time) -> Result<Event, Refusal> {
        match self.gone_since(by) {
            Some(_) => Err(Refusal::AlreadyGone),
            None => Ok(Event::Left { by, at: now }),
        }
    }

    fn come_back(&self, by: Color, now: Time) -> Option<Event> {
        self.gone_since(by).map(|_| Event::Returned { by, at: now })
    }

    fn claim_abandoned(&self, by: Color, now: Time) -> Result<Event, Refusal> {
        self.check_running()?;
        let gone_for = self.gone_for(!by, now).ok_or(Refusal::OpponentPresent)?;
        match ABANDONED_AFTER.saturating_sub(gone_for) {
            Duration::ZERO => Ok(self.ended(Ending::Abandoned { by: !by }, now)),
            left => Err(Refusal::MayStillReturn { left }),
        }
    }
}
