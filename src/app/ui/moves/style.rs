//! Measures and fonts shared by all rows of the move list.

use super::super::{ViewContext, color, widgets};
use crate::open_game::{NodeId, OpenGame};
use egui::{Color32, FontId, Galley, Painter, Rect, Response, Ui, pos2};
use kifu_core::record::{Glyph, Note};
use kifu_core::scene::Role;
use std::sync::Arc;

/// The least width that is kept for a move, in points.
const MIN_MOVE_WIDTH: f32 = 60.0;
/// The width of a glyph behind a move with the space around it, in points.
const GLYPH_WIDTH: f32 = 30.0;

/// Measures and fonts of the move list.
pub(super) struct MoveListStyle {
    pub font: FontId,
    pub small_font: FontId,
    /// The height of a row, in points.
    pub row_height: f32,
    /// The width of a ply number in the main line, in points.
    pub number_width: f32,
    /// The indentation per level of variations, in points.
    pub indent: f32,
    /// The width of the times, in points; 0 if the log has none.
    pub time_width: f32,
    /// The width that a move takes at least, in points.
    pub move_width: f32,
    /// Whether no information of either player is hidden. Descriptions of events may reveal it.
    pub is_fully_visible: bool,
    /// The last ply that may be shown.
    pub last_visible_ply: u32,
}

impl MoveListStyle {
    pub fn new(ui: &Ui, cx: &mut ViewContext<'_>) -> Self {
        let (font, small) = (widgets::body_font(ui), widgets::small_font(ui));
        let plies = cx.state.open_game().map_or(&[][..], OpenGame::plies);
        let slowest = plies.iter().filter_map(|ply| ply.time_ms).max();
        let width = |text: String| {
            let galley = ui
                .painter()
                .layout_no_wrap(text, small.clone(), Color32::WHITE);
            galley.size().x.ceil()
        };
        let longest = plies.iter().max_by_key(|ply| ply.token.len());
        let token_width = longest.map_or(0.0, |ply| {
            let token = ply.token.clone();
            let galley = ui
                .painter()
                .layout_no_wrap(token, font.clone(), Color32::WHITE);
            galley.size().x
        });
        Self {
            move_width: (token_width + GLYPH_WIDTH).max(MIN_MOVE_WIDTH),
            row_height: (ui.fonts_mut(|fonts| fonts.row_height(&font)) + 6.0).round(),
            number_width: width("888".to_owned()) + 6.0,
            indent: 18.0,
            time_width: slowest.map_or(0.0, |ms| {
                width(widgets::format_time_ms(ms.max(1000).into()))
            }),
            is_fully_visible: cx
                .player_display()
                .is_some_and(|sides| sides.is_hidden == [false; 2]),
            last_visible_ply: cx.state.last_visible_ply(),
            font,
            small_font: small,
        }
    }

    /// Returns the width of a move in a variation, in points.
    pub fn variation_move_width(
        &self,
        ui: &Ui,
        open_game: &OpenGame,
        node: NodeId,
        ply: u32,
        numbered: bool,
    ) -> f32 {
        let plain = |text: &str, font: &FontId| {
            let galley = ui
                .painter()
                .layout_no_wrap(text.to_owned(), font.clone(), Color32::WHITE);
            galley.size().x
        };
        let note = open_game.tree().note(node);
        let mut width = plain(open_game.tree().token(node), &self.font) + 10.0;
        if numbered {
            width += plain(&ply.to_string(), &self.small_font) + 4.0;
        }
        if let Some(glyph) = shown_glyph(open_game, node, ply) {
            width += plain(glyph.symbol(), &self.font) + 2.0;
        }
        if is_annotated(note) {
            width += self.row_height * 0.6;
        }
        width
    }
}

/// Returns the glyph of a move: the user's own, or else that of the review.
pub(super) fn shown_glyph(open_game: &OpenGame, node: NodeId, ply: u32) -> Option<Glyph> {
    let user_glyph = open_game.tree().note(node).glyph;
    let judged = || {
        let judged_ply = open_game.review_summary().ply(ply)?;
        let is_it = open_game.tree().is_on_main_line(node);
        judged_ply.judgement.class.glyph().filter(|_| is_it)
    };
    user_glyph.or_else(judged)
}

/// Reports whether a move has a comment or marks.
pub(super) fn is_annotated(note: &Note) -> bool {
    !note.comment.is_empty() || !note.marks.is_empty()
}

/// Returns the colour of a glyph, which repeats what its sign says.
pub(in super::super) fn glyph_color(ui: &Ui, glyph: Glyph) -> Color32 {
    color(
        ui,
        match glyph {
            Glyph::Brilliant | Glyph::Good => Role::Good,
            Glyph::Interesting => Role::Preview,
            Glyph::Inaccuracy => Role::Inaccuracy,
            Glyph::Mistake => Role::Mistake,
            Glyph::Blunder => Role::Blunder,
        },
    )
}

/// Paints the background of a selected or hovered move.
pub(super) fn paint_background(ui: &Ui, response: &Response, rect: Rect, selected: bool) {
    let fill = if selected {
        ui.visuals().selection.bg_fill
    } else if response.hovered() || response.context_menu_opened() {
        ui.visuals().widgets.hovered.weak_bg_fill
    } else {
        return;
    };
    ui.painter().rect_filled(rect, 3.0, fill);
}

/// Paints a text whose left end is centred vertically at `at`, and returns the x of its right end.
pub(super) fn paint_text(painter: &Painter, at: egui::Pos2, galley: Arc<Galley>) -> f32 {
    let corner = pos2(at.x, at.y - galley.size().y / 2.0);
    let right = corner.x + galley.size().x;
    painter.galley(corner, galley, Color32::PLACEHOLDER);
    right
}
