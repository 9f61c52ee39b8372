use outflank_rules::{Game, Position, Rules, Square};

/// The small list of XOT openings: 3,623 lines of eight moves after which both sides are about even.
pub fn xot() -> Vec<Game> {
    const PACKED: &[u8] = include_bytes!("../data/xot.bin");
    PACKED.as_chunks::<6>().0.iter().map(opening).collect()
}

fn opening(packed: &[u8; 6]) -> Game {
    let bits = packed.iter().fold(0_u64, |bits, &byte| bits << 8 | u64::from(byte));
    let mut game = Game::new(Position::initial(Rules::Standard));
    for shift in (0..48).step_by(6).rev() {
        let square = Square::from_index((bits >> shift & 63) as u8).expect("six bits are a square");
        game.play(square).expect("the embedded openings are legal: a test plays all of them");
    }
    game
}
