//! The panel of each position: the move, its judgement, comments, the bots' words and the protocol.

use super::board::{PageBoard, PageFailure, PageNode, PlyFacts};
use super::move_list::better_link;
use super::{first_player_win, glyph_class};
use crate::pages::review_parts::{moment_details, severity_class};
use crate::pages::text::{count_text, cut_text, time_text};
use crate::review::{JudgedPly, LineValue, ReviewedGame, failure_text};
use kifu_core::contract::{Player, Proven, ScoreChange};
use kifu_core::record::{Glyph, Note, VariationNote};
use maud::{Markup, html};

/// The maximum number of characters of a bot's output that a panel shows.
const MAX_OUTPUT: usize = 4000;
/// The maximum number of characters of a bot's message that a panel shows.
const MAX_MESSAGE: usize = 120_000;
/// The number of characters from which a message is folded: browsers do not lay it out before it is
/// opened.
const FOLDED_MESSAGE: usize = 1000;

/// What the panels are made from.
pub(super) struct Panels<'a> {
    pub game: &'a ReviewedGame,
    pub board: &'a PageBoard,
}

impl Panels<'_> {
    /// Returns the panels of all positions.
    pub fn render(&self) -> Markup {
        let board = self.board;
        html! {
            div.panels {
                @for (node, facts) in board.main.iter().zip(&board.facts) {
                    (self.main_panel(node, facts))
                }
                @if let Some(failed) = &board.failure { (self.failure_panel(failed)) }
                @for variation in board.variations.values().flatten() {
                    @for node in &variation.nodes {
                        (self.variation_panel(node, variation.notes.get(&node.ply)))
                    }
                }
            }
        }
    }

    /// Returns the panel of a position of the game.
    fn main_panel(&self, node: &PageNode, facts: &PlyFacts) -> Markup {
        let game = self.game;
        let note = game.record.notes.get(&node.ply);
        let judged = game.judged_ply(node.ply);
        let win = self.win_after(node.ply);
        let data = PanelData {
            win,
            scores: facts.scores,
            used_ms: facts.used_ms,
        };
        let remarks = note.is_some_and(|note| {
            !(note.comment.is_empty() && note.message.is_empty() && note.stderr.is_empty())
        });
        html! {
            section.panel.said[remarks] id=(node.anchor) data-label=(node.label)
                data-w=[data.win_text()] data-s=[data.scores_text()] data-c=[data.clocks_text()] {
                (self.heading(node, ""))
                (self.chips(node, facts, judged, note))
                @if game.moment(node.ply).is_some() {
                    // The script fills it from the section of the key moment.
                    div.judgement data-of={ "moment-" (node.ply) } {}
                }
                (score_changes(game, &facts.changes))
                @if let Some(note) = note { (self.notes(node, note)) }
            }
        }
    }

    /// Returns the first player's win probability after a ply, and whether it is proven.
    fn win_after(&self, ply: u32) -> Option<(f64, bool)> {
        let value = |player, value: LineValue| {
            (first_player_win(player, value.win), value.proven.is_some())
        };
        if let Some(judged) = self.game.judged_ply(ply) {
            return Some(value(judged.player, judged.evaluation.played));
        }
        let next = self.game.judged_ply(ply + 1)?;
        Some(value(next.player, next.evaluation.best))
    }

    fn heading(&self, node: &PageNode, remark: &str) -> Markup {
        let sides = self.game.game.sides();
        html! {
            h3 {
                @match node.mover {
                    Some(mover) => {
                        "Ply " (node.ply) ": " (sides[mover.index()])
                        @if !node.token.is_empty() { " " span.token { (node.token) } }
                    }
                    _ if node.ply == 0 => "Start",
                    _ => { "Ply " (node.ply) ": " span.token { (node.token) } }
                }
                @if let Some(glyph) = node.glyph {
                    " " span class={ "glyph " (glyph_class(glyph)) } { (glyph.symbol()) }
                }
                @if !remark.is_empty() { " " small.muted { (remark) } }
            }
        }
    }

    /// Returns the short facts of a ply in one row.
    fn chips(
        &self,
        node: &PageNode,
        facts: &PlyFacts,
        judged: Option<&JudgedPly>,
        note: Option<&Note>,
    ) -> Markup {
        let mut chips: Vec<String> = Vec::new();
        chips.extend(judged.map(|judged| self.value_text(judged)));
        chips.extend(facts.event.as_ref().map(|event| event.description.clone()));
        let time = self.game.record.times_ms.get_ms(node.ply);
        chips.extend(time.map(|ms| time_text(ms.into())));
        let claim = judged
            .and_then(|judged| judged.claim)
            .filter(|claim| claim.made);
        chips.extend(claim.map(|claim| {
            format!(
                "claims the win: +{} if right, −{} if wrong",
                claim.bonus, claim.stake
            )
        }));
        chips.extend(note.and_then(|note| note.by).map(|by| by.to_string()));
        chips.extend(
            note.and_then(|note| note.raw.as_ref())
                .map(|raw| format!("written as {raw}")),
        );
        html! {
            @if !chips.is_empty() {
                ul.chips { @for chip in &chips { li { (chip) } } }
            }
        }
    }

    /// Returns the value of the position after a ply: `White 66 %`, `Black wins (proven)`.
    fn value_text(&self, judged: &JudgedPly) -> String {
        let sides = self.game.game.sides();
        let (own, other) = (
            sides[judged.player.index()],
            sides[judged.player.opponent().index()],
        );
        let value = judged.evaluation.played;
        match value.proven {
            Some(Proven::Win) => format!("{own} wins (proven)"),
            Some(Proven::Loss) => format!("{other} wins (proven)"),
            Some(Proven::Draw) => "draw (proven)".to_owned(),
            None if value.win >= 0.5 => format!("{own} {:.0} %", 100.0 * value.win),
            None => format!("{other} {:.0} %", 100.0 * (1.0 - value.win)),
        }
    }

    /// Returns the better line at a key moment, with links as far as it is drawn.
    pub fn better_line(&self, ply: u32) -> Markup {
        let drawn = self.board.better.get(&ply).map_or(&[][..], Vec::as_slice);
        let moment = self.game.moment(ply);
        let rest = moment.map_or(&[][..], |moment| {
            moment.best.get(drawn.len()..).unwrap_or(&[])
        });
        html! {
            span.better-line {
                @for (at, node) in drawn.iter().enumerate() { (better_link(node, ply, at == 0)) " " }
                @if drawn.is_empty() { (rest.join(" ")) } @else if !rest.is_empty() { "…" }
            }
        }
    }

    fn notes(&self, node: &PageNode, note: &Note) -> Markup {
        let side = node
            .mover
            .map_or("The bot", |mover| self.game.game.sides()[mover.index()]);
        html! {
            @if !note.comment.is_empty() { p.comment { (note.comment) } }
            (message(&format!("{side} said"), &note.message))
            (output(&format!("{side} wrote to standard error"), &note.stderr))
        }
    }

    /// Returns the panel of the failure that ended the game, with the last output of the bot.
    fn failure_panel(&self, failed: &PageFailure) -> Markup {
        let (game, node) = (self.game, &failed.node);
        let attempt = game.record.attempt.as_ref();
        let reason = attempt.map_or("", |attempt| attempt.reason.as_str());
        let rest = attempt.map_or("", |attempt| attempt.rest.as_str());
        let note = game.record.notes.get(&node.ply);
        let last_facts = self.board.facts.last();
        let incident = game.failures.iter().find(|it| it.ply == node.ply);
        let win = incident.and_then(|it| it.value.map(|value| (it.player, value)));
        let data = PanelData {
            win: win.map(|(player, value)| {
                (first_player_win(player, value.win), value.proven.is_some())
            }),
            scores: last_facts.and_then(|facts| facts.scores),
            used_ms: failed.used_ms,
        };
        let time = game.record.times_ms.get_ms(node.ply);
        html! {
            section.panel.said id=(node.anchor) data-label=(node.label)
                data-w=[data.win_text()] data-s=[data.scores_text()] data-c=[data.clocks_text()] {
                (self.heading(node, failed.title()))
                @if let Some(ms) = time { ul.chips { li { (time_text(ms.into())) } } }
                @if !reason.is_empty() {
                    p.failure { (reason) }
                } @else if !node.token.is_empty() {
                    p.failure { "The move was refused." }
                }
                @if let Some(incident) = incident { p { (failure_text(game.game, incident)) } }
                @if let Some(note) = note { (self.notes(node, note)) }
                @if !rest.is_empty() {
                    p.muted { "The log goes on: " (cut_text(rest, 400).0) }
                }
            }
        }
    }

    fn variation_panel(&self, node: &PageNode, note: Option<&VariationNote>) -> Markup {
        let comment = note.map_or("", |note| note.comment.as_str());
        let back = node
            .anchor
            .rsplit('-')
            .next()
            .and_then(|ply| ply.parse::<u32>().ok());
        html! {
            section.panel id=(node.anchor) data-label=(node.label) {
                (self.heading(node, "variation"))
                @if !comment.is_empty() { p.comment { (comment) } }
                @if let Some(ply) = back.filter(|ply| *ply <= self.game.plies) {
                    p { a href={ "#" (ply) } { "Back to the game" } }
                }
            }
        }
    }
}

