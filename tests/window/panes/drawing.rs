//! Each pane as a picture: it is drawn, in dark and in light.

use super::harness::{Bench, opened, record};
use egui_kittest::kittest::Queryable as _;
use image::RgbaImage;
use kifu_app::open_game::Navigation;
use kifu_app::state::{Action, AppState, EditAction, InputAction, Pane};
use kifu_app::ui::{ViewContext, help, icons};
use kifu_core::record::{Glyph, Mark, MarkColor, MarkKind};
use std::collections::HashSet;

/// A failed game about which much is said.
pub fn discussed() -> AppState {
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

/// Counts the colours of a picture, in coarse steps; an empty picture has one.
fn colors(picture: &RgbaImage) -> usize {
    let rough = picture.pixels().map(|pixel| pixel.0.map(|part| part / 8));
    rough.collect::<HashSet<_>>().len()
}

fn pictures(
    name: &str,
    view: fn(&mut egui::Ui, &mut ViewContext<'_>),
    state: fn() -> AppState,
    size: [f32; 2],
) {
    for dark in [true, false] {
        let mut bench = Bench::new(view, state(), size, dark);
        bench.said();
        let picture = bench.picture();
        assert!(colors(&picture) > 5, "{name} is empty");
        if let Some(folder) = std::env::var_os("PANE_PICTURES") {
            let theme = if dark { "dark" } else { "light" };
            let path = std::path::Path::new(&folder).join(format!("{name}-{theme}.png"));
            picture.save(path).unwrap();
        }
    }
}

macro_rules! looks {
    ($($test:ident $pane:ident $state:expr, $width:literal x $height:literal;)+) => {$(
        #[test]
        fn $test() {
            let view = |ui: &mut egui::Ui, cx: &mut ViewContext<'_>| kifu_app::ui::show_pane(ui, Pane::$pane, cx);
            pictures(stringify!($test), view, || $state, [$width, $height]);
        }
    )+};
}

fn at(name: &str, ply: u32) -> AppState {
    let mut state = opened(record(name));
    let _ = state.perform(Action::Navigate(Navigation::Ply(ply)));
    state
}

looks! {
    moves_with_variations_are_drawn Moves discussed(), 340.0 x 420.0;
    moves_that_failed_are_drawn Moves at("turn-right-illegal", 39), 340.0 x 300.0;
    long_moves_are_drawn Moves at("turn-right", 44), 340.0 x 300.0;
    many_moves_are_drawn Moves at("atari-go", 80), 340.0 x 420.0;
    tiles_are_drawn Moves at("box", 3), 340.0 x 420.0;
    notes_are_drawn Notes discussed(), 340.0 x 260.0;
    players_are_drawn Players at("atari-go", 60), 340.0 x 200.0;
    players_of_a_failed_game_are_drawn Players at("turn-right-illegal", 39), 340.0 x 220.0;
    secret_players_are_drawn Players at("box", 12), 340.0 x 200.0;
    the_graph_is_drawn Graph at("atari-go", 60), 640.0 x 220.0;
    a_graph_without_scores_is_drawn Graph at("zuniq", 20), 640.0 x 160.0;
    the_bot_is_drawn Bot at("turn-right-illegal", 39), 340.0 x 220.0;
    the_protocol_is_drawn Protocol at("turn-right", 40), 340.0 x 300.0;
    the_library_is_drawn Library super::library::shelf(30_000), 420.0 x 520.0;
    a_wide_library_is_drawn Library super::library::shelf(100_000), 1000.0 x 420.0;
    changes_are_drawn Changes at("box", 20), 340.0 x 260.0;
}

#[test]
fn the_help_is_drawn() {
    let view = |ui: &mut egui::Ui, cx: &mut ViewContext<'_>| help::show(ui, cx);
    pictures("help", view, || opened(record("clobber")), [560.0, 620.0]);
    let view = |ui: &mut egui::Ui, cx: &mut ViewContext<'_>| help::about(ui, cx);
    pictures("about", view, AppState::default, [420.0, 300.0]);
}

#[test]
fn every_icon_is_drawn_and_says_what_it_is() {
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
    pictures("icons", view, AppState::default, [600.0, 160.0]);
    let mut bench = Bench::new(view, AppState::default(), [600.0, 160.0], true);
    bench.said();
    let _ = bench.harness.get_by_label("Folder");
}
