//! The dialog that starts a game: which game, who plays, and with which clocks.

use super::dialog_buttons::heading;
use super::dialog_buttons::{DialogAnswer, DialogButtons};
use super::{ViewContext, color, widgets};
use crate::state::{
    Action, Dialog, NewGameChoices, NewGameRequest, PlayAction, SeatChoice, SeatClock, SeatKind,
    usual_name,
};
use egui::{
    Align, Button, CollapsingHeader, ComboBox, DragValue, Grid, Label, Layout, RichText, TextEdit,
    Ui, vec2,
};
use kifu_core::contract::{Player, Setup};
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::scene::Role;
use kifu_core::search::Level;

/// The width of the fields of a player.
const FIELD_WIDTH: f32 = 170.0;
/// The width of the button that swaps the sides.
const SWAP_WIDTH: f32 = 26.0;

/// Fills in the choices of the last game when the dialog opens.
pub(super) fn prepare(dialog: &Dialog, cx: &mut ViewContext<'_>) {
    let mut choices = cx.state.preferences.new_game.clone();
    let shown = cx.state.open_game().map(|shown| shown.game().id());
    match (dialog, shown) {
        (Dialog::PlayFromHere, Some(id)) => {
            if choices.game != id {
                choices.setup = Setup::default();
            }
            id.clone_into(&mut choices.game);
        }
        (Dialog::NewGame, _) if by_id(CATALOGUE, &choices.game).is_none() => {
            let id = shown.or(CATALOGUE.first().map(|game| game.id()));
            id.unwrap_or_default().clone_into(&mut choices.game);
        }
        (Dialog::NewGame, _) => {}
        _ => return,
    }
    cx.view_state.new_game = choices;
}

/// Shows the dialog, for a game from the start or from the shown position.
pub(super) fn show(ui: &mut Ui, is_from_here: bool, cx: &mut ViewContext<'_>) {
    let mut choices = std::mem::take(&mut cx.view_state.new_game);
    ui.set_max_width(560.0);
    if is_from_here {
        heading(ui, "Play on from here");
    } else {
        heading(ui, "New game");
        ui.horizontal_wrapped(|ui| {
            for game in CATALOGUE {
                let is_chosen = choices.game == game.id();
                let button = Button::selectable(is_chosen, game.name()).min_size(vec2(0.0, 24.0));
                let button = ui.add(button).on_hover_text(game.info().contest);
                if button.clicked() && !is_chosen {
                    game.id().clone_into(&mut choices.game);
                    choices.setup = Setup::default();
                }
            }
        });
    }
    let Some(game) = by_id(CATALOGUE, &choices.game) else {
        cx.view_state.new_game = choices;
        return;
    };
    ui.separator();
    seat_columns(ui, game, &mut choices);
    if game.info().chance.is_some() {
        ui.checkbox(
            &mut choices.is_chance_typed,
            "Type the random tiles instead of dealing them",
        );
    }
    if !is_from_here {
        setup_fields(ui, game, &mut choices);
    }
    if let Some(error) = &cx.state.new_game_error {
        ui.add(Label::new(RichText::new(error).color(color(ui, Role::Bad))).wrap());
    }
    ui.separator();
    buttons(ui, is_from_here, &choices, cx);
    cx.view_state.new_game = choices;
}

fn buttons(ui: &mut Ui, is_from_here: bool, choices: &NewGameChoices, cx: &mut ViewContext<'_>) {
    let answer = DialogButtons {
        primary: "Start game",
        cancel: Some("Cancel"),
        ..DialogButtons::default()
    };
    match answer.show(ui) {
        Some(DialogAnswer::Primary) => cx.dispatch(Action::Play(PlayAction::StartGame(Box::new(
            NewGameRequest {
                choices: choices.clone(),
                is_from_here,
            },
        )))),
        Some(_) => cx.dispatch(Action::CloseDialog),
        None => {}
    }
}

/// Shows the choices for both players, with a button between them that swaps the sides.
fn seat_columns(ui: &mut Ui, game: &dyn DynGame, choices: &mut NewGameChoices) {
    let has_gtp = game.gtp(&Setup::default()).is_some();
    for seat in [&mut choices.seats.0, &mut choices.seats.1] {
        if seat.kind == SeatKind::Gtp && !has_gtp {
            seat.kind = SeatKind::Program;
        }
    }
    let gap = ui.spacing().item_spacing.x;
    let width = (ui.available_width() - SWAP_WIDTH - 2.0 * gap) / 2.0;
    let mut is_swapped = false;
    ui.horizontal_top(|ui| {
        let seats = [&mut choices.seats.0, &mut choices.seats.1];
        for (seat, player) in seats.into_iter().zip(Player::ALL) {
            if player == Player::Second {
                let swap =
                    Button::new(RichText::new("⇄").monospace()).min_size(vec2(SWAP_WIDTH, 0.0));
                let swap = ui.add(swap).accessible_name("Swap sides");
                is_swapped = swap.on_hover_text("Swap sides").clicked();
            }
            let side = game.sides()[player.index()];
            let layout = Layout::top_down(Align::Min);
            ui.allocate_ui_with_layout(vec2(width, 0.0), layout, |ui| {
                ui.set_width(width);
                ui.push_id(side, |ui| seat_choice(ui, side, seat, has_gtp));
            });
        }
    });
    if is_swapped {
        choices.swap_sides();
    }
}

