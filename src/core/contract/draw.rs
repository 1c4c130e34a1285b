//! Boards as text and as pictures.

use super::{Game, MoveOf, StepOf};
use crate::scene::{
    Anchor, AnnotationStyle, MoveAnnotation, PlayerBadge, Role, Scene, SceneOptions, Tone, point_at,
};

/// The style of a board drawn as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextStyle {
    /// Whether to use box-drawing characters and symbols; otherwise plain ASCII.
    pub unicode: bool,
    /// Whether to use ANSI colours (never the only distinction between the two sides).
    pub color: bool,
}

/// The step that led to a position, and the position before it.
pub struct LastStep<'a, G: Game> {
    /// The position before the step.
    pub before: &'a G::Position,
    /// The step.
    pub step: &'a StepOf<G>,
}

impl<G: Game> Clone for LastStep<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for LastStep<'_, G> {}

/// A game whose boards can be drawn. The defaults show the position text.
pub trait Draw: Game {
    /// Draws the board as text: several lines, each ended by a line feed.
    ///
    /// The last step is marked. Score and players are left out, since they look alike in all games.
    fn text_board(
        position: &Self::Position,
        _last: Option<&StepOf<Self>>,
        _style: TextStyle,
    ) -> String {
        let text = Self::write_position(position);
        text.replace('/', "\n") + "\n"
    }

    /// Draws the board as a picture: shapes with roles, in board units.
    ///
    /// The last step is marked. The names of the players, the score and everything else that looks
    /// alike in all games are left out.
    fn scene(
        position: &Self::Position,
        _last: Option<LastStep<'_, Self>>,
        _options: SceneOptions,
    ) -> Scene {
        let text = Self::write_position(position);
        let rows: Vec<&str> = text.split('/').collect();
        let columns = rows.iter().map(|row| row.chars().count()).max();
        #[expect(clippy::cast_precision_loss, reason = "a board's size is small")]
        let [width, height] = [columns.unwrap_or(1), rows.len()].map(|size| size as f32);
        let badges = [Tone::Light, Tone::Dark].map(PlayerBadge::stone);
        let mut scene = Scene::new(width.max(1.0), height, badges);
        scene.label.clone_from(&text);
        scene.fill(scene.area(), 0.1, Role::Board);
        let mut middle = 0.5;
        for row in rows {
            let center = point_at(width / 2.0, middle);
            scene.write(center, Anchor::Middle, 0.7, Role::OnBoard, row);
            middle += 1.0;
        }
        scene
    }

    /// Draws a step so that it can be seen on any position of the game, also on the one after it:
    /// as an arrow, or as a ring or a frame in the shape of the step.
    ///
    /// `before` is the position in which the step is made. Steps that differ little must look
    /// different when both are drawn, the one whose style is dashed first.
    ///
    /// The default draws the step's move as [`annotate_move`](Self::annotate_move) does.
    fn annotate_step(
        before: &Self::Position,
        step: &StepOf<Self>,
        style: AnnotationStyle,
        options: SceneOptions,
    ) -> Option<MoveAnnotation> {
        Self::annotate_move(before, step.mv?, style, options)
    }

    /// Draws a move so that it can be seen on any position; see
    /// [`annotate_step`](Self::annotate_step).
    fn annotate_move(
        _before: &Self::Position,
        _mv: MoveOf<Self>,
        _style: AnnotationStyle,
        _options: SceneOptions,
    ) -> Option<MoveAnnotation> {
        None
    }
}
