//! The report of a review as an HTML page, with a section and a list of all moves for each game.
//!
//! The page is one file that loads nothing else; it is readable without a script, in light and dark,
//! on paper and on a phone. Texts from logs are escaped.

use super::frame::{PageScript, render_page};
use super::graphs::GameGraphs;
use super::review_parts::{moment_details, moment_scene, render_summaries, severity_class};
use super::text::{count_text, game_and_result};
use crate::review::{JudgedPly, KeyMoment, PositionsError, ReviewedGame, engine_text, positions};
use kifu_core::contract::Player;
use kifu_core::games::DynState;
use kifu_core::record::Glyph;
use kifu_core::scene::{Scene, point_at};
use kifu_logs::formats::CssPalette;
use maud::{Markup, PreEscaped, html};

/// The size of a diagram, in SVG units.
const DIAGRAM_SIZE: f32 = 360.0;

/// The size of a page, in bytes, from which no further game is added: browsers take seconds for it.
const MAX_PAGE_BYTES: usize = 16 << 20;

/// The report of a review that is being built.
pub struct ReviewPage {
    colors: CssPalette,
    /// The entries of the table of contents.
    toc_entries: Vec<Markup>,
    /// The section of each game.
    sections: Vec<Markup>,
    /// The size of the sections.
    byte_count: usize,
    max_bytes: usize,
    /// The number of games that were left out of the page because it was full.
    left_out_count: usize,
}

impl Default for ReviewPage {
    fn default() -> Self {
        Self::with_max_bytes(MAX_PAGE_BYTES)
    }
}

impl ReviewPage {
    /// Creates a page that is full when its games have this many bytes.
    pub fn with_max_bytes(max_bytes: usize) -> Self {
        Self {
            colors: CssPalette::default(),
            toc_entries: Vec::new(),
            sections: Vec::new(),
            byte_count: 0,
            max_bytes,
            left_out_count: 0,
        }
    }

    /// Reports whether the page is full, so that further games are only counted.
    pub const fn is_full(&self) -> bool {
        self.byte_count >= self.max_bytes
    }

    /// Returns the number of games on the page.
    pub const fn game_count(&self) -> usize {
        self.sections.len()
    }

    /// Adds a game, or counts it if the page is full.
    ///
    /// # Errors
    /// Returns an error if the game cannot be replayed.
    pub fn add(&mut self, game: &ReviewedGame) -> Result<(), PositionsError> {
        if self.is_full() {
            self.left_out_count += 1;
            return Ok(());
        }
        let id = format!("g{}", self.sections.len() + 1);
        let [first, second] = Player::ALL.map(|player| game.player_label(player));
        let title = format!("{first} – {second}");
        let about = game_and_result(game);
        self.toc_entries.push(html! {
            li {
                a href={ "#" (id) } { (title) } " "
                span.muted { (about) "; " (moment_count_text(game)) }
            }
        });
        let anchor_prefix = format!("{id}-p");
        let mut part = GameSection {
            colors: &mut self.colors,
            game,
            anchor_prefix: &anchor_prefix,
        };
        let moments = part.render_moments()?;
        let failures = game.failures.iter().map(|failed| failed.ply);
        let graphs = GameGraphs {
            game,
            places: failures.fold(game.plies, u32::max),
            anchor_prefix: &anchor_prefix,
        };
        let section = html! {
            article id=(id) {
                h2 { (title) }
                p {
                    (about) br;
                    span.muted { (game.location) br; (engine_text(game)) }
                }
                @if let Some(headline) = game.headline() {
                    p.headline {
                        @match headline.ply.filter(|ply| game.moment(*ply).is_some()) {
                            Some(ply) => a href={ "#" (anchor_prefix) (ply) } { (headline.sentence) },
                            None => (headline.sentence),
                        }
                    }
                }
                (render_summaries(game))
                (graphs.evaluation())
                (moments)
                (render_moves(&part))
            }
        };
        self.byte_count += section.0.len();
        self.sections.push(section);
        Ok(())
    }

    /// Returns the complete page.
    pub fn render(self) -> String {
        let count = self.sections.len();
        let body = html! {
            @if count == 1 {
                header { h1 { "Review" } }
            } @else {
                header { h1 { "Review of " (count) " games" } }
                nav aria-label="Games" {
                    ol { @for entry in &self.toc_entries { (entry) } }
                }
            }
            main { @for section in &self.sections { (section) } }
            @if self.left_out_count > 0 {
                p { (count_text(self.left_out_count, "further game")) " did not fit on this page." }
            }
        };
        render_page("Review", self.colors, PageScript::Report, &body)
    }
}

/// Returns the number of key moments as text.
fn moment_count_text(game: &ReviewedGame) -> String {
    match game.moments.len() {
        0 => "no key moments".to_owned(),
        count => count_text(count, "key moment"),
    }
}

