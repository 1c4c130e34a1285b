//! The board drawn as a scene and as text, and annotations of moves.

use super::Zuniq;
use super::board::Position;
use super::cells::Cells;
use super::moves::{Move, Segment};
use crate::contract::{Draw, Game, LastStep, Player, Rules as _, StepOf, TextStyle};
use crate::scene::{
    Anchor, AnnotationStyle, MoveAnnotation, PlayerBadge, Point, Role, Scene, SceneOptions,
    SceneRect, Stroke, Tone, point_at,
};
use std::borrow::Cow;
use std::fmt::Write;

/// The height of the strip below the board that lists the zones and claims, in cells.
const STRIP_HEIGHT: f32 = 0.7;
/// The margin around the dots if there are no coordinates, in cells.
const DOT_MARGIN: f32 = 0.5;

impl Draw for Zuniq {
    fn text_board(position: &Position, last: Option<&StepOf<Self>>, style: TextStyle) -> String {
        text_board(position, last.and_then(|step| step.mv), style)
    }

    /// Draws the dots, segments and zones.
    ///
    /// A larger zone is darker, and every zone shows its size. The last segment is thick, and a segment
    /// that would close a second zone of the same size is crossed out.
    fn scene(
        position: &Position,
        last: Option<LastStep<'_, Self>>,
        options: SceneOptions,
    ) -> Scene {
        let mut builder = SceneBuilder::new(position, options);
        builder.draw_board();
        if options.coordinates {
            builder.draw_coordinates();
        }
        builder.draw_zones();
        builder.draw_segments(last.and_then(|last| last.step.mv));
        builder.draw_notes();
        builder.scene.label = label_text(position, last);
        builder.scene
    }

    /// Draws a segment, and the outline of the zone that it closes.
    fn annotate_move(
        before: &Position,
        mv: Move,
        style: AnnotationStyle,
        options: SceneOptions,
    ) -> Option<MoveAnnotation> {
        let mut builder = SceneBuilder::new(before, options);
        let ends = builder.segment_ends(mv.segment);
        if let Some(zone) = before.zone_closed_by(mv.segment) {
            builder.draw_zone_outline(zone, style.stroke(0.05));
        }
        builder.scene.line(ends, Stroke::new(Role::Halo, 0.27));
        builder.scene.line(ends, style.stroke(0.16));
        for end in ends {
            builder.scene.disc(end, 0.1, Role::OnBoard);
        }
        let middle = ends[0].lerp(ends[1], 0.5);
        Some(MoveAnnotation::new(builder.scene, middle))
    }
}

/// A scene under construction, with the area of the dots in it.
pub(super) struct SceneBuilder<'a> {
    pub(super) scene: Scene,
    /// The rectangle from the first dot to the last.
    dot_area: SceneRect,
    pub(super) position: &'a Position,
}

impl<'a> SceneBuilder<'a> {
    pub(super) fn new(position: &'a Position, options: SceneOptions) -> Self {
        let margin = if options.coordinates {
            0.85
        } else {
            DOT_MARGIN
        };
        let badges = [Tone::Light, Tone::Dark].map(PlayerBadge::stone);
        Self {
            scene: Scene::new(
                5.0 + 2.0 * margin,
                5.0 + margin + DOT_MARGIN + STRIP_HEIGHT,
                badges,
            )
            .with_hit_areas(options.hit_areas),
            dot_area: SceneRect::new(margin, margin, 5.0, 5.0),
            position,
        }
    }

    pub(super) fn dot_point(&self, row: u8, column: u8) -> Point {
        point_at(
            self.dot_area.x + f32::from(column),
            self.dot_area.y + f32::from(row),
        )
    }

    pub(super) fn segment_ends(&self, segment: Segment) -> [Point; 2] {
        let start = self.dot_point(segment.row(), segment.column());
        let end = if segment.is_vertical() {
            start.offset(0.0, 1.0)
        } else {
            start.offset(1.0, 0.0)
        };
        [start, end]
    }

    fn draw_board(&mut self) {
        let board = self.dot_area.expanded(0.42);
        self.scene.fill(board, 0.15, Role::Board);
        self.scene
            .frame(board, 0.15, Stroke::new(Role::Frame, 0.05));
    }

