//! Which games are wanted.

use super::super::Cx;
use super::{Kept, change};
use crate::app::library::{Filter, WinnerFilter};
use crate::app::state::Texts;
use crate::findings::Severity;
use crate::games::{CATALOGUE, by_id};
use crate::record::Ending;
use egui::{ComboBox, Ui};

const HOW: [Ending; 7] = [
    Ending::Finished,
    Ending::Illegal,
    Ending::Timeout,
    Ending::Crash,
    Ending::Exit,
    Ending::Jury,
    Ending::Unterminated,
];

/// Shows what can be chosen.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>, kept: &Kept) {
    let (texts, filter) = (cx.texts(), cx.state.library.filter().clone());
    let words = &texts.strings;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let games: Vec<(String, Option<String>)> = kept
            .games
            .iter()
            .map(|(id, count)| (format!("{} ({count})", game(id)), Some(id.clone())))
            .collect();
        choice(
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
        let won = won.map(|won| (name(texts, won).to_owned(), Some(won)));
        choice(
            ui,
            cx,
            words.result_of,
            &won,
            filter.winner.as_ref(),
            |filter, to| {
                filter.winner = to;
            },
        );
        let how = HOW.map(|how| (texts.ending(how).to_owned(), Some(how)));
        choice(
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
        choice(ui, cx, words.findings, &worst, found, |filter, to| {
            filter.min_severity = to;
        });
    });
}

/// The name of a game.
pub(super) fn game(id: &str) -> &str {
    by_id(CATALOGUE, id).map_or(id, |book| book.name())
}

fn name(texts: &'static Texts, won: WinnerFilter) -> &'static str {
    match won {
        WinnerFilter::First => texts.strings.first_wins,
        WinnerFilter::Second => texts.strings.second_wins,
        WinnerFilter::Draw => texts.strings.draw,
        WinnerFilter::Open => texts.strings.result_open,
    }
}

/// A list of what can be chosen; the first entry is all.
fn choice<T: PartialEq + Clone>(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
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
        change(cx, |filter| set(filter, wanted));
    }
}
