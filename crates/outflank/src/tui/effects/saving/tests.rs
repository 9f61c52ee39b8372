use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::sync::Arc;

use outflank_formats::ggf;
use outflank_players::Random;
use outflank_table::Table;

use super::*;
use crate::storage::shelf::faulty::{FaultyDisk, JournalCache};
use crate::tui::tests::*;

struct Session {
    random: Random,
    folder: tempfile::TempDir,
    disk: Arc<FaultyDisk>,
    shelf: Shelf,
    cache: JournalCache,
    saver: GameSaver,
    app: TestApp,
    played: Vec<table::Event>,
    left: Vec<Vec<table::Event>>,
    closed: Vec<Vec<table::Event>>,
    finished: BTreeSet<String>,
    is_shown: bool,
    tally: Tally,
}

#[derive(Debug, Default)]
struct Tally {
    failures: u32,
    recoveries: u32,
    finished: u32,
    crashes: (u32, u32),
    continued: u32,
}

impl Session {
    fn new(seed: u64) -> Session {
        let folder = tempfile::tempdir().unwrap();
        let disk = Arc::new(FaultyDisk::new(seed));
        let (unfinished, games) = (folder.path().join("unfinished"), folder.path().join("games"));
        let shelf = Shelf::on(disk.clone(), unfinished, games);
        let saver = GameSaver::new(Some(shelf.clone()));
        let (random, app, tally) = (Random::new(seed), TestApp::new(), Tally::default());
        let (cache, played, left, closed, finished) = Default::default();
        Session {
            random,
            folder,
            disk,
            shelf,
            cache,
            saver,
            app,
            played,
            left,
            closed,
            finished,
            is_shown: true,
            tally,
        }
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.random.next() % limit
    }

    fn step(&mut self) {
        match self.below(100) {
            _ if self.app.state.contest.is_none() => self.begin(),
            0..70 => self.play(),
            70..76 => self.type_in("u"),
            76..86 => {
                let millis = 500 + self.below(9_000);
                self.app.advance(millis);
                self.settle();
            }
            86..88 => self.type_in("w"),
            88..90 => self.begin(),
            90..93 => self.crash(),
            _ => {
                let percent = [0, 5, 30, 100][self.below(4) as usize];
                self.disk.fail(percent);
            }
        }
        self.is_shown = self.below(8) == 0;
        self.check();
    }

    fn begin(&mut self) {
        let main = Duration::from_secs(60);
        let time = [TimeControl::Unlimited, TimeControl::SuddenDeath { main }][self.below(2) as usize];
        let start = Start { position: Position::initial(Rules::Standard), moves: Vec::new(), time };
        let mut effects = Vec::new();
        game::begin(&mut self.app.state, &start, ByColor::from_fn(|_| PlayerName::Human), &mut effects);
        self.app.send(Event::Tick);
        self.app.effects.splice(0..0, effects);
        self.settle();
    }

    fn play(&mut self) {
        let legal: Vec<Square> = self.app.contest().position().legal_moves().into_iter().collect();
        if self.app.contest().is_over() || legal.is_empty() {
            return self.type_in("n");
        }
        let square = legal[self.below(legal.len() as u64) as usize];
        self.type_in(&format!("{square}\n"));
    }

    fn type_in(&mut self, text: &str) {
        for character in text.chars() {
            self.app.type_in(&character.to_string());
            self.settle();
        }
    }

    fn settle(&mut self) {
        let mut effects = VecDeque::from(std::mem::take(&mut self.app.effects));
        while let Some(effect) = effects.pop_front() {
            match effect {
                Effect::Begin { players, events } => {
                    self.leave();
                    self.played.clone_from(&events);
                    self.saver.begin(&players, &events);
                }
                Effect::Keep(events) => {
                    self.played.extend(&events);
                    self.saver.keep(&events);
                }
                Effect::Heartbeat(now) => self.saver.ran(now),
                Effect::Finish(record) => {
                    let moves = transcript::write(record.game());
                    assert_eq!(moves, moves_of(&self.played));
                    self.finished.insert(moves);
                    self.tally.finished += 1;
                    self.closed.push(std::mem::take(&mut self.played));
                    self.saver.finish(&record);
                }
                Effect::SaveAgain => {}
                _ => continue,
            }
            self.save();
            effects.extend(std::mem::take(&mut self.app.effects));
        }
    }

    fn save(&mut self) {
        let Some(news) = self.saver.save() else { return };
        match &news {
            Event::GameSaved(Ok(())) => self.tally.recoveries += 1,
            _ => self.tally.failures += 1,
        }
        self.app.send(news);
    }