    fn draw_coordinates(&mut self) {
        for n in 0..6 {
            let row = self.dot_point(n, 0).offset(-0.63, 0.0);
            let letter = char::from(b'A' + n).to_string();
            self.scene.label(row, 0.2, Role::Coordinate, letter);
            let column = self.dot_point(0, n).offset(0.0, -0.63);
            let number = (n + 1).to_string();
            self.scene.label(column, 0.2, Role::Coordinate, number);
        }
    }

    fn draw_zones(&mut self) {
        for zone in self.position.zones() {
            self.draw_zone(zone);
        }
    }

    fn draw_zone(&mut self, zone: Cells) {
        let size = u8::try_from(zone.size()).unwrap_or(u8::MAX);
        for (row, column) in zone.iter() {
            let corner = self.dot_point(row, column);
            let cell = SceneRect::new(corner.x, corner.y, 1.0, 1.0);
            // Slightly larger than the cell, so that no seam shows between cells.
            self.scene.fill(cell.expanded(0.006), 0.0, Role::Zone(size));
        }
        let center = self.zone_label_point(zone);
        self.scene
            .label(center, 0.5, Role::OnZone(size), size.to_string());
        self.scene.embolden();
    }

    /// Returns the point at which the size of a zone is written.
    pub(super) fn zone_label_point(&self, zone: Cells) -> Point {
        let (row, column) = central_cell(zone);
        self.dot_point(row, column).offset(0.5, 0.5)
    }

    fn draw_segments(&mut self, last: Option<Move>) {
        for segment in Segment::all() {
            let state = self.segment_state(segment);
            let [from, to] = self.segment_ends(segment);
            if let SegmentState::Open | SegmentState::Forbidden = state {
                let stroke = Stroke::new(Role::Faint, 0.03);
                self.scene.line([from, to], stroke);
            }
            if let SegmentState::Forbidden = state {
                let stroke = Stroke::new(Role::Muted, 0.035);
                self.scene.cross(from.lerp(to, 0.5), 0.07, stroke);
            }
            let area = SceneRect::around(from.lerp(to, 0.5), 0.25);
            let label = || format!("{segment}, {}", state.description());
            self.scene.add_hit_area(&segment, area, label);
        }
        self.draw_drawn_segments();
        if let Some(mv) = last {
            for (role, width) in [(Role::Halo, 0.26), (Role::LastMove, 0.17)] {
                let stroke = Stroke::new(role, width);
                self.scene.line(self.segment_ends(mv.segment), stroke);
            }
        }
        self.draw_dots();
    }

    /// Draws the segments made so far.
    fn draw_drawn_segments(&mut self) {
        for segment in Segment::all().filter(|segment| self.position.is_drawn(*segment)) {
            let stroke = Stroke::new(Role::OnBoard, 0.1);
            self.scene.line(self.segment_ends(segment), stroke);
        }
    }

    fn draw_dots(&mut self) {
        for (row, column) in (0..6).flat_map(|row| (0..6).map(move |column| (row, column))) {
            let dot = self.dot_point(row, column);
            self.scene.disc(dot, 0.1, Role::OnBoard);
        }
    }

    fn segment_state(&self, segment: Segment) -> SegmentState {
        let mv = Move {
            segment,
            claims_win: false,
        };
        if self.position.is_drawn(segment) {
            SegmentState::Drawn
        } else if self.position.check(&mv).is_ok() {
            SegmentState::Open
        } else if self.position.is_enclosed(segment) {
            SegmentState::Enclosed
        } else {
            SegmentState::Forbidden
        }
    }

