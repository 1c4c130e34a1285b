//! The field that finds words in the shown game.

use super::icons::{self, Icon};
use super::{ViewContext, command_with_keys, widgets};
use crate::open_game::OpenGame;
use crate::state::{Action, FocusTarget, GameSearch, ViewAction, WordHit, command_name};
use egui::text::LayoutJob;
use egui::{Align, FontSelection, Id, Key, Label, Layout, RichText, TextEdit, Ui};
use kifu_core::contract::replace_unprintable;

/// The number of bytes shown before and after the words that were found.
const CONTEXT_BYTES: [usize; 2] = [40, 120];

/// Shows the field, the number of hits and the text around the words, while words are looked for.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let is_asked = cx.view_state.focus_request == Some(FocusTarget::Words);
    let search = cx.state.game_search.as_ref();
    if search.is_none() && !is_asked {
        return;
    }
    let Some(open_game) = cx.state.open_game() else {
        return;
    };
    let shown = cx.state.shown_hit();
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if icons::button(ui, Icon::Close, "Close the search").clicked() {
                cx.dispatch(Action::View(ViewAction::FindWords(None)));
            }
            step_buttons(ui, cx);
            if let Some(search) = search.filter(|search| !search.words.is_empty()) {
                ui.label(widgets::small_muted_text(
                    ui,
                    count_text(search, shown.map(|(at, _)| at)),
                ));
            }
            words_field(ui, cx, is_asked);
        });
    });
    if let Some(((_, hit), search)) = shown.zip(search) {
        ui.add(Label::new(surroundings(ui, open_game, hit, &search.words)).wrap());
    }
    ui.separator();
}

fn words_field(ui: &mut Ui, cx: &mut ViewContext<'_>, is_asked: bool) {
    let search = cx.state.game_search.as_ref();
    let mut words = search.map_or_else(String::new, |search| search.words.clone());
    let edit = TextEdit::singleline(&mut words)
        // The number of hits beside it comes and goes.
        .id(Id::unique("find words"))
        .hint_text("Find in messages and comments…")
        .desired_width(f32::INFINITY);
    let output = edit.show(ui);
    let (id, mut state) = (output.response.response.id, output.state);
    let response = output
        .response
        .response
        .accessible_name(command_name("find"));
    if is_asked {
        response.request_focus();
        // What is typed replaces the words of the last search.
        let end = egui::text::CCursor::new(words.chars().count());
        let all = egui::text::CCursorRange::two(egui::text::CCursor::new(0), end);
        state.cursor.set_char_range(Some(all));
        state.store(ui.ctx(), id);
    }
    if response.changed() || is_asked && search.is_none() {
        cx.dispatch(Action::View(ViewAction::FindWords(Some(words))));
    }
    let (enter, shift, escape) = ui.input(|input| {
        let pressed = |key| input.key_pressed(key);
        (
            pressed(Key::Enter),
            input.modifiers.shift,
            pressed(Key::Escape),
        )
    });
    if response.lost_focus() && enter {
        cx.dispatch(Action::View(ViewAction::FindNext(!shift)));
        // The next one can be found right away.
        response.request_focus();
    } else if response.lost_focus() && escape {
        cx.dispatch(Action::View(ViewAction::FindWords(None)));
    }
}

fn step_buttons(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    for (id, icon, forward) in [
        ("find-next", Icon::TriangleDown, true),
        ("find-back", Icon::TriangleUp, false),
    ] {
        let tooltip = command_with_keys(cx.state, id);
        if icons::button_with_tooltip(ui, icon, command_name(id), &tooltip).clicked() {
            cx.dispatch(Action::View(ViewAction::FindNext(forward)));
        }
    }
}

/// Returns how many plies have the words, and which of them is shown.
fn count_text(search: &GameSearch, shown: Option<usize>) -> String {
    match (shown, search.hits.len()) {
        (_, 0) => "no ply".to_owned(),
        (Some(at), count) => format!("{} of {count}", at + 1),
        (None, 1) => "1 ply".to_owned(),
        (None, count) => format!("{count} plies"),
    }
}

/// Returns the text around the words that were found, with the words marked.
fn surroundings(ui: &Ui, open_game: &OpenGame, hit: WordHit, words: &str) -> LayoutJob {
    let text = hit.part.text(open_game, hit.node);
    let [before, after] = CONTEXT_BYTES;
    let start = text.ceil_char_boundary(hit.at.saturating_sub(before));
    // The letters of another case may be longer or shorter.
    let count = words.to_lowercase().chars().count();
    let length = text[hit.at..].chars().take(count).map(char::len_utf8);
    let words_end = hit.at + length.sum::<usize>();
    let end = text.floor_char_boundary(words_end + after);
    let one_line =
        |part: &str| replace_unprintable(&part.replace(['\n', '\r', '\t'], " "), &[]).into_owned();
    let font = |text: RichText| text.font(widgets::small_font(ui));
    let muted = |text: String| font(widgets::muted_text(ui, text));
    let cut = |is_cut: bool| if is_cut { "…" } else { "" };
    let lead = format!("{}: {}", hit.part.name(), cut(start > 0));
    let parts = [
        muted(lead + &one_line(&text[start..hit.at])),
        font(RichText::new(one_line(&text[hit.at..words_end])))
            .color(ui.visuals().selection.stroke.color)
            .background_color(ui.visuals().selection.bg_fill),
        muted(one_line(&text[words_end..end]) + cut(end < text.len())),
    ];
    let mut job = LayoutJob::default();
    for part in parts {
        part.append_to(&mut job, ui.style(), FontSelection::Default, Align::Center);
    }
    job
}
