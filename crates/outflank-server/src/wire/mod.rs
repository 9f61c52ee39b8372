//! Request and response types of the HTTP API. `docs/guide/api.md` explains how they work together.

mod both;
mod chat;
mod command;
mod create;
mod drill;
mod explore;
mod game;
mod levels;
mod list;
mod order;
mod problem;
mod qr;
mod record;
mod report;
mod seat;
mod site;
mod state;
mod study;
mod talk;
mod tutorial;
mod warn;

use std::time::Duration;

use both::Both;
pub(crate) use chat::{Chat, ChatMessage, ChatRequest};
pub(crate) use command::{Ack, CommandRequest, Order};
pub(crate) use create::{
    BySeat, ClockSetting, Created, JoinRequest, OccupantSetting, Proposal, StartSetting, TakebackSetting,
};
pub(crate) use drill::{
    AnswerRequest, AnswerVerdict, LessonRequest, LessonStep, NamedLine, NextLesson, NextPuzzle, NextRequest,
    OpeningList, OpeningsRequest, ScoredMove, ShownPuzzle, StepKind, StepRequest,
};
pub(crate) use explore::ExploreAnswer;
pub(crate) use game::{FullGame, Player, PlayerKind, Ply, Start, cells};
pub(crate) use levels::LevelList;
pub(crate) use list::{GameList, ListMessage, ListedGame};
pub(crate) use order::{OrderAnswer, OrderRequest, OrderState};
pub(crate) use problem::{ErrorKind, Problem};
pub(crate) use qr::QrRequest;
pub(crate) use record::{GameRecord, RecordPlayer, RecordPly};
pub(crate) use report::{Judged, Report};
pub(crate) use seat::{HeldSeats, SeatRequest};
pub(crate) use site::Site;
pub(crate) use state::{ClockFace, EventEntry, EventKind, GameResult, Gone, LegalMove, Offers, State, how};
pub(crate) use study::{
    AnalysisLine, AnalyzeRequest, Found, PositionRequest, ReadAnswer, ReadGame, ReadRequest, ReadResult, ReviewLine,
    ReviewRequest, StudyOver, StudyPosition, WhyAnswer, WhyRequest,
};
pub(crate) use talk::{ClientMessage, Refusal, Reply, Told, Watchers};
pub(crate) use tutorial::{TryAnswer, TryRequest, TryVerdict, Tutorial, TutorialStep};
pub(crate) use warn::{WarnAnswer, WarnRequest};

pub(crate) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