    /// Writes the sizes of the zones and the claims below the board.
    fn draw_notes(&mut self) {
        let y = self.scene.size.y - STRIP_HEIGHT + 0.18;
        let sizes = zone_sizes_text(self.position);
        let text = if sizes.is_empty() {
            "no zone yet".to_owned()
        } else {
            format!("zones {sizes}")
        };
        let left = point_at(self.dot_area.x - 0.42, y);
        self.scene
            .write(left, Anchor::Start, 0.2, Role::Muted, text);
        if Segment::all()
            .any(|segment| matches!(self.segment_state(segment), SegmentState::Forbidden))
        {
            let sign = point_at(self.dot_area.x - 0.34, y + 0.3);
            let stroke = Stroke::new(Role::Muted, 0.035);
            self.scene.cross(sign, 0.07, stroke);
            let words = sign.offset(0.16, 0.0);
            let text = "forbidden: a zone of this size exists";
            self.scene
                .write(words, Anchor::Start, 0.2, Role::Muted, text);
        }
        let claims: Vec<String> = Player::ALL
            .into_iter()
            .filter_map(|player| {
                let ply = self.position.claim_ply(player)?;
                Some(format!("{} {ply}", Zuniq::INFO.sides[player.index()]))
            })
            .collect();
        let right = point_at(self.dot_area.x + 5.42, y);
        if !claims.is_empty() {
            let text = format!("win claimed: {}", claims.join(", "));
            self.scene.write(right, Anchor::End, 0.2, Role::Text, text);
        }
    }
}

/// The state of a segment: drawn, or whether and why it can be drawn.
enum SegmentState {
    Drawn,
    Open,
    Enclosed,
    Forbidden,
}

impl SegmentState {
    const fn description(&self) -> &'static str {
        match self {
            Self::Drawn => "drawn",
            Self::Open => "open",
            Self::Enclosed => "inside a zone",
            Self::Forbidden => "forbidden: a zone of this size exists",
        }
    }
}

/// Returns the cell of a zone that is nearest to its centre.
fn central_cell(zone: Cells) -> (u8, u8) {
    let count = i64::from(zone.size());
    let sum = zone.iter().fold((0, 0), |sum, (row, column)| {
        (sum.0 + i64::from(row), sum.1 + i64::from(column))
    });
    let squared_distance = |(row, column): &(u8, u8)| {
        let down = i64::from(*row) * count - sum.0;
        let right = i64::from(*column) * count - sum.1;
        down * down + right * right
    };
    zone.iter().min_by_key(squared_distance).unwrap_or_default()
}

fn zone_sizes_text(position: &Position) -> String {
    let mut sizes: Vec<u32> = position.zones().map(Cells::size).collect();
    sizes.sort_unstable();
    let sizes: Vec<String> = sizes.iter().map(u32::to_string).collect();
    sizes.join(" ")
}

fn label_text(position: &Position, last: Option<LastStep<'_, Zuniq>>) -> String {
    let sizes = zone_sizes_text(position);
    let zones = if sizes.is_empty() {
        "no closed zone".to_owned()
    } else {
        format!("closed zones of sizes {}", sizes.replace(' ', ", "))
    };
    let drawn = position.plies();
    let mut text = format!(
        "{}, 6 by 6 dots: {drawn} segments drawn, {zones}.",
        Zuniq::INFO.name
    );
    if let Some(LastStep { before, step }) = last
        && let Some(mv) = step.mv
    {
        let mover = Zuniq::INFO.sides[before.to_move().index()];
        let claim = if mv.claims_win {
            " and claimed the win"
        } else {
            ""
        };
        text.push_str(&format!(" {mover} drew {}{claim}.", mv.segment));
    }
    if position.is_over() {
        let loser = Zuniq::INFO.sides[position.to_move().index()];
        text.push_str(&format!(" {loser} has no move left."));
    }
    text
}

// Drawing of the board as text for a terminal.

const BOLD: &str = "\x1b[1;33m";
/// The colours of zones by size, in turn; without colour the numbers distinguish them.
const SIZE_COLORS: [&str; 5] = ["\x1b[36m", "\x1b[35m", "\x1b[32m", "\x1b[34m", "\x1b[31m"];

