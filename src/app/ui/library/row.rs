//! A row of the list: the names on the first line, with the winner's bold, and what became of the
//! game on the second.

use super::super::plain::plain_text;
use super::super::widgets::one_line;
use super::super::{ViewContext, color, icons, widgets};
use super::change_filter;
use super::filters::game_name;
use crate::library::{Filter, FolderNode, GameRowRef, RowSelection};
use crate::state::{Action, Effect, FileAction, LibraryAction};
use egui::emath::GuiRounding as _;
use egui::text::TextFormat;
use egui::{Align2, Button, FontId, Galley, Pos2, Rect, RichText, Ui, pos2, vec2};
use kifu_core::contract::Player;
use kifu_core::record::Ending;
use kifu_core::scene::Role;
use std::sync::Arc;

/// The space at the edges of a row, in points.
const MARGIN: f32 = 6.0;
/// The size of the icon of the worst finding, in points.
const ICON_SIZE: f32 = 14.0;

/// The space on each side of the dash between the names, in points.
const DASH_MARGIN: f32 = 4.0;
/// The opacity of the second copy of a bold name, with which small letters stay clear.
const BOLD_OPACITY: f32 = 0.6;

/// Returns the height of a row, in whole points so that rows do not blur.
pub(super) fn height(ui: &Ui) -> f32 {
    let lines = widgets::body_font(ui).size + widgets::small_font(ui).size;
    (lines * 1.25 + 10.0).round()
}

/// Paints the two lines of a row.
pub(super) fn paint(
    ui: &Ui,
    cx: &ViewContext<'_>,
    known: GameRowRef<'_>,
    rect: Rect,
    is_one_game: bool,
) {
    let inner = rect.shrink2(vec2(MARGIN, 4.0));
    let mut right = inner.right();
    if let Some(worst) = known.worst_severity() {
        let (icon, ink) = super::super::findings::severity_icon(ui, worst);
        let line = widgets::body_font(ui).size * 1.25;
        let center = pos2(right - ICON_SIZE / 2.0, inner.top() + line / 2.0);
        let sign = Rect::from_center_size(center, vec2(ICON_SIZE, ICON_SIZE));
        icons::paint(ui.painter(), sign, icon, ink);
        right -= ICON_SIZE + 4.0;
    }
    paint_names(ui, cx, known, inner.left_top(), right - inner.left());
    let mut line = SecondLine {
        ui,
        pen: inner.left_bottom(),
        right: inner.right(),
        is_first: true,
    };
    for (text, role) in second_line(cx, known, is_one_game) {
        line.push(&text, role);
    }
}

/// Paints the names of the players. Each gets at least half of the width if it needs it.
fn paint_names(ui: &Ui, cx: &ViewContext<'_>, known: GameRowRef<'_>, at: Pos2, width: f32) {
    let font = widgets::body_font(ui);
    if is_unnamed(known) {
        let ink = color(ui, Role::Text);
        let file = widgets::elided_galley(ui, &file_with_number(known), font, ink, width);
        ui.painter().galley(at, file, ink);
        return;
    }
    let names = names(known);
    let winner = winner(cx, known);
    let is_bold = Player::ALL.map(|player| winner == Some(player));
    let layout = |text: &str, max_width: f32, spacing: f32| {
        let mut format = TextFormat::simple(font.clone(), color(ui, Role::Text));
        format.extra_letter_spacing = spacing;
        widgets::elided_text(ui, text, format, max_width)
    };
    let dash = layout("–", 100.0, 0.0);
    let room = width - dash.size().x - 2.0 * DASH_MARGIN - 2.0;
    let widths =
        |spacing: [f32; 2]| [0, 1].map(|at| layout(names[at], f32::INFINITY, spacing[at]).size().x);
    // The second copy of a bold name would join its letters. Where there is no room to set them
    // apart, the whole names say more.
    let pixel = 1.0 / ui.pixels_per_point();
    let spaced = is_bold.map(|is_bold| if is_bold { pixel } else { 0.0 });
    let (mut spacing, mut wanted) = (spaced, widths(spaced));
    if wanted[0] + wanted[1] > room {
        spacing = [0.0; 2];
        wanted = widths(spacing);
    }
    let half = room / 2.0;
    let first_room = if wanted[0] + wanted[1] <= room {
        wanted[0]
    } else {
        wanted[0].min(half.max(room - wanted[1]))
    };
    let first = layout(names[0], first_room + 0.5, spacing[0]);
    let second = layout(names[1], room - first.size().x + 0.5, spacing[1]);
    let mut pen = at;
    for (galley, margin, is_bold) in [
        (first, 0.0, is_bold[0]),
        (dash, DASH_MARGIN, false),
        (second, 0.0, is_bold[1]),
    ] {
        let advance = galley.size().x + margin;
        pen.x += margin;
        paint_name(ui, pen, galley, is_bold);
        pen.x += advance;
    }
}

