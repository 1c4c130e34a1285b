//! Showing the findings pane when a log is broken.

use super::layout;
use crate::state::{Pane, Tab};
use egui_tiles::Tree;
use kifu_core::findings::{Finding, Severity};
use std::collections::HashSet;

/// The tabs whose findings were shown without being asked for, and what they cover.
#[derive(Default)]
pub(super) struct RaisedFindings {
    /// The shown tab with the number of its errors.
    shown: Option<(u64, usize)>,
    /// The tabs for which the pane has shown itself.
    raised_for: HashSet<u64>,
    /// The pane behind which the findings were, while they cover it.
    covered_pane: Option<Pane>,
}

impl RaisedFindings {
    /// Shows the pane when a game with errors is shown for the first time, and the covered pane
    /// again when a game without errors is.
    pub fn update(&mut self, panes: &mut Tree<Pane>, tab: Option<&Tab>) {
        let is_error = |finding: &&Finding| finding.severity() == Severity::Error;
        let shown = tab.map(|tab| (tab.id, tab.findings.iter().filter(is_error).count()));
        if shown == self.shown {
            return;
        }
        self.shown = shown;
        if let Some((id, 1..)) = shown {
            if self.raised_for.insert(id) {
                let covered = layout::cover_with(panes, Pane::Findings);
                self.covered_pane = covered.or(self.covered_pane);
            }
        } else if let Some(covered) = self.covered_pane.take()
            // Whoever chose another pane meanwhile keeps it.
            && layout::is_pane_shown(panes, Pane::Findings)
        {
            layout::reveal_pane(panes, covered);
        }
    }
}