/// The section of a game on the page.
struct GameSection<'a> {
    colors: &'a mut CssPalette,
    game: &'a ReviewedGame,
    /// The start of the id of a key moment, before the number of its ply.
    anchor_prefix: &'a str,
}

impl GameSection<'_> {
    /// Returns the anchor of a key moment.
    fn moment_anchor(&self, ply: u32) -> String {
        format!("{}{ply}", self.anchor_prefix)
    }

    /// Returns all key moments of the game.
    fn render_moments(&mut self) -> Result<Markup, PositionsError> {
        let game = self.game;
        if game.moments.is_empty() {
            return Ok(html! { p { "No mistakes found." } });
        }
        let positions = positions(game.game, &game.record, game.plies)?;
        let mut sections = Vec::new();
        for moment in &game.moments {
            let position = positions
                .iter()
                .find(|position| position.ply + 1 == moment.ply);
            // The move without its chance outcome, as the state of the position takes it.
            let state_and_move = position.and_then(|it| Some((&it.state, it.played.as_deref()?)));
            if let Some((state, played)) = state_and_move {
                sections.push(self.render_moment(moment, state.as_ref(), played));
            }
        }
        Ok(html! {
            h3 { "Key moments" }
            @for section in &sections { (section) }
        })
    }

    /// Returns the section of one key moment.
    fn render_moment(&mut self, moment: &KeyMoment, state: &dyn DynState, played: &str) -> Markup {
        let side = self.game.game.sides()[moment.player.index()];
        let sign = moment.class.glyph().map_or("", Glyph::symbol);
        let anchor = self.moment_anchor(moment.ply);
        let class = severity_class(moment.class);
        let better = match &moment.best[..] {
            [best, rest @ ..] => html! { b { (best) } " " (rest.join(" ")) },
            [] => Markup::default(),
        };
        html! {
            section.moment id=(anchor) tabindex="-1" {
                h4 {
                    a href={ "#" (anchor) } { "Ply " (moment.ply) } ": " (side) " "
                    (moment.played) " "
                    span class={ "glyph " (class) } { (sign) }
                }
                div.both {
                    figure {
                        (self.diagram(state, played, moment))
                        figcaption {
                            "Before ply " (moment.ply) ": "
                            span class=(class) { (sign) " played, dashed" } "; "
                            span.better { "✓ better" }
                        }
                    }
                    div { (moment_details(moment, &better, self.game.diagnosis(moment.ply))) }
                }
            }
        }
    }

    /// Returns the diagram of the position before the ply, with the played and the better move.
    fn diagram(&mut self, state: &dyn DynState, played: &str, moment: &KeyMoment) -> Markup {
        let board = moment_scene(self.game, state, played, moment);
        let scale = DIAGRAM_SIZE / board.size.x.max(board.size.y);
        let size = point_at(board.size.x * scale, board.size.y * scale);
        let mut picture = Scene::new(size.x, size.y, board.badges.clone());
        picture.label.clone_from(&board.label);
        picture.embed(&board, point_at(0.0, 0.0), scale);
        PreEscaped(self.colors.render_svg(&picture))
    }
}

/// Returns the list of moves.
fn render_moves(part: &GameSection<'_>) -> Markup {
    let game = part.game;
    let tokens = game.record.tokens().skip(game.game.info().lead_in);
    let [first, second] = game.game.sides();
    html! {
        h3 { "Moves" }
        ol.flow {
            @for (ply, token) in (1..=game.plies).zip(tokens) {
                (list_item(part, ply, token))
            }
        }
        p.muted {
            "After each move: the win probability of " (first) " in percent. A solid edge marks \
             moves of " (first) ", a dashed one moves of " (second) "."
        }
    }
}

/// Returns the entry of a ply.
fn list_item(part: &GameSection<'_>, ply: u32, token: &str) -> Markup {
    let game = part.game;
    let judged = game.judged.iter().find(|judged| judged.ply == ply);
    let class = judged.map_or("", |judged| match judged.player {
        Player::First => "first",
        Player::Second => "second",
    });
    let glyph = game.record.notes.get(&ply).and_then(|note| note.glyph);
    html! {
        li class=(class) {
            small { (ply) } " "
            @if part.game.moment(ply).is_some() {
                a href={ "#" (part.moment_anchor(ply)) } { (token) }
            } @else {
                (token)
            }
            @if let Some(glyph) = glyph {
                " " b { (glyph.symbol()) }
            }
            @if let Some(chance) = judged.map(first_player_win_after) {
                " " small { (format_args!("{:.0}", 100.0 * chance)) }
            }
        }
    }
}

/// Returns the first player's win probability after a ply, 0 to 1.
fn first_player_win_after(ply: &JudgedPly) -> f64 {
    match ply.player {
        Player::First => ply.evaluation.played.win,
        Player::Second => 1.0 - ply.evaluation.played.win,
    }
}
