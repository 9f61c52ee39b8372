use outflank_rules::{ByColor, Color, Game};
use outflank_study::openings::{self, Language};
use outflank_study::played::{self, Placed};
use outflank_table::{Event, Table, Time};

use super::{began, name, sitting};
use crate::live::PlayedGame;
use crate::store::Occupant;
use crate::wire::{ClockSetting, GameRecord, GameResult, PlayerKind, Ply, RecordPlayer, RecordPly, Start, millis};

pub(crate) fn json(game: &PlayedGame) -> GameRecord {
    let (table, events) = sitting(game);
    let start = table.game().start();
    GameRecord {
        id: game.id,
        rules: start.rules(),
        start: Start::of(start),
        supply: start.supply(),
        created: game.plan.created.as_millis(),
        began: began(&game.events).map(Time::as_millis),
        ended: ended(&game.events).map(Time::as_millis),
        players: ByColor::from_fn(|color| player(game, color)),
        clock: ClockSetting::of(table.terms().time),
        plies: plies(table.game(), &played::placements(&events)),
        result: game
            .table
            .as_ref()
            .and_then(Table::ending)
            .map(|ending| GameResult::of(ending, table.game().position())),
        opening: openings::of_game(table.game(), Language::English).map(|opening| opening.name),
    }
}

fn player(game: &PlayedGame, color: Color) -> RecordPlayer {
    let (kind, level) = match game.plan.occupants[color] {
        Occupant::Engine(level) => (PlayerKind::Engine, Some(level.number())),
        Occupant::Creator | Occupant::Friend | Occupant::Anyone => (PlayerKind::Human, None),
    };
    RecordPlayer { kind, level, name: name(game, color) }
}

fn plies(game: &Game, placements: &[Placed]) -> Vec<RecordPly> {
    let mut placements = placements.iter();
    let ply = |ply: &outflank_rules::Ply| {
        let Ply { by, square, flips } = Ply::of(ply);
        let placed = square.and_then(|_| placements.next());
        RecordPly {
            by,
            square,
            flips,
            time: placed.map(|placed| millis(placed.time)),
            left: placed.and_then(|placed| placed.left).map(millis),
        }
    };
    game.plies().iter().map(ply).collect()
}

fn ended(events: &[Event]) -> Option<Time> {
    events.iter().find_map(|event| match *event {
        Event::Ended { at, .. } => Some(at),
        _ => None,
    })
}
