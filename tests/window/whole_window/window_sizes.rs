//! Panes in windows of different sizes.

use super::harness::{Window, copy_record, temp_folder};
use crate::common::records_folder;
use egui::{Key, Modifiers, Rect, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use kifu_app::AppOptions;
use kifu_app::open_game::Navigation;
use kifu_app::state::{Action, Effect};

const SMALL: [f32; 2] = [800.0, 600.0];
const REGULAR: [f32; 2] = [1280.0, 800.0];
const LARGE: [f32; 2] = [2560.0, 1440.0];

fn resize(window: &mut Window, size: [f32; 2]) {
    window.harness.set_size(size.into());
    window.settle();
}

fn board(window: &Window) -> Rect {
    window.harness.get_by_role(Role::Canvas).rect()
}

fn is_figure_shown(window: &Window, name: &str) -> bool {
    let label = format!("{name}, ply");
    let figures = window.harness.query_all_by_role(Role::Figure);
    figures
        .filter_map(|figure| figure.accesskit_node().label())
        .any(|found| found.starts_with(&label))
}

#[test]
fn default_layout_adapts_to_window_width() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    assert!(window.shows("1 game") && window.shows("Key moments"));
    assert!(is_figure_shown(&window, "Win probability"));
    resize(&mut window, SMALL);
    // Two columns: the library is behind the moves, the graph behind the review.
    assert!(!window.shows("1 game") && !is_figure_shown(&window, "Win probability"));
    assert!(window.shows("Start") && window.shows("Key moments"));
    let small = board(&window);
    assert!(small.width() > 0.55 * SMALL[0], "{small:?}");
    assert!(small.height() > 0.6 * SMALL[1], "{small:?}");
    resize(&mut window, LARGE);
    // The review is shown next to the notes.
    for text in [
        "1 game",
        "Key moments",
        "Draw with the left button",
        "Start",
    ] {
        window.must_show(text);
    }
    resize(&mut window, REGULAR);
    assert!(window.shows("1 game") && !window.shows("Draw with the left button"));
}

#[test]
fn chosen_and_hidden_panes_survive_window_resize() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    window.press(Key::F6);
    window.must_show("Draw with the left button");
    window.press(Key::F2);
    assert!(!window.shows("1 game"));
    resize(&mut window, SMALL);
    window.must_show("Draw with the left button");
    resize(&mut window, REGULAR);
    assert!(window.shows("Draw with the left button") && !window.shows("1 game"));
}

#[test]
fn moved_panes_keep_their_layout_when_window_shrinks() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    // The edge between the library and the board is dragged.
    let edge = window.harness.get_by_label("White to move").rect().left();
    let from = egui::pos2(edge - 2.5, 600.0);
    let before = board(&window);
    window.harness.drag_at(from);
    window.harness.step();
    window.harness.hover_at(from + egui::vec2(30.0, 0.0));
    window.harness.step();
    window.harness.hover_at(from + egui::vec2(60.0, 0.0));
    window.harness.step();
    window.harness.drop_at(from + egui::vec2(60.0, 0.0));
    window.settle();
    let moved = board(&window);
    assert!(moved.left() > before.left() + 40.0, "{before:?}, {moved:?}");
    resize(&mut window, SMALL);
    assert!(window.shows("1 game") && window.shows("Key moments"));
    // Resetting the layout chooses the one for the window's size.
    window.perform(Action::Outside(Effect::ResetPanes));
    assert!(!window.shows("1 game") && window.shows("Start"));
}

#[test]
fn small_window_shows_standings_of_followed_match() {
    let home = temp_folder();
    let record = std::fs::read_to_string(records_folder().join("clobber.ron")).unwrap();
    let record = kifu_core::record::read_ron(&record).unwrap();
    let path = home.path().join("cup.ronl");
    std::fs::write(&path, kifu_core::record::write_ronl(&record)).unwrap();
    let mut window = Window::open_with(AppOptions {
        follow: Some(path),
        data_folder: Some(home.path().join("home")),
        ..AppOptions::default()
    });
    window.harness.set_size(SMALL.into());
    window.run_until("the game", |state| {
        let followed = state.followed.as_ref();
        let has_update = followed.is_some_and(|followed| followed.update.is_some());
        has_update && state.tabs.len() == 1
    });
    window.must_show("1 game · following");
    let buttons = ["Newest", "Stop following"].map(|label| window.harness.get_by_label(label));
    let [newest, stop] = buttons.map(|button| button.rect());
    assert!((newest.center().y - stop.center().y).abs() < 1.0);
}

#[test]
fn moves_show_the_shown_ply_after_a_resize() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    window.press(Key::End);
    let last = window.open_game().last_ply();
    let token = window.open_game().plies().last().unwrap().token.clone();
    for size in [SMALL, REGULAR, SMALL] {
        resize(&mut window, size);
        window.must_show(&format!("{last}. {token}"));
    }
}

