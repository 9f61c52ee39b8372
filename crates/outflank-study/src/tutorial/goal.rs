use outflank_rules::{Bitboard, Direction, Game, Position, Square};

#[derive(Debug)]
pub(super) enum Goal {
    AnyMove,
    ThreeLines,
    ForcePass,
    TakeCorner,
    KeepCorners,
    /// Leave a single reply, which is then played.
    OneReply,
    /// The continuation to the end of the game for every legal move.
    Win(&'static [(Square, &'static [Square])]),
}

pub(super) struct GoalCheck {
    pub(super) is_right: bool,
    pub(super) fact: String,
    pub(super) replies: Vec<Square>,
}

impl Goal {
    pub(super) fn check(&self, before: &Position, square: Square) -> GoalCheck {
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
                let replies = after.position().legal_moves();
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

impl GoalCheck {
    fn with(self, replies: &[Square]) -> GoalCheck {
        GoalCheck { replies: replies.to_vec(), ..self }
    }
}

fn right(fact: String) -> GoalCheck {
    GoalCheck { is_right: true, fact, replies: Vec::new() }
}

fn wrong(fact: String) -> GoalCheck {
    GoalCheck { is_right: false, fact, replies: Vec::new() }
}

fn gives_corner(flips: &str, after: &Position) -> Option<GoalCheck> {
    let corner = (after.legal_moves() & Bitboard::CORNERS).first()?;
    Some(wrong(format!("{flips}, but now White takes the corner {corner}.")).with(&[corner]))
}

fn played(start: &Position, moves: &[Square]) -> Game {
    let mut game = Game::new(*start);
    moves.iter().take_while(|&&square| game.play(square).is_ok()).count();
    game
}

fn lines(square: Square, flipped: Bitboard) -> usize {
    // Each ray of flipped discs starts next to the square.
    let flips_along = |direction: &Direction| direction.step(square).is_some_and(|next| flipped.contains(next));
    Direction::ALL.iter().filter(|direction| flips_along(direction)).count()
}

fn most_flips(position: &Position) -> Option<Square> {
    position.legal_moves().into_iter().max_by_key(|&square| position.flips(square).len())
}

fn discs(count: u32) -> String {
    if count == 1 { "1 disc".to_owned() } else { format!("{count} discs") }
}
