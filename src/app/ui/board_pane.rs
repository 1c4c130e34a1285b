//! The board pane: the board, the controls for entering a move, and the navigation bar.

use super::board::{BoardResponse, BoardView, MoveHint};
use super::{
    FocusKeys, ViewContext, color, eval_bar, live_game, navigation_bar, piece_rack, players,
};
use crate::open_game::Navigation;
use crate::state::{
    Action, EditAction, Effect, FocusTarget, InputAction, command_name, failure_text,
};
use egui::{Align, Key, Layout, RichText, TextEdit, Ui, vec2};
use kifu_core::contract::{InputState, Player, Turn, Winner, pair_text};
use kifu_core::games::DynGame;
use kifu_core::record::Record;
use kifu_core::scene::{Role, Scene, SceneItem};

/// The height of the pane from which the players are shown above and below the board, in points.
const MIN_HEIGHT_WITH_STRIPS: f32 = 300.0;

/// The contents of the board pane, rebuilt only when something changes.
pub(crate) struct BoardFrame {
    /// The picture of the position.
    pub scene: Scene,
    /// The meaning of the picks made so far.
    pub input: Option<InputState>,
    /// The engine's suggested moves.
    pub hints: Vec<MoveHint>,
    /// The moves that a review or an exercise draws.
    pub annotations: Vec<SceneItem>,
    /// The moves of a previewed line, if one is shown instead of the game.
    pub peek: Option<String>,
}

/// Shows the pane.
pub(crate) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>, shown: Option<&BoardFrame>) {
    let Some(shown) = shown else {
        empty_pane(ui, cx);
        return;
    };
    ui.with_layout(Layout::bottom_up(Align::Min), |ui| {
        // Rows that are too wide do not widen the board.
        let width = ui.available_width();
        ui.add_space(2.0);
        navigation_bar::show(ui, cx);
        live_game::show(ui, cx);
        input_controls(ui, cx, shown.peek.as_deref());
        ui.add_space(2.0);
        let has_strips = ui.available_height() > MIN_HEIGHT_WITH_STRIPS;
        if has_strips {
            players::strip(ui, cx, Player::First);
        }
        let gap = ui.spacing().item_spacing.y;
        let strip = if has_strips {
            players::STRIP_HEIGHT + gap
        } else {
            0.0
        };
        let size = vec2(width, ui.available_height() - strip);
        let board = board_with_sides(ui, cx, shown, size);
        if has_strips {
            players::strip(ui, cx, Player::Second);
        }
        cx.view_state.board_rect = Some(board.response.rect);
        dispatch_board_actions(cx, shown, board);
    });
}

/// Shows the board with the evaluation bar at its left and the next piece at its right.
fn board_with_sides(
    ui: &mut Ui,
    cx: &mut ViewContext<'_>,
    shown: &BoardFrame,
    size: egui::Vec2,
) -> BoardResponse {
    let layout = Layout::left_to_right(Align::Min);
    let shown = ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let mut width = size.x;
        if eval_bar::has_content(cx) {
            eval_bar::show(ui, cx, size.y, &shown.scene.badges);
            width -= eval_bar::BAR_WIDTH;
        }
        let rest = width - piece_rack::width(size.y);
        let has_rack = piece_rack::has_content(cx) && rest >= piece_rack::MIN_BOARD_WIDTH;
        let width = if has_rack { rest } else { width };
        let response = board(ui, cx, shown, vec2(width, size.y));
        if has_rack {
            piece_rack::show(ui, cx, size.y);
        }
        response
    });
    shown.inner
}

fn empty_pane(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let record = cx.tab().map(|tab| &tab.record);
    if let Some(record) = record.filter(|record| record.reported.is_some()) {
        result_only(ui, cx, record);
        return;
    }
    ui.centered_and_justified(|ui| {
        let tab = cx.tab();
        let text = if tab.is_some() {
            "This file contains no playable game. See Findings."
        } else {
            super::widgets::NO_GAME
        };
        ui.label(RichText::new(text).weak());
    });
}

