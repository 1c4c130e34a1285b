//! The menu of the orders of the list.

use super::super::ViewContext;
use super::super::icons::{self, Icon};
use crate::library::LibraryColumn;
use crate::state::{Action, LibraryAction};
use egui::{Button, Popup, Ui, WidgetInfo};

/// Shows the button that opens the menu.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let button = icons::button(ui, Icon::Sort, "Sort");
    Popup::menu(&button).show(|ui| {
        ui.set_min_width(160.0);
        items(ui, cx);
    });
}

fn items(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let sort = cx.state.library.sort_order().first().copied();
    let as_found = Button::selectable(sort.is_none(), "As found");
    if ui.add(as_found).clicked() {
        cx.dispatch(Action::Library(LibraryAction::ClearSort));
    }
    ui.separator();
    for column in LibraryColumn::ALL {
        let name = column.name();
        let is_descending = sort
            .filter(|(known, _)| *known == column)
            .map(|(_, is_descending)| is_descending);
        let order = match is_descending {
            Some(true) => "(descending)",
            Some(false) => "(ascending)",
            None => "",
        };
        let button = Button::selectable(is_descending.is_some(), name).shortcut_text(order);
        let response = ui.add(button);
        response.widget_info(|| {
            let label = format!("Sort by {name} {order}");
            WidgetInfo::selected(
                egui::Role::MenuItem,
                true,
                is_descending.is_some(),
                label.trim_end(),
            )
        });
        if response.clicked() {
            cx.dispatch(Action::Library(LibraryAction::ToggleSort(column)));
        }
    }
}
