//! The players with score and time, and how the game ended.

use super::cache::Sides;
use super::icons::{self, Icon};
use super::{Cx, color, parts};
use crate::app::study::Study;
use crate::contract::scene::Role;
use crate::contract::{Fault, Player, Winner};
use crate::record::{Ending, GameResult};
use egui::{Align, Label, Layout, RichText, ScrollArea, Sense, Ui, vec2};

/// Shows the pane.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let (Some(study), Some(sides)) = (cx.state.study(), cx.sides()) else {
        parts::empty(ui, cx.texts().words.no_game);
        return;
    };
    let area = ScrollArea::vertical().auto_shrink(false).id_salt("players");
    area.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        for player in Player::ALL {
            card(ui, cx, study, &sides, player);
        }
        ui.add_space(3.0);
        if let Some(result) = &study.record().result {
            ended(ui, cx, study, result);
        }
        event(ui, cx, study);
    });
}

/// What is known of one player.
struct Facts {
    score: Option<i32>,
    score_at_end: Option<i32>,
    used: Option<u64>,
    total: Option<u64>,
    is_winner: bool,
    is_next: bool,
}

impl Facts {
    fn of(study: &Study, sides: &Sides, player: Player) -> Self {
        let (record, at) = (study.record(), player.index());
        let result = record.result.as_ref();
        let scores = study.table().outcome([false; 2]).scores;
        let plies = study.plies();
        let shown = study.ply() as usize;
        let sum = |to: usize| {
            let own = plies
                .iter()
                .take(to)
                .filter(|ply| ply.player == Some(player));
            let times: Vec<u64> = own.filter_map(|ply| ply.time_ms.map(u64::from)).collect();
            (!times.is_empty()).then(|| times.iter().sum())
        };
        let all = record.player(player).time_ms.or(sum(plies.len()));
        let at_end = result.and_then(|result| result.scores);
        Self {
            score: scores
                .map(|scores| scores[at])
                .filter(|_| !sides.hidden[at]),
            score_at_end: at_end.map(|(first, second)| [first, second][at]),
            used: all.and(
                sum(shown)
                    .or(Some(0))
                    .filter(|_| sum(plies.len()).is_some()),
            ),
            total: all,
            is_winner: result.and_then(|result| result.winner) == Some(Winner::from(player)),
            is_next: study.mover() == Some(player) && !study.is_at_failure(),
        }
    }
}

fn card(ui: &mut Ui, cx: &Cx<'_>, study: &Study, sides: &Sides, player: Player) {
    let facts = Facts::of(study, sides, player);
    let fill = if facts.is_next {
        ui.visuals().selection.bg_fill.gamma_multiply(0.45)
    } else {
        ui.visuals().faint_bg_color
    };
    let frame = egui::Frame::NONE
        .fill(fill)
        .corner_radius(4.0)
        .inner_margin(6.0);
    let inner = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(28.0, 30.0), Sense::hover());
            let disc = egui::Rect::from_center_size(rect.center(), vec2(26.0, 26.0));
            parts::badge(ui, disc, &sides.badges[player.index()]);
            let layout = Layout::right_to_left(Align::Center);
            ui.with_layout(layout, |ui| {
                numbers(ui, cx, &facts, sides.hidden[player.index()]);
                let left = Layout::top_down(Align::LEFT);
                ui.with_layout(left, |ui| {
                    ui.spacing_mut().item_spacing.y = 1.0;
                    name(ui, cx, study, player, &facts);
                    about(ui, cx, study, player, &facts);
                });
            });
        });
    });
    if facts.is_next {
        // A bar at the edge, so that the colour of the card is not all that tells.
        let rect = inner.response.rect;
        let bar = egui::Rect::from_min_max(rect.left_top(), rect.left_bottom() + vec2(3.0, 0.0));
        ui.painter().rect_filled(bar, 1.5, color(ui, Role::Preview));
    }
}

/// The score now, large, with that at the end below it.
fn numbers(ui: &mut Ui, cx: &Cx<'_>, facts: &Facts, is_hidden: bool) {
    let words = &cx.texts().words;
    if facts.score.is_none() && facts.score_at_end.is_none() && !is_hidden {
        return;
    }
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.set_width(48.0);
        ui.with_layout(Layout::top_down(Align::RIGHT), |ui| {
            let now = facts
                .score
                .map_or("?".to_owned(), |score| score.to_string());
            let text = RichText::new(now).size(18.0).strong().monospace();
            ui.label(text).on_hover_text(words.score);
            if let Some(end) = facts.score_at_end {
                let text = format!("{} {end}", words.at_end);
                ui.label(parts::muted(ui, text).small());
            }
        });
    });
}

