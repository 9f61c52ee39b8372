use std::thread;

use outflank_rules::{
    Bitboard, Board, ByColor, Cause, Color, Move, Outcome, Position, Rules, Setup, SplitMix64, Square, Status,
};

const THREADS: u64 = 2;

#[test]
fn in_a_million_positions_of_random_games() {
    on_every_thread(|mut random| {
        let mut left = 1_000_000 / THREADS;
        while left > 0 {
            left -= agree_throughout_a_game(&mut random, left);
        }
    });
}

#[test]
fn on_two_hundred_thousand_made_up_boards() {
    on_every_thread(|mut random| {
        for _ in 0..200_000 / THREADS {
            let discs = random.discs();
            for turn in Color::ALL {
                let position = Position::new(Rules::Standard, Setup::new(discs, turn)).expect("no disc is on another");
                let board = Board::new(discs[turn], discs[!turn]).expect("no disc is on another");
                agree(&position, board);
            }
        }
    });
}

fn on_every_thread(work: fn(Random)) {
    thread::scope(|scope| {
        for seed in 0..THREADS {
            scope.spawn(move || work(Random(SplitMix64::new(seed))));
        }
    });
}

fn agree_throughout_a_game(random: &mut Random, most: u64) -> u64 {
    let mut position = Position::initial(Rules::Standard);
    let mut board = Board::START;
    for compared in 1..=most {
        agree(&position, board);
        (position, board) = match position.status() {
            Status::Place(squares) => {
                let square = random.one_of(squares);
                let after = position.play(Move::Place(square)).expect("one of the choices");
                (after, board.play_unchecked(square))
            }
            Status::MustPass => (position.play(Move::Pass).expect("it is forced"), board.pass()),
            Status::Over(_) => return compared,
        };
    }
    most
}

fn agree(position: &Position, board: Board) {
    assert_eq!(position.board(), Some(board));
    assert_eq!(board.discs(position.turn()), position.discs());
    assert_eq!(board.empty(), position.empty());
    for square in board.empty() {
        assert_eq!(board.flips(square), position.flips(square), "{square} in {position:?}");
    }

    let choices = position.status();
    assert_eq!(board.moves(), choices.squares(), "{position:?}");
    assert_eq!(board.is_over(), matches!(choices, Status::Over(_)), "{position:?}");
    let if_over = Outcome { discs: position.counts(), cause: Cause::NobodyCanPlay };
    assert_eq!(board.final_margin(), if_over.margin(position.turn()));
    if let Status::Over(outcome) = choices {
        assert_eq!(board.final_margin(), outcome.margin(position.turn()));
    }

    for square in Square::ALL {
        let played = choices.squares().contains(square).then(|| {
            let after = position.play(Move::Place(square)).expect("one of the choices");
            after.board().expect("the rules stay")
        });
        assert_eq!(board.try_play(square), played, "{square} in {position:?}");
    }
    if let Ok(passed) = position.play(Move::Pass) {
        assert_eq!(passed.board(), Some(board.pass()));
    }
}

struct Random(SplitMix64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0.next()
    }

    fn one_of(&mut self, squares: Bitboard) -> Square {
        let nth = self.next() % u64::from(squares.len());
        squares.into_iter().nth(nth as usize).expect("below the number of squares")
    }

    /// Discs on 1/16 to 15/16 of the squares, of which Black has as varied a part.
    fn discs(&mut self) -> ByColor<Bitboard> {
        let (occupied, black) = (self.varied(), self.varied());
        ByColor { black: Bitboard::from_bits(occupied & black), white: Bitboard::from_bits(occupied & !black) }
    }

    fn varied(&mut self) -> u64 {
        let [a, b, c, d] = [self.next(), self.next(), self.next(), self.next()];
        match self.next() % 7 {
            0 => a & b & c & d,
            1 => a & b & c,
            2 => a & b,
            3 => a,
            4 => a | b,
            5 => a | b | c,
            _ => a | b | c | d,
        }
    }
}
