//! The kinds of findings, with their severities and explanations.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing, though the log is correct.
    Note,
    /// Tolerated, but an error under `--strict`.
    Warning,
    /// The log is wrong.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// A kind of finding: its code, severity, title and explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FindingKind {
    /// The number of the kind.
    pub code: Code,
    /// The severity.
    pub severity: Severity,
    /// A title of a few words.
    pub title: &'static str,
    /// Its meaning and how to fix it: the text of `kifu explain`.
    pub explanation: &'static str,
}

macro_rules! kinds {
    ($($number:literal $name:ident $severity:ident $title:literal $explanation:literal)+) => {
        /// The number of a kind of finding, written `K101`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[repr(u16)]
        pub enum Code {
            $(#[doc = $title] $name = $number,)+
        }

        /// All kinds of findings, by number: 1xx the text, 2xx moves and rules, 3xx results.
        pub const FINDING_KINDS: &[FindingKind] = &[
            $(FindingKind {
                code: Code::$name,
                severity: Severity::$severity,
                title: $title,
                explanation: $explanation,
            },)+
        ];
    };
}

kinds! {
    101 UnknownFormat Error "unknown format"
        "No reader recognises the text. If you know its format, give it with --from; `kifu formats` lists the formats."
    102 UnknownGame Error "unknown game"
        "The moves fit no game that kifu knows, or the log names a game that kifu does not know. Of a table whose games nearly all fail at their first moves only the results are kept. `kifu games` lists the games; give one with --game."
    103 NotUtf8 Warning "not UTF-8"
        "The bytes are not UTF-8. They were decoded with the most likely encoding: UTF-16 if there is a byte order mark, the one that an SGF or HTML text declares, one of East Asia that the bytes look like, else Windows-1252 (which includes Latin-1). Save the file as UTF-8."
    104 ControlBytes Warning "control bytes"
        "The text contains NULs or other control bytes, as after a crash or a broken transfer. They were read as spaces."
    105 Syntax Error "syntax error"
        "The text violates the grammar of its format at the position shown. In a log, everything before it was read; in a table, the text of the row was kept in `ext`; a kifu record must be fixed before it can be read."
    106 Truncated Error "unexpected end of text"
        "The text ends in the middle of something, as when a file was cut off or is still being written. In a log, everything before it was read."
    107 TooLarge Error "too large"
        "A line, a file or a list is longer than in any real log (lines: 16 MiB; files that are read as a whole: 64 MiB). The excess was not read."
    108 TooDeep Error "nested too deeply"
        "Brackets or variations are nested deeper than in any real log. Reading stopped there to protect memory."
    109 MissingField Error "missing field"
        "A column, parameter or field that the format requires is missing. If a table row has too few fields, its text was kept in `ext`."
    110 BadValue Error "invalid value"
        "A field has a value that it cannot have, such as a word instead of a number. In a log the value is ignored and the rest is read; a kifu record must be fixed."
    111 UnknownField Warning "unknown field"
        "The format has no such field, header, column or status word, or a field that only annotates has a value that the format does not know. The text is kept in `ext`; an unknown status word counts as a fault."
    112 NewerVersion Error "newer version"
        "The record was written by a newer kifu, in a version of the format, or by a version of the game's rules, that this one does not know. The moves were not judged. The record is probably valid; update kifu."
    113 TrailingText Warning "trailing text"
        "There is text after the point where the log, the game or the row of a table should end. It was ignored; that outside of the trees of an SGF file was kept in `ext`."
    114 NoGame Error "no game"
        "The text is empty, or has a known format but contains no game."
    115 ResultsOnly Note "result only"
        "The log has a result but no moves, so there is nothing to check by the rules. Run `kifu validate` on it together with the transcripts of the games to compare them."
    116 UnexpectedLine Warning "misplaced line"
        "By the contest's protocol this line of a dialogue cannot stand here, or its mark is damaged. Where a move may be missing, the game is read up to this line, and the moves that follow are kept but not judged; otherwise the line is kept as debug output of the bot."
    117 UnknownSetup Warning "unknown setup key"
        "The setup has a parameter that the game does not know. It was kept but has no effect. `kifu games` lists the parameters."
    118 BadSetup Error "invalid setup"
        "The game cannot start from this setup: a parameter has an invalid value, or an SGF file sets up stones or the player to move (AB, AW, AE, PL), before the first move or in the middle of a game or a variation. Reading stops at such a setup; what follows was kept in `ext` but not judged. `kifu games` lists the parameters and their values."
    119 RowsDisagree Error "rows of a game disagree"
        "A table with one row per player has two consecutive rows for each game. Here one of them is missing, or the two contradict each other. Or a table has a game of the same number and players twice, with different values."
    120 WriteOnlyFormat Error "write-only format"
        "Retired: earlier versions had a format for pictures, which was written and not read. `kifu render` draws pictures."
    121 ForgivenSyntax Warning "forgiven syntax"
        "The text violates the grammar of its format at the position shown, but its meaning is clear, and it was read as it was meant. In SGF: the first node of a tree without its `;`, a node after a variation, brackets without a node, several moves in one node. In a table: blanks around fields, whole numbers with a fraction of zero, Excel's line `sep=,`. In lines of JSON: comments."
    122 RepeatedEntry Warning "repeated entry"
        "A header, a line, a property, a column or a row stands twice where one is expected, or a property has several values where it can have only one. The first counts (comments, marks and stones are joined); the others were kept in `ext` or are shown. A row of a table that stands twice is read twice, but `kifu standings` counts its game once."
    123 SetupWithoutEffect Note "setup without effect"
        "An SGF property that sets up stones or the player to move (AB, AW, AE, PL) changes nothing: it is empty, says what stands on the board already, or names the player whose turn it is. It was kept in `ext`. Or a property of marks (such as CR or SQ) names no points."
    124 EncodingDoubtful Warning "doubtful encoding"
        "The encoding that the text declares (CA in SGF) is unknown, cannot be decoded, or is not the one of its bytes. The text was decoded as shown. Correct the declaration, or save the file as UTF-8."
    125 PageUnpacked Note "page unpacked"
        "The file is an archive of a browser: a page with its pictures (MHTML), or what the browser received while a page was open (HAR, from the developer tools). Lines and columns are those of the page itself, as the browser shows its source, or of the answers with games, one after the other. Requests, cookies and the other answers were left out."
    128 LeftOutFields Note "not part of the game"
        "A file of JSON has more around its games than belongs to them: the answer of a server, or what it knows of who asked. Such fields are left out of the record; so are session handles, tokens and passwords wherever they are, and user ids in lists of battles. The finding names the keys and never the values, which are masked in every excerpt, too."
    130 UnassignedText Warning "text of no game"
        "A page has a message, a result, a log or a list of moves that cannot be assigned to one of its games, because there are more or fewer of them than games, or a game in a comment or another part that browsers do not run; or a table has a title, or a row without players, status and moves, such as a sum. It was ignored. If it is a game, save it as a page or a row of its own."
    131 UnescapedQuote Warning "unescaped quote"
        "A name in a script contains the quote that also ends it, as where a page was made from a template that does not escape names. It was read up to the quote that must end it."
    134 NumbersDisagree Error "numbers of moves do not match"
        "The number next to a move is not the number of moves so far: a move before it is missing or there twice, or the list begins in the middle of a game. In a list of moves the game was read up to this point. Or an array has another number of moves than it states."
    135 OtherGame Note "episode of another game"
        "The text is an episode or a position of a game that kifu does not know, in a format that holds many games. It was left alone; nothing is wrong with it."
    136 Contradiction Error "contradicting statements"
        "A log that says the same in several places says something else here: an action's number and its text, a position drawn twice, the legal actions, a reward, a status. The message names the place by its JSON pointer. The game is read on as long as a position that the log draws agrees with the moves."
    150 FindingsLeftOut Note "findings left out"
        "The game has very many findings. Of each severity the first hundred are listed; the others were counted and left out."
    160 LostInConversion Warning "lost in conversion"
        "The output format of `kifu convert` cannot hold this part of the records, or not these values of it: the text was read back and compared with the record. The games were written without it. The formats ron, ronl, json and jsonl hold everything; with --strict the exit status is 1."
    201 UnreadableMove Error "unreadable move"
        "The text is not a move of this game, and the log does not say that the game ended with it. The game was read up to this point."
    202 IllegalMove Error "illegal move"
        "A rule forbids this move, and the log does not say that the game ended with it. The game was read up to this point. A log that *reports* its last move as illegal is a valid log of such a game."
    203 MoveAfterEnd Error "move after the end"
        "By the rules the game was over before this move. The move was ignored; the result is that of the finished game."
    204 LenientSpelling Warning "lenient spelling"
        "The move is not spelled as the contest requires, and the contest's referee would have rejected it. It was read as the move shown."
    205 NotCanonical Note "not canonical"
        "A record spells this move differently from its canonical form. `kifu convert` writes the canonical form and keeps this spelling as `raw`."
    206 AutomaticAdded Note "automatic ply added"
        "The contest plays this ply without asking a player, and the log omits it. It was added; nothing needs to be fixed."
    207 WrongTurn Error "out of turn"
        "According to the log one player made this ply; by the rules it was the other player's turn."
    208 NotJudged Note "moves not judged"
        "There are moves after the one at which the game failed. They were kept as the attempt's `rest` but not judged. Look at the first error."
    209 OddMove Warning "odd move"
        "The move is legal, but part of it has no effect or is surely a bug of the program, such as a repeated claim of the win: only a player's first claim counts."
    210 TimesDisagree Warning "times do not match"
        "There are more times than plies, or a player's plies took longer than the player's whole time. Moves may be missing."
    211 StrayNote Warning "note without a ply"
        "A note belongs to a ply that the game does not have. Moves may be missing, or the numbering is wrong: notes count the players' plies from 1."
    212 MoveNotLogged Error "move not in the log"
        "The log does not say which move was made: the bot left it to the referee (`random`), or here a line is damaged, missing or out of place. The game was read up to this point, what follows was kept but not judged, and its result cannot be checked."
    213 BadVariation Warning "invalid variation"
        "A variation in the notes contains a move that is not possible there. The variation is kept as it is; viewers show its legal part."
    220 BoardDiffers Error "other board"
        "The log draws a board between its moves that is not the position after the moves so far. A move before it is missing or wrong. The game was read up to this point."
    225 MovesAfterFault Warning "moves after a fault"
        "By its own word the log ends with a player's fault, but moves follow. They were kept as the attempt's `rest` but not judged."
    226 InferredFault Warning "inferred fault"
        "The jury ended the game before it was over by the rules, and the log does not say why. The contest does this only if the bot that wrote the log failed, so this was taken for its fault."
    301 WinnerDiffers Error "wrong winner"
        "The log reports a different winner than the rules give; if the points differ too, both are shown. Either the result or the moves are wrong."
    302 PointsDiffer Error "wrong points"
        "The log reports the right winner, but other contest points than the rules give."
    303 ScoresDiffer Error "wrong scores"
        "The log reports other scores (as the game itself counts them) than the rules give."
    304 GamePointsDiffer Error "wrong game points"
        "The log reports other game points (those that a win or a draw is worth in a table) than the rules give."
    305 RefusedMoveLegal Error "rejected move is legal"
        "According to the log this move was rejected as illegal, but by the rules it is legal. A move before it may be missing or wrong."
    306 ResultOfOpenGame Error "result of an unfinished game"
        "The log reports a result, but by the rules the game is not over, and the log does not report a fault of a player either. Moves are missing, or the result is wrong."
    307 CannotBeScored Note "cannot be scored"
        "The points depend on information that the log does not have: a secret colour, or the moves of a jury that played on. They cannot be checked."
    308 Unterminated Note "unfinished game"
        "The log stops before the game is over and reports no result."
    309 StatusDisagrees Error "contradicting results"
        "The log contradicts itself: a status word does not match the points, or ranks, scores and referee messages imply different winners."
    310 StoredResultDiffers Error "stored result differs"
        "The result stored in the record is not the one that the rules give. `kifu convert` writes the result by the rules."
    311 TableDiffers Error "table and transcript differ"
        "Two logs given together describe the same game, one with its result only, the other with its moves. Their points or status words differ."
    312 UnmarkedJuryMoves Note "jury moves not marked"
        "A player failed and the jury played on for it, but the log does not say which moves the jury made."
    313 NotScored Note "not scored"
        "The contest did not score this game: a program failed, or the referee gave no rewards. The game has no winner, and `kifu standings` does not count it."
}

impl Code {
    /// Returns the description of this kind.
    pub fn kind(self) -> &'static FindingKind {
        FINDING_KINDS
            .iter()
            .find(|kind| kind.code == self)
            .unwrap_or(&FINDING_KINDS[0])
    }

    /// Returns the number without its letter.
    pub const fn number(self) -> u16 {
        self as u16
    }

    /// Parses a code such as `K101`, `k101` or `101`.
    ///
    /// ```
    /// use kifu_core::findings::{Code, Severity};
    ///
    /// let code = Code::parse("K202").unwrap();
    /// assert_eq!(code, Code::IllegalMove);
    /// assert_eq!(code.kind().severity, Severity::Error);
    /// assert_eq!(Code::parse("K999"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let number: u16 = text.trim_start_matches(['K', 'k']).parse().ok()?;
        FINDING_KINDS
            .iter()
            .map(|kind| kind.code)
            .find(|code| code.number() == number)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "K{}", self.number())
    }
}
