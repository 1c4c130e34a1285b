//! The entries of the Export menu that write pictures.

use super::ViewContext;
use super::menu_entries::{self, EntryMark};
use crate::state::{Action, FileAction};
use egui::Ui;
use kifu_study::render::PictureFormat;

/// Shows an entry for each format of pictures.
pub(super) fn picture_entries(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    ui.separator();
    for format in PictureFormat::ALL {
        let about = match format {
            PictureFormat::Svg | PictureFormat::Png => "a picture of the shown position",
            PictureFormat::Gif => "an animation of the game",
        };
        let entry = menu_entries::entry(ui, EntryMark::None, format.id(), about, true);
        if entry.clicked() {
            cx.dispatch(Action::File(FileAction::ExportTab(format.id())));
        }
    }
}