/// Shows a game of which the log has only the result, with a link to its moves if the library has
/// them.
fn result_only(ui: &mut Ui, cx: &mut ViewContext<'_>, record: &Record) {
    ui.vertical_centered(|ui| {
        ui.add_space(ui.available_height() * 0.3);
        ui.label(RichText::new(result_text(record)).strong().size(18.0));
        let muted = |ui: &Ui, text| super::widgets::muted_text(ui, text);
        ui.label(muted(ui, "This table has results only."));
        ui.add_space(8.0);
        match cx.state.library.row_with_moves(record) {
            Some(row) => {
                if ui.link("Open the same game with its moves").clicked() {
                    cx.dispatch(Action::Outside(Effect::OpenRow(row)));
                }
            }
            None => {
                ui.label(muted(
                    ui,
                    "Open the log of its moves to see them here; the standings are above the list of games.",
                ));
            }
        }
    });
}

/// Returns the result that a log reports of a game without moves: `235 – 65, Ann wins.`
fn result_text(record: &Record) -> String {
    let reported = record.reported.as_ref();
    let points = reported.and_then(|reported| reported.points.or(reported.scores));
    let points = points.map(|pair| format!("{}, ", pair_text(pair)));
    let winner = reported.and_then(|reported| reported.winner);
    let name = |player: Player| match &*record.player(player).name {
        "" => format!("player {}", player.index() + 1),
        name => name.to_owned(),
    };
    let won = match winner.map(Winner::player) {
        Some(Some(player)) => format!("{} wins.", name(player)),
        Some(None) => "draw.".to_owned(),
        None => "no winner.".to_owned(),
    };
    let players = Player::ALL.map(name);
    format!(
        "{} – {}\n{}{won}",
        players[0],
        players[1],
        points.unwrap_or_default()
    )
}

fn board(ui: &mut Ui, cx: &ViewContext<'_>, shown: &BoardFrame, size: egui::Vec2) -> BoardResponse {
    let open_game = cx.state.open_game();
    let note = open_game.and_then(crate::open_game::OpenGame::note);
    let noted = note.map_or(&[][..], |note| &note.marks);
    // A log has the words of a bot; its record need not have the drawings in them yet.
    let reported = open_game.and_then(crate::open_game::OpenGame::bot_report);
    let reported = reported.map_or(&[][..], |reported| &reported.report.marks);
    let marks = [noted, reported].concat();
    let input = shown.input.as_ref();
    let picking = cx
        .tab()
        .is_some_and(|tab| !tab.pending_input.picks.is_empty());
    BoardView {
        // While marks are drawn the pointer makes no moves.
        overlay: input
            .filter(|_| cx.state.mark_tool.is_none())
            .map_or(&[], |input| input.overlay.as_slice()),
        // Marks belong to the game's position, not to a previewed line.
        marks: if shown.peek.is_none() { &marks } else { &[] },
        hints: &shown.hints,
        annotations: &shown.annotations,
        // Before the first pick there would be too many targets to highlight.
        next_targets: input
            .filter(|_| picking)
            .map_or(&[], |input| input.next.as_slice()),
        accepts_picks: input.is_some() && cx.state.mark_tool.is_none(),
        mark_tool: cx.state.mark_tool,
        mark_color: cx.state.mark_color,
        can_rotate: open_game.is_some_and(|open_game| open_game.game().info().input.rotations > 1),
        animate: cx.state.preferences.animations,
        take_focus: cx.view_state.focus_request == Some(FocusTarget::Board),
        is_flipped: cx.state.is_flipped,
        ..BoardView::new(&shown.scene)
    }
    .show(ui, size)
}

/// Turns the interaction with the board into actions.
fn dispatch_board_actions(cx: &mut ViewContext<'_>, shown: &BoardFrame, board: BoardResponse) {
    let pointed = board.pointed_id().map(str::to_owned);
    let hovered = cx.tab().and_then(|tab| tab.pending_input.hover.clone());
    if pointed != hovered {
        cx.dispatch(Action::Input(InputAction::HoverArea(pointed.clone())));
    }
    if board.response.has_focus() {
        cx.view_state.focus_keys = FocusKeys::Arrows;
    }
    if let Some((from, to)) = board.dragged {
        cx.dispatch(Action::Input(InputAction::DragArea(from, to)));
    }
    let last = board.clicked.len();
    for (nth, area) in (1..).zip(board.clicked) {
        // A double-click confirms the move.
        let whole = shown
            .input
            .as_ref()
            .is_some_and(|input| input.token.is_some());
        let confirms = nth == last && board.is_double_click && whole;
        cx.dispatch(if confirms {
            Action::Input(InputAction::ConfirmMove)
        } else {
            Action::Input(InputAction::PickArea(area))
        });
    }
    if board.is_turned {
        cx.dispatch(Action::Input(InputAction::RotateTile));
    }
    if board.is_cancelled {
        cx.dispatch(Action::Input(InputAction::ClearPicks));
    }
    if board.wheel_steps != 0 {
        cx.dispatch(Action::Navigate(Navigation::Steps(board.wheel_steps)));
    }
    if let Some(mark) = board.toggled_mark {
        cx.dispatch(Action::Edit(EditAction::ToggleMark(mark)));
    }
    if let (Some(area), Some(open_game)) = (pointed, cx.state.open_game())
        && let Some(about) = open_game
            .state()
            .describe_square(&area, cx.state.scene_options())
    {
        board.response.on_hover_text_at_pointer(about);
    }
}

