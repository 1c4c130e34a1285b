//! `codecup-dialogue`: what one program read and wrote, line by line.
//!
//! The contest's protocol ([`Protocol`](kifu_core::contract::Protocol)) interprets the lines; the game
//! is detected by trying the protocol of each. Three forms are read:
//!
//! 1. **Players' own logs.** `IO RCVD [line]` and `IO SEND [line]`; every other line is the bot's
//!    standard error. `# Total time used: 19.868 seconds` may end the log.
//! 2. **Tables**, as in the contests' problem statements: a head with `input` and `output`, then a
//!    row for each exchange. Columns are separated by `|`, by tabs or by two or more blanks; a head
//!    with several pairs of columns holds several dialogues.
//! 3. **The generic form**, for every game, and the only one that is written:
//!
//! ```text
//! file     = *(line LF), "---" between two dialogues
//! line     = received / sent / stderr / comment
//! received = ">" [" "] [ms] text         a line that the program reads
//! sent     = "<" [" "] [ms] text         a line that it writes
//! stderr   = "!" [" "] text              a line of its standard error
//! ms       = "[" (number / "-") "]" [" "]
//! comment  = "#" (header / move / aside / total / anything)
//! header   = key ":" value               as in `moves`: game, player1, event, result, colors...
//! move     = ("act:" / "attempt:") [ms] text    a move that the program does not see; the
//!                                        attempt at which the game failed
//! aside    = ("raw:" text / "token:" token / "message:" text / "by:" "jury")
//!                                        about the next move; `token` if the program does not
//!                                        see all of it (a claim of the win)
//! total    = "Total time used:" number ["." digits] "seconds"
//! ```
//!
//! Empty lines that the jury sends mean nothing; an empty line that the bot writes is its answer. A
//! comment without a key belongs to the ply before it. An indent that all lines have is no part of
//! them; the colours of a terminal and `&gt;` for `>` are read with a warning.
//!
//! The milliseconds of a line that contains a ply are the time that its player used for it.
//! Standard error belongs to the ply that the bot is working on: the next one, or, right after an
//! answer, the one just played; what comes before the first line belongs to no ply (0).
//!
//! The form holds names, event, setup, result, moves, times, spellings, messages, the jury's
//! plies, the failed attempt, and the standard error and total time of one seat. It cannot hold
//! those of the other seat, nor authors, versions, comments, glyphs, marks, evaluations and
//! variations. The seat written is the one with more notes, or else the one that sees more
//! moves.
//!
//! # How a dialogue begins
//! With the first line of the text, after `---`, after a byte order mark (files were joined), and
//! without any of these at a line of the jury that is not possible there, if the lines from it on
//! start a dialogue (`Start` after `Quit`). After the end of a game such a line may be a move of the
//! opponent, but only if nothing is between that belongs to no game. A game is recognised by a move
//! or by several lines that only its contest has.
//!
//! # What happens behind a gap
//! Where a line is damaged, missing or out of place, a move may be missing, and no later one is
//! played: they are kept as those of a game whose move is not in the log (K116, K212, K208). The
//! module `follow` lists what is a gap. A number that the jury sends and the moves do not give is
//! reported only (K110).
//!
//! # How a dialogue ends
//! - The log states the total time: it is its last line.
//! - The jury says that the opponent failed. Unless a header says more, this is a fault of the
//!   opponent without a reason ([`Fault::Jury`](kifu_core::contract::Fault::Jury)). If the rules refuse
//!   the program's own last move, it is the program that failed.
//! - The jury says that the game is over, but by the rules it is not. Where the jury plays on for a
//!   player who failed, the program hears this early only if it failed itself; this is inferred
//!   and reported (K226).
//! - The dialogue just stops: the game is not over (K308).

mod follow;
pub mod lines;
mod plain_text;
mod reader;
mod sessions;
pub mod table;
mod write;

pub use write::{ExchangedLine, NoDialogue, exchanged_lines};

use super::{Format, FormatWriter, ParsedGame, ReadContext, UNLIKELY, WriteError, first_line_span};
use kifu_core::findings::{Code, Finding, SourceText};
use kifu_core::games::Catalogue;
use kifu_core::record::Record;
use lines::{DialogueForm, LogLine};
use plain_text::PlainText;

pub(in crate::formats) use lines::{is_exchange, is_log_line};

/// A program's dialogue with the jury.
pub(super) struct DialogueFormat;

