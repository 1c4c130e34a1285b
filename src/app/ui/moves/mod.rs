//! The move list: the plies of both players in two columns, with variations below the plies that
//! they replace.

mod comment;
mod failure;
mod layout;
mod move_entry;
mod style;

use super::{ViewContext, color, icons, widgets};
use crate::open_game::{Navigation, NodeId, OpenGame};
use crate::state::Action;
use egui::{Align2, EventFilter, FontId, Rect, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};
use kifu_core::scene::Role;
use layout::{LayoutInput, MoveListLayout, MoveListRow};

use std::collections::HashMap;

pub(super) use style::glyph_color;

/// State of the move list kept from frame to frame.
#[derive(Debug, Default)]
pub(super) struct MoveListCache {
    layout_key: Option<LayoutKey>,
    layout: MoveListLayout,
    /// Variations folded (`true`) or unfolded (`false`) by the user.
    fold_overrides: HashMap<NodeId, bool>,
    fold_changes: u64,
    /// The id of the tab that the folds belong to.
    tab_id: u64,
    /// The position shown in the previous frame, and whether it was the failed move.
    last_shown: Option<(super::cache::GameRevision, NodeId, bool, [u32; 2])>,
}

/// The inputs that determine the layout.
#[derive(Clone, Debug, PartialEq)]
struct LayoutKey {
    game: super::cache::GameRevision,
    width: f32,
    font: FontId,
    fold_changes: u64,
    /// The shown node if it is in a variation, otherwise the root.
    variation_node: NodeId,
    /// The last ply that may be shown.
    last_visible_ply: u32,
}

/// Shows the pane.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let (Some(open_game), Some(game)) = (cx.state.open_game(), cx.game_revision()) else {
        widgets::no_game_message(ui);
        return;
    };
    let mut kept = std::mem::take(&mut cx.view_state.cache.moves);
    if kept.tab_id != game.0 {
        kept = MoveListCache {
            tab_id: game.0,
            ..MoveListCache::default()
        };
    }
    let style = style::MoveListStyle::new(ui, cx);
    let width = ui.available_width() - ui.spacing().scroll.bar_width - 4.0;
    update_layout(ui, open_game, &style, game, width, &mut kept);
    // A pane that changes its size shows the move, too.
    let size = [width, ui.available_height()].map(f32::to_bits);
    let follow = Some((game, open_game.node(), open_game.is_at_failure(), size));
    let moved = kept.last_shown != follow;
    kept.last_shown = follow;
    let focus = handle_keyboard_focus(ui, cx, open_game);
    let mut list = MoveListView {
        open_game,
        style,
        width,
        cache: &mut kept,
        cx,
    };
    ScrollArea::vertical()
        .id_salt(("moves", game.0))
        .auto_shrink(false)
        .show_viewport(ui, |ui, viewport| list.show(ui, viewport, moved));
    if focus {
        let stroke = ui.visuals().widgets.hovered.fg_stroke;
        let rect = ui.max_rect();
        ui.painter()
            .rect_stroke(rect, 3.0, stroke, egui::StrokeKind::Inside);
    }
    cx.view_state.cache.moves = kept;
}

