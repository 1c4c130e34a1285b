//! What the review and an exercise draw on the board: moves that were played, better ones, and
//! those that the user tries.

use super::layout;
use crate::open_game::{NodeId, OpenGame};
use crate::state::{AppState, ExerciseVerdict, Pane, Tab};
use crate::ui::board::MoveHint;
use crate::ui::board_pane::BoardFrame;
use crate::ui::engine::{format_value, line_role};
use egui_tiles::Tree;
use kifu_core::findings::{Finding, Severity};
use kifu_core::games::DynState;
use kifu_core::scene::{AnnotationSign, AnnotationStyle, Point, Role, SceneItem, SceneOptions};
use kifu_core::search::SearchLine;
use kifu_study::review::{self, MoveClass};
use std::collections::HashSet;

/// The moves to draw on the board.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct BoardAnnotations {
    /// The position before the moves.
    before: Option<NodeId>,
    /// The move played in the game, with its chance outcome, and its class.
    played: Option<(String, MoveClass)>,
    /// The better move.
    better: Option<String>,
    /// A move that the user tried, with its verdict.
    tried: Option<(String, ExerciseVerdict)>,
    /// The token that holds the chance outcome of the position.
    dealt: String,
}

/// Returns the moves to draw on the shown position.
pub(super) fn board_annotations(state: &AppState) -> BoardAnnotations {
    let Some((tab, open_game)) = state
        .tab()
        .and_then(|tab| Some((tab, tab.open_game.as_ref()?)))
    else {
        return BoardAnnotations::default();
    };
    // The user's own input comes first.
    let is_busy = !tab.pending_input.picks.is_empty() || open_game.is_at_failure();
    if is_busy || !open_game.tree().is_on_main_line(open_game.node()) {
        return BoardAnnotations::default();
    }
    match state.exercise() {
        Some(_) => exercise_annotations(state, open_game),
        None => moment_annotations(state, open_game),
    }
}

/// Returns the moves of the key moment that led to the shown position.
fn moment_annotations(state: &AppState, open_game: &OpenGame) -> BoardAnnotations {
    // The hints of the live engine are about the next move.
    let is_hinted = state.shown_analysis().is_some();
    let moment = open_game.review_summary().key_moment(open_game.ply());
    let Some(moment) = moment.filter(|_| !is_hinted) else {
        return BoardAnnotations::default();
    };
    BoardAnnotations {
        before: open_game.tree().parent(open_game.node()),
        played: Some((moment.played.clone(), moment.class)),
        better: moment.best.first().cloned(),
        tried: None,
        dealt: moment.played.clone(),
    }
}

/// Returns the moves of the question that is shown.
fn exercise_annotations(state: &AppState, open_game: &OpenGame) -> BoardAnnotations {
    if state.is_exercise_position_shown()
        && let Some(exercise) = state.exercise()
        && let Some(suite) = &exercise.suite
    {
        // What was played would give away whether it was a mistake.
        return BoardAnnotations {
            before: Some(open_game.node()),
            tried: exercise.shown_attempt().cloned(),
            dealt: suite
                .played_token(exercise.current_index)
                .unwrap_or_default(),
            ..BoardAnnotations::default()
        };
    }
    let judged = state
        .exercise()
        .and_then(|exercise| Some((exercise, exercise.current_ply()?)))
        .filter(|(_, ply)| open_game.ply() + 1 == *ply)
        .and_then(|(exercise, ply)| Some((exercise, open_game.review_summary().ply(ply)?)));
    let Some((exercise, judged)) = judged else {
        return BoardAnnotations::default();
    };
    let better = judged.evaluation.pv.first();
    let tried = exercise.shown_attempt().cloned();
    BoardAnnotations {
        before: Some(open_game.node()),
        // While a wrong attempt is shown, the played move is hidden.
        played: tried
            .as_ref()
            .is_none_or(|(_, verdict)| verdict.is_solved())
            .then(|| (judged.token.clone(), judged.judgement.class)),
        better: better.filter(|_| exercise.is_answer_shown).cloned(),
        // The best move is drawn as the answer.
        tried: tried.filter(|(_, verdict)| *verdict != ExerciseVerdict::Best),
        dealt: judged.token.clone(),
    }
}

impl BoardAnnotations {
    /// Draws the moves.
    pub fn draw(&self, open_game: &OpenGame, options: SceneOptions) -> Vec<SceneItem> {
        let Some(mut before) = self.before.and_then(|node| open_game.state_at(node)) else {
            return Vec::new();
        };
        if before.apply_chance(&self.dealt).is_err() {
            return Vec::new();
        }
        let mut items = Vec::new();
        if let Some((played, class)) = &self.played {
            let played = review::annotate_played(before.as_ref(), played, *class, options);
            items.extend(played);
        }
        if let Some(better) = &self.better {
            items.extend(review::annotate_better(before.as_ref(), better, options));
        }
        if let Some((tried, verdict)) = &self.tried {
            items.extend(draw_attempt(before.as_ref(), tried, *verdict, options));
        }
        items
    }
}

/// Draws a move that the user tried: what it does, tinted by the verdict.
fn draw_attempt(
    before: &dyn DynState,
    tried: &str,
    verdict: ExerciseVerdict,
    options: SceneOptions,
) -> Vec<SceneItem> {
    let (role, sign) = match verdict {
        ExerciseVerdict::Best | ExerciseVerdict::Good => (Role::Good, AnnotationSign::Check),
        ExerciseVerdict::PlayedInGame | ExerciseVerdict::Loses(_) => {
            (Role::Blunder, AnnotationSign::Cross)
        }
        ExerciseVerdict::Pending => (Role::Preview, AnnotationSign::Text("…")),
    };
    let style = AnnotationStyle {
        role,
        dashed: false,
    };
    let mut items = before.preview(tried, role, options);
    if let Some(drawn) = before.annotate_step(tried, style, options) {
        items.extend(drawn.with_badge(role, sign).items);
    }
    items
}

// Showing the findings pane when a log is broken.

/// The tabs whose findings were shown without being asked for, and what they cover.
#[derive(Default)]
pub(super) struct RaisedFindings {
    /// The shown tab with the number of its errors.
    shown: Option<(u64, usize)>,
    /// The tabs for which the pane has shown itself.
    raised_for: HashSet<u64>,
    /// The pane behind which the findings were, while they cover it.
    covered_pane: Option<Pane>,
}

impl RaisedFindings {
    /// Shows the pane when a game with errors is shown for the first time, and the covered pane
    /// again when a game without errors is.
    pub fn update(&mut self, panes: &mut Tree<Pane>, tab: Option<&Tab>) {
        let is_error = |finding: &&Finding| finding.severity() == Severity::Error;
        let shown = tab.map(|tab| (tab.id, tab.findings.iter().filter(is_error).count()));
        if shown == self.shown {
            return;
        }
        self.shown = shown;
        if let Some((id, 1..)) = shown {
            if self.raised_for.insert(id) {
                let covered = layout::cover_with(panes, Pane::Findings);
                self.covered_pane = covered.or(self.covered_pane);
            }
        } else if let Some(covered) = self.covered_pane.take()
            // Whoever chose another pane meanwhile keeps it.
            && layout::is_pane_shown(panes, Pane::Findings)
        {
            layout::reveal_pane(panes, covered);
        }
    }
}

// Engine hints on the board.

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

/// Returns the point of the number that represents a move whose drawing is so large that it would
/// hide others; `None` for a small one.
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
