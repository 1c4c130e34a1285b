//! Properties that set up stones or the player to move, which the games do not know.

use super::property_values::{rectangle_points, split_compose};
use super::read::SgfReader;
use super::syntax::SgfProperty;
use kifu_core::contract::{Player, SgfOccupant};
use kifu_core::findings::Code;
use std::ops::Range;

/// The maximum number of points of a property that are compared with the board.
const MAX_POINTS: usize = 1 << 12;

impl SgfReader<'_, '_> {
    /// Reports a property that sets up a position. Returns whether it changes the position, which
    /// ends the line.
    ///
    /// `position` is the text of the position before it and `mover` the player to move; `None`
    /// where they are not known.
    pub fn judge_setup(
        &mut self,
        ident: &str,
        property: &SgfProperty,
        position: Option<&str>,
        mover: Option<Player>,
    ) -> bool {
        let change = self.find_change(ident, property, position, mover);
        let is_effective = change.is_some();
        let (code, message) = if let Some(span) = change {
            let found = &self.source.text()[span];
            let message = format!(
                "expected only moves, as {} starts from its own position; found {ident}[{}], which \
                 sets up a position",
                self.game.name(),
                super::super::result_text::shorten(found)
            );
            (Code::BadSetup, message)
        } else {
            let message = format!("{ident} changes nothing here and was kept in `ext`");
            (Code::SetupWithoutEffect, message)
        };
        self.add_finding(code, message, property.span());
        is_effective
    }

    /// Returns the first value that changes the position.
    fn find_change(
        &self,
        ident: &str,
        property: &SgfProperty,
        position: Option<&str>,
        mover: Option<Player>,
    ) -> Option<Range<usize>> {
        let text = self.source.text();
        let mut points_left = MAX_POINTS;
        self.nodes.value_spans(property).find(|span| {
            let value = text[span.clone()].trim();
            let occupant = match ident {
                "PL" => return !value.is_empty() && self.named_player(value) != mover,
                "AB" => SgfOccupant::Black,
                "AW" => SgfOccupant::White,
                _ => SgfOccupant::Nothing,
            };
            if value.is_empty() {
                return false;
            }
            let Some(position) = position else {
                return true;
            };
            let is_there = |point: &str| {
                let found = (self.nodes.sgf.occupant)(position, point);
                found == Some(occupant)
            };
            match split_compose(value) {
                None => !is_there(value),
                Some((from, to)) => {
                    let mut points = rectangle_points(from.trim(), to.trim()).peekable();
                    let is_empty = points.peek().is_none();
                    let mut points = points.take(points_left.saturating_add(1));
                    is_empty
                        || points.any(|point| {
                            points_left = points_left.saturating_sub(1);
                            points_left == 0 || !is_there(&point)
                        })
                }
            }
        })
    }

    /// Returns the player whom a value of `PL` names: `B`, `black`, or `1` of old versions.
    fn named_player(&self, value: &str) -> Option<Player> {
        match value.as_bytes()[0].to_ascii_uppercase() {
            b'B' | b'1' => Some(self.player_of_color(true)),
            b'W' | b'2' => Some(self.player_of_color(false)),
            _ => None,
        }
    }
}
