//! The explorer pane: what was played in the shown position, over all games of the library.

mod table;

use super::{ViewContext, widgets};
use crate::library::{Filter, RowSelection};
use crate::open_game::{NodeId, OpenGame};
use crate::state::{Action, Continuation, Effect, EngineAction, InputAction, LibraryAction, Tab};
use egui::{Link, ScrollArea, Ui, WidgetInfo};
use kifu_core::contract::Turn;
use kifu_study::explore::ExplorerAnswer;

/// The key of a cached answer: everything that the answer depends on.
#[derive(Clone, Debug, PartialEq)]
struct AnswerKey {
    game_id: &'static str,
    position: String,
    ply: u32,
    revision: u64,
    /// The filter, if only listed games count, with their number.
    listed: Option<(Filter, usize)>,
}

/// State of the pane kept from frame to frame.
#[derive(Debug, Default)]
pub(super) struct ExplorerCache {
    answer: Option<(AnswerKey, ExplorerAnswer)>,
    /// Whether only the games that the library lists are counted.
    listed_only: bool,
}

impl ExplorerCache {
    /// Returns what was played in the shown position.
    fn update(&mut self, cx: &ViewContext<'_>, open_game: &OpenGame) -> &ExplorerAnswer {
        let (library, state) = (&cx.state.library, open_game.state());
        let key = AnswerKey {
            game_id: open_game.game().id(),
            position: state.position(),
            ply: open_game.ply(),
            revision: library.explorer_revision(),
            listed: self
                .listed_only
                .then(|| (library.filter().clone(), library.shown().len())),
        };
        let cached = self.answer.take().filter(|(cached, _)| *cached == key);
        let answer = cached.unwrap_or_else(|| {
            let answer = library.explore(key.game_id, state, key.ply, self.listed_only);
            (key, answer)
        });
        &self.answer.insert(answer).1
    }
}

/// Shows the pane.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let Some(open_game) = cx.state.open_game() else {
        widgets::no_game_message(ui);
        return;
    };
    let obstacle = if cx.state.exercise().is_some() {
        Some("The explorer is off while you practise.")
    } else if cx.state.last_visible_ply() != u32::MAX {
        // The moves of other games hint at the rest of this game.
        Some("Hidden until you have seen the end of the game.")
    } else if cx.state.library.open_row_count() == 0 {
        Some("Open games or folders to see what was played in them.")
    } else {
        None
    };
    if let Some(message) = obstacle {
        widgets::empty_message(ui, message);
        return;
    }
    if cx.state.library.can_trace() {
        cx.dispatch(Action::Outside(Effect::TraceGames));
    }
    let mut kept = std::mem::take(&mut cx.view_state.cache.explorer);
    ui.horizontal_wrapped(|ui| {
        ui.checkbox(&mut kept.listed_only, "Listed games only");
        total(ui, cx, kept.update(cx, open_game));
        if cx.state.library.is_counting() {
            ui.label(widgets::muted_text(ui, "Counting the moves of all games …"));
        }
    });
    let answer = kept.update(cx, open_game);
    let area = ScrollArea::vertical()
        .auto_shrink(false)
        .id_salt("explorer");
    area.show(ui, |ui| {
        if answer.tally.games == 0 && !cx.state.library.is_counting() {
            ui.label(widgets::muted_text(ui, "No game came to this position."));
        }
        table::moves(ui, cx, open_game, answer);
        table::features(ui, cx, open_game, answer);
    });
    cx.view_state.cache.explorer = kept;
}

/// Shows the number of games that came to the position; a click lists them in the library.
fn total(ui: &mut Ui, cx: &mut ViewContext<'_>, answer: &ExplorerAnswer) {
    if answer.tally.games == 0 {
        return;
    }
    let noun = if answer.tally.games == 1 {
        "game"
    } else {
        "games"
    };
    let text = format!("{} {noun}", answer.tally.games);
    let label = format!("List games with this position: {text}");
    let link = ui.add(Link::new(&text));
    link.widget_info(|| WidgetInfo::labeled(egui::Role::Link, true, &label));
    if link
        .on_hover_text("List games with this position")
        .clicked()
    {
        list_games(cx, "Games with this position".to_owned(), &answer.labels);
    }
}

/// Lists games in the library.
fn list_games(cx: &mut ViewContext<'_>, name: String, rows: &[u32]) {
    cx.dispatch(Action::Library(LibraryAction::ListGames(
        RowSelection::new(name, rows.to_vec()),
    )));
}

/// Plays a move in the shown position, with the chance outcome that is drawn there.
fn play(cx: &mut ViewContext<'_>, open_game: &OpenGame, token: &str) {
    if open_game.state().turn() == Turn::Chance {
        // Any outcome will do if none is known: the explorer does not distinguish them.
        let drawn = cx.tab().and_then(Tab::chance);
        cx.dispatch(
            drawn.map_or(Action::Input(InputAction::ChooseRandomChance), |value| {
                Action::Input(InputAction::ChooseChance(value))
            }),
        );
    }
    cx.dispatch(Action::Engine(EngineAction::PlayContinuation(
        continuation(open_game.node(), token),
    )));
}

/// Returns the line of a single move.
fn continuation(from: NodeId, token: &str) -> Continuation {
    Continuation {
        from,
        moves: vec![token.to_owned()],
    }
}
