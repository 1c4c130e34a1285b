//! The tool `explain`, about codes of findings and games.

use super::McpTool;
use super::find::code_of;
use crate::mcp::answer::{ToolAnswer, lines, paged};
use crate::mcp::session::{Session, ToolCall};
use kifu_core::findings::FINDING_KINDS;
use kifu_core::games::{CATALOGUE, by_id};
use kifu_study::failure::Failure;
use schemars::JsonSchema;
use serde::Deserialize;

/// The arguments of `explain`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ExplainWord {
    /// The code of a finding, such as K202, or the id of a game, such as box [default: a list of
    /// all codes].
    word: Option<String>,
    /// The first row of the answer to show, from 0.
    #[serde(default)]
    from: usize,
}

impl McpTool for ExplainWord {
    const NAME: &'static str = "explain";
    const ABOUT: &'static str = "Explain the code of a finding (K202), or a game's rules, notation \
        and score; without a word, list all codes.";

    fn answer(self, _: &Session, _: &ToolCall) -> Result<ToolAnswer, Failure> {
        let Some(word) = self.word.as_deref() else {
            let row = |kind: &kifu_core::findings::FindingKind| {
                format!("{} {}: {}", kind.code, kind.severity, kind.title)
            };
            let rows: Vec<String> = FINDING_KINDS.iter().map(row).collect();
            return Ok(paged("codes of findings", &rows, self.from).into());
        };
        if let Some(game) = by_id(CATALOGUE, word) {
            let [first, second] = game.sides();
            let heading = format!(
                "{}: {}, {}; {first} moves first, then {second}",
                game.id(),
                game.name(),
                game.info().contest
            );
            let rows = lines(&game.info().rules_text());
            return Ok(paged(&heading, &rows, self.from).into());
        }
        let text = crate::reference::explanation(code_of(word)?.kind());
        let rows = lines(&text);
        Ok(paged(&rows[0], &rows[1..], self.from).into())
    }
}
