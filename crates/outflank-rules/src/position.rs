//! A position of any of the rules, and the readable definition of what may be played in it.

use crate::{
    Bitboard, Board, ByColor, Cause, Color, Direction, IllegalMove, Move, Outcome, Placement, Rules, Setup, SetupError,
    Square, Status,
};

/// Discs on a board, who is to move, what they are played by and how many discs are left. Always valid: no square
/// has two discs, and the supply is one that the rules allow. The board need not be reachable from the start.
///
/// Everything that [`Position`] answers comes from one walk along the directions of its [`Rules`], short enough to be
/// believed. The fast [`Board`] of the standard game is tested against it.
///
/// ```
/// use outflank_rules::{Move, Position, Rules, Square, discs};
///
/// let start = Position::initial(Rules::Standard);
/// assert_eq!(format!("{:?}", start.legal_moves()), "{d3, c4, f5, e6}");
///
/// let after = start.play(Move::Place(Square::D3))?;
/// assert_eq!(after.discs(), discs! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . X . . . .
///     . . . X X . . .
///     . . . X O . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// # Ok::<(), outflank_rules::IllegalMove>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    rules: Rules,
    discs: ByColor<Bitboard>,
    turn: Color,
    /// The discs left to place: `None` exactly when the rules set no limit.
    supply: Option<ByColor<u8>>,
}

impl Position {
    /// Where a game by these rules starts.
    pub fn initial(rules: Rules) -> Position {
        let Setup { discs, turn, supply: _ } = Setup::START;
        Position { rules, discs, turn, supply: rules.supply().map(ByColor::both) }
    }

    /// The position that a set-up describes.
    pub fn new(rules: Rules, setup: Setup) -> Result<Position, SetupError> {
        let Setup { discs, turn, supply } = setup;
        if let Some(square) = (discs.black & discs.white).first() {
            return Err(SetupError::TwoDiscs(square));
        }
        if rules.placement() == Placement::Touches && (discs.black | discs.white).is_empty() {
            return Err(SetupError::NoDiscToTouch);
        }
        let supply = match (rules.supply(), supply) {
            (None, None) => None,
            (None, Some(_)) => return Err(SetupError::UnlimitedSupply(rules)),
            (Some(owned), None) => Some(ByColor::both(owned)),
            (Some(owned), Some(left)) => {
                if let Some(color) = Color::ALL.into_iter().find(|&color| left[color] > owned) {
                    return Err(SetupError::TooManyDiscs { color, given: left[color], owned });
                }
                Some(left)
            }
        };
        Ok(Position { rules, discs, turn, supply })
    }

    /// The set-up that describes this position.
    pub fn setup(&self) -> Setup {
        Setup { discs: self.discs, turn: self.turn, supply: self.supply }
    }

    /// The rules it is played by.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Who is to move, or to pass.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The squares with a disc of each colour.
    pub fn discs(&self) -> ByColor<Bitboard> {
        self.discs
    }

    /// How many discs of each colour are on the board.
    pub fn counts(&self) -> ByColor<u8> {
        self.discs.map(|discs| discs.len() as u8)
    }

    /// The squares without a disc.
    pub fn empty(&self) -> Bitboard {
        !(self.discs.black | self.discs.white)
    }

