//! Pictures of games: a board with players, score, last move and result around it.
//!
//! The page is itself a [`Scene`], so that every picture format draws the same one.

mod caption;
mod marks;
mod overlay;
mod page;
mod parts;
mod sequence;

use caption::Caption;
use kifu_core::games::{DynGame, DynState};
use kifu_core::record::Record;
use kifu_core::scene::Scene;
pub use marks::mark_items;
use page::PageContent;
pub use parts::{BetterMove, PictureJudgement, PictureParts};
pub use sequence::PictureSequence;

/// Creates the picture of a game after a ply, from 0, or at its end.
///
/// Returns `None` if the game cannot start from its setup, or has fewer legal plies.
pub fn game_picture(record: &Record, game: &dyn DynGame, ply: Option<u32>) -> Option<Scene> {
    let mut sequence = PictureSequence::new(record, game)?;
    let wanted = ply.unwrap_or(sequence.ply_count());
    if wanted > sequence.ply_count() {
        return None;
    }
    sequence.advance_to(wanted);
    Some(sequence.picture(PictureParts::default(), None))
}

/// Creates the picture of a position that was not reached in a game.
pub fn position_picture(game: &dyn DynGame, state: &dyn DynState) -> Scene {
    let parts = PictureParts::default();
    let content = PageContent {
        board: &state.scene(parts.scene_options()),
        caption: &Caption::of_position(game, state),
        parts,
        better_line: None,
        evaluation_bar: None,
    };
    content.compose()
}
