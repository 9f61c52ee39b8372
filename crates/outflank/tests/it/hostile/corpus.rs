use std::collections::BTreeSet;

use serde_json::Value;

pub(crate) struct Hostile {
    pub(crate) tries: String,
    pub(crate) bytes: Vec<u8>,
}

pub(crate) fn all() -> Vec<Hostile> {
    let corpus = include_str!("../../../../outflank-formats/tests/data/hostile.jsonl");
    let all: Vec<Hostile> = corpus.lines().map(read).collect();
    let tries: BTreeSet<&str> = all.iter().map(|one| one.tries.as_str()).collect();
    assert!(all.len() > 100 && tries.len() == all.len(), "each tries something different");
    all
}

fn read(line: &str) -> Hostile {
    let line: Value = serde_json::from_str(line).unwrap();
    let bytes = match &line["text"] {
        Value::String(text) => text.repeat(line["times"].as_u64().unwrap_or(1) as usize).into_bytes(),
        _ => {
            let hex = line["hex"].as_str().unwrap();
            let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
            (0..hex.len()).step_by(2).map(byte).collect()
        }
    };
    Hostile { tries: line["tries"].as_str().unwrap().to_owned(), bytes }
}

impl Hostile {
    pub(crate) fn argument(&self) -> String {
        String::from_utf8_lossy(&self.bytes).replace('\0', "")
    }

    pub(crate) fn file_name(&self, number: usize, ending: &str) -> String {
        let mut name = format!("{number} ");
        name.extend(self.argument().replace('/', "_").chars().take(40));
        format!("{name}.{ending}")
    }

    /// Two moves with this text as names, event and comment, once raw and once escaped as the format requires.
    pub(crate) fn records(&self) -> [(&'static str, Vec<u8>); 6] {
        let raw = self.bytes.clone();
        let ggf_text = replaced(&raw, b"]", b")");
        let sgf_text = replaced(&replaced(&raw, b"\\", b"\\\\"), b"]", b"\\]");
        let pgn_text = replaced(&replaced(&raw, b"\\", b"\\\\"), b"\"", b"\\\"");
        [
            ("ggf", filled(GGF, &ggf_text)),
            ("raw.ggf", filled(GGF, &raw)),
            ("sgf", filled(SGF, &sgf_text)),
            ("raw.sgf", filled(SGF, &raw)),
            ("pgn", filled(PGN, &pgn_text)),
            ("txt", filled("#", &raw)),
        ]
    }
}

const GGF: &str = "(;GM[Othello]PC[#]DT[#]PB[#]PW[#]RB[#]TI[#]RE[#]EV[#]XX[#]TY[8]\
    BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]C[#]B[f5/1/2]C[#]W[d6];)\n";
const SGF: &str = "(;FF[4]GM[2]SZ[8]PB[#]PW[#]EV[#]PC[#]RO[#]ON[#]DT[#]RE[#]XX[#]C[#];B[f5]C[#];W[d6])\n";
const PGN: &str = "[Event \"#\"]\n[Site \"#\"]\n[Date \"#\"]\n[Round \"#\"]\n[Black \"#\"]\n[White \"#\"]\n\
    [Result \"*\"]\n[Other \"#\"]\n\n{#} 1. f5 {#} d6 *\n";

fn filled(record: &str, text: &[u8]) -> Vec<u8> {
    replaced(record.as_bytes(), b"#", text)
}

fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut result = Vec::new();
    let mut rest = bytes;
    while let Some(at) = rest.windows(from.len()).position(|window| window == from) {
        result.extend_from_slice(&rest[..at]);
        result.extend_from_slice(to);
        rest = &rest[at + from.len()..];
    }
    result.extend_from_slice(rest);
    result
}
