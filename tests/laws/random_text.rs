//! Random texts: words as usual, and texts that mean something to some reader.

use kifu_core::search::SplitMix64;

/// Whether the texts of a record are as people and programs usually write them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// Words on one line.
    Tame,
    /// Anything: line feeds, controls, quotes, marks of the formats.
    Wild,
}

const WORDS: [&str; 12] = [
    "Ada", "Bob", "deep", "12", "v1.2", "final", "Zoë", "O'Hara", "go", "round-3", "x", "ok!",
];

/// Pieces that mean something to some reader, or to none.
pub const PIECES: &[&str] = &[
    "\n",
    "\r\n",
    " ",
    "  ",
    "\t",
    "\0",
    "\u{7f}",
    "\u{feff}",
    "\"",
    "'",
    "\\",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ";",
    ":",
    "-",
    "!",
    "#",
    "<",
    ">",
    "|",
    "=",
    "/*",
    "//",
    "---",
    "kifu: 3",
    "kifu: 2",
    "moves: \"",
    "notes: {1: (comment: \"x\")}",
    "\"ext\":{\"a\":\"b\"},",
    "-1",
    "0",
    "1.",
    "99999999999999999999",
    "1e999",
    "NaN",
    "null",
    "true",
    "é",
    "🦀",
    "\u{202e}",
    "\u{2028}",
    "PASS",
    "Start",
    "Quit",
    "x",
    "random",
    "WIN",
    "TIMEOUT",
    "ILLEGAL",
    "swiss",
    "a1",
    "E5",
    "e2e3",
    "A2h!",
    "Hh216534h",
    "4 4",
    "a1-a4-d4-d1",
    "a1-d1-d4-a4",
    "(;",
    ";B[aa]",
    "B[",
    "C[",
    "\"frames\":",
    "\"stdout\":",
    "W[bb]",
    "C[note]",
    "AB[aa]",
    "PL[W]",
    "RE[B+1]",
    "SZ[9]",
    "LB[aa:x]",
    "> ",
    "< ",
    "! ",
    "[12] ",
    "# raw: ",
    "# by: jury",
    "IO RCVD [",
    "IO SEND [",
    "result: 1 - 0",
    "white: A",
    "game: clobber",
    "attempt: zz",
    "1 - 0",
    "<caiaio:_player_timeout>",
    "M: RESULT = 1 - 0",
    "new Box([",
    "new Zuniq([",
    "<param name=\"moves\" value=\"",
    "\"frames\":[",
    "\"stdout\":\"",
    "\"agentId\":0,",
    "\"scores\":[1,0],",
    "\"view\":\"\",",
    "Game,Round,IsSwiss,",
    "&lt;",
    "&amp;",
];

/// Returns a text on one line; a wild one may have blanks at its ends and any characters.
pub fn random_line(rng: &mut SplitMix64, texts: TextKind) -> String {
    let mut words: Vec<&str> = (0..=rng.index(2))
        .map(|_| WORDS[rng.index(WORDS.len())])
        .collect();
    if texts == TextKind::Wild && rng.index(2) == 0 {
        words.push(PIECES[rng.index(PIECES.len())]);
        let at = rng.index(words.len());
        words.swap(0, at);
    }
    words.join(" ")
}

/// Returns a text that may have several lines.
pub fn random_text(rng: &mut SplitMix64, texts: TextKind) -> String {
    let lines: Vec<String> = (0..=rng.index(3))
        .map(|_| random_line(rng, texts))
        .collect();
    let separator = if texts == TextKind::Wild { "\n" } else { " " };
    lines.join(separator)
}