/// Shows the setup keys of the game, folded up until they are wanted.
fn setup_fields(ui: &mut Ui, game: &dyn DynGame, choices: &mut NewGameChoices) {
    let keys = game.info().setup_keys;
    if keys.is_empty() {
        return;
    }
    let is_given = choices.given_setup() != Setup::default();
    let header = CollapsingHeader::new("Board and setup").id_salt(("setup", game.id()));
    header.default_open(is_given).show(ui, |ui| {
        let grid = Grid::new("setup").num_columns(2).spacing(vec2(8.0, 6.0));
        grid.show(ui, |ui| {
            for (key, meaning) in keys {
                ui.label(widgets::small_muted_text(ui, *key));
                let text = choices.setup.0.entry((*key).to_owned()).or_default();
                let edit = TextEdit::singleline(text)
                    .hint_text(*meaning)
                    .desired_width(f32::INFINITY);
                ui.add(edit)
                    .on_hover_text(*meaning)
                    .accessible_name(format!("Setup: {key}"));
                ui.end_row();
            }
        });
    });
}

/// Shows the choices for one player.
fn seat_choice(ui: &mut Ui, side: &str, seat: &mut SeatChoice, has_gtp: bool) {
    ui.label(RichText::new(side).strong());
    ui.spacing_mut().item_spacing.y = 5.0;
    Grid::new("seat")
        .num_columns(2)
        .spacing(vec2(8.0, 6.0))
        .show(ui, |ui| {
            row(ui, "Player", side, |ui| {
                ComboBox::from_id_salt("kind")
                    .selected_text(seat.kind.name())
                    .width(FIELD_WIDTH)
                    .show_ui(ui, |ui| {
                        let kinds = SeatKind::ALL.into_iter();
                        for kind in kinds.filter(|kind| has_gtp || *kind != SeatKind::Gtp) {
                            ui.selectable_value(&mut seat.kind, kind, kind.name());
                        }
                    })
                    .response
            });
            if seat.kind.has_command() {
                row(ui, "Command", side, |ui| {
                    let edit = TextEdit::singleline(&mut seat.command)
                        .hint_text("e.g. python3 bot.py --fast")
                        .font(egui::TextStyle::Monospace)
                        .desired_width(FIELD_WIDTH);
                    ui.add(edit)
                });
                row(ui, "Folder", side, |ui| {
                    let edit = TextEdit::singleline(&mut seat.working_dir)
                        .hint_text("where the command runs")
                        .desired_width(FIELD_WIDTH);
                    ui.add(edit)
                });
            }
            if seat.kind == SeatKind::Builtin {
                strength_rows(ui, side, seat);
            }
            if seat.kind != SeatKind::Person {
                clock_row(ui, side, seat);
            }
            let usual = match (seat.kind.has_command(), &*seat.command) {
                (true, "") => String::new(),
                _ => usual_name(seat),
            };
            row(ui, "Name", side, |ui| {
                let edit = TextEdit::singleline(&mut seat.name)
                    .hint_text(usual)
                    .desired_width(FIELD_WIDTH);
                ui.add(edit)
            });
        });
}

/// Shows a labelled field; the label with the side names it for screen readers.
fn row(ui: &mut Ui, label: &str, side: &str, field: impl FnOnce(&mut Ui) -> egui::Response) {
    ui.label(widgets::small_muted_text(ui, label));
    let name = format!("{side}: {label}");
    field(ui).accessible_name(&name);
    ui.end_row();
}

fn strength_rows(ui: &mut Ui, side: &str, seat: &mut SeatChoice) {
    let level: Level = seat.level.parse().unwrap_or(Level::Engine);
    row(ui, "Strength", side, |ui| {
        let combo = ComboBox::from_id_salt("level")
            .selected_text(level.name())
            .width(FIELD_WIDTH)
            .show_ui(ui, |ui| {
                for choice in Level::ALL.into_iter().rev() {
                    let text = format!("{}: {}", choice.name(), choice.description());
                    if ui.selectable_label(choice == level, text).clicked() {
                        choice.name().clone_into(&mut seat.level);
                    }
                }
            });
        combo.response.on_hover_text(level.description())
    });
    row(ui, "Nodes", side, |ui| {
        let drag = DragValue::new(&mut seat.nodes)
            .range(0..=100_000_000_u64)
            .speed(10.0)
            .custom_formatter(|value, _| match value {
                0.0 => "no limit".to_owned(),
                value => format!("{value}"),
            });
        ui.add(drag)
    });
}

fn clock_row(ui: &mut Ui, side: &str, seat: &mut SeatChoice) {
    row(ui, "Clock", side, |ui| {
        ui.horizontal(|ui| {
            let combo = ComboBox::from_id_salt("clock")
                .selected_text(seat.clock.name())
                .width(110.0)
                .show_ui(ui, |ui| {
                    for kind in SeatClock::ALL {
                        ui.selectable_value(&mut seat.clock, kind, kind.name());
                    }
                });
            if matches!(seat.clock, SeatClock::Move | SeatClock::Game) {
                let drag = DragValue::new(&mut seat.seconds)
                    .range(0.01..=86_400.0)
                    .speed(0.1)
                    .max_decimals(2)
                    .suffix(" s");
                ui.add(drag).accessible_name(format!("{side}: Clock (s)"));
            }
            combo.response
        })
        .inner
    });
}
