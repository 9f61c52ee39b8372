//! What follows from a command: the one place that knows what is allowed at a table.

use std::time::Duration;

use outflank_rules::{Color, Move, Position, Status};

use crate::{ABANDONED_AFTER, Clocks, Command, Ending, Event, Offer, Refusal, Seat, Table, Takebacks, Time};

impl Table {
    /// Says what happens if `seat` gives this command now, or why it is refused. Nothing is changed.
    ///
    /// - **Who.** Players play, agree, come and go; the host ticks, pauses and resumes; a watcher does nothing.
    /// - **The flag** goes first. If the running clock has run out by `now`, what happens is the fall, whatever
    ///   command a player or the host gave; the command is not carried out.
    /// - **Moves** are made by the player whose turn it is. A pass that a move forces, and the end of the game, follow
    ///   it as events of their own. Players cannot pass themselves.
    /// - **Taking back** goes to before the last placement of the one who asks. It gives no time back.
    /// - **Offers** are answered by the other player. Two offers of a draw, or of a rematch, that cross are an
    ///   agreement. A draw offer lapses when the other player plays, a question to take back when anybody plays, and
    ///   both when something is taken back.
    /// - **A player who is gone** is charged like any other, and is back with any command that is carried out:
    ///   [`Event::Returned`] comes first.
    /// - **During a pause** nothing is played, taken back or claimed. Giving up, agreeing to a draw, coming and going
    ///   are possible.
    /// - **After the end** the players come and go and agree on another game, and that is all.
    /// - **The time** never goes backwards: a `now` before the clocks were last set, started or stopped counts as
    ///   that moment, so neither player loses or gains time.
    ///
    /// Only [`Command::Tick`] is ever answered with no event at all, when nothing is due.
    ///
    /// ```
    /// use std::time::Duration;
    /// use outflank_rules::{Color, Position, Rules, Square};
    /// use outflank_table::{Command, Ending, Event, Refusal, Seat, Table, Terms, Time, TimeControl};
    ///
    /// let time = TimeControl::SuddenDeath { main: Duration::from_secs(60) };
    /// let terms = Terms { time, ..Terms::new(Position::initial(Rules::Standard)) };
    /// let (table, _) = Table::open(terms, Time::from_millis(0));
    /// let black_plays = |now| table.decide(Seat::Player(Color::Black), Command::Play(Square::D3.into()), now);
    ///
    /// let in_time = black_plays(Time::from_millis(59_999))?;
    /// assert!(matches!(in_time[..], [Event::Played { .. }]));
    /// let too_late = black_plays(Time::from_millis(60_000))?;
    /// assert!(matches!(too_late[..], [Event::Ended { ending: Ending::TimeOut { by: Color::Black }, .. }]));
    /// # Ok::<(), Refusal>(())
    /// ```
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
        // Who speaks is back.
        let mut events = Vec::from_iter(self.come_back(by, now));
        match command {
            Command::Play(mv) => events.extend(self.play(by, mv, now)?),
            Command::Resign => events.push(self.resign(by, now)?),
            Command::OfferDraw => events.push(self.offer_draw(by, now)?),
            Command::AcceptDraw => events.push(self.accept_draw(by, now)?),
            Command::DeclineDraw => events.push(self.decline_draw(by)?),
            Command::TakeBack => events.push(self.take_back(by, now)?),
            Command::AcceptTakeback => events.push(self.accept_takeback(by, now)?),
            Command::DeclineTakeback => events.push(self.decline_takeback(by)?),
            Command::OfferRematch => events.push(self.offer_rematch(by)?),
            Command::AcceptRematch => events.push(self.accept_rematch(by)?),
            Command::DeclineRematch => events.push(self.decline_rematch(by)?),
            Command::Leave => events.push(self.leave(by, now)?),
            Command::Return if events.is_empty() => return Err(Refusal::NotGone),
            Command::Return => {}
            Command::ClaimAbandoned => events.push(self.claim_abandoned(by, now)?),
            Command::Tick | Command::Pause | Command::Resume => return Err(Refusal::NotForPlayers),
        }
        Ok(events)
    }
}

/// What a position forces before anybody can move: a pass, the end, or both.
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

