//! Writing a game as `OpenSpiel` serializes it.

use super::{HEADING, ID, OpenSpielFormat};
use crate::formats::losses::{self, FieldLimit};
use crate::formats::writer::require_game;
use crate::formats::{FormatWriter, WriteError};
use kifu_core::games::Catalogue;
use kifu_core::record::Record;

impl FormatWriter for OpenSpielFormat {
    fn supports_multiple_games(&self) -> bool {
        false
    }
    fn limits(&self) -> &'static [FieldLimit] {
        losses::OPENSPIEL
    }
    fn write_record(
        &self,
        record: &Record,
        catalogue: Catalogue,
        _index: usize,
        out: &mut String,
    ) -> Result<(), WriteError> {
        let game = require_game(ID, record, catalogue)?;
        let refused = |why: &str| WriteError::unrepresentable(ID, record, why);
        let spec = game.info().openspiel;
        let spec = spec.ok_or_else(|| refused("OpenSpiel has no such game"))?;
        let start = (spec.start)(&record.setup).map_err(|error| refused(&error.to_string()))?;
        let mut state = String::new();
        if let Some(board) = &start.starting_state {
            state.push_str(&format!("starting_state={board}\n"));
        }
        let mut actions = Vec::new();
        for token in record.tokens() {
            let action = (spec.action)(&start, token);
            let action = action.ok_or_else(|| refused(&format!("it has no action for {token}")))?;
            actions.push(action.to_string());
        }
        state.push_str(&actions.join("\n"));
        let game = start.game_string(spec.name);
        out.push_str(&format!(
            "{HEADING}\n[Meta]\nVersion: 1\n\n[Game]\n{game}\n[State]\n{state}\n\n"
        ));
        Ok(())
    }
}
