//! The pane of this name.

use super::Cx;
use egui::Ui;

/// Shows the pane.
pub(super) fn show(_ui: &mut Ui, _cx: &mut Cx<'_>) {}
