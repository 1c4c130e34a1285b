//! Actions that show and close tabs, and quit.

use super::action::{Action, Dialog};
use super::effect::Effect;
use super::{AppState, CloseAfterSave};

impl AppState {
    /// Performs an action on the tabs, or quits.
    pub(super) fn perform_tab_action(&mut self, action: &Action) -> Vec<Effect> {
        let count = self.tabs.len();
        match action {
            Action::SelectTab(at) if *at < count => {
                self.active_tab = *at;
                self.autoplay_due_s = None;
            }
            Action::NextTab(on) if count > 0 => {
                let by = if *on { 1 } else { count - 1 };
                self.active_tab = (self.active_tab + by) % count;
                self.autoplay_due_s = None;
            }
            Action::CloseTab => {
                return self.perform_tab_action(&Action::CloseTabAt(self.active_tab));
            }
            Action::CloseTabAt(at) if self.changed_tabs().any(|changed| changed == *at) => {
                self.dialog = Some(Dialog::CloseTab(*at));
            }
            Action::CloseTabAt(at) | Action::DiscardAndClose(at) if *at < count => {
                self.dialog = None;
                let tab = self.tabs.remove(*at);
                self.forget_tab(tab.id);
                if self.active_tab > *at || self.active_tab == self.tabs.len() {
                    self.active_tab = self.active_tab.saturating_sub(1);
                }
                self.autoplay_due_s = None;
                return vec![Effect::TabClosed(tab.id)];
            }
            Action::SaveAndClose(at) if *at < count => {
                self.dialog = None;
                self.active_tab = *at;
                self.close_after_save = Some(CloseAfterSave::Tab(self.tabs[*at].id));
                return vec![self.save_effect(*at)];
            }
            Action::SaveAndQuit => {
                self.dialog = None;
                self.close_after_save = Some(CloseAfterSave::App);
                return self.save_next_changed_tab();
            }
            Action::Quit if self.changed_tabs().next().is_some() => {
                self.dialog = Some(Dialog::Quit);
            }
            Action::Quit | Action::DiscardAndQuit => return vec![Effect::Quit],
            _ => {}
        }
        Vec::new()
    }
}
