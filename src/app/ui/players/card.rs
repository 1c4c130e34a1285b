//! The card of one player.

use super::super::cache::PlayerDisplay;
use super::super::icons::{self, Icon};
use super::super::plain::plain_text;
use super::super::{ViewContext, color, widgets};
use crate::open_game::OpenGame;
use egui::{Align2, FontId, Label, Rect, RichText, Sense, Ui, WidgetInfo, pos2, vec2};
use kifu_core::contract::{Fault, Faults, Player, Winner, number_text};
use kifu_core::record::{Ending, FinalFailure, GameResult};
use kifu_core::scene::Role;

/// The least width at which a truncated subtitle is useful, in points.
const MIN_SUBTITLE_WIDTH: f32 = 60.0;

/// The texts of a player's card.
struct CardTexts {
    name: String,
    /// Side, author, version, times, and whether it is their turn.
    subtitle: String,
    score: Option<String>,
    final_score: Option<String>,
    is_winner: bool,
    is_to_move: bool,
    /// How the player failed in the game.
    fault: Option<&'static str>,
}

impl CardTexts {
    fn new(
        cx: &ViewContext<'_>,
        open_game: &OpenGame,
        sides: &PlayerDisplay,
        player: Player,
    ) -> Self {
        let (record, at) = (open_game.record(), player.index());
        let shows_result = cx.state.last_visible_ply() == u32::MAX;
        let result = record.result.as_ref().filter(|_| shows_result);
        let scores = open_game.state().outcome(Faults::NONE).scores;
        let score = scores.map(|scores| number_text(scores[at]));
        let ended = result.filter(|result| result.how != Ending::Unterminated);
        let at_end = ended.and_then(|result| result.scores);
        let is_next = open_game.mover() == Some(player) && !open_game.is_at_failure();
        let person = record.player(player);
        let mut about = open_game.game().sides()[at].to_owned();
        let more = [Some(person.author.clone()), Some(person.version.clone())];
        let turn = is_next.then(|| "to move".to_owned());
        let more = more
            .into_iter()
            .chain([time_used(open_game, player), turn])
            .flatten();
        for text in more.filter(|text| !text.is_empty()) {
            about.push_str(" · ");
            about.push_str(&text);
        }
        let name = if person.name.is_empty() {
            "?"
        } else {
            &person.name
        };
        Self {
            name: name.to_owned(),
            subtitle: about,
            score: if sides.is_hidden[at] {
                Some("?".to_owned())
            } else {
                score
            },
            final_score: at_end.map(|(first, second)| number_text([first, second][at])),
            is_winner: result.and_then(|result| result.winner) == Some(Winner::from(player)),
            is_to_move: is_next,
            fault: result
                .and_then(|result| result.faults.get(&player))
                .map(|fault| Ending::from(*fault).words()),
        }
    }

    /// Returns the text for screen readers.
    fn label(&self) -> String {
        let mut label = format!("{}, {}", self.name, self.subtitle);
        if self.is_winner {
            label.push_str(", Winner");
        }
        if let Some(fault) = self.fault {
            label.push_str(&format!(", {fault}"));
        }
        if let Some(score) = &self.score {
            label.push_str(&format!(", Score {score}"));
        }
        if let Some(end) = &self.final_score {
            label.push_str(&format!(", final {end}"));
        }
        label
    }
}

/// Returns the time used up to the shown ply, and in the whole game.
fn time_used(open_game: &OpenGame, player: Player) -> Option<String> {
    let is_own = |failure: &FinalFailure| failure.player == Some(player);
    let failed = open_game.failure().filter(is_own);
    let failed = failed.and_then(|_| open_game.failure_time_ms().map(u64::from));
    let sum = |to: usize| {
        let times: Vec<u64> = open_game
            .plies()
            .iter()
            .take(to)
            .filter(|ply| ply.player == Some(player))
            .filter_map(|ply| ply.time_ms.map(u64::from))
            .chain(failed.filter(|_| to > open_game.plies().len()))
            .collect();
        (!times.is_empty()).then(|| times.iter().sum::<u64>())
    };
    let whole = sum(open_game.last_stop() as usize);
    let all = open_game.record().player(player).time_ms.or(whole)?;
    if whole.is_none() {
        return Some(widgets::format_time_ms(all));
    }
    let used = sum(open_game.ply() as usize).unwrap_or(0);
    Some(format!(
        "{} / {}",
        widgets::format_time_ms(used),
        widgets::format_time_ms(all)
    ))
}

