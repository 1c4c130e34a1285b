//! The bot pane: a bot's output at the shown ply.

use super::{ViewContext, color, widgets};
use crate::open_game::OpenGame;
use crate::state::{NotePart, failure_text};
use egui::{Grid, Label, RichText, ScrollArea, TextStyle, Ui, vec2};
use kifu_core::contract::{Player, printable, replace_unprintable};
use kifu_core::record::Note;
use kifu_core::scene::Role;
use kifu_logs::bot_output::BotReport;
use std::borrow::Cow;

/// The maximum number of bytes shown of a line.
const MAX_LINE_BYTES: usize = 2000;
/// The number of bytes from which a message is folded, so that it is laid out only when it is read.
const FOLDED_MESSAGE_BYTES: usize = 4000;
/// The maximum number of bytes in a row of a long message.
const MAX_ROW_BYTES: usize = 120;

/// Shows the pane.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let Some(open_game) = cx.state.open_game() else {
        widgets::no_game_message(ui);
        return;
    };
    super::find_bar::show(ui, cx);
    let note = open_game.note();
    ui.push_id(("bot", cx.tab().map(|tab| tab.id)), |ui| {
        move_facts(ui, open_game, note);
        if let Some(reported) = open_game.bot_report() {
            let text = report_text(&reported.report);
            ui.add(Label::new(widgets::muted_text(ui, text)).wrap());
        }
        // What the program wrote while it ended belongs to its failure.
        let failed = open_game.failure().filter(|_| open_game.is_at_failure());
        let last_words = failed.map_or("", |failure| open_game.last_stderr(failure.player));
        let (message, stderr) = note.map_or(("", ""), |note| (&*note.message, &*note.stderr));
        let stderr: Cow<'_, str> = match (stderr, last_words) {
            ("", words) | (words, "") => words.into(),
            (stderr, last_words) => format!("{stderr}\n{last_words}").into(),
        };
        if message.is_empty() && stderr.is_empty() {
            ui.add_space(6.0);
            ui.label(widgets::muted_text(
                ui,
                "The log has no bot output for this ply.",
            ));
            return;
        }
        if !message.is_empty() {
            ui.add_space(4.0);
            widgets::heading(ui, "Message");
            show_message(ui, open_game.ply(), message, found_at(cx));
        }
        if !stderr.is_empty() {
            ui.add_space(4.0);
            widgets::heading(ui, "Standard error");
            stderr_lines(ui, &stderr);
        }
    });
}

/// Returns the byte of the shown message at which the words that are looked for begin.
fn found_at(cx: &ViewContext<'_>) -> Option<usize> {
    let (_, hit) = cx.state.shown_hit()?;
    (hit.part == NotePart::Message).then_some(hit.at)
}

/// Shows the message of a ply; a long one is folded, and of an open one only the rows in sight are laid
/// out. Words that were found below the fold open it.
fn show_message(ui: &mut Ui, ply: u32, message: &str, found_at: Option<usize>) {
    let height = (ui.available_height() * 0.5).max(40.0);
    let is_long = message.len() > FOLDED_MESSAGE_BYTES;
    let mut first_row = None;
    let is_open = is_long && {
        let id = ui.scope_id().with(("message", ply));
        let found_at = found_at.filter(|at| *at >= FOLDED_MESSAGE_BYTES);
        let found_id = ui.scope_id().with("found");
        if found_at.map(|at| (ply, at)) != ui.data(|data| data.get_temp(found_id)) {
            first_row = found_at.map(|at| rows_of(&message[..at]).count().saturating_sub(2));
            ui.data_mut(|data| {
                data.remove_temp::<(u32, usize)>(found_id);
                if let Some(at) = found_at {
                    data.insert_temp(found_id, (ply, at));
                    data.insert_temp(id, true);
                }
            });
        }
        let mut is_open = ui.data(|data| data.get_temp(id)).unwrap_or(false);
        let size = message.len().div_ceil(1000);
        let words = format!("Show all {size} kB");
        if ui.toggle_value(&mut is_open, words).changed() {
            ui.data_mut(|data| data.insert_temp(id, is_open));
        }
        is_open
    };
    if is_open {
        ui.allocate_ui(vec2(ui.available_width(), height), |ui| {
            message_rows(ui, message, first_row);
        });
        return;
    }
    let area = ScrollArea::vertical().id_salt("message");
    area.max_height(height)
        .auto_shrink([false, true])
        .show(ui, |ui| {
            let end = message.floor_char_boundary(FOLDED_MESSAGE_BYTES);
            let cut = if end < message.len() { "…" } else { "" };
            let shown = inert(&message[..end]);
            ui.add(Label::new(format!("{shown}{cut}")).wrap());
        });
}

/// Returns a text without characters that move the cursor, change the writing direction or show
/// nothing.
fn inert(text: &str) -> Cow<'_, str> {
    replace_unprintable(text, &['\n', '\t'])
}

/// Returns the rows of a long text: its lines, the long ones in parts.
fn rows_of(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| {
        let mut rest = Some(line);
        std::iter::from_fn(move || {
            let all = rest?;
            let end = all.floor_char_boundary(MAX_ROW_BYTES);
            // After a blank, if there is one.
            let blank = all[..end].rfind(' ').filter(|_| end < all.len());
            let (row, after) = all.split_at(blank.map_or(end, |blank| blank + 1));
            rest = Some(after).filter(|after| !after.is_empty());
            Some(row)
        })
    })
}

