//! Texts of the settings, the start page and the menus.

use super::Theme;

macro_rules! settings_texts {
    ($($name:ident: $english:literal, $about:literal;)+) => {
        /// Texts of the settings, the start page and the menus, each named after its use.
        #[derive(Debug)]
        pub struct SettingsTexts {
            $(#[doc = $about] pub $name: &'static str,)+
        }

        /// The texts in English.
        pub(super) const ENGLISH_SETTINGS: SettingsTexts = SettingsTexts { $($name: $english,)+ };
    };
}

settings_texts! {
    title: "Settings", "Title of the settings.";
    appearance: "Appearance", "Page of the settings.";
    board: "Board and playback", "Page of the settings.";
    engine: "Engine", "Page of the settings.";
    review: "Review", "Page of the settings.";
    keys: "Keys", "Page of the settings.";
    files: "Files", "Page of the settings.";
    theme_system: "System", "Theme: that of the desktop.";
    theme_light: "Light", "Theme.";
    theme_dark: "Dark", "Theme.";
    zoom: "Zoom", "Label of a setting, and name of a menu.";
    animations: "Animate moves and panes", "Setting.";
    coordinates: "Show coordinates", "Setting.";
    spoiler_free: "Hide results and future moves until seen (spoiler-free)", "Setting.";
    playback: "Playback", "Label of a setting.";
    seconds_per_ply: "s per ply", "Unit after a number.";
    lines: "Lines", "Label of a setting, and name of a menu.";
    lines_hint: "The number of best moves that the engine shows.", "Explanation of a setting.";
    threads: "Search threads", "Label of a setting, and name of a menu.";
    threads_hint: "More threads search deeper in the same time, but leave less for other programs.", "Explanation of a setting.";
    thoroughness: "Thoroughness", "Label of a setting.";
    per_position: "ms per position", "Unit after a number.";
    thresholds: "Judge a move from this loss", "Label before the thresholds of inaccuracies, mistakes and blunders.";
    recent_files: "Recent files and folders", "Label of a setting.";
    clear_recent: "Clear list", "Button.";
    no_recent: "None yet.", "Message: there are no recent files.";
    reset: "Restore defaults…", "Button of the settings.";
    reset_question: "Restore the defaults of all settings?", "Question before the settings are reset.";
    reset_keys_question: "Restore the default keys of all commands?", "Question before the keys are reset.";
    reset_yes: "Restore defaults", "Button that confirms a reset.";
    done: "Done", "Button that closes the settings.";
    apply: "Apply", "Button that confirms a form.";
    add_label: "Add label", "Button that writes a word on a square.";
    glyphs: "Judgement", "Name of a menu.";
    view_as: "View as", "Name of a menu.";
    everything: "Everything", "Entry of a menu: all information is shown.";
    protocol_of: "Protocol of", "Name of a menu.";
    first: "First", "Name of the first player where no game is shown.";
    second: "Second", "Name of the second player where no game is shown.";
    examples: "Examples", "Heading, and name of a menu.";
    start_hint: "or drop files and folders here", "Hint on the start page.";
    recent: "Recent", "Heading.";
    folder: "Folder", "Text for screen readers.";
    file: "File", "Text for screen readers.";
    forget: "Remove from this list", "Button beside a recent file.";
    reloaded: "Reloaded: another program has changed the file.", "Message after a game was read again.";
    final_score: "final", "Label before a score at the end of the game.";
}

impl SettingsTexts {
    /// Returns the name of a theme.
    pub const fn theme_name(&self, theme: Theme) -> &'static str {
        match theme {
            Theme::System => self.theme_system,
            Theme::Light => self.theme_light,
            Theme::Dark => self.theme_dark,
        }
    }
}
