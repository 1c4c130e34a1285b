//! The judgement of variations by the same rules as the main line.

use super::failure::move_error_details;
use super::{Adjudicator, RecordPart};
use crate::findings::{Code, Finding};

impl Adjudicator<'_> {
    /// Replays every variation, and reports the first move of each that cannot be made.
    pub(super) fn check_variations(&mut self) {
        let notes = self.record.notes.iter();
        let branches: Vec<(u32, Vec<String>)> = notes
            .filter(|(_, note)| !note.variations.is_empty())
            .map(|(ply, note)| {
                let lines = note.variations.iter().map(|line| line.moves.clone());
                (*ply, lines.collect())
            })
            .collect();
        if branches.is_empty() {
            return;
        }
        let Ok(mut state) = self.game.start(&self.record.setup) else {
            return;
        };
        let moves = self.record.moves.clone();
        let mut tokens = moves.split_ascii_whitespace();
        let mut played = 0;
        for (ply, lines) in branches {
            // A variation starts before its ply; one of ply 0 at the start of the lead-in.
            let due = (ply as usize + self.game.info().lead_in).saturating_sub(1);
            while played < due {
                match tokens.next().map(|token| state.play(token)) {
                    Some(Ok(())) => played += 1,
                    _ => return,
                }
            }
            for line in lines {
                self.check_variation(ply, state.fork(), &line, played);
            }
        }
    }

    /// Replays one variation from its position, and reports the first move that cannot be made.
    fn check_variation(
        &mut self,
        ply: u32,
        mut state: Box<dyn crate::games::DynState>,
        line: &str,
        at: usize,
    ) {
        for token in line.split_ascii_whitespace() {
            let over = state.turn() == crate::contract::Turn::Over;
            if let Err(kind) = state.play(token) {
                let (_, _, reason, hint) = move_error_details(kind, over);
                let message = format!("ply {ply}, a variation: `{token}`: {reason}");
                let finding = Finding::new(Code::BadVariation, message);
                self.report(RecordPart::Note(ply, at), finding.ply(ply).hint(hint));
                return;
            }
        }
    }
}