impl Format for DialogueFormat {
    fn id(&self) -> &'static str {
        "codecup-dialogue"
    }
    fn description(&self) -> &'static str {
        "the dialogue of one program with the jury, with its debug output"
    }
    fn extensions(&self) -> &'static [&'static str] {
        &["dialogue", "log", "txt"]
    }
    fn sniff(&self, start: &str, context: &ReadContext<'_>) -> u8 {
        let plain = PlainText::of(start);
        let start = plain.as_ref().map_or(start, |plain| &plain.text);
        let Some(form) = lines::detect_form(start) else {
            return 0;
        };
        let mut fits = None;
        lines::for_each_dialogue(start, form, &mut |lines: &[LogLine<'_>], _| {
            let has_game = fits.get_or_insert(false);
            *has_game |= reader::find_game(lines, context).is_some();
        });
        match (form, fits) {
            (DialogueForm::Io, _) => 95,
            (_, Some(true)) => 70,
            // Quotes of a text for people are marked like the lines of the jury.
            (DialogueForm::Generic, Some(false)) if is_mostly_exchange(start) => UNLIKELY,
            (DialogueForm::Generic, Some(false)) | (_, None) => 0,
            (DialogueForm::Table, Some(false)) => UNLIKELY,
        }
    }
    fn read(
        &self,
        source: &SourceText<'_>,
        context: &ReadContext<'_>,
        out: &mut dyn FnMut(ParsedGame),
    ) {
        let plain = PlainText::of(source.text());
        let text = plain.as_ref().map_or(source.text(), |plain| &plain.text);
        let mut undone = plain.as_ref().and_then(|plain| plain.first_undone.clone());
        let mut any = false;
        let form = lines::detect_form(text).unwrap_or(DialogueForm::Generic);
        lines::for_each_dialogue(text, form, &mut |lines, cut| {
            any = true;
            let mut last: Option<ParsedGame> = None;
            let relocated = plain.as_ref().map(|plain| plain.relocate(lines));
            let lines = relocated.as_deref().unwrap_or(lines);
            sessions::for_each_session(lines, context, &mut |session| {
                let parsed = reader::read_dialogue(source, session, context);
                if let Some(earlier) = last.replace(parsed) {
                    out(earlier);
                }
            });
            let Some(mut parsed) = last else { return };
            if let Some(line) = undone.take() {
                let message = "expected plain text, found colours of a terminal or `&gt;` for `>`; \
                               read without them";
                let finding = Finding::new(Code::ForgivenSyntax, message);
                parsed.findings.push(finding.at(source.location(line)));
            }
            if let Some(at) = cut {
                let at = plain
                    .as_ref()
                    .map_or(at, |plain| plain.original(&(at..at)).start);
                let message = format!(
                    "expected at most {} lines in one dialogue, found more",
                    lines::MAX_LINES
                );
                let finding = Finding::new(Code::TooLarge, message).at(source.location(at..at));
                parsed.findings.push(finding);
            }
            out(parsed);
        });
        if !any {
            let message = "expected lines such as `IO RCVD [Start]` or `> Start`, found none";
            let finding = Finding::new(Code::NoGame, message)
                .at(source.location(first_line_span(source.text())));
            out(ParsedGame::unreadable(finding));
        }
    }
    fn writer(&self) -> Option<&dyn FormatWriter> {
        Some(self)
    }
}

/// Reports whether three quarters of the lines that are no comments are those of a dialogue.
fn is_mostly_exchange(text: &str) -> bool {
    let lines = super::non_blank_lines(text).map(|(_, line)| line.trim_end());
    let lines = lines.filter(|line| !line.starts_with('#'));
    let is_own = |line: &str| is_exchange(line) || line.starts_with("! ") || line == "!";
    let (own, all) = lines.fold((0, 0), |(own, all), line| {
        (own + usize::from(is_own(line)), all + 1)
    });
    4 * own >= 3 * all
}

impl FormatWriter for DialogueFormat {
    fn limits(&self) -> &'static [super::FieldLimit] {
        super::losses::DIALOGUE
    }

    fn write_record(
        &self,
        record: &Record,
        catalogue: Catalogue,
        index: usize,
        out: &mut String,
    ) -> Result<(), WriteError> {
        let game = super::writer::require_game("codecup-dialogue", record, catalogue)?;
        super::headers::check_setup("codecup-dialogue", record, game)?;
        let text = write::write_dialogue(record, game).map_err(|why| {
            WriteError::unrepresentable("codecup-dialogue", record, why.to_string())
        })?;
        if index > 0 {
            out.push_str("---\n");
        }
        out.push_str(&text);
        Ok(())
    }
}