fn name(ui: &mut Ui, cx: &Cx<'_>, study: &Study, player: Player, facts: &Facts) {
    let words = &cx.texts().words;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if facts.is_winner {
            icons::sign(ui, Icon::Crown, color(ui, Role::Good), words.winner)
                .on_hover_text(words.winner);
        }
        let name = match &*study.record().player(player).name {
            "" => words.unknown_player,
            name => name,
        };
        ui.add(Label::new(RichText::new(name).strong()).truncate());
    });
}

/// The side, author and version, the time, and whose turn it is.
fn about(ui: &mut Ui, cx: &Cx<'_>, study: &Study, player: Player, facts: &Facts) {
    let words = &cx.texts().words;
    let person = study.record().player(player);
    let side = study.book().sides()[player.index()];
    let mut text = side.to_owned();
    for more in [&person.author, &person.version] {
        if !more.is_empty() {
            text.push_str(&format!(" · {more}"));
        }
    }
    match (facts.used, facts.total) {
        (Some(used), Some(total)) => {
            let (used, total) = (parts::time(used), parts::time(total));
            text.push_str(&format!(" · {used} / {total}"));
        }
        (None, Some(total)) => text.push_str(&format!(" · {}", parts::time(total))),
        _ => {}
    }
    if facts.is_next {
        text.push_str(&format!(" · {}", words.to_move));
    }
    let text = parts::muted(ui, text).small();
    ui.add(Label::new(text).truncate());
}

/// The result in words.
fn ended(ui: &mut Ui, cx: &Cx<'_>, study: &Study, result: &GameResult) {
    let words = &cx.texts().words;
    let sides = study.book().sides();
    let won = match result.winner {
        Some(winner) => winner.player().map_or(words.draw.to_owned(), |player| {
            format!("{} {}", sides[player.index()], words.wins)
        }),
        None => words.result_open.to_owned(),
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.strong(won);
        let how = cx.texts().ending(result.how);
        if result.how != Ending::Finished {
            let bad = color(ui, Role::Bad);
            icons::sign(ui, Icon::Error, bad, how);
        }
        ui.label(parts::muted(ui, format!("· {how}")));
        let pairs = [
            (words.points, result.points),
            (words.game_points, result.game_points),
        ];
        for (name, pair) in pairs {
            if let Some((first, second)) = pair {
                let name = name.to_lowercase();
                ui.label(parts::muted(ui, format!("· {name} {first} : {second}")));
            }
        }
    });
    for (player, fault) in &result.faults {
        failed(ui, cx, study, *player, *fault);
    }
}

/// Who failed, and how.
fn failed(ui: &mut Ui, cx: &Cx<'_>, study: &Study, player: Player, fault: Fault) {
    let words = &cx.texts().words;
    let side = study.book().sides()[player.index()];
    let how = cx.texts().ending(Ending::from(fault));
    let mut text = format!("{side} {} {how}", words.failed);
    let attempt = study.record().attempt.as_ref();
    if let Some(attempt) = attempt.filter(|attempt| attempt.player == Some(player)) {
        let reason = match &*attempt.reason {
            "" => &attempt.rule,
            reason => reason,
        };
        if !reason.is_empty() {
            text.push_str(&format!(" – {reason}"));
        }
    }
    ui.add(Label::new(RichText::new(text).color(color(ui, Role::Bad))).wrap());
}

fn event(ui: &mut Ui, cx: &Cx<'_>, study: &Study) {
    let record = study.record();
    let event = &record.event;
    let round = match &*event.round {
        "" => String::new(),
        round => format!("{} {round}", cx.texts().words.round_no),
    };
    let known = [
        study.book().name(),
        &event.name,
        &round,
        &event.table,
        &event.date,
        &record.source.file,
    ];
    let known: Vec<&str> = known.into_iter().filter(|text| !text.is_empty()).collect();
    let text = parts::muted(ui, known.join(" · ")).small();
    ui.add(Label::new(text).wrap());
}
