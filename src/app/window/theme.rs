//! The look of the window: calm and dense, with the board first.

use crate::state::{Preferences, Theme};
use crate::ui::to_color32;
use egui::{Color32, Context, CornerRadius, Stroke, Style, Visuals, vec2};
use kifu_core::scene::{Palette, Role};

fn role_color(palette: Palette, role: Role) -> Color32 {
    to_color32(palette.color(role))
}

/// Applies the theme, scale and animations of the preferences.
pub fn apply_theme(ctx: &Context, preferences: &Preferences) {
    ctx.set_theme(match preferences.theme {
        Theme::System => egui::ThemePreference::System,
        Theme::Light => egui::ThemePreference::Light,
        Theme::Dark => egui::ThemePreference::Dark,
    });
    ctx.set_zoom_factor(f32::from(preferences.scale_percent) / 100.0);
    ctx.style_mut_of(egui::Theme::Light, |style| {
        apply_palette(style, Palette::LIGHT, preferences);
    });
    ctx.style_mut_of(egui::Theme::Dark, |style| {
        apply_palette(style, Palette::DARK, preferences);
    });
}

fn apply_palette(style: &mut Style, palette: Palette, preferences: &Preferences) {
    let is_dark = palette == Palette::DARK;
    let mut visuals = if is_dark {
        Visuals::dark()
    } else {
        Visuals::light()
    };
    let (page_color, accent_color) = (
        role_color(palette, Role::Page),
        role_color(palette, Role::Preview),
    );
    let line_color = if is_dark {
        Color32::from_gray(44)
    } else {
        Color32::from_gray(218)
    };
    visuals.panel_fill = page_color;
    visuals.window_fill = if is_dark {
        Color32::from_rgb(0x20, 0x23, 0x28)
    } else {
        page_color
    };
    visuals.extreme_bg_color = if is_dark {
        Color32::from_rgb(0x10, 0x12, 0x15)
    } else {
        Color32::from_gray(246)
    };
    visuals.faint_bg_color = if is_dark {
        Color32::from_gray(28)
    } else {
        Color32::from_gray(247)
    };
    visuals.window_stroke = Stroke::new(1.0, line_color);
    visuals.widgets.noninteractive.bg_stroke = Stroke::new(1.0, line_color);
    visuals.widgets.noninteractive.fg_stroke.color = role_color(palette, Role::Text);
    visuals.widgets.inactive.fg_stroke.color = role_color(palette, Role::Text);
    visuals.selection.bg_fill = accent_color.gamma_multiply(if is_dark { 0.45 } else { 0.3 });
    visuals.selection.stroke = Stroke::new(1.0, role_color(palette, Role::Text));
    visuals.hyperlink_color = accent_color;
    visuals.warn_fg_color = role_color(palette, Role::Bad);
    visuals.error_fg_color = role_color(palette, Role::Bad);
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
    style.spacing.menu_margin = egui::Margin::same(6);
    style.animation_time = if preferences.animations { 0.08 } else { 0.0 };
}
