use outflank_study::puzzles::Kind;

use crate::tui::keymap::{Action, Focus, Offer, offer};
use crate::tui::screens::drill::state::{Drill, Task};

const PLAY: Offer = offer(Action::Do, "play").here("play the square");
const CONTINUE: Offer = offer(Action::Do, "next").here("continue");
const NEXT: Offer = offer(Action::Next, "").here("next puzzle");
const NEXT_PUZZLE: Offer = offer(Action::Next, "next").here("next puzzle");
const NEXT_LINE: Offer = offer(Action::Next, "").here("next line");
const PLAY_OUT: Offer = offer(Action::PlayOn, "play out").here("play it out against the best defence");
const LINE: Offer = offer(Action::Line, "line").here("show the best line");
const STOP: Offer = offer(Action::Do, "stop").here("stop the line here");
const STOP_LINE: Offer = offer(Action::Line, "").here("stop the line here");
const TAKE_BACK: Offer = offer(Action::Undo, "undo").here("take back your move");
const STUDY: Offer = offer(Action::Study, "study").here("study this position");
const TO_ANSWER: Offer = offer(Action::Back, "back").here("back to the answer");
const SHOW: Offer = offer(Action::Hint, "answer").here("show the answer");
const REPEAT: Offer = offer(Action::Retry, "again").here("repeat this line");
const LEAVE: Offer = offer(Action::Back, "leave").here("leave the drill");

const ANY_PUZZLE: [Offer; 7] = [
    offer(Action::Kind, "kind"),
    offer(Action::Difficulty, "difficulty"),
    offer(Action::Practise, "").here("puzzles about another theme"),
    offer(Action::Openings, "openings"),
    offer(Action::Progress, "progress"),
    offer(Action::Marks, ""),
    offer(Action::Turn, ""),
];
const ANY_LINE: [Offer; 5] = [
    offer(Action::Puzzles, "puzzles"),
    offer(Action::Openings, "openings"),
    offer(Action::Progress, "progress"),
    offer(Action::Marks, ""),
    offer(Action::Turn, ""),
];
const ANY_BOARD: [Offer; 2] = [offer(Action::Marks, ""), offer(Action::Turn, "")];

const LIST: [Offer; 8] = [
    offer(Action::Do, "start").here("play it from memory"),
    offer(Action::NextGroup, "colour").here("switch colours"),
    offer(Action::Up, "").here("previous line"),
    offer(Action::Down, "").here("next line"),
    offer(Action::PageUp, ""),
    offer(Action::PageDown, ""),
    offer(Action::First, "").here("first line"),
    offer(Action::Last, "").here("last line"),
];
const SEARCH: Offer = offer(Action::Search, "search").here("search by name");
const TO_PUZZLES: Offer = offer(Action::Back, "back").here("back to puzzles");
const END_SEARCH: [Offer; 2] =
    [offer(Action::Back, "all").here("end the search"), offer(Action::Clear, "clear").here("clear the line")];

impl Drill {
    pub(crate) fn offers(&self) -> Vec<Offer> {
        let puzzle = |own: &[Offer]| [own, &ANY_PUZZLE, &[LEAVE]].concat();
        let line = |own: &[Offer]| [own, &ANY_LINE, &[LEAVE]].concat();
        let playing_out = |own: &[Offer]| [own, &ANY_BOARD, &[TO_ANSWER]].concat();
        match (&self.task, &self.playing_out) {
            (Task::Puzzle(_), _) if self.is_open() => puzzle(&[PLAY, SHOW]),
            (Task::Puzzle(_), Some(playing)) if playing.is_over() => playing_out(&[CONTINUE, NEXT, TAKE_BACK, STUDY]),
            (Task::Puzzle(_), Some(playing)) if playing.is_showing() => {
                playing_out(&[STOP, STOP_LINE, TAKE_BACK, STUDY, NEXT_PUZZLE])
            }
            (Task::Puzzle(_), Some(_)) => playing_out(&[PLAY, TAKE_BACK, LINE, STUDY, NEXT_PUZZLE]),
            (Task::Puzzle(one), None) if one.kind == Kind::Endgame => puzzle(&[CONTINUE, NEXT, PLAY_OUT, LINE, STUDY]),
            (Task::Puzzle(_), None) => puzzle(&[CONTINUE, NEXT, STUDY]),
            (Task::Lesson(_), _) if self.is_open() => line(&[PLAY, SHOW, REPEAT]),
            (Task::Lesson(_), _) => line(&[CONTINUE, NEXT_LINE, REPEAT]),
            (Task::List(list), _) if list.is_searching => [&LIST[..], &END_SEARCH].concat(),
            (Task::List(_), _) => [&LIST[..], &[SEARCH, TO_PUZZLES]].concat(),
            (Task::Loading | Task::Nothing, _) => {
                [&[offer(Action::Puzzles, "puzzles")][..], &ANY_PUZZLE[..5], &[LEAVE]].concat()
            }
        }
    }

    pub(crate) fn focus(&self) -> Focus {
        match &self.task {
            Task::List(list) if list.is_searching => Focus::Text,
            Task::List(_) => Focus::List,
            Task::Loading | Task::Puzzle(_) | Task::Lesson(_) | Task::Nothing => Focus::Squares,
        }
    }
}