/// Shows the controls for a move beside the board: a text field, buttons and the chance outcome.
fn input_controls(ui: &mut Ui, cx: &mut ViewContext<'_>, peek: Option<&str>) {
    let Some(open_game) = cx.state.open_game() else {
        return;
    };
    if let Some(moves) = peek {
        control_row(ui, |ui| {
            ui.label(RichText::new("Engine line:").color(color(ui, Role::Preview)));
            ui.add(egui::Label::new(RichText::new(moves).monospace()).truncate());
        });
        return;
    }
    if open_game.is_at_failure() {
        control_row(ui, |ui| {
            move_field(ui, cx);
            failure(ui, cx);
        });
        return;
    }
    let (input_spec, turn, game) = (
        open_game.game().info().input,
        open_game.turn(),
        open_game.game(),
    );
    control_row(ui, |ui| {
        turn_label(ui, cx, game);
        // The field stays when the game is over, so that keys typed there do not trigger commands.
        move_field(ui, cx);
        if turn == Turn::Over {
            return;
        }
        for (id, word) in input_spec.buttons {
            if ui.button(*word).clicked() {
                cx.dispatch(Action::Input(InputAction::PickArea((*id).to_owned())));
            }
        }
        if let Some(flag) = input_spec.modifier {
            let on = cx.tab().is_some_and(|tab| tab.pending_input.flag);
            let button = ui
                .add(egui::Button::new(flag).selected(on))
                .on_hover_text(super::command_with_keys(cx.state, "flag"));
            if button.clicked() {
                cx.dispatch(Action::Input(InputAction::ToggleFlag));
            }
        }
        if input_spec.rotations > 1 && ui.button(command_name("turn")).clicked() {
            cx.dispatch(Action::Input(InputAction::RotateTile));
        }
        if let Some(chance) = game
            .info()
            .chance
            .filter(|_| turn == Turn::Chance && cx.state.may_choose_chance())
        {
            chance_controls(ui, cx, chance.expected);
        }
    });
}

/// Shows a row of controls, as high with a text as with a field, in several lines if it is narrow.
fn control_row(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let field = ui.text_style_height(&egui::TextStyle::Monospace) + 4.0;
    let height = ui.spacing().interact_size.y.max(field);
    // The pane is laid out from its bottom, so that the height must be known before. The greatest
    // at this width stays, or the board would move as controls come and go.
    let width = ui.available_width();
    let id = ui.make_persistent_id(("controls", width.to_bits()));
    let last_height = ui.data(|data| data.get_temp::<f32>(id)).unwrap_or(height);
    let layout = Layout::top_down(Align::Min);
    let shown = ui.allocate_ui_with_layout(vec2(width, last_height), layout, |ui| {
        ui.set_min_height(last_height);
        let row = ui.horizontal_wrapped(|ui| {
            ui.set_min_height(height);
            contents(ui);
        });
        row.response.rect.height()
    });
    if shown.inner > last_height + 0.5 {
        ui.data_mut(|data| data.insert_temp(id, shown.inner));
        ui.ctx().request_discard("the controls need more lines");
    }
}

fn turn_label(ui: &mut Ui, cx: &ViewContext<'_>, game: &'static dyn DynGame) {
    let Some(open_game) = cx.state.open_game() else {
        return;
    };
    let text = match (open_game.turn(), open_game.mover()) {
        (Turn::Over, _) => "The game is over.".to_owned(),
        (_, Some(player)) => format!("{} to move", game.sides()[player.index()]),
        (_, None) => "Deal a tile".to_owned(),
    };
    ui.label(RichText::new(text).strong());
}

