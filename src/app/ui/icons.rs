//! Icons drawn with the painter: the fonts lack most of them, and drawn ones are crisp at any size.

use egui::vec2;
use egui::{Color32, Painter, Pos2, Rect, Response, Role, Sense, Shape, Stroke, Ui, WidgetInfo};

/// An icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// Start autoplay.
    Play,
    /// Pause autoplay.
    Pause,
    /// Go to the start.
    First,
    /// Go to the end.
    Last,
    /// Go forward.
    Next,
    /// Go back.
    Back,
    /// A claim or the end of the game.
    Flag,
    /// A warning.
    Warning,
    /// An error.
    Error,
    /// A comment.
    Comment,
    /// Information.
    Info,
    /// A folder.
    Folder,
    /// A file.
    File,
    /// Close.
    Close,
    /// An event of the game.
    Event,
    /// The winner's crown.
    Crown,
    /// An unfolded section, or descending order.
    TriangleDown,
    /// Ascending order.
    TriangleUp,
    /// A folded section.
    TriangleRight,
    /// Undo, or reset to the default.
    Undo,
    /// Search.
    Search,
    /// Filters.
    Funnel,
    /// The order of a list.
    Sort,
    /// Points or structures gained.
    Plus,
    /// Points or structures lost.
    Minus,
}

/// The side of the square grid on which the icons are drawn.
const GRID_SIZE: f32 = 16.0;

/// Draws an icon into a square.
pub fn paint(painter: &Painter, rect: Rect, icon: Icon, color: Color32) {
    let side = rect.width().min(rect.height());
    IconPainter {
        painter,
        origin: rect.center() - vec2(side, side) / 2.0,
        scale: side / GRID_SIZE,
        color,
    }
    .draw(icon);
}

/// Shows a button with an icon; `label` is its tooltip and its text for screen readers.
#[must_use]
pub fn button(ui: &mut Ui, icon: Icon, label: &str) -> Response {
    button_with_tooltip(ui, icon, label, label)
}

/// Shows a button with an icon, a text for screen readers and a tooltip.
#[must_use]
pub fn button_with_tooltip(ui: &mut Ui, icon: Icon, label: &str, tooltip: &str) -> Response {
    let side = ui.text_style_height(&egui::TextStyle::Body) + 4.0;
    let (rect, response) = ui.allocate_exact_size(vec2(side, side), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), label));
    if ui.is_rect_visible(rect) {
        let visuals = ui.style().interact(&response);
        if response.hovered() || response.has_focus() {
            ui.painter()
                .rect_filled(rect, visuals.corner_radius, visuals.weak_bg_fill);
        }
        paint(
            ui.painter(),
            rect.shrink(3.0),
            icon,
            visuals.fg_stroke.color,
        );
    }
    if response.has_focus() {
        let (ring, inside) = (ui.visuals().selection.stroke, egui::StrokeKind::Inside);
        ui.painter().rect_stroke(rect, 3.0, ring, inside);
    }
    response.on_hover_text(tooltip)
}

/// Shows an icon in a line of text.
pub fn inline_icon(ui: &mut Ui, icon: Icon, color: Color32, label: &str) -> Response {
    let side = ui.text_style_height(&egui::TextStyle::Body);
    let (rect, response) = ui.allocate_exact_size(vec2(side, side), Sense::hover());
    paint(ui.painter(), rect.shrink(1.0), icon, color);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, label));
    response
}

struct IconPainter<'a> {
    painter: &'a Painter,
    origin: Pos2,
    scale: f32,
    color: Color32,
}

