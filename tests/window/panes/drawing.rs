//! Draws each pane as a picture, in the dark and in the light theme.

use super::harness::{PaneHarness, opened, record};
use super::library::state_with_library;
use egui_kittest::kittest::Queryable as _;
use image::RgbaImage;
use kifu_app::open_game::Navigation;
use kifu_app::state::{Action, AppState, EditAction, InputAction, Pane};
use kifu_app::ui::{ViewContext, help, icons};
use kifu_core::record::{Glyph, Mark, MarkColor, MarkKind};
use std::collections::HashSet;

/// Returns a game that ended by an illegal move, with comments, marks and variations.
pub fn annotated_game() -> AppState {
    let mut state = opened(record("turn-right-illegal"));
    let mut perform = |actions: Vec<Action>| {
        for action in actions {
            let _ = state.perform(action);
        }
    };
    perform(vec![
        Action::Navigate(Navigation::Ply(11)),
        Action::Edit(EditAction::ToggleGlyph(Some(Glyph::Interesting))),
        Action::Edit(EditAction::SetComment(
            "Keeps the corner.\nc3 was the other way.".into(),
        )),
        Action::Edit(EditAction::ToggleMark(Mark {
            kind: MarkKind::Circle,
            at: "b2".into(),
            to: String::new(),
            text: String::new(),
            color: MarkColor::default(),
        })),
        Action::Edit(EditAction::ToggleMark(Mark {
            kind: MarkKind::Arrow,
            at: "b2".into(),
            to: "e5".into(),
            text: String::new(),
            color: MarkColor::default(),
        })),
        Action::Navigate(Navigation::Ply(10)),
    ]);
    for token in [
        "e5", "b2", "f3", "b6", "d5", "a4", "e1", "c2", "f5", "d1", "a6", "b5",
    ] {
        perform(vec![Action::Input(InputAction::PlayMove(token.into()))]);
    }
    perform(vec![Action::Navigate(Navigation::Steps(-4))]);
    for token in ["d1", "f5", "c1", "a6"] {
        perform(vec![Action::Input(InputAction::PlayMove(token.into()))]);
    }
    perform(vec![Action::Navigate(Navigation::Ply(11))]);
    state
}

/// Counts the colors of a picture, in coarse steps; an empty picture has one.
fn color_count(picture: &RgbaImage) -> usize {
    let rough = picture.pixels().map(|pixel| pixel.0.map(|part| part / 8));
    rough.collect::<HashSet<_>>().len()
}

/// Asserts that a view draws something in both themes.
///
/// Saves the pictures to the folder `PANE_PICTURES` if that variable is set.
fn draw_in_both_themes(
    name: &str,
    view: fn(&mut egui::Ui, &mut ViewContext<'_>),
    state: fn() -> AppState,
    size: [f32; 2],
) {
    for dark in [true, false] {
        let mut pane = PaneHarness::new(view, state(), size, dark);
        pane.take_actions();
        let picture = pane.picture();
        assert!(color_count(&picture) > 5, "{name} is empty");
        if let Some(folder) = std::env::var_os("PANE_PICTURES") {
            let theme = if dark { "dark" } else { "light" };
            let path = std::path::Path::new(&folder).join(format!("{name}-{theme}.png"));
            picture.save(path).unwrap();
        }
    }
}

macro_rules! drawing_tests {
    ($($test:ident $pane:ident $state:expr, $width:literal x $height:literal;)+) => {$(
        #[test]
        fn $test() {
            let view = |ui: &mut egui::Ui, cx: &mut ViewContext<'_>| kifu_app::ui::show_pane(ui, Pane::$pane, cx);
            draw_in_both_themes(stringify!($test), view, || $state, [$width, $height]);
        }
    )+};
}

fn state_at(name: &str, ply: u32) -> AppState {
    let mut state = opened(record(name));
    let _ = state.perform(Action::Navigate(Navigation::Ply(ply)));
    state
}

mod slow {
    use super::*;

    drawing_tests! {
        moves_pane_draws_variations Moves annotated_game(), 340.0 x 420.0;
        moves_pane_draws_illegal_move Moves state_at("turn-right-illegal", 39), 340.0 x 300.0;
        moves_pane_draws_long_moves Moves state_at("turn-right", 44), 340.0 x 300.0;
        moves_pane_draws_many_moves Moves state_at("atari-go", 80), 340.0 x 420.0;
        moves_pane_draws_tiles_of_box Moves state_at("box", 3), 340.0 x 420.0;
        notes_pane_draws_comment_glyph_and_marks Notes annotated_game(), 340.0 x 260.0;
        players_pane_draws_running_game Players state_at("atari-go", 60), 340.0 x 200.0;
        players_pane_draws_failed_game Players state_at("turn-right-illegal", 39), 340.0 x 220.0;
        players_pane_draws_game_with_hidden_information Players state_at("box", 12), 340.0 x 200.0;
        graph_pane_draws_scores Graph state_at("atari-go", 60), 640.0 x 220.0;
        graph_pane_draws_game_without_scores Graph state_at("zuniq", 20), 640.0 x 160.0;
        bot_pane_is_drawn Bot state_at("turn-right-illegal", 39), 340.0 x 220.0;
        protocol_pane_is_drawn Protocol state_at("turn-right", 40), 340.0 x 300.0;
        library_pane_draws_many_rows Library state_with_library(30_000), 420.0 x 520.0;
        wide_library_pane_draws_many_rows Library state_with_library(100_000), 1000.0 x 420.0;
        changes_pane_is_drawn Changes state_at("box", 20), 340.0 x 260.0;
    }

    #[test]
    fn help_and_about_dialogs_are_drawn() {
        let view = |ui: &mut egui::Ui, cx: &mut ViewContext<'_>| help::show(ui, cx);
        draw_in_both_themes("help", view, || opened(record("clobber")), [560.0, 620.0]);
        let view = |ui: &mut egui::Ui, cx: &mut ViewContext<'_>| help::about(ui, cx);
        draw_in_both_themes("about", view, AppState::default, [420.0, 300.0]);
    }

    #[test]
    fn every_icon_is_drawn_and_has_accessible_label() {
        use icons::Icon;
        const ALL: [Icon; 23] = [
            Icon::Play,
            Icon::Pause,
            Icon::First,
            Icon::Last,
            Icon::Next,
            Icon::Back,
            Icon::Flag,
            Icon::Warning,
            Icon::Error,
            Icon::Comment,
            Icon::Info,
            Icon::Folder,
            Icon::File,
            Icon::Close,
            Icon::Event,
            Icon::Crown,
            Icon::TriangleDown,
            Icon::TriangleRight,
            Icon::Undo,
            Icon::Search,
            Icon::Plus,
            Icon::Minus,
            Icon::TriangleUp,
        ];
        let view = |ui: &mut egui::Ui, _: &mut ViewContext<'_>| {
            ui.horizontal_wrapped(|ui| {
                for icon in ALL {
                    let _ = icons::button(ui, icon, &format!("{icon:?}"));
                }
            });
            ui.horizontal_wrapped(|ui| {
                for icon in ALL {
                    let (rect, _) =
                        ui.allocate_exact_size(egui::vec2(48.0, 48.0), egui::Sense::hover());
                    icons::paint(ui.painter(), rect, icon, ui.visuals().text_color());
                }
            });
        };
        draw_in_both_themes("icons", view, AppState::default, [600.0, 160.0]);
        let mut pane = PaneHarness::new(view, AppState::default(), [600.0, 160.0], true);
        pane.take_actions();
        let _ = pane.harness.get_by_label("Folder");
    }
}
