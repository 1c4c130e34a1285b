//! Accessibility tree of the board: a canvas with one child per hit area.

use super::BoardTransform;
use egui::accesskit::{Action, Node, Rect, Role};
use egui::{Id, Response, Sense, Ui, UiBuilder};
use kifu_core::scene::Scene;

/// Requests of a screen reader.
#[derive(Debug, Default)]
pub(super) struct AccessibilityRequests {
    /// The hit area to pick.
    pub pick: Option<String>,
    /// The hit area to which the cursor moves.
    pub cursor: Option<String>,
}

/// Adds the board and its hit areas to the accessibility tree and returns the requests made to
/// them.
///
/// Costs nothing unless a screen reader is active.
pub(super) fn update_accessibility_tree(
    ui: &mut Ui,
    response: &Response,
    scene: &Scene,
    transform: &BoardTransform,
    cursor: Option<&str>,
) -> AccessibilityRequests {
    let mut requests = AccessibilityRequests::default();
    let context = ui.ctx().clone();
    if !context.has_accesskit_node(response.id) {
        return requests;
    }
    let id_of = |id: &str| response.id.with(id);
    context.accesskit_node_builder(response.id, |node| {
        if let Some(target) = cursor.and_then(|id| scene.hit_area(id)) {
            node.set_active_descendant(id_of(&target.id).accesskit_id());
        }
    });
    let builder = UiBuilder::new()
        .scope_id(response.id.with("spots"))
        .max_rect(response.rect)
        .accessibility_parent(response.id);
    let child_ui = ui.new_child(builder);
    for target in &scene.hit_areas {
        let id = id_of(&target.id);
        let rect = transform.screen_rect(target.area);
        // Registering an interaction makes the hit area a child of the board in the accessibility
        // tree.
        child_ui.interact(rect, id, Sense::hover());
        context.accesskit_node_builder(id, |node| fill_node(node, rect, &target.label));
        if was_requested(ui, id, Action::Click) {
            requests.pick = Some(target.id.clone());
        }
        if was_requested(ui, id, Action::Focus) {
            requests.cursor = Some(target.id.clone());
        }
    }
    requests
}

fn fill_node(node: &mut Node, rect: egui::Rect, label: &str) {
    node.set_role(Role::Button);
    node.set_label(label);
    node.set_bounds(Rect {
        x0: rect.min.x.into(),
        y0: rect.min.y.into(),
        x1: rect.max.x.into(),
        y1: rect.max.y.into(),
    });
    node.add_action(Action::Click);
    node.add_action(Action::Focus);
}

fn was_requested(ui: &Ui, id: Id, action: Action) -> bool {
    ui.input(|input| input.has_accesskit_action_request(id, action))
}
