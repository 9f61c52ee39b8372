mod command;
mod create;
mod drill;
mod explore;
mod game;
mod invite;
mod list;
mod play_out;
mod problem;
mod record;
mod report;
mod state;
mod study;
mod talk;
mod tutorial;

use std::time::Duration;

use utoipa::ToSchema;

pub(crate) use command::{Ack, CommandRequest, Order};
pub(crate) use create::{
    BySeat, ClockSetting, Created, JoinRequest, LevelList, OccupantSetting, Proposal, StartSetting, TakebackSetting,
};
pub(crate) use drill::{
    AnswerRequest, AnswerVerdict, LessonRequest, LessonStep, NamedLine, NextLesson, NextPuzzle, NextRequest,
    OpeningList, OpeningsRequest, ScoredMove, ShownPuzzle, StepKind, StepRequest, TodaysPuzzle,
};
pub(crate) use explore::{CollectionGame, ExploreAnswer};
pub(crate) use game::{FullGame, Player, PlayerKind, Ply, Start, cells};
pub(crate) use invite::{
    DeviceRequest, HeldSeats, Invitation, InviteRequest, OneTimeLink, QrRequest, SeatRequest, Site, TakenOver,
};
pub(crate) use list::{GameList, ListMessage, ListedGame};
#[cfg(test)]
pub(crate) use play_out::PlayOutMove;
pub(crate) use play_out::{PlayOutRequest, PlayOutState, PlayOutVerdict};
pub(crate) use problem::{ErrorKind, Problem};
pub(crate) use record::{GameRecord, RecordPlayer, RecordPly};
pub(crate) use report::{EffortName, Judged, OrderAnswer, OrderRequest, OrderState, Published, Report};
pub(crate) use state::{ClockFace, EventEntry, EventKind, GameResult, Gone, LegalMove, Offers, State, how};
pub(crate) use study::{
    AnalysisLine, AnalyzeRequest, Found, PositionRequest, ReadAnswer, ReadGame, ReadRequest, ReadResult, ReviewLine,
    ReviewRequest, StudyOver, StudyPosition, WarnAnswer, WarnRequest, WhyAnswer, WhyRequest,
};
pub(crate) use talk::{Chat, ChatMessage, ChatRequest, ClientMessage, Refusal, Removed, Reply, Told, Watchers};
pub(crate) use tutorial::{TryAnswer, TryRequest, TryVerdict, Tutorial, TutorialStep};

pub(crate) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// A value for each player. Describes [`ByColor`](outflank_rules::ByColor) in the API and is never constructed.
#[derive(ToSchema)]
pub(crate) struct Both<T> {
    #[expect(dead_code, reason = "it only describes")]
    black: T,
    #[expect(dead_code, reason = "it only describes")]
    white: T,
}