/// Shows a long message row by row; it is scrolled to a row if one is given.
fn message_rows(ui: &mut Ui, text: &str, first_row: Option<usize>) {
    let count = rows_of(text).count();
    let height = ui.text_style_height(&TextStyle::Body);
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut area = ScrollArea::both().id_salt("message").auto_shrink(false);
    if let Some(row) = first_row {
        #[expect(
            clippy::cast_precision_loss,
            reason = "a row more or less is no matter"
        )]
        let offset = row as f32 * height;
        area = area.vertical_scroll_offset(offset);
    }
    area.show_rows(ui, height, count, |ui, rows| {
        for row in rows_of(text).skip(rows.start).take(rows.len()) {
            ui.add(Label::new(inert(row).replace('\t', "    ")).extend());
        }
    });
}

/// Returns what the bot reported, as `best c3, win 0.62, depth 7`.
fn report_text(report: &BotReport) -> String {
    let best = (!report.best.is_empty()).then(|| format!("best {}", report.best));
    let numbers = report.numbers.iter();
    let numbers = numbers.map(|(name, number)| format!("{} {number}", printable(name, 24)));
    let all: Vec<String> = best.into_iter().chain(numbers).collect();
    all.join(", ")
}

/// Shows the facts about the move: its token, its original spelling, its player and its time.
fn move_facts(ui: &mut Ui, open_game: &OpenGame, note: Option<&Note>) {
    let ply = open_game.ply();
    let failure = open_game.failure().filter(|_| open_game.is_at_failure());
    let ply_info = (ply as usize)
        .checked_sub(1)
        .and_then(|index| open_game.plies().get(index))
        .filter(|_| open_game.tree().is_on_main_line(open_game.node()) && failure.is_none());
    let player = match failure {
        Some(failure) => failure.player,
        None => ply_info.and_then(|ply_info| ply_info.player),
    };
    let mut rows: Vec<(&str, String, bool)> = Vec::new();
    rows.push(("Player", player_label(open_game, player), false));
    if let Some(by) = note.and_then(|note| note.by) {
        rows.push(("", by.to_string(), false));
    }
    if let Some(failure) = failure {
        if let Some(attempt) = &open_game.record().attempt {
            rows.push(("tried", attempt.raw.clone(), true));
            rows.push(("Rule", attempt.rule.to_string(), false));
            rows.push(("", attempt.reason.clone(), false));
        } else {
            rows.push(("", failure_text(open_game).unwrap_or_default(), false));
            let reason = open_game.fault_reason(failure.player);
            rows.push(("", reason.to_owned(), false));
        }
    } else {
        let token = open_game.tree().token(open_game.node());
        rows.push(("Move", token.to_owned(), true));
    }
    let raw = note.and_then(|note| note.raw.clone());
    rows.push(("As written", raw.unwrap_or_default(), true));
    let time = match failure {
        Some(_) => open_game.failure_time_ms(),
        None => ply_info.and_then(|ply_info| ply_info.time_ms),
    };
    let time = time.map(|ms| widgets::format_time_ms(ms.into()));
    rows.push(("Time", time.unwrap_or_default(), false));
    let title = format!("ply {ply}");
    widgets::heading(ui, &title);
    Grid::new("facts")
        .num_columns(2)
        .min_col_width(64.0)
        .show(ui, |ui| {
            for (name, text, is_code) in rows.iter().filter(|(_, text, _)| !text.is_empty()) {
                ui.label(widgets::small_muted_text(ui, *name));
                let end = text.floor_char_boundary(MAX_LINE_BYTES);
                let text = RichText::new(&text[..end]);
                let text = if *is_code { text.monospace() } else { text };
                ui.add(Label::new(text).wrap());
                ui.end_row();
            }
        });
}

fn player_label(open_game: &OpenGame, player: Option<Player>) -> String {
    let Some(player) = player else {
        return String::new();
    };
    let side = open_game.game().sides()[player.index()];
    match &*open_game.record().player(player).name {
        "" => side.to_owned(),
        name => format!("{side}, {name}"),
    }
}

/// Shows a text in a monospaced font; only the visible lines are drawn.
fn stderr_lines(ui: &mut Ui, text: &str) {
    let count = text.lines().count();
    let height = ui.text_style_height(&TextStyle::Monospace);
    let back = ui.visuals().extreme_bg_color;
    let ink = color(ui, Role::Text);
    egui::Frame::NONE
        .fill(back)
        .corner_radius(3.0)
        .inner_margin(4.0)
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let area = ScrollArea::both().id_salt("stderr").auto_shrink(false);
            area.show_rows(ui, height, count, |ui, rows| {
                for line in text.lines().skip(rows.start).take(rows.len()) {
                    let end = line.floor_char_boundary(MAX_LINE_BYTES);
                    let cut = if end < line.len() { "…" } else { "" };
                    let line = inert(&line[..end]).replace('\t', "    ");
                    let line = RichText::new(format!("{line}{cut}")).monospace().color(ink);
                    ui.add(Label::new(line).extend());
                }
            });
        });
}