/// Shows the card of a player.
pub(super) fn show(
    ui: &mut Ui,
    cx: &ViewContext<'_>,
    open_game: &OpenGame,
    sides: &PlayerDisplay,
    (player, is_compact): (Player, bool),
) {
    let facts = CardTexts::new(cx, open_game, sides, player);
    let size = vec2(
        ui.available_width(),
        if is_compact {
            super::STRIP_HEIGHT
        } else {
            44.0
        },
    );
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Group, true, facts.label()));
    if !ui.is_rect_visible(rect) {
        return;
    }
    let visuals = ui.visuals();
    let fill = if facts.is_to_move {
        visuals.selection.bg_fill.gamma_multiply(0.45)
    } else {
        visuals.faint_bg_color
    };
    ui.painter().rect_filled(rect, 4.0, fill);
    if facts.is_to_move {
        // A bar at the edge, so that colour is not the only sign of whose turn it is.
        let bar = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
        ui.painter().rect_filled(bar, 1.5, color(ui, Role::Preview));
    }
    let middle = pos2(rect.left() + 24.0, rect.center().y);
    let side = if is_compact { 18.0 } else { 26.0 };
    let disc = Rect::from_center_size(middle, vec2(side, side));
    widgets::paint_badge(ui, disc, &sides.badges[player.index()]);
    let right = draw_scores(ui, rect, &facts);
    if draw_name(ui, rect, right, &facts) {
        response.on_hover_text(format!("{}\n{}", facts.name, facts.subtitle));
    }
}

/// Draws the score in large type with the final score below it, and returns the right limit of the
/// name.
fn draw_scores(ui: &Ui, rect: Rect, facts: &CardTexts) -> f32 {
    let (painter, right) = (ui.painter(), rect.right() - 8.0);
    let Some(score) = &facts.score else {
        return right;
    };
    let (ink, muted) = (color(ui, Role::Text), color(ui, Role::Muted));
    let right_end = |y: f32| pos2(right, rect.top() + y);
    let large = FontId::proportional(20.0);
    let is_compact = rect.height() < 40.0;
    let y = if is_compact {
        13.0
    } else if facts.final_score.is_some() {
        16.0
    } else {
        22.0
    };
    let now = painter.text(right_end(y), Align2::RIGHT_CENTER, score, large, ink);
    let Some(end) = &facts.final_score else {
        return now.left() - 8.0;
    };
    let text = format!("final {end}");
    let at_end = if is_compact {
        pos2(now.left() - 6.0, rect.top() + 13.0)
    } else {
        right_end(34.0)
    };
    let end = painter.text(
        at_end,
        Align2::RIGHT_CENTER,
        text,
        widgets::small_font(ui),
        muted,
    );
    now.left().min(end.left()) - 8.0
}

/// Draws how a player failed, between these limits, and returns where the next text begins.
fn draw_fault(ui: &Ui, (left, right): (f32, f32), middle: f32, fault: &str) -> f32 {
    let bad = color(ui, Role::Bad);
    let font = widgets::small_font(ui);
    let sign_size = font.size;
    let text = widgets::elided_galley(ui, fault, font, bad, right - left - sign_size - 4.0);
    if text.elided {
        return left;
    }
    let sign = Rect::from_center_size(
        pos2(left + sign_size / 2.0, middle),
        vec2(sign_size, sign_size),
    );
    icons::paint(ui.painter(), sign, Icon::Error, bad);
    let corner = pos2(sign.right() + 4.0, middle - text.size().y / 2.0);
    let end = corner.x + text.size().x + 10.0;
    ui.painter().galley(corner, text, bad);
    end
}

