//! The filters of the library.

use super::super::ViewContext;
use super::{LibraryCache, change_filter};
use crate::app::library::{Filter, WinnerFilter};
use crate::app::state::Texts;
use crate::findings::Severity;
use crate::games::{CATALOGUE, by_id};
use crate::record::Ending;
use egui::{ComboBox, Ui};

const ENDINGS: [Ending; 7] = [
    Ending::Finished,
    Ending::Illegal,
    Ending::Timeout,
    Ending::Crash,
    Ending::Exit,
    Ending::Jury,
    Ending::Unterminated,
];

/// Shows the filters.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>, kept: &LibraryCache) {
    let (texts, filter) = (cx.texts(), cx.state.library.filter().clone());
    let words = &texts.strings;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let games: Vec<(String, Option<String>)> = kept
            .game_counts
            .iter()
            .map(|(id, count)| (format!("{} ({count})", game_name(id)), Some(id.clone())))
            .collect();
        filter_combo_box(
            ui,
            cx,
            words.game,
            &games,
            filter.game.as_ref(),
            |filter, to| {
                filter.game = to;
            },
        );
        let won = [
            WinnerFilter::First,
            WinnerFilter::Second,
            WinnerFilter::Draw,
            WinnerFilter::Open,
        ];
        let won = won.map(|won| (winner_name(texts, won).to_owned(), Some(won)));
        filter_combo_box(
            ui,
            cx,
            words.result_of,
            &won,
            filter.winner.as_ref(),
            |filter, to| {
                filter.winner = to;
            },
        );
        let how = ENDINGS.map(|how| (texts.ending(how).to_owned(), Some(how)));
        filter_combo_box(
            ui,
            cx,
            words.ending,
            &how,
            filter.ending.as_ref(),
            |filter, to| {
                filter.ending = to;
            },
        );
        let worst = [
            (words.any_finding, Severity::Note),
            (words.warnings, Severity::Warning),
            (words.errors, Severity::Error),
        ];
        let worst = worst.map(|(name, severity)| (name.to_owned(), Some(severity)));
        let found = filter.min_severity.as_ref();
        filter_combo_box(ui, cx, words.findings, &worst, found, |filter, to| {
            filter.min_severity = to;
        });
    });
}

/// Returns the name of a game.
pub(super) fn game_name(id: &str) -> &str {
    by_id(CATALOGUE, id).map_or(id, |game| game.name())
}

fn winner_name(texts: &'static Texts, won: WinnerFilter) -> &'static str {
    match won {
        WinnerFilter::First => texts.strings.first_wins,
        WinnerFilter::Second => texts.strings.second_wins,
        WinnerFilter::Draw => texts.strings.draw,
        WinnerFilter::Open => texts.strings.result_open,
    }
}

/// Shows a drop-down list of filter values, the first of which selects everything.
fn filter_combo_box<T: PartialEq + Clone>(
    ui: &mut Ui,
    cx: &mut ViewContext<'_>,
    what: &str,
    all: &[(String, Option<T>)],
    chosen: Option<&T>,
    set: impl FnOnce(&mut Filter, Option<T>),
) {
    let named = all.iter().find(|(_, value)| value.as_ref() == chosen);
    let text = named
        .filter(|_| chosen.is_some())
        .map_or(what, |(name, _)| name);
    let mut wanted = None;
    let shown = ComboBox::from_id_salt(("filter", what))
        .selected_text(text)
        .width(64.0)
        .show_ui(ui, |ui| {
            if ui
                .selectable_label(chosen.is_none(), cx.texts().strings.all)
                .clicked()
            {
                wanted = Some(None);
            }
            for (name, value) in all {
                if ui
                    .selectable_label(value.as_ref() == chosen, name)
                    .clicked()
                {
                    wanted = Some(value.clone());
                }
            }
        });
    let _ = shown.response.accessible_name(format!("{what}: {text}"));
    if let Some(wanted) = wanted {
        change_filter(cx, |filter| set(filter, wanted));
    }
}
