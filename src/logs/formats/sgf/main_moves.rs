//! The moves of the main line.

use super::super::UnreadableToken;
use super::super::result_text::shorten;
use super::node::SgfMove;
use super::read::{SgfReader, player_of_ply};
use kifu_core::contract::Player;
use kifu_core::findings::{Code, Finding};
use std::ops::Range;

impl SgfReader<'_, '_> {
    /// Returns the player to move after the moves so far.
    ///
    /// After a move that cannot be made the players alternate, as in all games that SGF knows.
    fn player_to_move(&self) -> Player {
        let mover = self.state.as_ref().and_then(|state| state.mover());
        mover.unwrap_or_else(|| player_of_ply(self.draft.next_ply()))
    }

    /// Appends a move of the main line, and reports the first one of the wrong colour.
    pub fn push_move(&mut self, mv: &SgfMove<'_>) {
        let player = self.player_of_color(mv.is_black);
        let ply = self.draft.next_ply();
        if player != self.player_to_move() {
            let color = if mv.is_black { "B" } else { "W" };
            let ext = &mut self.draft.record.ext;
            ext.insert(format!("sgf.color.{ply}"), color.to_owned());
            let is_due = self
                .state
                .as_ref()
                .is_some_and(|state| state.mover().is_some());
            if self.turn_checked && is_due {
                self.turn_checked = false;
                self.report_wrong_turn(ply, player, "", mv.span.clone());
            }
        }
        let token = (self.nodes.sgf.token)(&self.nodes.setup, mv.value);
        match (token, &mut self.state) {
            (Some(token), state) => {
                self.draft.push_token_as(&token, None, mv.span.clone());
                if state
                    .as_mut()
                    .is_some_and(|state| state.play(&token).is_err())
                {
                    self.state = None;
                }
            }
            (None, state) => {
                let is_first = state.take().is_some();
                self.push_unreadable(mv, is_first);
            }
        }
    }

    /// Reports a move of the wrong colour.
    pub fn report_wrong_turn(
        &mut self,
        ply: u32,
        player: Player,
        where_: &str,
        span: Range<usize>,
    ) {
        let sides = self.game.sides();
        let message = format!(
            "ply {ply}{where_}: expected a move of {}, found one of {}",
            sides[player.opponent().index()],
            sides[player.index()]
        );
        let location = self.source.location(span);
        let finding = Finding::new(Code::WrongTurn, message).at(location).ply(ply);
        self.draft.findings.push(finding);
    }

    /// Appends a value that is no move.
    ///
    /// The game's own notation must not make a move of it, so the token is marked; the value itself
    /// is kept as the spelling.
    fn push_unreadable(&mut self, mv: &SgfMove<'_>, is_first: bool) {
        let word: String = mv
            .value
            .chars()
            .map(|c| {
                if c.is_ascii_whitespace() || c.is_control() {
                    '_'
                } else {
                    c
                }
            })
            .collect();
        let word = if is_first { format!("?{word}") } else { word };
        self.draft
            .push_token_as(&word, Some(mv.value), mv.span.clone());
        if is_first {
            let expected = (self.nodes.sgf.expected)(&self.nodes.setup);
            self.draft.game_spans.unreadable = Some(UnreadableToken {
                reason: format!("expected {expected}, found `{}`", shorten(mv.value)),
                raw: mv.value.to_owned(),
                token: word,
            });
        }
    }
}