/// Draws the dots and segments with row letters and column numbers.
///
/// Each cell of a closed zone shows the zone's size, and the last segment is thick. The sizes of
/// the zones and the claims are listed below.
fn text_board(position: &Position, last: Option<Move>, style: TextStyle) -> String {
    let renderer = TextRenderer {
        position,
        last: last.map(|mv| mv.segment),
        style,
    };
    let mut out = String::from("    1   2   3   4   5   6\n");
    for row in 0..6 {
        let _ = write!(out, "  {} ", char::from(b'A' + row));
        for column in 0..6 {
            out.push_str(renderer.dot(row, column));
            out.push_str(&renderer.horizontal(row, column));
        }
        end_line(&mut out);
        if row == 5 {
            break;
        }
        out.push_str("    ");
        for column in 0..6 {
            out.push_str(&renderer.vertical(row, column));
            out.push_str(&renderer.cell(row, column));
        }
        end_line(&mut out);
    }
    out.push_str(&zone_and_claim_notes(position));
    out
}

/// Lists the sizes of the zones and the claims.
fn zone_and_claim_notes(position: &Position) -> String {
    let mut sizes: Vec<u32> = position.zones().map(Cells::size).collect();
    sizes.sort_unstable();
    let mut out = String::from("zones:");
    for size in &sizes {
        let _ = write!(out, " {size}");
    }
    if sizes.is_empty() {
        out.push_str(" none");
    }
    for (player, side) in Player::ALL.into_iter().zip(["White", "Black"]) {
        if let Some(ply) = position.claim_ply(player) {
            let _ = write!(out, "; {side} claimed the win at ply {ply}");
        }
    }
    out.push('\n');
    out
}

fn end_line(out: &mut String) {
    out.truncate(out.trim_end_matches(' ').len());
    out.push('\n');
}

struct TextRenderer<'a> {
    position: &'a Position,
    last: Option<Segment>,
    style: TextStyle,
}

impl TextRenderer<'_> {
    /// Returns the symbol of a dot, with the segments that meet there.
    fn dot(&self, row: u8, column: u8) -> &'static str {
        if !self.style.unicode {
            return "+";
        }
        let drawn = |segment: Option<Segment>| {
            usize::from(segment.is_some_and(|segment| self.position.is_drawn(segment)))
        };
        let up = drawn(Segment::vertical(row.wrapping_sub(1) % 8, column));
        let left = drawn(Segment::horizontal(row, column.wrapping_sub(1) % 8));
        let right = drawn(Segment::horizontal(row, column));
        let down = drawn(Segment::vertical(row, column));
        let joint = up | right << 1 | down << 2 | left << 3;
        let joints = [
            "·", "╵", "╶", "└", "╷", "│", "┌", "├", "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼",
        ];
        joints[joint]
    }

    fn horizontal(&self, row: u8, column: u8) -> Cow<'static, str> {
        self.segment(
            Segment::horizontal(row, column),
            ["───", "---"],
            ["━━━", "###"],
            "   ",
        )
    }

    fn vertical(&self, row: u8, column: u8) -> Cow<'static, str> {
        self.segment(Segment::vertical(row, column), ["│", "|"], ["┃", "#"], " ")
    }

    /// Returns the symbol of a segment from `[Unicode, ASCII]` variants: thick for the last
    /// segment, `none` if it is not drawn.
    fn segment(
        &self,
        segment: Option<Segment>,
        thin: [&'static str; 2],
        thick: [&'static str; 2],
        none: &'static str,
    ) -> Cow<'static, str> {
        let charset = usize::from(!self.style.unicode);
        match segment {
            Some(place) if self.position.is_drawn(place) && self.last == segment => {
                self.colored(BOLD, thick[charset].into())
            }
            Some(place) if self.position.is_drawn(place) => thin[charset].into(),
            _ => none.into(),
        }
    }

    fn cell(&self, row: u8, column: u8) -> Cow<'static, str> {
        match self.position.zone_at(row, column) {
            Some(zone) => {
                let size = zone.size();
                let color = SIZE_COLORS[size as usize % SIZE_COLORS.len()];
                self.colored(color, format!("{size:>2} ").into())
            }
            None => "   ".into(),
        }
    }

    fn colored(&self, color: &str, text: Cow<'static, str>) -> Cow<'static, str> {
        if self.style.color {
            format!("{color}{text}\x1b[0m").into()
        } else {
            text
        }
    }
}
