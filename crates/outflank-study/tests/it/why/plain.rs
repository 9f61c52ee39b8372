//! Othello on an array of characters, to check reasons without the code that finds them.

pub(crate) type At = (usize, usize);
/// `None` is a pass.
pub(crate) type Ply = Option<At>;

pub(crate) const DIRECTIONS: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
pub(crate) const CORNERS: [At; 4] = [(0, 0), (7, 0), (0, 7), (7, 7)];

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plain {
    /// `X`, `O` or `-`, by row and column.
    pub(crate) cells: [[char; 8]; 8],
    pub(crate) turn: char,
}

pub(crate) fn other(side: char) -> char {
    if side == 'X' { 'O' } else { 'X' }
}

/// The square `steps` away, if it is on the board.
pub(crate) fn step((x, y): At, (right, down): (i32, i32), steps: i32) -> Option<At> {
    let (x, y) = (x as i32 + right * steps, y as i32 + down * steps);
    ((0..8).contains(&x) && (0..8).contains(&y)).then_some((x as usize, y as usize))
}

pub(crate) fn squares() -> impl Iterator<Item = At> {
    (0..64).map(|index| (index % 8, index / 8))
}

impl Plain {
    /// 64 squares row by row, a blank and the side to move.
    pub(crate) fn parse(text: &str) -> Plain {
        let marks: Vec<char> = text.chars().collect();
        let mut cells = [['-'; 8]; 8];
        squares().for_each(|(x, y)| cells[y][x] = marks[y * 8 + x]);
        Plain { cells, turn: marks[65] }
    }

    pub(crate) fn at(&self, (x, y): At) -> char {
        self.cells[y][x]
    }

    pub(crate) fn is_empty(&self, at: At) -> bool {
        self.at(at) == '-'
    }

    pub(crate) fn empties(&self) -> usize {
        squares().filter(|&at| self.is_empty(at)).count()
    }

    pub(crate) fn count(&self, side: char) -> usize {
        squares().filter(|&at| self.at(at) == side).count()
    }

    pub(crate) fn flips(&self, side: char, at: At) -> Vec<At> {
        let mut all = Vec::new();
        if !self.is_empty(at) {
            return all;
        }
        for direction in DIRECTIONS {
            let mut run = Vec::new();
            let mut steps = 1;
            while let Some(next) = step(at, direction, steps)
                && self.at(next) == other(side)
            {
                run.push(next);
                steps += 1;
            }
            if step(at, direction, steps).is_some_and(|end| self.at(end) == side) {
                all.extend(run);
            }
        }
        all
    }

    pub(crate) fn moves(&self, side: char) -> Vec<At> {
        squares().filter(|&at| !self.flips(side, at).is_empty()).collect()
    }

    pub(crate) fn can(&self, side: char, at: At) -> bool {
        !self.flips(side, at).is_empty()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.moves('X').is_empty() && self.moves('O').is_empty()
    }

    pub(crate) fn must_pass(&self) -> bool {
        self.moves(self.turn).is_empty() && !self.is_over()
    }

    /// `None` if the move is illegal.
    pub(crate) fn play(&self, ply: Ply) -> Option<Plain> {
        let mut after = self.clone();
        after.turn = other(self.turn);
        match ply {
            None => self.must_pass().then_some(after),
            Some(at) => {
                let flips = self.flips(self.turn, at);
                flips.iter().chain([&at]).for_each(|&(x, y)| after.cells[y][x] = self.turn);
                (!flips.is_empty()).then_some(after)
            }
        }
    }

    /// Stable for certain, by growing from nothing.
    pub(crate) fn stable(&self, side: char) -> Vec<At> {
        if self.is_over() {
            return squares().filter(|&at| self.at(at) == side).collect();
        }
        let mut stable: Vec<At> = Vec::new();
        loop {
            let before = stable.len();
            for at in squares().filter(|&at| self.at(at) == side) {
                let is_safe = |direction: (i32, i32)| {
                    let back = (-direction.0, -direction.1);
                    let leans = |way| step(at, way, 1).is_none_or(|next| stable.contains(&next));
                    let is_full = |way| (1..8).filter_map(|n| step(at, way, n)).all(|next| !self.is_empty(next));
                    leans(direction) || leans(back) || (is_full(direction) && is_full(back))
                };
                if !stable.contains(&at) && DIRECTIONS[..4].iter().all(|&direction| is_safe(direction)) {
                    stable.push(at);
                }
            }
            if stable.len() == before {
                return stable;
            }
        }
    }

    /// Moves of the side to move that are not next to an empty corner and open no corner.
    pub(crate) fn safe_moves(&self) -> Vec<At> {
        let foe = other(self.turn);
        let is_next_to_corner = |(x, y): At| {
            CORNERS.iter().any(|&(cx, cy)| self.is_empty((cx, cy)) && x.abs_diff(cx) <= 1 && y.abs_diff(cy) <= 1)
        };
        let opens = |at: At| {
            let after = self.play(Some(at)).unwrap();
            CORNERS.iter().any(|&corner| after.can(foe, corner) && !self.can(foe, corner))
        };
        let corner = |at: At| CORNERS.contains(&at);
        self.moves(self.turn).into_iter().filter(|&at| (corner(at) || !is_next_to_corner(at)) && !opens(at)).collect()
    }

    pub(crate) fn frontier(&self, side: char) -> usize {
        let is_open = |at| DIRECTIONS.iter().filter_map(|&way| step(at, way, 1)).any(|near| self.is_empty(near));
        squares().filter(|&at| self.at(at) == side && is_open(at)).count()
    }

    pub(crate) fn region(&self, at: At) -> Vec<At> {
        let mut region = vec![at];
        let mut next = 0;
        while let Some(&at) = region.get(next) {
            for near in DIRECTIONS.iter().filter_map(|&direction| step(at, direction, 1)) {
                if self.is_empty(near) && !region.contains(&near) {
                    region.push(near);
                }
            }
            next += 1;
        }
        region
    }

    /// Whether `side` can take `target` within this many plies, against everything.
    pub(crate) fn forces(&self, side: char, target: At, plies: usize) -> bool {
        if plies == 0 || self.is_over() {
            return false;
        }
        if self.must_pass() {
            return self.play(None).unwrap().forces(side, target, plies - 1);
        }
        let moves = self.moves(self.turn);
        let leads = |at: &At| self.play(Some(*at)).unwrap().forces(side, target, plies - 1);
        match self.turn == side {
            true => moves.contains(&target) || moves.iter().any(leads),
            false => !moves.contains(&target) && moves.iter().all(leads),
        }
    }

    /// Empty squares count for the winner.
    pub(crate) fn score(&self, side: char) -> usize {
        let (own, foe) = (self.count(side), self.count(other(side)));
        match own.cmp(&foe) {
            std::cmp::Ordering::Greater => 64 - foe,
            std::cmp::Ordering::Less => own,
            std::cmp::Ordering::Equal => 32,
        }
    }
}