/// Paints a name. The fonts have no bold face, so a bold name is painted twice, a bit apart.
fn paint_name(ui: &Ui, at: Pos2, galley: Arc<Galley>, is_bold: bool) {
    let ink = color(ui, Role::Text);
    // Text is painted at whole pixels. Anything else would make some bold names bolder than others.
    let corner = at.round_to_pixels(ui.pixels_per_point());
    if is_bold {
        let right = corner + vec2(1.0 / ui.pixels_per_point(), 0.0);
        let shade = ink.gamma_multiply(BOLD_OPACITY);
        let painter = ui.painter();
        painter.galley_with_override_text_color(right, Arc::clone(&galley), shade);
    }
    ui.painter().galley(corner, galley, ink);
}

/// Returns the names of the players, with a sign for those without one.
fn names(known: GameRowRef<'_>) -> [&str; 2] {
    known
        .players()
        .map(|name| if name.is_empty() { "?" } else { name })
}

/// Returns the winner, unless results are hidden.
fn winner(cx: &ViewContext<'_>, known: GameRowRef<'_>) -> Option<Player> {
    let winner = known.winner().and_then(kifu_core::contract::Winner::player);
    winner.filter(|_| !cx.state.preferences.spoiler_free)
}

/// A line of texts that are painted one after the other, with dots between.
struct SecondLine<'a> {
    ui: &'a Ui,
    /// The left end of the next text, at the bottom of the line.
    pen: Pos2,
    right: f32,
    is_first: bool,
}

impl SecondLine<'_> {
    fn push(&mut self, text: &str, role: Role) {
        let font: FontId = widgets::small_font(self.ui);
        let muted = color(self.ui, Role::Muted);
        // A text of which nothing could be read is left out.
        if text.is_empty() || self.right - self.pen.x < 2.0 * font.size {
            return;
        }
        let painter = self.ui.painter();
        if !std::mem::take(&mut self.is_first) {
            let dot = painter.text(self.pen, Align2::LEFT_BOTTOM, " · ", font.clone(), muted);
            self.pen.x = dot.right();
        }
        let ink = color(self.ui, role);
        let galley = widgets::elided_galley(self.ui, text, font, ink, self.right - self.pen.x);
        let size = galley.size();
        painter.galley(self.pen - vec2(0.0, size.y), galley, ink);
        self.pen.x += size.x;
    }
}

/// Returns the texts of the second line, the most important first.
fn second_line(
    cx: &ViewContext<'_>,
    known: GameRowRef<'_>,
    is_one_game: bool,
) -> Vec<(String, Role)> {
    let mut texts = Vec::new();
    if !is_one_game {
        texts.push((game_name(known.game()).to_owned(), Role::Muted));
    }
    if cx.state.preferences.spoiler_free {
        texts.push(("…".to_owned(), Role::Muted));
    } else {
        texts.push((known.result().to_owned(), Role::Text));
        let ending = known.ending().words().to_owned();
        match known.ending() {
            Ending::Finished => {}
            _ if !is_playable(known) => texts.push(("no playable game".to_owned(), Role::Bad)),
            Ending::Unterminated => texts.push((ending, Role::Muted)),
            _ => texts.push((ending, Role::Bad)),
        }
    }
    if known.original().is_some() {
        texts.push(("duplicate".to_owned(), Role::Text));
    }
    let unit = if known.plies() == 1 { "ply" } else { "plies" };
    if is_playable(known) {
        texts.push((format!("{} {unit}", known.plies()), Role::Muted));
    }
    texts.push((known.date().to_owned(), Role::Muted));
    if !is_unnamed(known) {
        texts.push((file_with_number(known), Role::Muted));
    }
    texts
}

/// Reports whether the row is a game that kifu knows, and not the remains of an unreadable file.
fn is_playable(known: GameRowRef<'_>) -> bool {
    known.plies() > 0
        || kifu_core::games::by_id(kifu_core::games::CATALOGUE, known.game()).is_some()
}

/// Reports whether no player has a name, so that the file name is shown instead.
fn is_unnamed(known: GameRowRef<'_>) -> bool {
    known.players().iter().all(|name| name.is_empty())
}

/// Returns the name of the file with the number of the game in it.
pub(super) fn file_with_number(known: GameRowRef<'_>) -> String {
    let file = known.path().file_name().unwrap_or_default();
    let number = known.index_in_file() + 1;
    format!("{} #{number}", file.to_string_lossy())
}

/// Returns the row as a text for screen readers.
pub(super) fn label(cx: &ViewContext<'_>, known: GameRowRef<'_>) -> String {
    let [first, second] = names(known);
    let mut label = format!("{}, {first}, {second}", game_name(known.game()));
    if !cx.state.preferences.spoiler_free {
        let ending = known.ending().words();
        label.push_str(&format!(", {}, {ending}", known.result()));
    }
    let (plies, unit) = (known.plies(), "plies");
    label.push_str(&format!(", {plies} {unit}, {}", known.file()));
    if known.original().is_some() {
        label.push_str(", duplicate");
    }
    if let Some(worst) = known.worst_severity() {
        label.push_str(&format!(", {worst}"));
    }
    label
}