/// Draws the name, with a crown for the winner, and the subtitle; reports whether anything was cut
/// off.
fn draw_name(ui: &Ui, rect: Rect, right: f32, facts: &CardTexts) -> bool {
    let mut left = rect.left() + 45.0;
    let (text, muted) = (color(ui, Role::Text), color(ui, Role::Muted));
    let about = |left: f32| {
        let font = widgets::small_font(ui);
        widgets::elided_galley(ui, &facts.subtitle, font, muted, right - left)
    };
    let is_compact = rect.height() < 40.0;
    let mut cut = false;
    if !is_compact {
        let about = about(left);
        cut |= about.elided;
        let lower = pos2(left, rect.top() + 32.0 - about.size().y / 2.0);
        ui.painter().galley(lower, about, muted);
    }
    let middle = rect.top() + if is_compact { 13.0 } else { 14.0 };
    if facts.is_winner {
        let center = pos2(left + 8.0, middle);
        let sign = Rect::from_center_size(center, vec2(15.0, 15.0));
        icons::paint(ui.painter(), sign, Icon::Crown, color(ui, Role::Good));
        left += 20.0;
    }
    let name = widgets::elided_galley(ui, &facts.name, widgets::body_font(ui), text, right - left);
    cut |= name.elided;
    let upper = pos2(left, middle - name.size().y / 2.0);
    let mut end = left + name.size().x + 10.0;
    ui.painter().galley(upper, name, text);
    if let Some(fault) = facts.fault {
        end = draw_fault(ui, (end, right), middle, fault);
    }
    if is_compact {
        let about = about(end);
        cut |= about.elided;
        // A few letters of it say nothing.
        if !about.elided || right - end > MIN_SUBTITLE_WIDTH {
            let beside = pos2(end, middle - about.size().y / 2.0);
            ui.painter().galley(beside, about, muted);
        }
    }
    cut
}

// The result of the game and the event in which it was played.

/// Shows the result in words.
pub(super) fn show_result(ui: &mut Ui, open_game: &OpenGame, result: &GameResult) {
    let sides = open_game.game().sides();
    let won = match result.winner {
        Some(winner) => winner.player().map_or("Draw".to_owned(), |player| {
            format!("{} wins", sides[player.index()])
        }),
        None => "No result".to_owned(),
    };
    let mut text = result.how.words().to_owned();
    let pairs = [
        ("Contest points", result.points),
        ("Game points", result.game_points),
    ];
    for (name, pair) in pairs {
        if let Some((first, second)) = pair {
            text.push_str(&format!(" · {} {first} : {second}", name.to_lowercase()));
        }
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.strong(won);
        ui.label(widgets::muted_text(ui, text));
    });
    for (player, fault) in &result.faults {
        fault_line(ui, open_game, *player, *fault);
    }
}

/// Shows which player failed, and how.
fn fault_line(ui: &mut Ui, open_game: &OpenGame, player: Player, fault: Fault) {
    let side = open_game.game().sides()[player.index()];
    let how = Ending::from(fault).words();
    let mut text = format!("{side} failed: {how}");
    let reason = open_game.fault_reason(Some(player));
    if !reason.is_empty() {
        text.push_str(&format!(" – {}", plain_text(reason)));
    }
    let bad = color(ui, Role::Bad);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        icons::inline_icon(ui, Icon::Error, bad, how);
        ui.add(Label::new(RichText::new(text).color(bad)).wrap());
    });
}

/// Shows the event in which the game was played.
pub(super) fn event_line(ui: &mut Ui, open_game: &OpenGame) {
    let record = open_game.record();
    let event = &record.event;
    let round = match &*event.round {
        "" => String::new(),
        round => format!("round {round}"),
    };
    let facts = [
        open_game.game().name(),
        &event.name,
        &round,
        &event.table,
        &event.date,
        &record.source.file,
    ];
    let shown_facts: Vec<&str> = facts.into_iter().filter(|text| !text.is_empty()).collect();
    let text = widgets::small_muted_text(ui, shown_facts.join(" · "));
    ui.add(Label::new(text).wrap());
}
