//! The texts and positions of the lesson. The integration test `tutorial` proves every claim.

use outflank_rules::{Square, discs};

use super::goal::Goal;
use super::{Step, Task};

pub(super) static STEPS: [Step; 8] = [
    Step {
        title: "Outflank and flip",
        text: "You play Black. Place a disc so that white discs lie in a straight line between it and another black \
               disc: they are outflanked, and flip to black.",
        discs: discs! {
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . O X . . .
            . . . X O . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
        },
        tasks: &[Task {
            prompt: "Play any of the marked squares.",
            goal: Goal::AnyMove,
            right: "Every move has to flip at least one disc.",
            wrong: "",
        }],
    },
    Step {
        title: "Several lines at once",
        text: "A move flips discs along every line that it closes: across, up and down, and diagonally.",
        discs: discs! {
            . . . . O . . .
            . . . O O X . .
            . . O O O X . .
            . . O O O X . .
            . . X O O X . .
            . X X X X X . .
            . . . . X . . .
            . . . . . . . .
        },
        tasks: &[Task {
            prompt: "One move flips discs along three lines. Find it.",
            goal: Goal::ThreeLines,
            right: "White may flip some of them back: discs change sides all through the game.",
            wrong: "Look for the square where three lines of white discs meet.",
        }],
    },
    Step {
        title: "No move? Pass",
        text: "If you can't flip anything, you pass and your opponent moves again. If you can flip something, you must.",
        discs: discs! {
            . . . . O X X X
            . . O O . . X .
            . . O O O X X X
            . . O O O . . .
            . . O O O O O .
            . . O . . . . .
            . . . . . . . .
            . . . . . . . .
        },
        tasks: &[
            Task {
                prompt: "Play the move that leaves White without one.",
                goal: Goal::ForcePass,
                right: "It is your turn again.",
                wrong: "Look for a move after which White can't outflank any of your discs.",
            },
            Task {
                prompt: "White has passed. Move again.",
                goal: Goal::AnyMove,
                right: "Two moves in a row can turn a game.",
                wrong: "",
            },
        ],
    },
    Step {
        title: "The end of the game",
        text: "The game ends when neither player can move, usually because the board is full. The player with more discs \
               wins.",
        discs: discs! {
            O O O O O O O O
            O O O O X O O O
            . O O X O X O O
            O X O O O X O O
            O X O X X X O X
            O X O O X X O .
            O X X X X X X O
            X X X X X X X X
        },
        tasks: &[Task {
            prompt: "Two squares are left, one for each of you. Play the one that wins.",
            goal: Goal::Win(&[(Square::A3, &[Square::H6]), (Square::H6, &[Square::A3])]),
            right: "A win is a win, by two discs or by sixty.",
            wrong: "White has more discs and wins. Try the other square.",
        }],
    },
    Step {
        title: "Corners are for keeps",
        text: "A disc in a corner can never be outflanked: there is no square behind it.",
        discs: discs! {
            . X O X X X . .
            . O O O O O . .
            O O O X O O . .
            O O X O X O . .
            O . . X O . . .
            . . . . X X X .
            . . . . . . . .
            . . . . . . . .
        },
        tasks: &[Task {
            prompt: "Take the corner before White does.",
            goal: Goal::TakeCorner,
            right: "It protects b1, too: to flip b1, White would need a disc on a1.",
            wrong: "White can never lose it again. Take the corner first.",
        }],
    },
    Step {
        title: "Next to a corner",
        text: "Squares next to an empty corner are dangerous, most of all the diagonal ones: b2, g2, b7 and g7. A disc \
               there can open the corner to your opponent.",
        discs: discs! {
            . . . . . . . .
            . . . O . X . .
            . . O O O X . .
            . . . X O O . .
            . X X X O O . .
            . . X . O O . .
            . . . . O . . .
            . . . . . . . .
        },
        tasks: &[Task {
            prompt: "Two of your moves give White a corner. Play any of the others.",
            goal: Goal::KeepCorners,
            right: "Stay off b2 and g7 while the corners next to them are empty.",
            wrong: "Play further away from the corners.",
        }],
    },
    Step {
        title: "Leave White no choice",
        text: "Early on, flipping many discs is a trap: it gives your opponent more moves. Someone with few moves soon has \
               to make a bad one.",
        discs: discs! {
            . . X X X X . .
            . . . X O . . .
            . . O O O O O .
            . O O O O O . .
            . . O O O O . .
            O O O O . . . .
            . . . . . . . .
            . . . . . . . .
        },
        tasks: &[
            Task {
                prompt: "Find the move that leaves White only one.",
                goal: Goal::OneReply,
                right: "That is next to a corner.",
                wrong: "Look for the move that flips the fewest discs.",
            },
            Task {
                prompt: "White had to open a corner. Take it.",
                goal: Goal::TakeCorner,
                right: "All your discs along this edge are safe now, too.",
                wrong: "Take h1 while you can.",
            },
        ],
    },
    Step {
        title: "Few discs can win",
        text: "Only the final count matters. White has 54 discs and you have 4, but two corners are still free.",
        discs: discs! {
            O . O O O O O O
            O O O O O O O .
            O X O O O O O O
            O O X O O O O O
            O O X O O O O O
            O O O O O O O O
            . O O O X O . O
            . O O O O O O .
        },
        tasks: &[Task {
            prompt: "Six squares are left. Find the move that wins.",
            goal: Goal::Win(&[
                (Square::B1, &[Square::H2, Square::A8, Square::A7, Square::H8, Square::G7]),
                (Square::A7, &[Square::A8, Square::B1, Square::H2, Square::H8, Square::G7]),
                (Square::G7, &[Square::H8, Square::B1, Square::A7, Square::A8, Square::H2]),
            ]),
            right: "Until the end, corners and moves count for more than discs.",
            wrong: "White took the corner next to it. Try another move.",
        }],
    },
];
