//! The board as a picture.

use super::Zuniq;
use super::board::Position;
use super::cells::Cells;
use super::segments::{Move, Segment};
use crate::contract::scene::{
    Anchor, LastStep, PlayerBadge, Point, Role, Scene, SceneOptions, SceneRect, Stroke, Tone,
    point_at,
};
use crate::contract::{Game, Player, Position as _};

/// How high the strip below the board is, in which the zones and claims are told.
const STRIP: f32 = 0.7;
/// What stays free around the dots without coordinates.
const ROUND: f32 = 0.5;

/// The dots and segments. A closed zone is the darker the larger it is, and bears its size; the
/// last segment is thick; a segment that would close a zone of a size that exists is crossed out.
pub(super) fn scene(
    position: &Position,
    last: Option<LastStep<'_, Zuniq>>,
    view: SceneOptions,
) -> Scene {
    let mut pen = Pen::new(position, view);
    pen.board();
    if view.coordinates {
        pen.coordinates();
    }
    pen.zones();
    pen.segments(last.and_then(|last| last.step.mv));
    pen.claims();
    pen.scene.label = words(position, last);
    pen.scene
}

/// An empty picture of the right size, and where the dots lie in it.
pub(super) struct Pen<'a> {
    pub(super) scene: Scene,
    /// From the first dot to the last.
    dots: SceneRect,
    pub(super) position: &'a Position,
}

impl<'a> Pen<'a> {
    pub(super) fn new(position: &'a Position, view: SceneOptions) -> Self {
        let margin = if view.coordinates { 0.85 } else { ROUND };
        let badges = [Tone::Light, Tone::Dark].map(PlayerBadge::stone);
        Self {
            scene: Scene::new(5.0 + 2.0 * margin, 5.0 + margin + ROUND + STRIP, badges),
            dots: SceneRect::new(margin, margin, 5.0, 5.0),
            position,
        }
    }

    pub(super) fn dot(&self, row: u8, column: u8) -> Point {
        point_at(
            self.dots.x + f32::from(column),
            self.dots.y + f32::from(row),
        )
    }

    pub(super) fn ends(&self, segment: Segment) -> [Point; 2] {
        let start = self.dot(segment.row(), segment.column());
        let end = if segment.is_vertical() {
            start.offset(0.0, 1.0)
        } else {
            start.offset(1.0, 0.0)
        };
        [start, end]
    }

    fn board(&mut self) {
        let board = self.dots.expanded(0.42);
        self.scene.fill(board, 0.15, Role::Board);
        self.scene
            .frame(board, 0.15, Stroke::new(Role::Frame, 0.05));
    }

    fn coordinates(&mut self) {
        for n in 0..6 {
            let row = self.dot(n, 0).offset(-0.63, 0.0);
            let letter = char::from(b'A' + n).to_string();
            self.scene.label(row, 0.2, Role::Muted, letter);
            let column = self.dot(0, n).offset(0.0, -0.63);
            let number = (n + 1).to_string();
            self.scene.label(column, 0.2, Role::Muted, number);
        }
    }

    fn zones(&mut self) {
        for zone in self.position.zones() {
            self.zone(zone);
        }
    }

    fn zone(&mut self, zone: Cells) {
        let size = u8::try_from(zone.size()).unwrap_or(u8::MAX);
        for (row, column) in zone.iter() {
            let corner = self.dot(row, column);
            let cell = SceneRect::new(corner.x, corner.y, 1.0, 1.0);
            // A little over the edge: no seam may show between cells.
            self.scene.fill(cell.expanded(0.006), 0.0, Role::Zone(size));
        }
        let center = self.middle(zone);
        self.scene
            .label(center, 0.5, Role::OnZone(size), size.to_string());
        self.scene.embolden();
    }

    /// Where the size of a zone stands.
    pub(super) fn middle(&self, zone: Cells) -> Point {
        let (row, column) = middle(zone);
        self.dot(row, column).offset(0.5, 0.5)
    }

    fn segments(&mut self, last: Option<Move>) {
        for segment in Segment::all() {
            let state = self.state(segment);
            let [from, to] = self.ends(segment);
            if let State::Open | State::Forbidden = state {
                let stroke = Stroke::new(Role::Faint, 0.03);
                self.scene.line([from, to], stroke);
            }
            if let State::Forbidden = state {
                let stroke = Stroke::new(Role::Bad, 0.035);
                self.scene.cross(from.lerp(to, 0.5), 0.07, stroke);
            }
            let area = SceneRect::around(from.lerp(to, 0.5), 0.25);
            let label = format!("{segment}, {}", state.words());
            self.scene.add_hit_area(&segment, area, label);
        }
        self.drawn();
        if let Some(mv) = last {
            for (role, width) in [(Role::Halo, 0.26), (Role::LastMove, 0.17)] {
                let stroke = Stroke::new(role, width);
                self.scene.line(self.ends(mv.segment), stroke);
            }
        }
        self.all_dots();
    }

