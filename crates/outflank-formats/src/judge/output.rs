use outflank_rules::{Bitboard, ByColor, Square};

pub(super) fn moves(moves: Bitboard, output: &mut Vec<u8>) {
    if moves.is_empty() {
        output.extend_from_slice(b"No legal move.\n");
        return;
    }
    output.reserve(6 * moves.len() as usize);
    for square in moves {
        output.extend_from_slice(&MOVES[square.index() as usize]);
    }
    if let Some(last) = output.last_mut() {
        *last = b'\n';
    }
}

pub(super) fn counts(discs: ByColor<Bitboard>, output: &mut Vec<u8>) {
    let [b1, b2] = COUNTS[discs.black.len() as usize];
    let [w1, w2] = COUNTS[discs.white.len() as usize];
    let mut line = *b"Black - bb White - ww\n";
    (line[8], line[9], line[19], line[20]) = (b1, b2, w1, w2);
    output.extend_from_slice(&line);
}

pub(super) fn board(discs: ByColor<Bitboard>, output: &mut Vec<u8>) {
    for square in Square::ALL {
        output.push(match (discs.black.contains(square), discs.white.contains(square)) {
            (true, _) => b'B',
            (_, true) => b'W',
            _ => b'-',
        });
        if square.column() == 7 {
            output.push(b'\n');
        }
    }
}

/// `(row,column) ` for each square.
static MOVES: [[u8; 6]; 64] = {
    let mut texts = [*b"(r,c) "; 64];
    let mut index = 0;
    while index < 64 {
        texts[index][1] = b'1' + Square::ALL[index].row();
        texts[index][3] = b'1' + Square::ALL[index].column();
        index += 1;
    }
    texts
};

static COUNTS: [[u8; 2]; 65] = {
    let mut texts = [*b"  "; 65];
    let mut number = 0;
    while number <= 64 {
        if number >= 10 {
            texts[number][0] = b'0' + (number / 10) as u8;
        }
        texts[number][1] = b'0' + (number % 10) as u8;
        number += 1;
    }
    texts
};
