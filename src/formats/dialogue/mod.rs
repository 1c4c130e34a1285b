//! `codecup-dialogue`: what one program read and wrote, line by line.
//!
//! The contest's protocol ([`Protocol`](crate::contract::Protocol)) digests the lines; which
//! game's it is, is found by letting each try. Three forms are read:
//!
//! 1. **Players' own logs.** `IO RCVD [line]` and `IO SEND [line]`; every other line is the
//!    bot's own word. `# Total time used: 19.868 seconds` may end the log.
//! 2. **Tables**, as the contests' statements have them: a head with `input` and `output`, then
//!    a row for each exchange. Columns are parted by `|`, by tabs or by two blanks and more; a
//!    head with several pairs of columns holds several dialogues.
//! 3. **The generic form**, the only one that is written, for every game:
//!
//! ```text
//! file     = *(line LF), "---" between two dialogues
//! line     = heard / said / words / comment
//! heard    = ">" [" "] [ms] text         what the program reads
//! said     = "<" [" "] [ms] text         what it writes
//! words    = "!" [" "] text              its standard error
//! ms       = "[" (number / "-") "]" [" "]
//! comment  = "#" (header / act / aside / total / anything)
//! header   = key ":" value               as in `moves`: game, player1, event, result, colors...
//! act      = ("act:" / "attempt:") [ms] text    an act of which the program is not told;
//!                                        the one at which the game failed
//! aside    = ("raw:" text / "token:" token / "message:" text / "by:" "jury")
//!                                        about the next act; `token` where the program is not
//!                                        told all of it (a claim of the win)
//! total    = "Total time used:" number ["." digits] "seconds"
//! ```
//!
//! The milliseconds of a line that tells a ply are the time that its player used for it.
//! The bot's words belong to its ply in progress: the one that they lead to, or, straight after
//! an answer, the one just made; what stands before the first line belongs to no ply (0).
//!
//! The form holds names, event, setup, result, moves, times, spellings, messages, the jury's
//! plies, the failed attempt, and one seat's words and total time. It cannot hold the other
//! seat's words and total, nor authors, versions, comments, glyphs, marks, evaluations and
//! variations. The seat written is the one that has more to say, else the one that is told more.
//!
//! # How a dialogue ends
//! - The jury says that the opponent failed: its fault, for which no reason is given
//!   ([`Fault::Jury`](crate::contract::Fault::Jury)), if no header says more. If the program's own
//!   last move was refused by the rules, it is meant instead.
//! - The jury says that the game is over, and by the rules it is not: where the jury plays on
//!   for a player who failed, the program is told so early only if it failed itself.
//! - The dialogue just stops: a game that is not over (K308).

mod game_detection;
mod lines;
mod log_line;
mod reader;
mod table;
mod write;

pub use write::{ExchangedLine, NoDialogue, exchanged_lines};

use self::lines::DialogueForm;
use self::log_line::LogLine;
use super::{Format, FormatWriter, ParsedGame, ReadContext, WriteError, first_line_span};
use crate::findings::{Code, Finding, SourceText};
use crate::games::Catalogue;
use crate::record::Record;

/// One program's dialogue with the jury.
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
        let Some(form) = lines::detect_form(start) else {
            return 0;
        };
        let mut fits = None;
        lines::for_each_dialogue(start, form, &mut |lines: &[LogLine<'_>], _| {
            let known = fits.get_or_insert(false);
            *known |= game_detection::find_game(lines, context).is_some();
        });
        match (form, fits) {
            (DialogueForm::Io, _) => 95,
            (_, Some(true)) => 70,
            (DialogueForm::Generic, Some(false)) => 20,
            (DialogueForm::Table, Some(false)) => 10,
            (_, None) => 0,
        }
    }
    fn read(
        &self,
        source: &SourceText<'_>,
        context: &ReadContext<'_>,
        out: &mut dyn FnMut(ParsedGame),
    ) {
        let mut any = false;
        let form = lines::detect_form(source.text()).unwrap_or(DialogueForm::Generic);
        lines::for_each_dialogue(source.text(), form, &mut |lines, cut| {
            any = true;
            let mut reading = reader::read_dialogue(source, lines, context);
            if let Some(at) = cut {
                let message = format!(
                    "expected at most {} lines in one dialogue, found more",
                    log_line::MAX_LINES
                );
                let finding = Finding::new(Code::TooLarge, message).at(source.location(at..at));
                reading.findings.push(finding);
            }
            out(reading);
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

impl FormatWriter for DialogueFormat {
    fn write_record(
        &self,
        record: &Record,
        catalogue: Catalogue,
        nth: usize,
        out: &mut String,
    ) -> Result<(), WriteError> {
        let book = super::writer::require_game("codecup-dialogue", record, catalogue)?;
        let text = write::write_dialogue(record, book).map_err(|why| {
            WriteError::unrepresentable("codecup-dialogue", record, why.to_string())
        })?;
        if nth > 0 {
            out.push_str("---\n");
        }
        out.push_str(&text);
        Ok(())
    }
}
