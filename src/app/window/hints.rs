//! What an engine thinks, as the board shows it.

use crate::app::open_game::NodeId;
use crate::app::state::{AppState, Words};
use crate::app::ui::board::MoveHint;
use crate::app::ui::board_pane::BoardFrame;
use crate::app::ui::engine::{format_value, line_role};
use crate::scene::SceneOptions;
use crate::search::SearchLine;

/// What the hints depend on: of which position, and how much thought went into them.
pub(super) type HintsKey = (NodeId, u64, bool, usize);

/// Which hints are to be shown.
pub(super) fn hints_key(state: &AppState) -> Option<HintsKey> {
    let (subject, thought) = state.shown_analysis()?;
    let report = &thought.result;
    Some((
        subject.node,
        report.nodes,
        thought.is_done,
        report.lines.len(),
    ))
}

/// The hints for the position that is shown.
pub(super) fn board_hints(state: &AppState, view: SceneOptions) -> Vec<MoveHint> {
    let (Some((subject, thought)), Some(study)) = (state.shown_analysis(), state.open_game())
    else {
        return Vec::new();
    };
    if study.is_at_failure() {
        return Vec::new();
    }
    let table = study.state();
    let texts = state.texts();
    let hint = |(nth, line): (usize, &SearchLine<String>)| {
        let is_played = subject.include.as_ref() == Some(&line.mv);
        let role = line_role(nth, is_played);
        MoveHint {
            items: table.preview(&line.mv, role, view),
            role,
            strength: certainty(line),
            label: hint_label(&texts.strings, nth, line, is_played),
        }
    };
    let lines = thought.result.lines.iter().enumerate();
    lines.map(hint).collect()
}

/// How firm the engine's word is: proof is firmest, and a guess gets firmer with each visit.
fn certainty(line: &SearchLine<String>) -> f32 {
    if line.value.proven().is_some() || line.value.exact {
        return 1.0;
    }
    // A hundred thousand visits are as much as a guess can be worth.
    #[expect(clippy::cast_precision_loss, reason = "a rough measure")]
    let visits = line.visits.max(1) as f32;
    (visits.ln() / 100_000_f32.ln()).clamp(0.15, 0.9)
}

fn hint_label(words: &Words, nth: usize, line: &SearchLine<String>, is_played: bool) -> String {
    // The played move is told by a sign, too.
    let sign = if is_played { "•" } else { "" };
    let worth = format_value(words, &line.value, [words.line_win, words.line_loss]);
    format!("{}{sign} {worth}", nth + 1)
}

/// The board after a line that somebody looks at without playing it.
pub(super) fn peeked_board(state: &AppState, view: SceneOptions) -> Option<BoardFrame> {
    let ahead = state.peeked_line.as_ref()?;
    let tab = state.tab()?;
    let study = tab.open_game.as_ref()?;
    let deal = tab.pending_input.chance.as_deref();
    let (tokens, table) = study.try_continuation(ahead.from, &ahead.moves, deal)?;
    Some(BoardFrame {
        scene: table.scene(view),
        input: None,
        hints: Vec::new(),
        peek: Some(tokens.join(" ")),
    })
}
