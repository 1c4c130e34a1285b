//! The list of moves on a game's page, with variations between them.

use super::board::{PageBoard, PageFailure, PageNode, PageVariation};
use crate::review::ReviewedGame;
use kifu_core::contract::Player;
use maud::{Markup, html};

/// Returns the list of all moves.
pub(super) fn render(game: &ReviewedGame, board: &PageBoard) -> Markup {
    let mut rows: Vec<Markup> = Vec::new();
    let mut row = MoveRow::default();
    let failed = board.failure.as_ref();
    for node in board.main.iter().skip(1).chain(failed.map(|it| &it.node)) {
        if row.is_full_for(node) {
            rows.extend(row.take(true));
        }
        let failed = failed.filter(|failed| failed.node.ply == node.ply);
        row.add(node, failed.map_or_else(|| cell(game, node), failure_cell));
        if let Some(variations) = board.variations.get(&node.ply) {
            rows.extend(row.take(false));
            rows.extend(variations.iter().map(variation_block));
        }
    }
    rows.extend(row.take(true));
    let mut label = "Moves".to_owned();
    if !game.judged.is_empty() {
        let side = game.game.sides()[0];
        label.push_str(&format!(", with the win probability of {side} in percent"));
    }
    html! {
        div.moves role="group" aria-label=(label) tabindex="0" {
            (link(&board.main[0], &html! { "Start" }, "start", false))
            @for row in &rows { (row) }
        }
    }
}

/// A row of the list: a move of each player.
#[derive(Default)]
struct MoveRow {
    ply: u32,
    cells: [Option<Markup>; 2],
}

impl MoveRow {
    fn column(node: &PageNode) -> usize {
        node.mover.map_or(0, Player::index)
    }

    /// Reports whether a move begins a new row.
    fn is_full_for(&self, node: &PageNode) -> bool {
        let column = Self::column(node);
        self.cells[column].is_some() || self.cells[1].is_some()
    }

    fn add(&mut self, node: &PageNode, cell: Markup) {
        if self.cells.iter().all(Option::is_none) {
            self.ply = node.ply;
        }
        self.cells[Self::column(node)] = Some(cell);
    }

    /// Returns the row and empties it; nothing if it has no move.
    fn take(&mut self, is_complete: bool) -> Option<Markup> {
        let cells = std::mem::take(&mut self.cells);
        if cells.iter().all(Option::is_none) {
            return None;
        }
        let empty = |is_last: bool| {
            let text = if is_complete && is_last { "" } else { "…" };
            html! { span.gap { (text) } }
        };
        let ply = self.ply;
        let [first, second] = cells;
        Some(html! {
            div.row {
                span.number { (ply) }
                (first.unwrap_or_else(|| empty(false)))
                (second.unwrap_or_else(|| empty(true)))
            }
        })
    }
}

/// Returns the cell of a move of the game.
fn cell(game: &ReviewedGame, node: &PageNode) -> Markup {
    let class = match game.moment(node.ply) {
        Some(_) => "moment-move",
        None => "",
    };
    let text = html! {
        span.token { (node.token) }
        @if let Some(glyph) = node.glyph {
            b class={ "glyph " (super::glyph_class(glyph)) } { (glyph.symbol()) }
        }
        @if let Some(judged) = game.judged_ply(node.ply) {
            @let win = super::first_player_win(judged.player, judged.evaluation.played.win);
            small { (format_args!("{:.0}", 100.0 * win)) }
        }
    };
    link(node, &text, class, false)
}

/// Returns the cell of the failure that ended the game.
fn failure_cell(failed: &PageFailure) -> Markup {
    let node = &failed.node;
    let text = html! {
        "✗ "
        @if node.token.is_empty() { (failed.title()) } @else { span.token { (node.token) } }
    };
    link(node, &text, "attempt", true)
}

/// Returns a link that goes to a position; `starts` is true if it begins a line that is not the
/// game's.
///
/// Only such a link says which frame it shows and which position it follows. The script knows the
/// others: the position after ply 12 has frame 12 and follows ply 11, and a position in another line
/// follows the link before it.
fn link(node: &PageNode, text: &Markup, class: &str, starts: bool) -> Markup {
    let class = if class.is_empty() {
        "mv".to_owned()
    } else {
        format!("mv {class}")
    };
    html! {
        a class=(class) href={ "#" (node.anchor) } data-f=[starts.then_some(node.frame)] data-p=[starts.then_some(&node.parent)] {
            (text)
        }
    }
}

/// Returns the moves of a variation.
fn variation_block(variation: &PageVariation) -> Markup {
    html! {
        p.variation {
            @for (at, node) in variation.nodes.iter().enumerate() {
                @let is_numbered = at == 0 || node.mover == Some(Player::First);
                @if is_numbered { span.number { (node.ply) } " " }
                (line_link(node, at == 0)) " "
                @if let Some(note) = variation.notes.get(&node.ply)
                    && !note.comment.is_empty() {
                    span.comment { (note.comment) } " "
                }
            }
        }
    }
}

/// Returns the link of a move in a better line, which has no place on the page: without
/// the script it leads to its key moment.
pub(super) fn better_link(node: &PageNode, ply: u32, starts: bool) -> Markup {
    let name = starts.then_some(&node.anchor);
    html! {
        a.mv href={ "#" (ply) } data-n=[name] data-f=[starts.then_some(node.frame)] data-p=[starts.then_some(&node.parent)] {
            (node.token)
        }
    }
}

/// Returns the link of a move in a variation.
fn line_link(node: &PageNode, starts: bool) -> Markup {
    let text = html! {
        (node.token)
        @if let Some(glyph) = node.glyph {
            b class={ "glyph " (super::glyph_class(glyph)) } { (glyph.symbol()) }
        }
    };
    link(node, &text, "", starts)
}