/// What the script shows of a position outside its panel.
struct PanelData {
    /// The first player's win probability, 0 to 1, and whether it is proven.
    win: Option<(f64, bool)>,
    scores: Option<[i32; 2]>,
    used_ms: [Option<u64>; 2],
}

impl PanelData {
    fn win_text(&self) -> Option<String> {
        let (win, is_proven) = self.win?;
        let mark = if is_proven { "!" } else { "" };
        Some(format!("{:.1}{mark}", 100.0 * win))
    }

    fn scores_text(&self) -> Option<String> {
        let [first, second] = self.scores?;
        Some(format!("{first} {second}"))
    }

    fn clocks_text(&self) -> Option<String> {
        let used = self.used_ms.map(|ms| ms.map_or(String::new(), time_text));
        let is_known = used.iter().any(|text| !text.is_empty());
        is_known.then(|| used.join("|"))
    }
}

/// Returns a bot's message with its title, folded if it is long; nothing if there is none.
fn message(title: &str, text: &str) -> Markup {
    let text = text.trim_end();
    let (start, rest) = cut_text(text, FOLDED_MESSAGE);
    if rest == 0 {
        return output(title, text);
    }
    let (shown, left_out) = cut_text(text, MAX_MESSAGE);
    html! {
        figure.output {
            figcaption { (title) }
            details {
                summary { (cut_text(start, 120).0) "… (" (count_text(rest, "more character")) ")" }
                pre { (shown) }
            }
            @if left_out > 0 { p.muted { (count_text(left_out, "more character")) } }
        }
    }
}

