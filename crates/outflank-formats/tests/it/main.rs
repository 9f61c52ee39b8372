//! Every format: samples, errors, round trips and hostile input.

mod board_string;
mod collections;
mod fen;
mod format;
mod games;
mod ggf;
mod gtp;
mod invariants;
mod judge;
mod lines;
mod logbook;
mod nboard;
mod never_panics;
mod notation;
mod obf;
mod pgn;
mod plain;
mod positions;
mod records;
mod sgf;
mod transcript;
mod vong;
mod wthor;
mod wthor_write;