fn move_field(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let hint = match example_move(cx) {
        Some(example) => format!("Type a move, e.g. {example}"),
        None => "Type a move".to_owned(),
    };
    // What was typed is about the position that was shown, and Escape drops it.
    let place = cx.tab().and_then(|tab| {
        let open_game = tab.open_game.as_ref()?;
        Some((tab.id, open_game.node(), open_game.is_at_failure()))
    });
    if std::mem::replace(&mut cx.view_state.move_text_place, place) != place {
        cx.view_state.move_text.clear();
    }
    let width = move_field_width(cx);
    let edit = TextEdit::singleline(&mut cx.view_state.move_text)
        .hint_text(hint)
        .desired_width(width)
        .font(egui::TextStyle::Monospace);
    let edit = ui.add(edit);
    edit.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Type a move"));
    if cx.view_state.focus_request == Some(FocusTarget::Move) {
        edit.request_focus();
    }
    cx.view_state.is_move_field_idle = edit.has_focus() && cx.view_state.move_text.is_empty();
    if edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape)) {
        cx.view_state.move_text.clear();
    }
    let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let text = cx.view_state.move_text.trim().to_owned();
    if entered && text.is_empty() {
        cx.dispatch(Action::Input(InputAction::ConfirmMove));
    } else if entered {
        cx.dispatch(Action::Input(InputAction::PlayMove(text)));
        cx.view_state.move_text.clear();
        // Keep the focus, so that the next move can be typed right away.
        edit.request_focus();
        cx.view_state.is_move_field_idle = true;
    }
}

/// Returns the width of the field for a move, in points. The field is narrower beside the controls
/// of a chance outcome, so that they fit in one line of a small window.
fn move_field_width(cx: &ViewContext<'_>) -> f32 {
    let open_game = cx.state.open_game();
    if open_game.is_some_and(|open_game| open_game.game().info().chance.is_some()) {
        110.0
    } else {
        150.0
    }
}

/// Returns a move of the game as an example of its notation: one that the user has seen.
fn example_move(cx: &ViewContext<'_>) -> Option<String> {
    let open_game = cx.state.open_game()?;
    let first = open_game.plies().first()?;
    let token = open_game.game().parse(&first.token).ok()?.text;
    // A long one would be cut off.
    (token.len() <= 8 && cx.state.last_visible_ply() > 0).then_some(token)
}

/// Shows the controls for the chance outcome, which is that of the game unless the user chooses.
fn chance_controls(ui: &mut Ui, cx: &mut ViewContext<'_>, about: &str) {
    let chance = cx
        .tab()
        .and_then(crate::state::Tab::chance)
        .unwrap_or_default();
    let edit = TextEdit::singleline(&mut cx.view_state.chance_text)
        .hint_text(if chance.is_empty() { about } else { &chance })
        .desired_width(70.0)
        .font(egui::TextStyle::Monospace);
    let edit = ui.add(edit).on_hover_text(about);
    edit.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, about));
    if edit.changed() {
        cx.dispatch(Action::Input(InputAction::ChooseChance(
            cx.view_state.chance_text.trim().to_owned(),
        )));
    }
    if ui.button("Random tile").clicked() {
        cx.view_state.chance_text.clear();
        cx.dispatch(Action::Input(InputAction::ChooseRandomChance));
    }
}

/// Shows who failed and how: the failed move if there is one, and the reason.
fn failure(ui: &mut Ui, cx: &ViewContext<'_>) {
    let Some(open_game) = cx.state.open_game() else {
        return;
    };
    let Some(failure) = open_game.failure() else {
        return;
    };
    let bad = color(ui, Role::Bad);
    let text = match &open_game.record().attempt {
        Some(_) => {
            let sides = open_game.game().sides();
            let side = failure.player.map_or("", |player| sides[player.index()]);
            format!("{side} failed:")
        }
        None => failure_text(open_game).unwrap_or_default(),
    };
    ui.label(RichText::new(text).strong().color(bad));
    if let Some(attempt) = &open_game.record().attempt {
        ui.label(RichText::new(kifu_core::contract::printable(&attempt.raw, 80)).monospace());
    }
    let reason = super::plain::plain_text(open_game.fault_reason(failure.player));
    ui.add(egui::Label::new(reason).truncate());
}
