//! Engine hints on the board.

use crate::open_game::NodeId;
use crate::state::AppState;
use crate::ui::board::MoveHint;
use crate::ui::board_pane::BoardFrame;
use crate::ui::engine::{format_value, line_role};
use kifu_core::games::DynState;
use kifu_core::scene::{AnnotationStyle, Point, SceneOptions};
use kifu_core::search::SearchLine;

/// The properties on which the hints depend: the position and the progress of the analysis (nodes,
/// completion and number of lines).
pub(super) type HintsKey = (NodeId, u64, bool, usize);

/// Returns the key of the hints to show; `None` without an analysis.
pub(super) fn hints_key(state: &AppState) -> Option<HintsKey> {
    let (subject, analysis) = state.shown_analysis()?;
    let result = &analysis.result;
    Some((
        subject.node,
        result.nodes,
        analysis.is_done,
        result.lines.len(),
    ))
}

/// Returns the hints for the current position.
pub(super) fn board_hints(state: &AppState, options: SceneOptions) -> Vec<MoveHint> {
    let (Some((subject, analysis)), Some(open_game)) = (state.shown_analysis(), state.open_game())
    else {
        return Vec::new();
    };
    if open_game.is_at_failure() {
        return Vec::new();
    }
    let game_state = open_game.state();
    let hint = |(rank, line): (usize, &SearchLine<String>)| {
        let is_played = subject.include.as_ref() == Some(&line.mv);
        let role = line_role(rank, is_played);
        MoveHint {
            items: game_state.preview(&line.mv, role, options),
            role,
            strength: certainty(line),
            label: format_value(&line.value, ["win", "loss"]),
            is_played,
            fold_at: fold_point(game_state, &line.mv, options),
        }
    };
    let lines = analysis.result.lines.iter().enumerate();
    lines.map(hint).collect()
}

/// Returns the certainty of a line, from 0 to 1: a proven value has 1, an estimate grows with the
/// visits.
fn certainty(line: &SearchLine<String>) -> f32 {
    if line.value.proven().is_some() || line.value.exact {
        return 1.0;
    }
    // An estimate reaches the maximum at a hundred thousand visits.
    #[expect(
        clippy::cast_precision_loss,
        reason = "an approximate measure suffices"
    )]
    let visits = line.visits.max(1) as f32;
    (visits.ln() / 100_000_f32.ln()).clamp(0.15, 0.9)
}

/// The part of the board from which on the drawing of a move is large.
const MIN_LARGE_PART: f32 = 1.0 / 12.0;

/// Returns the point where a number stands for a move whose drawing is so large that it would hide
/// others; `None` for a small one.
fn fold_point(state: &dyn DynState, token: &str, options: SceneOptions) -> Option<Point> {
    let drawn = state.annotate_step(token, AnnotationStyle::BETTER, options)?;
    let (size, area) = (state.scene(options).size, drawn.area()?);
    (area.width * area.height >= MIN_LARGE_PART * size.x * size.y).then_some(drawn.anchor)
}

/// Returns the board after a line that the user previews without playing it.
pub(super) fn peeked_board(state: &AppState, options: SceneOptions) -> Option<BoardFrame> {
    let peeked = state.peeked_line.as_ref()?;
    let tab = state.tab()?;
    let open_game = tab.open_game.as_ref()?;
    let chance = tab.pending_input.chance.as_deref();
    let (tokens, game_state) = open_game.try_continuation(peeked.from, &peeked.moves, chance)?;
    Some(BoardFrame {
        scene: game_state.scene(options),
        input: None,
        hints: Vec::new(),
        annotations: Vec::new(),
        peek: Some(tokens.join(" ")),
    })
}
