//! Actions that show and close tabs, and quit.

use super::action::{Dialog, TabAction};
use super::effect::Effect;
use super::{AppState, CloseAfterSave};

impl AppState {
    /// Performs an action on the tabs, or quits.
    pub(super) fn perform_tab_action(&mut self, action: &TabAction) -> Vec<Effect> {
        match *action {
            TabAction::SelectTab(at) => {
                if at < self.tabs.len() {
                    self.show_tab(at);
                }
            }
            TabAction::NextTab(is_forward) => {
                let count = self.tabs.len();
                if count > 0 {
                    let by = if is_forward { 1 } else { count - 1 };
                    self.show_tab((self.active_tab + by) % count);
                }
            }
            TabAction::CloseTab => return self.close_tab(self.active_tab),
            TabAction::CloseTabAt(at) => return self.close_tab(at),
            TabAction::DiscardAndClose(at) => return self.discard_tab(at),
            TabAction::SaveAndClose(at) => return self.save_and_close_tab(at),
            TabAction::KeepTab(at) => {
                if let Some(tab) = self.tabs.get_mut(at) {
                    tab.is_preview = false;
                }
            }
            TabAction::SaveAndQuit => {
                self.dialog = None;
                self.close_after_save = Some(CloseAfterSave::App);
                return self.save_next_changed_tab();
            }
            TabAction::Quit => {
                if self.changed_tabs().next().is_none() {
                    return vec![Effect::Quit];
                }
                self.dialog = Some(Dialog::Quit);
            }
            TabAction::DiscardAndQuit => return vec![Effect::Quit],
        }
        Vec::new()
    }

    fn show_tab(&mut self, at: usize) {
        self.active_tab = at;
        self.autoplay_due_s = None;
    }

    /// Closes a tab, or asks what to do with its changes.
    fn close_tab(&mut self, at: usize) -> Vec<Effect> {
        if self.changed_tabs().any(|changed| changed == at) {
            self.dialog = Some(Dialog::CloseTab(at));
            return Vec::new();
        }
        self.discard_tab(at)
    }

    /// Closes a tab without saving it.
    fn discard_tab(&mut self, at: usize) -> Vec<Effect> {
        if at >= self.tabs.len() {
            return Vec::new();
        }
        self.dialog = None;
        let tab = self.tabs.remove(at);
        self.forget_tab(tab.id);
        if self.active_tab > at || self.active_tab == self.tabs.len() {
            self.active_tab = self.active_tab.saturating_sub(1);
        }
        self.autoplay_due_s = None;
        vec![Effect::TabClosed(tab.id)]
    }

    /// Saves a tab, which closes when that is done.
    fn save_and_close_tab(&mut self, at: usize) -> Vec<Effect> {
        let Some(tab) = self.tabs.get(at) else {
            return Vec::new();
        };
        self.close_after_save = Some(CloseAfterSave::Tab(tab.id));
        self.dialog = None;
        self.active_tab = at;
        vec![self.save_effect(at)]
    }
}