#[test]
fn low_graph_shows_one_chart_and_buttons_for_others() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "box.ron");
    let shown = |window: &Window| {
        ["Win probability", "Score", "Time"].map(|name| is_figure_shown(window, name))
    };
    assert_eq!(shown(&window), [true, false, false]);
    resize(&mut window, [1280.0, 1000.0]);
    assert_eq!(shown(&window), [true, true, true]);
    resize(&mut window, [1280.0, 520.0]);
    assert_eq!(shown(&window), [true, false, false]);
    let button = window.harness.get_by_role_and_label(Role::Button, "Time");
    button.click();
    window.settle();
    assert_eq!(shown(&window), [false, false, true]);
    let figures = window.harness.query_all_by_role(Role::Figure);
    for figure in figures {
        assert!(figure.rect().height() > 20.0, "{:?}", figure.rect());
    }
    // The choice applies to low panes only.
    resize(&mut window, [1280.0, 1000.0]);
    assert_eq!(shown(&window), [true, true, true]);
}

#[test]
fn graph_without_used_times_has_no_time_chart() {
    let home = temp_folder();
    let path = super::harness::copy_unreviewed_record(&home, "clobber.ron");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut record = kifu_core::record::read_ron(&text).unwrap();
    let plies = u32::try_from(record.tokens().count()).unwrap();
    for ply in 1..=plies {
        record.times_ms.set_ms(ply, 0);
    }
    std::fs::write(&path, kifu_core::record::write_ron(&record)).unwrap();
    let mut window = Window::open(&home, vec![path]);
    window.run_until("the game", |state| state.tabs.len() == 1);
    assert!(!is_figure_shown(&window, "Time"));
    window.must_show("There are no times and no changes of score to show.");
}

#[test]
fn long_recent_file_names_leave_room_for_remove_buttons() {
    let home = temp_folder();
    let short = copy_record(&home, "clobber.ron");
    let long = home
        .path()
        .join(format!("{}.ron", "a-long-name-".repeat(12)));
    std::fs::copy(&short, &long).unwrap();
    let mut window = Window::open(&home, vec![short, long.clone()]);
    window.run_until("the games", |state| {
        state.recent_files.len() == 2 && state.running_jobs.is_empty()
    });
    while !window.state().tabs.is_empty() {
        window.press_with(Modifiers::COMMAND, Key::W);
    }
    let long = long.file_name().unwrap().to_string_lossy().into_owned();
    let remove = |name: &str| {
        let label = format!("Remove from this list: {name}");
        window.harness.get_by_label(&label).rect()
    };
    let (short, long_button) = (remove("clobber.ron"), remove(&long));
    assert!((short.left() - long_button.left()).abs() < 0.5);
    let link = window.harness.get_by_role_and_label(Role::Link, &long);
    assert!(link.rect().right() < long_button.left());
}

/// Returns the bottom edge of the upper panes next to the board of a small window.
fn bottom_of_upper_panes(window: &Window) -> f32 {
    let below = window.harness.get_by_label("Graph").rect();
    below.top()
}

#[test]
fn low_library_shows_games_below_open_filters() {
    let home = temp_folder();
    let mut window = Window::open(&home, vec![records_folder()]);
    window.run_until("the games", |state| {
        state.library.len() > 3 && state.tabs.len() == 1 && state.running_jobs.is_empty()
    });
    resize(&mut window, SMALL);
    window.press_with(Modifiers::COMMAND, Key::L);
    window.click("Filters");
    for text in ["Ending", "Folders"] {
        window.must_show(text);
    }
    let rows = window.harness.query_all_by_role(Role::ListBoxOption);
    let end = bottom_of_upper_panes(&window);
    let whole = rows.filter(|row| row.rect().height() > 30.0 && row.rect().bottom() <= end);
    assert!(whole.count() >= 2);
}

#[test]
fn long_player_names_stay_inside_protocol_pane() {
    let home = temp_folder();
    let path = copy_record(&home, "clobber.ron");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut record = kifu_core::record::read_ron(&text).unwrap();
    record.players.0.name = "a very long name ".repeat(8);
    record.players.1.name = "another long name\nof two lines ".repeat(8);
    std::fs::write(&path, kifu_core::record::write_ron(&record)).unwrap();
    let mut window = Window::open(&home, vec![path]);
    window.run_until("the game", |state| state.tabs.len() == 1);
    assert!(!window.state().tabs[0].title.contains('\n'));
    window.press(Key::F10);
    let edge = window.harness.ctx.content_rect().right();
    for side in ["White: a very", "Black: another"] {
        let seats = window.harness.query_all_by_label_contains(side);
        let seats: Vec<Rect> = seats.map(|seat| seat.rect()).collect();
        assert!(!seats.is_empty(), "{side}");
        assert!(seats.iter().all(|seat| seat.right() < edge), "{seats:?}");
    }
}

#[test]
fn key_moment_is_visible_after_two_steps_in_quick_succession() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    resize(&mut window, SMALL);
    window.press_with(Modifiers::SHIFT, Key::F12);
    // The second step comes in the frame in which the pane scrolls to the first moment.
    for _ in 0..2 {
        let next = Action::Navigate(Navigation::KeyMoment(true));
        window.app_window().request(next);
        window.harness.step();
    }
    window.settle();
    assert_eq!(window.open_game().ply(), 4);
    let top = window.harness.get_by_label("Review again").rect().bottom();
    let moment = window.harness.get_by_label_contains("ply 4, Black").rect();
    assert!(moment.top() >= top, "{moment:?} below {top}");
}
