//! The key moments on the review page, each with its diagram.

use super::super::text;
use super::{GameSection, percent, with_minus_sign};
use crate::failure::Failure;
use crate::games::DynState;
use crate::record::Glyph;
use crate::review::{KeyMoment, MoveClass, annotate_moment, positions};
use crate::scene::{Scene, SceneOptions, point_at};
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
        let class = severity_class(moment.class);
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
                    div { (moment_details(moment)) }
                }
            }
        }
    }

    /// Returns the diagram of the position before the ply, with the played and the better move.
    fn diagram(&mut self, state: &dyn DynState, played: &str, moment: &KeyMoment) -> Markup {
        let best = moment.best.first().map_or("", String::as_str);
        let view = SceneOptions::default();
        // A bare position has no last move, whose mark could be taken for the played one.
        let alone = self.game.game.parse_position(&state.position());
        let mut board = alone.map_or_else(|_| state.scene(view), |alone| alone.scene(view));
        let moves = annotate_moment(state, played, Some(best), moment.class, view);
        board.items.extend(moves);
        let scale = DIAGRAM_SIZE / board.size.x.max(board.size.y);
        let size = point_at(board.size.x * scale, board.size.y * scale);
        let mut picture = Scene::new(size.x, size.y, board.badges.clone());
        picture.label = format!("{} Played: {played}. Better: {best}.", board.label);
        picture.embed(&board, point_at(0.0, 0.0), scale);
        PreEscaped(self.colors.render_svg(&picture))
    }
}

/// Returns the details of a key moment: the reasons, the better line and the loss.
fn moment_details(moment: &KeyMoment) -> Markup {
    let points = moment
        .points
        .map(|points| with_minus_sign(&format!("{:+.1}", -points)));
    let kind = text::moment_label(moment);
    html! {
        @if let [first, rest @ ..] = &moment.reasons[..] {
            p { (first) }
            @for reason in rest { p.muted { (reason) } }
        }
        @if let [best, rest @ ..] = &moment.best[..] {
            p { span.better { "✓ Better: " b { (best) } } " " (rest.join(" ")) }
        }
        table.loss {
            tr { th scope="row" { "win probability" } td { (percent(-moment.loss)) } }
            @if let Some(points) = points {
                tr { th scope="row" { "contest points" } td { (points) } }
            }
        }
        @if !kind.is_empty() { p.muted { (kind) } }
    }
}

/// Returns the style class of a move's class.
const fn severity_class(class: MoveClass) -> &'static str {
    match class {
        MoveClass::Only | MoveClass::Good => "muted",
        MoveClass::Inaccuracy => "inaccuracy",
        MoveClass::Mistake => "mistake",
        MoveClass::Blunder => "blunder",
    }
}
