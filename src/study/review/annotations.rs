//! The drawing of a key moment: the played move and the better one on one board.

use super::MoveClass;
use kifu_core::games::DynState;
use kifu_core::record::Glyph;
use kifu_core::scene::{AnnotationSign, AnnotationStyle, Role, SceneItem, SceneOptions};

/// Returns the role that colours a move of a class.
pub const fn class_role(class: MoveClass) -> Role {
    match class {
        MoveClass::Only | MoveClass::Good => Role::Muted,
        MoveClass::Inaccuracy => Role::Inaccuracy,
        MoveClass::Mistake => Role::Mistake,
        MoveClass::Blunder => Role::Blunder,
    }
}

/// Returns the drawing of a bad move: dashed, in the colour of its class, with its glyph.
///
/// `before` is the position before the move, with its chance outcome known. The drawing fits on
/// that position and on the one after the move; see
/// [`Input::annotate_step`](kifu_core::contract::Input::annotate_step).
pub fn annotate_played(
    before: &dyn DynState,
    played: &str,
    class: MoveClass,
    options: SceneOptions,
) -> Vec<SceneItem> {
    let role = class_role(class);
    let drawn = before.annotate_step(played, AnnotationStyle::worse(role), options);
    let drawn = drawn.map(|drawn| match class.glyph() {
        Some(glyph) => drawn.with_badge(role, AnnotationSign::Text(Glyph::symbol(glyph))),
        None => drawn,
    });
    drawn.map_or_else(Vec::new, |drawn| drawn.items)
}

/// Returns the drawing of the better move: solid, in green, with a check mark.
pub fn annotate_better(
    before: &dyn DynState,
    better: &str,
    options: SceneOptions,
) -> Vec<SceneItem> {
    let drawn = before.annotate_step(better, AnnotationStyle::BETTER, options);
    drawn.map_or_else(Vec::new, |drawn| {
        drawn.with_badge(Role::Good, AnnotationSign::Check).items
    })
}

/// Returns the drawing of a key moment: the move played, and the better one over it.
pub fn annotate_moment(
    before: &dyn DynState,
    played: &str,
    better: Option<&str>,
    class: MoveClass,
    options: SceneOptions,
) -> Vec<SceneItem> {
    let mut items = annotate_played(before, played, class, options);
    if let Some(better) = better.filter(|better| *better != played) {
        items.extend(annotate_better(before, better, options));
    }
    items
}