    /// The segments that are drawn.
    fn drawn(&mut self) {
        for segment in Segment::all().filter(|segment| self.position.is_drawn(*segment)) {
            let stroke = Stroke::new(Role::OnBoard, 0.1);
            self.scene.line(self.ends(segment), stroke);
        }
    }

    fn all_dots(&mut self) {
        for (row, column) in (0..6).flat_map(|row| (0..6).map(move |column| (row, column))) {
            let dot = self.dot(row, column);
            self.scene.disc(dot, 0.1, Role::OnBoard);
        }
    }

    fn state(&self, segment: Segment) -> State {
        let mv = Move {
            segment,
            claim: false,
        };
        if self.position.is_drawn(segment) {
            State::Drawn
        } else if self.position.check(&mv).is_ok() {
            State::Open
        } else if self.position.is_enclosed(segment) {
            State::Inside
        } else {
            State::Forbidden
        }
    }

    /// The sizes that exist and the claims of the win.
    fn claims(&mut self) {
        let y = self.scene.size.y - STRIP + 0.18;
        let sizes = sizes(self.position);
        let text = if sizes.is_empty() {
            "no zone yet".to_owned()
        } else {
            format!("zones {sizes}")
        };
        let left = point_at(self.dots.x - 0.42, y);
        self.scene
            .write(left, Anchor::Start, 0.2, Role::Muted, text);
        if Segment::all().any(|segment| matches!(self.state(segment), State::Forbidden)) {
            let sign = point_at(self.dots.x - 0.34, y + 0.3);
            let stroke = Stroke::new(Role::Bad, 0.035);
            self.scene.cross(sign, 0.07, stroke);
            let words = sign.offset(0.16, 0.0);
            let text = "would close a zone of a size that exists";
            self.scene
                .write(words, Anchor::Start, 0.2, Role::Muted, text);
        }
        let claims: Vec<String> = Player::ALL
            .into_iter()
            .filter_map(|player| {
                let ply = self.position.claim(player)?;
                Some(format!("{} {ply}", Zuniq::SIDES[player.index()]))
            })
            .collect();
        let right = point_at(self.dots.x + 5.42, y);
        if !claims.is_empty() {
            let text = format!("win claimed: {}", claims.join(", "));
            self.scene.write(right, Anchor::End, 0.2, Role::Text, text);
        }
    }
}

/// What can be done with the place of a segment.
enum State {
    Drawn,
    Open,
    Inside,
    Forbidden,
}

impl State {
    const fn words(&self) -> &'static str {
        match self {
            Self::Drawn => "drawn",
            Self::Open => "open",
            Self::Inside => "inside a zone",
            Self::Forbidden => "would close a zone of a size that exists",
        }
    }
}

/// The cell of a zone that is nearest to its middle.
fn middle(zone: Cells) -> (u8, u8) {
    let count = i64::from(zone.size());
    let sum = zone.iter().fold((0, 0), |sum, (row, column)| {
        (sum.0 + i64::from(row), sum.1 + i64::from(column))
    });
    let off = |(row, column): &(u8, u8)| {
        let down = i64::from(*row) * count - sum.0;
        let right = i64::from(*column) * count - sum.1;
        down * down + right * right
    };
    zone.iter().min_by_key(off).unwrap_or_default()
}

fn sizes(position: &Position) -> String {
    let mut sizes: Vec<u32> = position.zones().map(Cells::size).collect();
    sizes.sort_unstable();
    let sizes: Vec<String> = sizes.iter().map(u32::to_string).collect();
    sizes.join(" ")
}

fn words(position: &Position, last: Option<LastStep<'_, Zuniq>>) -> String {
    let sizes = sizes(position);
    let zones = if sizes.is_empty() {
        "no closed zone".to_owned()
    } else {
        format!("closed zones of sizes {}", sizes.replace(' ', ", "))
    };
    let drawn = position.plies();
    let mut text = format!(
        "{}, 6 by 6 dots: {drawn} segments drawn, {zones}.",
        Zuniq::NAME
    );
    if let Some(LastStep { before, step }) = last
        && let Some(mv) = step.mv
    {
        let mover = Zuniq::SIDES[before.to_act().index()];
        let claim = if mv.claim { " and claimed the win" } else { "" };
        text.push_str(&format!(" {mover} drew {}{claim}.", mv.segment));
    }
    if position.is_over() {
        let loser = Zuniq::SIDES[position.to_act().index()];
        text.push_str(&format!(" {loser} has no move left."));
    }
    text
}