/// Returns a bot's output with its title; nothing if there is none.
fn output(title: &str, text: &str) -> Markup {
    let (shown, left_out) = cut_text(text.trim_end(), MAX_OUTPUT);
    html! {
        @if !shown.is_empty() {
            figure.output {
                figcaption { (title) }
                pre { (shown) }
                @if left_out > 0 { p.muted { (count_text(left_out, "more character")) } }
            }
        }
    }
}

/// Returns what a move made and broke.
fn score_changes(game: &ReviewedGame, changes: &[ScoreChange]) -> Markup {
    let sides = game.game.sides();
    let line = |change: &ScoreChange| {
        let (sign, verb) = if change.gained {
            ("+", "makes")
        } else {
            ("−", "loses")
        };
        let points = match change.points {
            0 => String::new(),
            points => format!(" ({sign}{points})"),
        };
        let side = sides[change.player.index()];
        format!("{side} {verb} {}{points}", change.description)
    };
    html! {
        @if !changes.is_empty() {
            ul.changes {
                @for change in changes {
                    li class=(side_class(change.player)) { (line(change)) }
                }
            }
        }
    }
}

/// Returns the style class of a player's side.
pub(super) const fn side_class(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}

/// Returns the sections of all key moments, each with its diagram.
pub(super) fn key_moments(panels: &Panels<'_>) -> Markup {
    let (game, board) = (panels.game, panels.board);
    if game.judged.is_empty() {
        return Markup::default();
    }
    html! {
        section aria-labelledby="moments" {
            h2 #moments { "Key moments" }
            @if game.moments.is_empty() {
                p { "No mistakes found." }
            } @else {
                p.muted {
                    "Each diagram shows the position before the ply: dashed the move that was played, ✓ the better one."
                }
            }
            @for moment in &game.moments {
                @let class = severity_class(moment.class);
                @let sign = moment.class.glyph().map_or("", Glyph::symbol);
                section.moment tabindex="-1" {
                    h3 {
                        a href={ "#" (moment.ply) } { "Ply " (moment.ply) } ": "
                        (game.player_label(moment.player)) " "
                        span.token { (moment.played) } " "
                        span class={ "glyph " (class) } { (sign) }
                    }
                    div.both {
                        @if let Some(diagram) = board.diagrams.get(&moment.ply) {
                            figure {
                                svg.diagram role="img" aria-label=(diagram.label)
                                    data-f=(diagram.frame) {}
                            }
                        }
                        div id={ "moment-" (moment.ply) } {
                            (moment_details(moment, &panels.better_line(moment.ply), game.diagnosis(moment.ply)))
                        }
                    }
                }
            }
        }
    }
}
