use crate::{
    Bitboard, Board, ByColor, Cause, Color, Direction, IllegalMove, Move, Outcome, Placement, Rules, Setup, SetupError,
    Square, Status,
};

/// A valid position: no square has two discs, and the rules allow the supply. It need not be reachable.
///
/// This is the readable definition of the rules; the fast [`Board`] is tested against it.
///
/// ```
/// use outflank_rules::{Move, Position, Rules, Square};
///
/// let after = Position::initial(Rules::Standard).play(Move::Place(Square::D3))?;
/// assert_eq!(format!("{:?}", after.legal_moves()), "{c3, e3, c5}");
/// # Ok::<(), outflank_rules::IllegalMove>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    rules: Rules,
    discs: ByColor<Bitboard>,
    turn: Color,
    // `None` exactly if the rules set no limit.
    supply: Option<ByColor<u8>>,
}

impl Position {
    /// The start position.
    pub fn initial(rules: Rules) -> Position {
        let Setup { discs, turn, supply: _ } = Setup::START;
        Position { rules, discs, turn, supply: rules.supply().map(ByColor::both) }
    }

    /// Validates a set-up.
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

    /// The description of this position.
    pub fn setup(&self) -> Setup {
        Setup { discs: self.discs, turn: self.turn, supply: self.supply }
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The squares of each colour's discs.
    pub fn discs(&self) -> ByColor<Bitboard> {
        self.discs
    }

    /// The number of discs of each colour.
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

    /// The discs left to place, if the rules limit them.
    pub fn supply(&self) -> Option<ByColor<u8>> {
        self.supply
    }

    /// The fast board, for the standard rules.
    pub fn board(&self) -> Option<Board> {
        self.rules.is_standard().then(|| Board::of(self.discs, self.turn))
    }

    /// The discs flipped by a move to `square`; none if it is occupied.
    pub fn flips(&self, square: Square) -> Bitboard {
        self.flips_for(self.turn, square)
    }

    /// What the side to move can do, in this order: the game is over if neither side can play, a player who cannot play
    /// passes, and the game is over if the player has no disc left. The supply does not affect whether a player can play.
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

    /// The legal placements.
    pub fn legal_moves(&self) -> Bitboard {
        self.status().squares()
    }

    /// The position after a move.
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

    fn flips_for(&self, color: Color, square: Square) -> Bitboard {
        if self.disc_on(square).is_some() {
            return Bitboard::EMPTY;
        }
        let outflanked = |&direction| self.outflanked(color, square, direction);
        self.rules.flips_along().iter().map(outflanked).fold(Bitboard::EMPTY, |all, line| all | line)
    }

    /// The opposing discs between `square` and the next disc of `color`.
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

    /// The squares that `color` could play, whatever the turn and the supply.
    fn playable(&self, color: Color) -> Bitboard {
        match self.rules.placement() {
            Placement::Outflanks => {
                self.empty().into_iter().filter(|&square| !self.flips_for(color, square).is_empty()).collect()
            }
            Placement::Touches => (self.discs.black | self.discs.white).neighbours() & self.empty(),
        }
    }

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