/// The board.
impl Table {
    fn play(&self, by: Color, mv: Move, now: Time) -> Result<Vec<Event>, Refusal> {
        self.check_running()?;
        let turn = self.turn();
        if by != turn {
            return Err(Refusal::NotYourTurn { turn });
        }
        let after = self.game.position().play(mv)?;
        let clocks = self.clock.left_after_move(self.terms.time, now);
        // A pass is made by the game itself and never played, so a move without a square leaves nothing to report.
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

    /// The game is not over; it may be paused.
    fn check_in_play(&self) -> Result<(), Refusal> {
        match self.ending {
            Some(_) => Err(Refusal::GameOver),
            None => Ok(()),
        }
    }

    /// The game is neither over nor paused.
    fn check_running(&self) -> Result<(), Refusal> {
        self.check_in_play()?;
        match self.is_paused() {
            true => Err(Refusal::Paused),
            false => Ok(()),
        }
    }
}

/// The clocks.
impl Table {
    /// The fall of the flag, if it has fallen. It fell at the deadline, however late the check comes.
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
}

/// Offers and answers.
impl Table {
    fn offer_draw(&self, by: Color, now: Time) -> Result<Event, Refusal> {
        self.check_in_play()?;
        match self.crossed(by, Offer::Draw)? {
            true => Ok(self.ended(Ending::DrawAgreed, now)),
            false => Ok(Event::DrawOffered { by }),
        }
    }

    fn accept_draw(&self, by: Color, now: Time) -> Result<Event, Refusal> {
        self.check_in_play()?;
        self.check_offered_to(by, Offer::Draw)?;
        Ok(self.ended(Ending::DrawAgreed, now))
    }

    fn decline_draw(&self, by: Color) -> Result<Event, Refusal> {
        self.check_in_play()?;
        self.check_offered_to(by, Offer::Draw)?;
        Ok(Event::DrawDeclined { by })
    }

    fn take_back(&self, by: Color, now: Time) -> Result<Event, Refusal> {
        self.check_running()?;
        match self.terms.takebacks {
            Takebacks::Never => Err(Refusal::NoTakebacks),
            Takebacks::Free => self.taken_back(by, now),
            Takebacks::Asked if self.crossed(by, Offer::Takeback)? => Err(Refusal::AnswerTakebackFirst),
            // What cannot be done need not be asked.
            Takebacks::Asked => self.taken_back(by, now).map(|_| Event::TakebackAsked { by }),
        }
    }

    fn accept_takeback(&self, by: Color, now: Time) -> Result<Event, Refusal> {
        self.check_running()?;
        self.check_offered_to(by, Offer::Takeback)?;
        self.taken_back(!by, now)
    }

    fn decline_takeback(&self, by: Color) -> Result<Event, Refusal> {
        self.check_in_play()?;
        self.check_offered_to(by, Offer::Takeback)?;
        Ok(Event::TakebackDeclined { by })
    }

    /// Back to before the last placement of `by`: that one and everything after it are taken back.
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

    fn accept_rematch(&self, by: Color) -> Result<Event, Refusal> {
        self.check_over()?;
        self.check_offered_to(by, Offer::Rematch)?;
        Ok(Event::RematchAgreed)
    }

    fn decline_rematch(&self, by: Color) -> Result<Event, Refusal> {
        self.check_over()?;
        self.check_offered_to(by, Offer::Rematch)?;
        Ok(Event::RematchDeclined { by })
    }

    /// Whether an offer by this player meets the same offer by the opponent. One's own may not be repeated.
    fn crossed(&self, by: Color, offer: Offer) -> Result<bool, Refusal> {
        match self.offered(offer) {
            Some(offered_by) if offered_by == by => Err(Refusal::AlreadyOffered(offer)),
            other => Ok(other.is_some()),
        }
    }

    /// The opponent of this player has made the offer.
    fn check_offered_to(&self, color: Color, offer: Offer) -> Result<(), Refusal> {
        match self.offered(offer) {
            Some(offered_by) if offered_by == color => Err(Refusal::OwnOffer(offer)),
            Some(_) => Ok(()),
            None => Err(Refusal::NothingOffered(offer)),
        }
    }

    /// The game is over, and no other is agreed on yet.
    fn check_over(&self) -> Result<(), Refusal> {
        match self.ending {
            None => Err(Refusal::NotOver),
            Some(_) if self.rematch_agreed => Err(Refusal::RematchAgreed),
            Some(_) => Ok(()),
        }
    }
}

/// Coming and going.
impl Table {
    fn leave(&self, by: Color, now: Time) -> Result<Event, Refusal> {
        match self.gone_since(by) {
            Some(_) => Err(Refusal::AlreadyGone),
            None => Ok(Event::Left { by, at: now }),
        }
    }

    /// The return of a player who is gone.
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