    /// The colour of the disc on a square.
    pub fn disc_on(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.discs[color].contains(square))
    }

    /// How many discs each player has left to place, where the rules limit them.
    pub fn supply(&self) -> Option<ByColor<u8>> {
        self.supply
    }

    /// The fast board of the side to move, if this is a position of the standard game.
    pub fn board(&self) -> Option<Board> {
        self.rules.is_standard().then(|| Board::of(self.discs, self.turn))
    }

    /// The discs that are flipped when the side to move places one on `square`; none if there is a disc already.
    pub fn flips(&self, square: Square) -> Bitboard {
        self.flips_for(self.turn, square)
    }

    /// What the side to move can do.
    ///
    /// The checks come in this order: if neither side can play, the game is over; if the player cannot, the turn
    /// passes; if the player can but has no disc left, the game is over. Whether a player can play never depends on
    /// the supply.
    pub fn status(&self) -> Status {
        let squares = self.playable(self.turn);
        if squares.is_empty() {
            return match self.playable(!self.turn).is_empty() {
                true => Status::Over(self.outcome(Cause::NobodyCanPlay)),
                false => Status::MustPass,
            };
        }
        match self.supply {
            Some(supply) if supply[self.turn] == 0 => Status::Over(self.outcome(Cause::NoDiscLeft(self.turn))),
            _ => Status::Place(squares),
        }
    }

    /// The squares that can be played: none when the side to move must pass or the game is over.
    pub fn legal_moves(&self) -> Bitboard {
        self.status().squares()
    }

    /// The position after a move of the side to move.
    pub fn play(&self, mv: Move) -> Result<Position, IllegalMove> {
        match (self.status(), mv) {
            (Status::Over(_), _) => Err(IllegalMove::GameOver),
            (Status::MustPass, Move::Pass) => Ok(Position { turn: !self.turn, ..*self }),
            (Status::MustPass, Move::Place(_)) => Err(IllegalMove::MustPass { color: self.turn }),
            (Status::Place(squares), Move::Place(square)) if squares.contains(square) => Ok(self.placed(square)),
            (Status::Place(_), Move::Place(square)) => Err(self.why_not(square)),
            (Status::Place(squares), Move::Pass) => {
                let for_instance = squares.first().expect("`Status::Place` has a square");
                Err(IllegalMove::MustPlace { color: self.turn, for_instance })
            }
        }
    }

    /// The discs of `!color` that a disc of `color` on this square would outflank.
    fn flips_for(&self, color: Color, square: Square) -> Bitboard {
        if self.disc_on(square).is_some() {
            return Bitboard::EMPTY;
        }
        let outflanked = |&direction| self.outflanked(color, square, direction);
        self.rules.flips_along().iter().map(outflanked).fold(Bitboard::EMPTY, |all, line| all | line)
    }

    /// The run of opposing discs that begins next to `square` and is closed by a disc of `color`.
    fn outflanked(&self, color: Color, square: Square, direction: Direction) -> Bitboard {
        let mut run = Bitboard::EMPTY;
        for next in direction.ray(square) {
            match self.disc_on(next) {
                Some(disc) if disc == color => return run,
                Some(_) => run = run.with(next),
                None => break,
            }
        }
        Bitboard::EMPTY
    }

    /// The squares that `color` could play if it had the turn and a disc to place.
    fn playable(&self, color: Color) -> Bitboard {
        match self.rules.placement() {
            Placement::Outflanks => {
                self.empty().into_iter().filter(|&square| !self.flips_for(color, square).is_empty()).collect()
            }
            Placement::Touches => (self.discs.black | self.discs.white).neighbours() & self.empty(),
        }
    }

    /// The position after a disc is put on a playable square.
    fn placed(&self, square: Square) -> Position {
        let flips = self.flips(square);
        let mut after = *self;
        after.discs[self.turn] = (self.discs[self.turn] | flips).with(square);
        after.discs[!self.turn] = self.discs[!self.turn] - flips;
        after.turn = !self.turn;
        if let Some(supply) = &mut after.supply {
            supply[self.turn] -= 1;
        }
        after
    }

    /// Why a square cannot be played, though others can.
    fn why_not(&self, square: Square) -> IllegalMove {
        if let Some(by) = self.disc_on(square) {
            return IllegalMove::Occupied { square, by };
        }
        match self.rules.placement() {
            Placement::Outflanks => IllegalMove::OutflanksNothing { square, color: self.turn, rules: self.rules },
            Placement::Touches => IllegalMove::TouchesNothing { square },
        }
    }

    fn outcome(&self, cause: Cause) -> Outcome {
        Outcome { discs: self.counts(), cause }
    }
}
