//! Which moves a task accepts, and what to say about each.

use outflank_rules::{Bitboard, Direction, Game, Position, Square};

/// What a move has to achieve.
#[derive(Debug)]
pub(super) enum Goal {
    /// Flip something: every legal move is right.
    AnyMove,
    /// Flip discs along three lines.
    ThreeLines,
    /// Leave the opponent without a move.
    ForcePass,
    /// Take a corner.
    TakeCorner,
    /// Give the opponent no corner.
    KeepCorners,
    /// Leave the opponent a single reply, which follows.
    OneReply,
    /// Win the game. For every legal move, how both sides play on to the end.
    Win(&'static [(Square, &'static [Square])]),
}

/// What a goal says about a legal move.
pub(super) struct Judgement {
    pub(super) is_right: bool,
    /// What the move does, as a sentence.
    pub(super) fact: String,
    /// What to play after the move, to show what it leads to.
    pub(super) replies: Vec<Square>,
}

impl Goal {
    /// Judges a legal move of Black, the learner.
    pub(super) fn judge(&self, before: &Position, square: Square) -> Judgement {
        let flipped = before.flips(square);
        let flips = format!("{square} flips {}", discs(flipped.len()));
        let after = played(before, &[square]);
        match self {
            Goal::AnyMove => right(match (flipped.len(), flipped.first()) {
                (1, Some(disc)) => format!("{square} outflanks the white disc on {disc}, and it flips to black."),
                _ => format!("{flips}."),
            }),
            Goal::ThreeLines => match lines(square, flipped) {
                3 => right(format!("{flips} along three lines.")),
                2 => wrong(format!("{flips}, but only along two lines.")),
                _ => wrong(format!("{flips}, but only along one line.")),
            },
            Goal::ForcePass => match most_flips(after.position()) {
                _ if after.position().turn() == before.turn() => {
                    right(format!("{flips}. Now White can't flip anything and has to pass."))
                }
                Some(reply) => wrong(format!("{flips}, but White can answer with {reply}.")).with(&[reply]),
                None => wrong(format!("{flips}, and the game is over.")),
            },
            Goal::TakeCorner if Bitboard::CORNERS.contains(square) => {
                right(format!("{flips}, and the corner is yours for good."))
            }
            Goal::TakeCorner => gives_corner(&flips, after.position())
                .unwrap_or_else(|| wrong(format!("{flips}, but leaves the corner empty."))),
            Goal::KeepCorners => gives_corner(&flips, after.position())
                .unwrap_or_else(|| right(format!("{flips}, and White can't take a corner."))),
            Goal::OneReply => {
                let replies = after.position().choices().squares();
                match replies.first() {
                    Some(reply) if replies.len() == 1 => {
                        right(format!("{flips} and leaves White one move, {reply}.")).with(&[reply])
                    }
                    _ => wrong(format!("{flips}, but White can choose from {} moves.", replies.len())),
                }
            }
            Goal::Win(continuations) => {
                let continuation =
                    continuations.iter().find(|(first, _)| *first == square).map_or(&[][..], |(_, rest)| rest);
                let end = played(after.position(), continuation);
                let counts = end.position().counts();
                let score = format!("Black {}, White {}", counts.black, counts.white);
                if counts.black > counts.white {
                    right(format!("{flips}, and the game ends {score}. You win!")).with(continuation)
                } else {
                    wrong(format!("{flips}, but the game ends {score}.")).with(continuation)
                }
            }
        }
    }
}

impl Judgement {
    fn with(self, replies: &[Square]) -> Judgement {
        Judgement { replies: replies.to_vec(), ..self }
    }
}

fn right(fact: String) -> Judgement {
    Judgement { is_right: true, fact, replies: Vec::new() }
}

fn wrong(fact: String) -> Judgement {
    Judgement { is_right: false, fact, replies: Vec::new() }
}

/// The judgement of a move after which White takes a corner, if it can.
fn gives_corner(flips: &str, after: &Position) -> Option<Judgement> {
    let corner = (after.choices().squares() & Bitboard::CORNERS).first()?;
    Some(wrong(format!("{flips}, but now White takes the corner {corner}.")).with(&[corner]))
}

/// The game after these moves, as far as they are legal.
fn played(start: &Position, moves: &[Square]) -> Game {
    let mut game = Game::new(*start);
    moves.iter().take_while(|&&square| game.play(square).is_ok()).count();
    game
}

/// The number of lines along which a move on `square` flips these discs.
fn lines(square: Square, flipped: Bitboard) -> usize {
    // Flipped discs are on rays from the square, and each ray begins next to it.
    let flips_along = |direction: &Direction| direction.step(square).is_some_and(|next| flipped.contains(next));
    Direction::ALL.iter().filter(|direction| flips_along(direction)).count()
}

fn most_flips(position: &Position) -> Option<Square> {
    position.choices().squares().into_iter().max_by_key(|&square| position.flips(square).len())
}

fn discs(count: u32) -> String {
    if count == 1 { "1 disc".to_owned() } else { format!("{count} discs") }
}
