//! The key moments on the review page, each with its diagram.

use super::super::text;
use super::{GameSection, percent, with_minus_sign};
use crate::failure::Failure;
use crate::games::DynState;
use crate::record::Glyph;
use crate::review::{KeyMoment, positions};
use crate::scene::{Role, Scene, SceneOptions, point_at};
use maud::{Markup, PreEscaped, html};

/// The size of a diagram, in SVG units.
const DIAGRAM_SIZE: f32 = 360.0;

impl GameSection<'_> {
    /// Returns all key moments of the game.
    pub(super) fn render_moments(&mut self) -> Result<Markup, Failure> {
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
            let found = position.and_then(|it| Some((&it.state, it.played.as_deref()?)));
            if let Some((state, played)) = found {
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
        let best = moment.best.first().map_or("", String::as_str);
        html! {
            section.moment id=(anchor) tabindex="-1" {
                h4 {
                    a href={ "#" (anchor) } { "Ply " (moment.ply) } ": " (side) " "
                    span.played { (moment.played) } " "
                    span.glyph.bad { (sign) }
                }
                div.both {
                    figure {
                        (self.diagram(state, played, best))
                        figcaption {
                            "Before ply " (moment.ply) ": "
                            span.played { "■ played" } ", "
                            span.better { "■ better" }
                        }
                    }
                    div { (moment_details(moment)) }
                }
            }
        }
    }

    /// Returns the diagram of the position before the ply, with the played and the better move.
    fn diagram(&mut self, state: &dyn DynState, played: &str, best: &str) -> Markup {
        let view = SceneOptions::default();
        // A bare position has no last move, whose mark could be taken for the played one.
        let alone = self.game.game.parse_position(&state.position());
        let mut board = alone.map_or_else(|_| state.scene(view), |alone| alone.scene(view));
        if best != played {
            board.items.extend(state.preview(best, Role::Preview, view));
        }
        board
            .items
            .extend(state.preview(played, Role::LastMove, view));
        let scale = DIAGRAM_SIZE / board.size.x.max(board.size.y);
        let size = point_at(board.size.x * scale, board.size.y * scale);
        let mut picture = Scene::new(size.x, size.y, board.badges.clone());
        picture.label = format!("{} Played: {played}. Better: {best}.", board.label);
        picture.embed(&board, point_at(0.0, 0.0), scale);
        PreEscaped(self.colors.render_svg(&picture))
    }
}

/// Returns the details of a key moment: the loss, the better line and the reasons.
fn moment_details(moment: &KeyMoment) -> Markup {
    let mut lost = format!("{} win probability", percent(-moment.loss));
    if let Some(points) = moment.points {
        lost.push_str(&with_minus_sign(&format!(", {:+.1} points", -points)));
    }
    let kind = text::moment_label(moment);
    if !kind.is_empty() {
        lost.push_str("; ");
        lost.push_str(&kind);
    }
    html! {
        p { (lost) }
        @if let [best, rest @ ..] = &moment.best[..] {
            p { "Better: " b.better { (best) } " " (rest.join(" ")) }
        }
        @if !moment.reasons.is_empty() {
            ul {
                @for reason in &moment.reasons { li { (reason) } }
            }
        }
    }
}
