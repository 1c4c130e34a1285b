//! Colours and measures like the window's.

use egui::{Color32, CornerRadius, Stroke, Style, Theme, Visuals, vec2};
use kifu::contract::scene::{Palette, Rgba, Role};

pub fn dress(ctx: &egui::Context) {
    for (theme, palette) in [(Theme::Light, Palette::LIGHT), (Theme::Dark, Palette::DARK)] {
        ctx.style_mut_of(theme, |style| clothe(style, palette));
    }
}

fn clothe(style: &mut Style, palette: Palette) {
    let of = |role| {
        let Rgba([red, green, blue, alpha]) = palette.color(role);
        Color32::from_rgba_unmultiplied(red, green, blue, alpha)
    };
    let dark = palette == Palette::DARK;
    let pick = |dark_one: u8, light: u8| Color32::from_gray(if dark { dark_one } else { light });
    let mut visuals = if dark {
        Visuals::dark()
    } else {
        Visuals::light()
    };
    visuals.panel_fill = of(Role::Page);
    visuals.extreme_bg_color = pick(17, 246);
    visuals.faint_bg_color = pick(28, 247);
    visuals.widgets.noninteractive.bg_stroke = Stroke::new(1.0, pick(44, 218));
    visuals.widgets.noninteractive.fg_stroke.color = of(Role::Text);
    visuals.widgets.inactive.fg_stroke.color = of(Role::Text);
    let accent = of(Role::Preview).gamma_multiply(if dark { 0.45 } else { 0.3 });
    visuals.selection.bg_fill = accent;
    visuals.selection.stroke = Stroke::new(1.0, of(Role::Text));
    for widget in [
        &mut visuals.widgets.noninteractive,
        &mut visuals.widgets.inactive,
        &mut visuals.widgets.hovered,
        &mut visuals.widgets.active,
        &mut visuals.widgets.open,
    ] {
        widget.corner_radius = CornerRadius::same(3);
        widget.expansion = 0.0;
    }
    style.visuals = visuals;
    style.spacing.item_spacing = vec2(6.0, 4.0);
    style.spacing.button_padding = vec2(6.0, 2.0);
    style.animation_time = 0.0;
}