/// Shows all that is known of a game in its tooltip.
pub(super) fn tooltip(ui: &mut Ui, cx: &ViewContext<'_>, known: GameRowRef<'_>) {
    ui.set_max_width(420.0);
    let [first, second] = names(known);
    ui.label(RichText::new(widgets::one_line(&format!("{first} – {second}"))).strong());
    let mut facts = vec![game_name(known.game()).to_owned()];
    if !cx.state.preferences.spoiler_free {
        facts.push(known.result().to_owned());
        facts.push(known.ending().words().to_owned());
    }
    facts.push(format!("{} plies", known.plies()));
    facts_line(ui, &facts);
    let round = match known.round() {
        "" => String::new(),
        round => format!("round {round}"),
    };
    let event = [known.event().to_owned(), round, known.date().to_owned()];
    facts_line(ui, &event);
    let place = |row: GameRowRef<'_>| format!("{} #{}", row.file(), row.index_in_file() + 1);
    ui.label(widgets::small_muted_text(ui, place(known)));
    if let Some(original) = known.original() {
        ui.label(format!("Same moves and players as {}", place(original)));
    }
    if known.worst_severity().is_some() {
        ui.label(plain_text(known.worst_finding()));
    }
}

fn facts_line(ui: &mut Ui, facts: &[String]) {
    let facts: Vec<&str> = facts.iter().map(String::as_str).collect();
    let facts: Vec<&str> = facts.into_iter().filter(|fact| !fact.is_empty()).collect();
    if !facts.is_empty() {
        ui.label(widgets::one_line(&facts.join(" · ")));
    }
}

// The context menus of games, files and folders of the library.

/// Shows the menu of a game.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>, number: u32, known: GameRowRef<'_>) {
    if item(ui, "Open").clicked() {
        cx.dispatch(Action::Outside(Effect::OpenRow(number)));
    }
    if item(ui, "Open in a new tab").clicked() {
        cx.dispatch(Action::Outside(Effect::OpenRowToKeep(number)));
    }
    ui.separator();
    for player in known.players() {
        let is_named = !player.is_empty();
        if is_named && item(ui, &format!("Show only: {player}")).clicked() {
            change_filter(cx, |filter| filter.player = Some(player.to_owned()));
        }
    }
    let game = game_name(known.game());
    if !game.is_empty() && item(ui, &format!("Show only: {game}")).clicked() {
        change_filter(cx, |filter| filter.game = Some(known.game().to_owned()));
    }
    same_games(ui, cx, number, known);
    let path = known.path();
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    if item(ui, &format!("Show only: {file}")).clicked() {
        change_filter(cx, |filter| filter.path_prefix = Some(path.to_owned()));
    }
    ui.separator();
    if item(ui, "Copy path").clicked() {
        ui.ctx().copy_text(path.display().to_string());
    }
}

/// Shows the item that lists the rows with the same game, if there is more than one.
fn same_games(ui: &mut Ui, cx: &mut ViewContext<'_>, number: u32, known: GameRowRef<'_>) {
    let rows = cx.state.library.rows_of_same_game(number);
    if rows.len() > 1 && item(ui, "List the same games").clicked() {
        let name = format!("Same games as {}", file_with_number(known));
        let filter = Filter::selected(RowSelection::new(name, rows));
        cx.dispatch(Action::Library(LibraryAction::SetFilter(Box::new(filter))));
    }
}

/// Shows the menu of a file or folder. Returns whether the folder is to be expanded or collapsed.
pub(super) fn show_for_node(ui: &mut Ui, cx: &mut ViewContext<'_>, node: &FolderNode) -> bool {
    let mut is_toggled = false;
    if node.is_file {
        if item(ui, "Open").clicked() {
            cx.dispatch(Action::File(FileAction::OpenFileOfLibrary(
                node.path.clone(),
            )));
        }
    } else {
        is_toggled = item(ui, "Expand or collapse").clicked();
    }
    if item(ui, &format!("Show only: {}", node.name)).clicked() {
        change_filter(cx, |filter| filter.path_prefix = Some(node.path.clone()));
    }
    if item(ui, "Copy path").clicked() {
        ui.ctx().copy_text(node.path.display().to_string());
    }
    ui.separator();
    if item(ui, "Remove from library").clicked() {
        cx.dispatch(Action::Library(LibraryAction::RemoveFromLibrary(
            node.path.clone(),
        )));
    }
    is_toggled
}

fn item(ui: &mut Ui, text: &str) -> egui::Response {
    ui.add(Button::new(one_line(text)).wrap_mode(egui::TextWrapMode::Extend))
}
