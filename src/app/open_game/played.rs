//! Plies that are added while a game is played.

use super::{Navigation, NodeId, OpenGame, ply_info};
use kifu_core::record::Record;

impl OpenGame {
    /// Reports whether the cursor is where the game is played: at the end of the main line.
    pub fn is_at_live_end(&self) -> bool {
        self.node() == self.tree.main_line_end() && !self.is_at_failure
    }

    /// Takes over what was played since the last call: the plies, times, result and the bots'
    /// words of `record`, which continues the main line. The reader stays where they are, unless
    /// they are at the end, and their edits and the undo history are kept.
    ///
    /// Returns whether the record continues the main line; if not, nothing is changed.
    pub fn extend_played(&mut self, record: &Record) -> bool {
        let old_len = self.tree.main_line().len();
        let tokens: Vec<&str> = record.tokens().collect();
        let main_line = self.tree.main_line().iter();
        let is_prefix = old_len <= tokens.len()
            && self.tree.failure().is_none()
            && main_line
                .zip(&tokens)
                .all(|(node, token)| self.tree.token(*node) == *token);
        if !is_prefix {
            return false;
        }
        let follows = self.is_at_live_end();
        let here = self.node();
        for token in &tokens[old_len..] {
            let (parent, child) = self.tree.extend_main_line(token);
            self.history.add_child(parent, child);
            // The shown line continues with the played move, not with a variation tried earlier.
            if follows {
                self.chosen_children.remove(&parent);
            }
        }
        self.take_over_notes(record, old_len);
        self.take_over_facts(record);
        self.place_failure(Some(record));
        self.plies = ply_info::main_line_plies(self).0;
        self.review_summary.mark_changed();
        self.update_review_summary();
        if follows {
            self.navigate(Navigation::Node(self.tree.main_line_end()));
        } else {
            // The line from here on may have become longer.
            self.go_to_node(here);
        }
        true
    }

    /// Takes over the notes of new plies, and of the last one known before, whose words may have
    /// come later.
    fn take_over_notes(&mut self, record: &Record, known: usize) {
        let lead_in = self.game.info().lead_in;
        let from = known.max(lead_in + 1) - 1;
        let nodes: Vec<(usize, NodeId)> =
            self.tree.main_line().iter().copied().enumerate().collect();
        for (index, node) in nodes.into_iter().skip(from.min(known)) {
            let ply = u32::try_from((index + 1).saturating_sub(lead_in)).unwrap_or(u32::MAX);
            if let Some(note) = record.notes.get(&ply).filter(|_| ply > 0) {
                self.tree.merge_log_note(node, note);
            }
        }
    }

    /// Takes over what the referee knows of the game as a whole.
    fn take_over_facts(&mut self, record: &Record) {
        let open_record = &mut self.record;
        open_record.setup.clone_from(&record.setup);
        open_record.times_ms.clone_from(&record.times_ms);
        open_record.result.clone_from(&record.result);
        open_record.attempt.clone_from(&record.attempt);
        open_record.source.clone_from(&record.source);
        open_record.rules = record.rules;
        open_record.players.0.time_ms = record.players.0.time_ms;
        open_record.players.1.time_ms = record.players.1.time_ms;
        for (key, text) in &record.ext {
            open_record.ext.insert(key.clone(), text.clone());
        }
    }
}