impl IconPainter<'_> {
    fn at(&self, x: f32, y: f32) -> Pos2 {
        self.origin + vec2(x, y) * self.scale
    }

    fn points(&self, points: &[(f32, f32)]) -> Vec<Pos2> {
        points.iter().map(|(x, y)| self.at(*x, *y)).collect()
    }

    fn stroke(&self) -> Stroke {
        Stroke::new((1.5 * self.scale).max(1.0), self.color)
    }

    fn fill(&self, points: &[(f32, f32)]) {
        let shape = Shape::convex_polygon(self.points(points), self.color, Stroke::NONE);
        self.painter.add(shape);
    }

    fn closed_line(&self, points: &[(f32, f32)]) {
        let shape = Shape::closed_line(self.points(points), self.stroke());
        self.painter.add(shape);
    }

    fn line(&self, points: &[(f32, f32)]) {
        self.painter
            .add(Shape::line(self.points(points), self.stroke()));
    }

    fn bar(&self, x: f32, y: f32, width: f32, height: f32) {
        let rect = Rect::from_min_max(self.at(x, y), self.at(x + width, y + height));
        self.painter.rect_filled(rect, 0.0, self.color);
    }

    fn dot(&self, x: f32, y: f32, radius: f32) {
        let center = self.at(x, y);
        self.painter
            .circle_filled(center, radius * self.scale, self.color);
    }

    fn circle(&self, x: f32, y: f32, radius: f32) {
        let center = self.at(x, y);
        self.painter
            .circle_stroke(center, radius * self.scale, self.stroke());
    }

    fn draw(&self, icon: Icon) {
        match icon {
            Icon::Play => self.fill(&[(4.0, 2.5), (13.5, 8.0), (4.0, 13.5)]),
            Icon::Pause => {
                self.bar(3.5, 3.0, 3.0, 10.0);
                self.bar(9.5, 3.0, 3.0, 10.0);
            }
            Icon::First => {
                self.bar(2.5, 3.0, 2.0, 10.0);
                self.fill(&[(13.5, 3.0), (13.5, 13.0), (5.5, 8.0)]);
            }
            Icon::Last => {
                self.bar(11.5, 3.0, 2.0, 10.0);
                self.fill(&[(2.5, 3.0), (10.5, 8.0), (2.5, 13.0)]);
            }
            Icon::Next => self.line(&[(6.0, 3.0), (11.0, 8.0), (6.0, 13.0)]),
            Icon::Back => self.line(&[(10.0, 3.0), (5.0, 8.0), (10.0, 13.0)]),
            Icon::TriangleDown => self.fill(&[(3.5, 5.5), (12.5, 5.5), (8.0, 11.5)]),
            Icon::TriangleUp => self.fill(&[(3.5, 10.5), (8.0, 4.5), (12.5, 10.5)]),
            Icon::TriangleRight => self.fill(&[(5.5, 3.5), (11.5, 8.0), (5.5, 12.5)]),
            Icon::Event => self.fill(&[(8.0, 3.0), (13.0, 8.0), (8.0, 13.0), (3.0, 8.0)]),
            Icon::Plus => {
                self.line(&[(8.0, 3.5), (8.0, 12.5)]);
                self.line(&[(3.5, 8.0), (12.5, 8.0)]);
            }
            Icon::Minus => self.line(&[(3.5, 8.0), (12.5, 8.0)]),
            Icon::Close => {
                self.line(&[(4.0, 4.0), (12.0, 12.0)]);
                self.line(&[(12.0, 4.0), (4.0, 12.0)]);
            }
            Icon::Funnel => self.closed_line(&[
                (1.5, 2.5),
                (14.5, 2.5),
                (9.6, 8.5),
                (9.6, 13.8),
                (6.4, 12.0),
                (6.4, 8.5),
            ]),
            Icon::Sort => {
                self.line(&[(2.0, 3.5), (14.0, 3.5)]);
                self.line(&[(2.0, 8.0), (10.5, 8.0)]);
                self.line(&[(2.0, 12.5), (7.0, 12.5)]);
            }
            _ => self.draw_symbol(icon),
        }
    }

    fn draw_symbol(&self, icon: Icon) {
        match icon {
            Icon::Flag => {
                self.line(&[(4.0, 2.0), (4.0, 14.5)]);
                self.fill(&[(4.0, 2.5), (13.0, 5.5), (4.0, 9.0)]);
            }
            Icon::Warning => {
                self.closed_line(&[(8.0, 1.8), (15.0, 14.0), (1.0, 14.0)]);
                self.line(&[(8.0, 6.0), (8.0, 9.8)]);
                self.dot(8.0, 11.9, 0.9);
            }
            Icon::Error => {
                let (low, high) = (1.5, 14.5);
                let (left, right) = (5.3, 10.7);
                self.fill(&[
                    (left, low),
                    (right, low),
                    (high, left),
                    (high, right),
                    (right, high),
                    (left, high),
                    (low, right),
                    (low, left),
                ]);
                // A light colour needs a dark symbol on it.
                let light = self.color.intensity() > 0.4;
                let on = if light {
                    Color32::BLACK
                } else {
                    Color32::WHITE
                };
                let stroke = Stroke::new(1.6 * self.scale, on);
                let bar = [self.at(8.0, 4.3), self.at(8.0, 9.0)];
                self.painter.line_segment(bar, stroke);
                self.painter
                    .circle_filled(self.at(8.0, 11.5), self.scale, on);
            }
            Icon::Info => {
                self.circle(8.0, 8.0, 6.0);
                self.dot(8.0, 5.2, 0.95);
                self.line(&[(8.0, 7.4), (8.0, 11.4)]);
            }
            Icon::Comment => {
                self.closed_line(&[
                    (2.0, 3.0),
                    (14.0, 3.0),
                    (14.0, 11.0),
                    (8.0, 11.0),
                    (5.0, 14.0),
                    (5.0, 11.0),
                    (2.0, 11.0),
                ]);
                self.line(&[(4.8, 5.8), (11.2, 5.8)]);
                self.line(&[(4.8, 8.3), (9.2, 8.3)]);
            }
            Icon::Folder => self.closed_line(&[
                (1.5, 3.5),
                (6.2, 3.5),
                (7.7, 5.2),
                (14.5, 5.2),
                (14.5, 13.0),
                (1.5, 13.0),
            ]),
            Icon::File => {
                self.closed_line(&[
                    (3.5, 1.8),
                    (9.5, 1.8),
                    (12.5, 4.8),
                    (12.5, 14.2),
                    (3.5, 14.2),
                ]);
                self.line(&[(9.2, 2.0), (9.2, 5.0), (12.3, 5.0)]);
            }
            Icon::Crown => {
                self.fill(&[(2.0, 4.5), (6.6, 8.6), (4.0, 12.0), (3.2, 12.0)]);
                self.fill(&[(8.0, 3.0), (11.0, 9.5), (5.0, 9.5)]);
                self.fill(&[(14.0, 4.5), (12.8, 12.0), (12.0, 12.0), (9.4, 8.6)]);
                self.bar(3.1, 9.2, 9.8, 3.8);
            }
            Icon::Undo => {
                let arc: Vec<(f32, f32)> = (0..=12i8)
                    .map(|step| {
                        let angle = -2.4 + 3.9 * f32::from(step) / 12.0;
                        (8.5 + 5.0 * angle.cos(), 8.5 + 5.0 * angle.sin())
                    })
                    .collect();
                self.line(&arc);
                self.fill(&[(1.8, 2.6), (7.4, 3.6), (3.2, 7.8)]);
            }
            Icon::Search => {
                self.circle(6.8, 6.8, 4.3);
                self.line(&[(10.0, 10.0), (14.0, 14.0)]);
            }
            _ => {}
        }
    }
}