/// Handles the keyboard focus of the list and reports whether the list has it.
///
/// The list as a whole takes the focus, so that Tab leads past it instead of through 150 plies.
/// While it has the focus, the navigation keys are those of the commands.
fn handle_keyboard_focus(ui: &Ui, cx: &mut ViewContext<'_>, open_game: &OpenGame) -> bool {
    let id = ui.make_persistent_id("move list");
    let response = ui.interact(ui.max_rect(), id, Sense::focusable_noninteractive());
    response.widget_info(|| {
        let label = format!("Moves, ply {}", open_game.ply());
        WidgetInfo::labeled(egui::Role::List, true, label)
    });
    if response.has_focus() {
        let filter = EventFilter {
            horizontal_arrows: true,
            vertical_arrows: true,
            ..EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        widgets::handle_command_keys(ui, cx);
    }
    response.has_focus()
}

fn update_layout(
    ui: &Ui,
    open_game: &OpenGame,
    style: &style::MoveListStyle,
    game: super::cache::GameRevision,
    width: f32,
    kept: &mut MoveListCache,
) {
    let within = if open_game.tree().is_on_main_line(open_game.node()) {
        NodeId::ROOT
    } else {
        open_game.node()
    };
    let key = LayoutKey {
        game,
        width,
        font: style.font.clone(),
        fold_changes: kept.fold_changes,
        variation_node: within,
        last_visible_ply: style.last_visible_ply,
    };
    if kept.layout_key.as_ref() == Some(&key) {
        return;
    }
    let item = |node, ply, numbered| style.variation_move_width(ui, open_game, node, ply, numbered);
    let measures = LayoutInput {
        width,
        indent: style.indent,
        move_width: &item,
        comment_lines: &|text, width| comment::lines(ui, &style.font, text, width),
        fold_overrides: &kept.fold_overrides,
        last_visible_ply: style.last_visible_ply,
    };
    kept.layout = layout::lay_out(open_game, &measures);
    kept.layout_key = Some(key);
}

/// The move list while it is drawn.
struct MoveListView<'a, 'b> {
    open_game: &'a OpenGame,
    style: style::MoveListStyle,
    width: f32,
    cache: &'a mut MoveListCache,
    cx: &'a mut ViewContext<'b>,
}

impl MoveListView<'_, '_> {
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "rows are far fewer than a float counts, and not negative"
    )]
    fn show(&mut self, ui: &mut Ui, viewport: Rect, moved: bool) {
        let (height, width) = (self.style.row_height, self.width);
        let all = self.cache.layout.rows.len();
        ui.set_height(height * all as f32);
        ui.set_width(ui.available_width());
        let origin = ui.max_rect().left_top();
        let rect_of = |row: usize| {
            let top = origin + vec2(0.0, height * row as f32);
            Rect::from_min_size(top, vec2(width, height))
        };
        if moved {
            let row = self.cache.layout.current_row(self.open_game);
            // Include two more rows, so that the moves around it are visible.
            ui.scroll_to_rect(rect_of(row).expand2(vec2(0.0, 2.0 * height)), None);
        }
        let first = (viewport.top() / height).floor().max(0.0) as usize;
        let last = ((viewport.bottom() / height).ceil().max(0.0) as usize).min(all);
        for row in first..last {
            self.show_row(ui, row, rect_of(row));
        }
    }

    fn show_row(&mut self, ui: &mut Ui, nth: usize, rect: Rect) {
        let row = self.cache.layout.rows[nth].clone();
        match row {
            MoveListRow::Start => self.start_row(ui, rect),
            MoveListRow::Pair(cells) => self.pair_row(ui, rect, cells),
            MoveListRow::Variation {
                depth,
                moves: items,
                fold_state: fold,
                hidden_count: hidden,
            } => self.variation_row(ui, rect, depth, items, fold, hidden),
            MoveListRow::Comment(line) => self.comment_row(ui, rect, &line),
            MoveListRow::FailedMove => self.failed_move_row(ui, rect),
            MoveListRow::ViolatedRule => self.violated_rule_row(ui, rect),
            MoveListRow::Fault(player, fault) => self.fault_row(ui, rect, player, fault),
        }
    }

    fn start_row(&mut self, ui: &mut Ui, rect: Rect) {
        let first = self.open_game.game().info().lead_in;
        let node = match first.checked_sub(1) {
            Some(last) => self.open_game.tree().main_line().get(last).copied(),
            None => Some(NodeId::ROOT),
        };
        let node = node.unwrap_or(NodeId::ROOT);
        self.move_entry(ui, rect, node, 0, move_entry::MovePlacement::MainLine);
    }

    fn pair_row(&mut self, ui: &mut Ui, rect: Rect, cells: [Option<layout::MoveRef>; 2]) {
        let half = (rect.width() / 2.0).floor();
        for (column, cell) in (0u8..).zip(cells) {
            let left = rect.left() + half * f32::from(column);
            let area = Rect::from_min_size(pos2(left, rect.top()), vec2(half, rect.height()));
            if let Some(cell) = cell {
                self.move_entry(
                    ui,
                    area,
                    cell.node,
                    cell.ply,
                    move_entry::MovePlacement::MainLine,
                );
            } else if column == 0 {
                let left_center = area.left_center() + vec2(self.style.number_width + 6.0, 0.0);
                let muted = color(ui, Role::Muted);
                let font = self.style.font.clone();
                ui.painter()
                    .text(left_center, Align2::LEFT_CENTER, "…", font, muted);
            }
        }
    }

    fn variation_row(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        depth: usize,
        items: std::ops::Range<usize>,
        fold: Option<(NodeId, bool)>,
        hidden: usize,
    ) {
        #[expect(clippy::cast_precision_loss, reason = "depths are few")]
        let left = rect.left() + self.style.indent * (depth as f32 + 1.0);
        let rail = color(ui, Role::Muted).gamma_multiply(0.35);
        let x = left - self.style.indent / 2.0;
        ui.painter().vline(x, rect.y_range(), (1.0, rail));
        if let Some((head, folded)) = fold {
            self.fold_button(ui, pos2(x, rect.center().y), head, folded);
        }
        let mut x = left;
        for at in items {
            let item = self.cache.layout.variation_moves[at];
            let width = item.width.min(rect.right() - x);
            let area = Rect::from_min_size(pos2(x, rect.top()), vec2(width, rect.height()));
            let placement = move_entry::MovePlacement::Variation {
                is_numbered: item.is_numbered,
            };
            self.move_entry(ui, area, item.node, item.ply, placement);
            x += item.width;
        }
        if hidden > 0 {
            let left_center = pos2(x + 4.0, rect.center().y);
            let text = format!("… +{hidden}");
            let (font, muted) = (self.style.small_font.clone(), color(ui, Role::Muted));
            ui.painter()
                .text(left_center, Align2::LEFT_CENTER, text, font, muted);
        }
    }

    fn fold_button(&mut self, ui: &mut Ui, center: egui::Pos2, head: NodeId, folded: bool) {
        let rect = Rect::from_center_size(center, vec2(14.0, 14.0));
        let id = ui.scope_id().with(("fold", head));
        let response = ui.interact(rect, id, Sense::CLICK);
        let label = if folded {
            "Expand this variation"
        } else {
            "Collapse this variation"
        };
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, label));
        let (icon, role) = match (folded, response.hovered()) {
            (true, hovered) => (icons::Icon::TriangleRight, hovered),
            (false, hovered) => (icons::Icon::TriangleDown, hovered),
        };
        let role = if role { Role::Text } else { Role::Muted };
        let back = ui.visuals().panel_fill;
        ui.painter().rect_filled(rect, 2.0, back);
        icons::paint(ui.painter(), rect.shrink(2.0), icon, color(ui, role));
        if response.on_hover_text(label).clicked() {
            self.cache.fold_overrides.insert(head, !folded);
            self.cache.fold_changes += 1;
        }
    }

    /// Goes to the position of a clicked move.
    fn go_to(&mut self, node: NodeId, ply: u32, placement: move_entry::MovePlacement) {
        let go = match placement {
            move_entry::MovePlacement::MainLine => Navigation::Ply(ply),
            move_entry::MovePlacement::Variation { .. } => Navigation::Node(node),
        };
        self.cx.dispatch(Action::Navigate(go));
    }
}
