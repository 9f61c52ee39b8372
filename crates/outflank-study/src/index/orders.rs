use std::num::NonZeroUsize;
use std::thread;

use outflank_rules::Board;

use super::game::Entry;
use crate::board_with_turn::BoardWithTurn;

pub(super) const COUNTS: usize = 65;

/// For each number of discs, the games sorted by their position at that point.
///
/// The games advance together from one number of discs to the next, so that only one position of each is in memory.
pub(super) fn orders(games: &[Entry], starts: &[BoardWithTurn], threads: NonZeroUsize) -> Vec<Vec<u32>> {
    let threads = threads.get().min(COUNTS);
    let mut orders = vec![Vec::new(); COUNTS];
    thread::scope(|scope| {
        // Sorting takes longer than replaying, so every thread replays all games and sorts its share.
        let workers: Vec<_> =
            (0..threads).map(|first| scope.spawn(move || share(games, starts, first, threads))).collect();
        for (first, worker) in workers.into_iter().enumerate() {
            let sorted = worker.join().expect("sorting does not panic");
            for (order, sorted) in orders.iter_mut().skip(first).step_by(threads).zip(sorted) {
                *order = sorted;
            }
        }
    });
    orders
}

fn share(games: &[Entry], starts: &[BoardWithTurn], first: usize, step: usize) -> Vec<Vec<u32>> {
    let mut walks: Vec<Walk> = Vec::new();
    let mut waiting: Vec<(u32, BoardWithTurn)> =
        games.iter().zip(0..).filter_map(|(game, id)| Some((id, *starts.get(game.start as usize)?))).collect();
    waiting.sort_by_key(|&(id, start)| (std::cmp::Reverse(start.discs()), id));

    let mut orders = Vec::with_capacity(COUNTS / step + 1);
    let mut keys: Vec<(Board, u32)> = Vec::with_capacity(games.len());
    for discs in 0..COUNTS {
        while let Some((game, state)) = waiting.pop_if(|(_, start)| start.discs() == discs) {
            walks.push(Walk { game, placed: 0, state });
        }
        if discs % step == first {
            keys.clear();
            keys.extend(walks.iter().map(|walk| (walk.state.board.canonical(), walk.game)));
            keys.sort_unstable();
            orders.push(keys.iter().map(|&(_, game)| game).collect());
        }
        walks.retain_mut(|walk| walk.advance(&games[walk.game as usize]));
    }
    orders
}

struct Walk {
    game: u32,
    placed: usize,
    state: BoardWithTurn,
}

impl Walk {
    fn advance(&mut self, game: &Entry) -> bool {
        let next = game.moves.as_slice().get(self.placed);
        if let Some(&square) = next {
            self.state = self.state.play_unchecked(square);
            self.placed += 1;
        }
        next.is_some()
    }
}
