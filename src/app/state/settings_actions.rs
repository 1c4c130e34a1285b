//! Actions that change the settings.

use super::action::Effect;
use super::action::SettingsAction;
use super::{AppState, KeyBindings, Shortcut, Theme};

/// The speeds of [`SettingsAction::ChangeSpeed`], in milliseconds per ply.
const AUTOPLAY_STEPS_MS: [u32; 9] = [4000, 2500, 1500, 800, 500, 300, 150, 80, 40];
/// The scales of [`SettingsAction::ChangeScale`], in percent.
pub const SCALE_STEPS_PERCENT: [u16; 12] = [50, 60, 70, 80, 90, 100, 110, 125, 150, 175, 200, 250];

impl AppState {
    /// Performs an action that changes the settings.
    pub(super) fn perform_settings_action(&mut self, action: SettingsAction) -> Vec<Effect> {
        match action {
            SettingsAction::ChangeSpeed(by) => {
                self.preferences.autoplay_ms =
                    step_along(&AUTOPLAY_STEPS_MS, &self.preferences.autoplay_ms, by);
            }
            SettingsAction::CycleTheme => {
                self.preferences.theme = match self.preferences.theme {
                    Theme::System => Theme::Light,
                    Theme::Light => Theme::Dark,
                    Theme::Dark => Theme::System,
                };
                // The theme of the desktop may look like the one before it.
                let name = self.preferences.theme.name();
                self.notify(format!("Theme: {name}"));
            }
            SettingsAction::ChangeScale(0) => self.preferences.scale_percent = 100,
            SettingsAction::ChangeScale(by) => {
                self.preferences.scale_percent =
                    step_along(&SCALE_STEPS_PERCENT, &self.preferences.scale_percent, by);
            }
            SettingsAction::ToggleCoordinates => {
                self.preferences.coordinates = !self.preferences.coordinates;
            }
            SettingsAction::ToggleAnimations => {
                self.preferences.animations = !self.preferences.animations;
            }
            SettingsAction::SetPreferences(preferences) => {
                let preferences = preferences.clamped();
                let thresholds = preferences.thresholds;
                self.preferences = preferences;
                return self.set_thresholds(thresholds);
            }
            SettingsAction::ResetKeys => self.key_bindings = KeyBindings::default(),
            SettingsAction::SetKey(id, chord) => {
                let read = |text: Option<String>| text.map(|text| text.parse::<Shortcut>());
                match chord.map(|text| read(text).transpose()).transpose() {
                    Ok(chord) => {
                        if let Some(Some(key)) = &chord {
                            self.tell_key_loser(id, key);
                        }
                        self.key_bindings.rebind(id, chord);
                    }
                    Err(bad) => {
                        self.notify_error(bad.to_string());
                        return Vec::new();
                    }
                }
            }
        }
        vec![Effect::SaveSettings]
    }

    /// Tells which command loses a key to another one.
    fn tell_key_loser(&mut self, id: &str, key: &Shortcut) {
        let loser = self.key_bindings.command_for(key);
        if let Some(loser) = loser.filter(|loser| loser.id != id) {
            let name = loser.name;
            self.notify(format!("{} no longer does “{name}”.", key.label()));
        }
    }
}

/// Returns the step `by` steps away from the one nearest to `from`, clamped to the ends.
fn step_along<T: Copy + PartialOrd>(steps: &[T], from: &T, by: i32) -> T {
    let rising = steps.first() < steps.last();
    let index = steps
        .iter()
        .position(|step| if rising { step >= from } else { step <= from })
        .unwrap_or(steps.len() - 1);
    let to = index
        .saturating_add_signed(by as isize)
        .min(steps.len() - 1);
    steps[to]
}
