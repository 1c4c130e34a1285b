//! The kinds of findings and their explanations.

use std::fmt;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; the log is right.
    Note,
    /// Forgiven; an error under `--strict`.
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

/// What is known of a kind of finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FindingKind {
    /// Its number.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// A title of a few words.
    pub title: &'static str,
    /// What it means, and what to do: the text of `kifu explain`.
    pub explanation: &'static str,
}

macro_rules! kinds {
    ($($number:literal $name:ident $severity:ident $title:literal $explanation:literal)+) => {
        /// The number of a kind of finding; written `K101`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        pub enum Code {
            $(#[doc = $title] $name = $number,)+
        }

        /// All kinds, by number. 1xx: reading the text. 2xx: moves and rules. 3xx: results.
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
        "No reader recognises the text. `kifu formats` lists those that are read; name one with --from if you know it."
    102 UnknownGame Error "unknown game"
        "The moves fit no game that kifu knows, or the log names a game that it does not know. `kifu games` lists those that it knows; name one with --game."
    103 NotUtf8 Warning "not UTF-8"
        "The bytes are not UTF-8. They were read as the encoding that fits best (UTF-16 by its byte order mark, the one that an SGF or HTML text names itself, else Windows-1252, of which Latin-1 is a part). Save the file as UTF-8."
    104 ControlBytes Warning "control bytes"
        "The text holds NULs or other control bytes, as after a crash or a bad transfer. They were read as blanks."
    105 Syntax Error "broken syntax"
        "The text breaks the grammar of its format at the place shown. Of a log what stands before it was read; of a table's row its text was kept in `ext`; a record of kifu's own must be mended before it can be read."
    106 Truncated Error "text ends too early"
        "The text ends in the middle of something, as when a file was cut or is still being written. Of a log what stands before was read."
    107 TooLarge Error "too large"
        "A line, a file or a list in it is longer than that of any real log (lines: 16 MiB; files that must be read whole: 64 MiB). What is too long was not read."
    108 TooDeep Error "nested too deeply"
        "Brackets or variations are nested deeper than any real log; reading stopped before memory would."
    109 MissingField Error "missing field"
        "A column, parameter or field that this format cannot do without is not there. In a table the row has too few fields; their text was kept in `ext`."
    110 BadValue Error "bad value"
        "A field holds a value that it cannot have, such as a word where a number belongs. In a log it is left out and the rest is read; a record of kifu's own must be mended."
    111 UnknownField Warning "unknown field"
        "A field, header, column or status word that this format does not know. Its text is kept in `ext`; a status word is taken for a fault."
    112 NewerVersion Error "newer version"
        "The record was written by a newer kifu, in a version of the format that this one does not know. Get a newer kifu; the record is probably right."
    113 TrailingText Warning "text left over"
        "Text follows where the log, or the row of a table, should end. It was not read."
    114 NoGame Error "no game"
        "The text is empty, or of a known format, but holds no game."
    115 ResultsOnly Note "results without moves"
        "The log holds a result and no moves. There is nothing to check by the rules; `kifu validate` with the transcripts beside it compares the two."
    116 UnexpectedLine Warning "line out of place"
        "A line of a dialogue cannot stand where it stands by the contest's protocol. It was kept as the bot's own words. Perhaps a line before it is missing."
    117 UnknownSetup Warning "unknown setup key"
        "The setup names a parameter that the game does not have. It was kept and has no effect. `kifu games` lists the parameters."
    118 BadSetup Error "impossible setup"
        "The game cannot start from this setup: a parameter has a value that it cannot have, or stones are set up before the first move. `kifu games` lists the parameters and their values."
    119 RowsDisagree Error "rows of one game disagree"
        "A table of players has two rows for each game, one after the other. One of them is missing here, or the two do not fit together."
    120 WriteOnlyFormat Error "written, not read"
        "kifu writes this format and does not read it: a picture shows a position, not the moves that led there. Give the record or the log that it was made of."
    201 UnreadableMove Error "unreadable move"
        "The text is no move of this game, and the log does not say that the game ended by it. The game was read up to here."
    202 IllegalMove Error "illegal move"
        "A rule forbids the move, and the log does not say that the game ended by it. The game was read up to here. A log that *says* that its last move was illegal is a right log of such a game."
    203 MoveAfterEnd Error "move after the end"
        "The game was over by its rules before this move. The move was left out; the result is that of the finished game."
    204 LenientSpelling Warning "forgiven spelling"
        "The move is not spelled as the contest demands; its referee would have refused it. It was read as the move shown."
    205 NotCanonical Note "not canonical"
        "The move in a record is spelled otherwise than canonically. `kifu convert` writes it canonically and keeps this spelling as `raw`."
    206 AutomaticAdded Note "automatic ply added"
        "The contest plays this ply without asking, and the log leaves it out. It was added. There is nothing to mend."
    207 WrongTurn Error "out of turn"
        "By the log one player made this ply, by the rules it was the other's."
    208 NotJudged Note "moves not judged"
        "Moves follow the one at which the game failed. They were kept as the attempt's `rest` and not judged. The first error is the one to look at."
    209 OddMove Warning "odd move"
        "The move is legal, and something about it has no effect or is surely a mistake of the program, such as a claim of the win that repeats an earlier one: only a player's first claim counts."
    210 TimesDisagree Warning "times do not fit"
        "There are more times than plies. Perhaps moves are missing."
    211 StrayNote Warning "note without a ply"
        "A note stands at a ply that the game does not have. Perhaps moves are missing, or it is numbered otherwise: notes count the plies of the players from 1."
    212 RefereeChoiceUnknown Error "referee's choice not found"
        "The bot left the move to the referee (`random`), and the log does not tell which one the referee made. The game was read up to here; its result cannot be checked."
    213 BadVariation Warning "broken variation"
        "A variation in the notes holds a move that cannot be made there. The variation is kept as it stands; viewers play it as far as it is legal."
    301 WinnerDiffers Error "wrong winner"
        "The log reports another winner than the rules give; the points of both are shown if they differ too. Either the result is wrong, or moves are."
    302 PointsDiffer Error "wrong points"
        "The log reports the right winner with other contest points than the rules give."
    303 ScoresDiffer Error "wrong scores"
        "The log reports other scores (what the game itself counts) than the rules give."
    304 GamePointsDiffer Error "wrong game points"
        "The log reports other game points (what a win or a draw counts in a table) than the rules give."
    305 RefusedMoveLegal Error "refused move is legal"
        "The log says that this move was refused as illegal, and by the rules it is legal. Perhaps a move before it is missing or wrong."
    306 ResultOfOpenGame Error "result of an open game"
        "The log reports a result, and by the rules the game is not over; nor does the log say that a player failed. Moves are missing, or the result is wrong."
    307 CannotBeScored Note "cannot be scored"
        "The points depend on what the log does not tell: a secret colour, or the moves of a jury that played on. They cannot be checked."
    308 Unterminated Note "not over"
        "The log stops before the game is over and reports no result."
    309 StatusDisagrees Error "contradicting results"
        "The log says two things of one result: a status word does not fit the points, or the winner by ranks, by scores and by the referee's words is not the same."
    310 StoredResultDiffers Error "stored result differs"
        "The result that the record stores is not the one that the rules give. `kifu convert` writes the one of the rules."
    311 TableDiffers Error "table and transcript differ"
        "Two logs, given together, tell of the same game, one its result alone, the other its moves too. Their points or status words differ."
    312 UnmarkedJuryMoves Note "jury's moves unmarked"
        "A player failed and the jury played on for it; the log does not mark which moves the jury made."
}

impl Code {
    /// What is known of this kind.
    pub fn kind(self) -> &'static FindingKind {
        FINDING_KINDS
            .iter()
            .find(|kind| kind.code == self)
            .unwrap_or(&FINDING_KINDS[0])
    }

    /// The number alone.
    pub const fn number(self) -> u16 {
        self as u16
    }

    /// The kind with this name, `K101` or `k101` or `101`.
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
