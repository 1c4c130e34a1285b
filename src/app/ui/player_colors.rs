//! The players' own colours: those of their stones or tiles.

use super::to_color32;
use egui::Color32;
use kifu_core::scene::{Palette, PlayerBadge, Role};

/// The colours of one player in charts and bars.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerColors {
    /// The colour of the player's stones or tiles.
    pub fill: Color32,
    /// The outline, which sets white and black apart from any page.
    pub edge: Color32,
}

impl PlayerColors {
    /// Returns the colours of both players by their badges.
    pub fn of_badges(badges: &[PlayerBadge; 2], dark: bool) -> [Self; 2] {
        let palette = Palette { dark };
        [0, 1].map(|at: usize| {
            let role = badges[at].role;
            let edge = match role {
                Role::Stone(tone) => Role::Edge(tone),
                _ => Role::Muted,
            };
            Self {
                fill: to_color32(palette.color(role)),
                edge: to_color32(palette.color(edge)),
            }
        })
    }
}