    fn leave(&mut self) {
        let played = std::mem::take(&mut self.played);
        match moves_of(&played).is_empty() {
            true => self.closed.push(played),
            false => self.left.push(played),
        }
    }

    fn check(&mut self) {
        let journals = self.shelf.written(&mut self.cache);
        let games = self.games();
        for journal in &journals {
            let mut all = self.left.iter().chain(&self.closed).chain([&self.played]);
            assert!(all.any(|played| played.starts_with(journal)), "a gap in {journal:?}");
        }
        assert!(games.is_subset(&self.finished), "a gap in {games:?}, not {:?}", self.finished);
        if self.app.state.unsaved.is_none() {
            let mut missing: Vec<_> = self.left.iter().chain([&self.played]).filter(|game| !game.is_empty()).collect();
            for journal in &journals {
                let place = missing.iter().position(|&game| game == journal);
                missing.swap_remove(place.unwrap_or_else(|| panic!("{journal:?} is not a whole game")));
            }
            assert!(missing.is_empty(), "the screen says that everything is saved, not {missing:?}");
            assert_eq!(games, self.finished);
        } else if self.is_shown {
            assert!(self.screen().contains("Not saved"), "{}", self.screen());
        }
    }

    fn screen(&self) -> String {
        self.app.draw().content().iter().map(|cell| cell.symbol()).collect()
    }

    fn games(&self) -> BTreeSet<String> {
        let files = fs::read_dir(self.folder.path().join("games")).into_iter().flatten();
        let texts = files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
        // Temporary files are gone: they are removed when they are dropped.
        texts.map(|text| transcript::write(ggf::parse_game(&text).unwrap().check().unwrap().game())).collect()
    }

    fn crash(&mut self) {
        let was_saved = self.app.state.unsaved.is_none();
        match was_saved {
            true => self.tally.crashes.0 += 1,
            false => self.tally.crashes.1 += 1,
        }
        self.app = TestApp { now: self.app.now, ..TestApp::new() };
        self.saver = GameSaver::new(Some(self.shelf.clone()));
        self.saver.find_unfinished();
        self.disk.fail(0);
        self.saver = GameSaver::new(Some(self.shelf.clone()));
        let Unfinished { saved: kept, troubles, .. } = self.saver.find_unfinished();
        assert!(troubles.is_empty(), "{troubles:?}");
        self.leave();
        let (left, finished) = (self.shelf.written(&mut self.cache), self.games());
        if was_saved {
            let lost = self.left.iter().find(|played| !left.contains(played));
            assert_eq!((lost, &finished), (None, &self.finished));
        }
        // The screen said that the others might be lost.
        (self.left, self.finished) = (left, finished);
        let percent = [0, 30, 100][self.below(3) as usize];
        self.disk.fail(percent);
        if kept.is_some() && self.below(4) > 0 {
            self.tally.continued += 1;
            let restored = self.saver.restore().unwrap();
            self.played = self.saver.game.as_ref().unwrap().story().events.clone();
            let kept = (0..self.left.len()).filter(|&place| self.played.starts_with(&self.left[place]));
            let kept = kept.max_by_key(|&place| self.left[place].len());
            self.left.remove(kept.expect("a kept game is continued"));
            assert_eq!(Table::replay(&self.played).unwrap(), restored.table);
            self.app.send(Event::GameRestored(Ok(Box::new(restored))));
            let effects = std::mem::take(&mut self.app.effects);
            self.save();
            self.app.effects.splice(0..0, effects);
            self.settle();
        }
    }
}

fn moves_of(events: &[table::Event]) -> String {
    Table::replay(events).map(|table| transcript::write(table.game())).unwrap_or_default()
}

#[test]
fn a_saved_game_has_no_gap_whatever_fails() {
    let mut all = Tally::default();
    for seed in 0..1_000 {
        let mut session = Session::new(seed);
        for _ in 0..40 {
            session.step();
        }
        // Once there is room again, everything is saved without further input.
        session.disk.fail(0);
        session.app.advance(2_000);
        session.settle();
        assert_eq!(session.app.state.unsaved, None);
        session.check();
        let Tally { failures, recoveries, finished, crashes, continued } = session.tally;
        all.failures += failures;
        all.recoveries += recoveries;
        all.finished += finished;
        all.crashes = (all.crashes.0 + crashes.0, all.crashes.1 + crashes.1);
        all.continued += continued;
    }
    let Tally { failures, recoveries, finished, crashes, continued } = all;
    let counts = [failures, recoveries, finished, crashes.0, crashes.1, continued];
    assert!(counts.into_iter().all(|count| count > 100), "{counts:?}");
}
