//! Moves made by hand: a point, or the button for PASS.

use super::AtariGo;
use super::board::Position;
use super::broken::Broken;
use super::moves::{self, Move, Point};
use super::scene::{Pen, RADIUS, tone};
use crate::contract::scene::{Role, SceneItem, SceneOptions, Stroke};
use crate::contract::{Game, InputState, MoveEvent, MoveInput, Position as _, ScoreChange};

pub(super) fn enter(position: &Position, picks: &MoveInput<'_>, view: SceneOptions) -> InputState {
    let picked = picks.picked.iter().rev().find_map(|id| spot(position, id));
    let refused = |mv: &Move| position.check(mv).err();
    // A point that is taken says so by itself, as long as nobody picks it.
    let quiet = |mv: &Move| matches!(refused(mv), Some(Broken::Occupied { .. } | Broken::Over(_)));
    let over = picks.hover.and_then(|id| spot(position, id));
    let over = over.filter(|mv| Some(*mv) == picked || !quiet(mv));
    let legal = picked.filter(|mv| refused(mv).is_none());
    let Some(tried) = legal.or(over).or(picked) else {
        return InputState {
            next: next(position),
            prompt: words(position, None),
            ..InputState::default()
        };
    };
    let trouble = refused(&tried);
    let role = if trouble.is_none() {
        Role::Preview
    } else {
        Role::Bad
    };
    InputState {
        token: legal.map(|mv| mv.to_string()),
        next: legal.map_or_else(|| next(position), |_| Vec::new()),
        picked: legal.iter().map(Move::to_string).collect(),
        overlay: preview(position, tried, role, view),
        prompt: words(position, Some(tried)),
        violation: trouble.map(|broken| broken.to_string()),
    }
}

/// A point of the board, or PASS.
fn spot(position: &Position, id: &str) -> Option<Move> {
    let mv = moves::read_canonical(id.as_bytes())?.mv?;
    match mv {
        Move::Stone(point) if point.x().max(point.y()) >= position.size() => None,
        mv => Some(mv),
    }
}

fn next(position: &Position) -> Vec<String> {
    let mut next = Vec::new();
    position.legal_moves(&mut |mv| next.push(mv.to_string()));
    next
}

fn words(position: &Position, tried: Option<Move>) -> String {
    let side = AtariGo::SIDES[position.to_move().index()];
    let Some(mv) = tried else {
        return if position.is_over() {
            "all turns are played".to_owned()
        } else {
            format!("{side}: choose a point, or PASS")
        };
    };
    let Move::Stone(point) = mv else {
        return format!("{side} passes");
    };
    if position.check(&mv).is_err() {
        return format!("{point}: not allowed");
    }
    let taken = taken(position, mv);
    let mut after = position.clone();
    after.apply(&mv);
    let liberties = count(
        usize::try_from(after.liberties(point)).unwrap_or(0),
        "liberty",
        "liberties",
    );
    match taken.len() {
        0 => format!("{point}: {liberties}"),
        number => format!(
            "{point} takes {}, {liberties}",
            count(number, "stone", "stones")
        ),
    }
}

fn count(number: usize, one: &str, more: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}

/// The stones that a legal move takes.
pub(super) fn taken(before: &Position, mv: Move) -> Vec<Point> {
    let mut after = before.clone();
    after.apply(&mv);
    let opponent = Some(before.to_move().opponent());
    let gone = |point: &Point| before.stone(*point) == opponent && after.stone(*point).is_none();
    before.points().filter(gone).collect()
}

/// The stone that would stand there with crosses on those that it takes; a refused one is
/// crossed out, and what forbids it is marked. A point beyond the edge lies on it.
pub(super) fn preview(
    position: &Position,
    mv: Move,
    role: Role,
    view: SceneOptions,
) -> Vec<SceneItem> {
    let mut pen = Pen::new(position, view);
    match (mv, role) {
        (Move::Stone(point), Role::Bad) => pen.refused_stone(point),
        (Move::Stone(point), role) => pen.coming_stone(point, role),
        (Move::Pass, Role::Bad) => {
            let edge = Stroke::dashed(Role::Bad, 0.08);
            let center = pen.pass(position.to_move(), edge);
            pen.scene.refusal_cross(center.offset(-1.6, 0.0), 0.3);
        }
        (Move::Pass, role) => {
            pen.pass(position.to_move(), Stroke::dashed(role, 0.08));
        }
    }
    pen.scene.items
}

impl Pen<'_> {
    fn coming_stone(&mut self, point: Point, role: Role) {
        let position = self.position;
        let mv = Move::Stone(point);
        if position.check(&mv).is_ok() {
            for taken in taken(position, mv) {
                let center = self.center(taken);
                self.scene.cross(center, 0.2, Stroke::new(Role::Halo, 0.17));
                self.scene.cross(center, 0.2, Stroke::new(role, 0.1));
            }
        }
        let center = self.scene.area().nearest(self.center(point), 0.55);
        self.scene
            .ghost(center, RADIUS, tone(position.to_move()), role);
    }

    fn refused_stone(&mut self, point: Point) {
        let position = self.position;
        let center = self.scene.area().nearest(self.center(point), 0.55);
        match position.check(&Move::Stone(point)) {
            // A stone is there: no room for another.
            Err(Broken::Occupied { .. }) => {}
            Err(Broken::Ko { taken, .. }) => {
                self.ghost_of(center);
                let taken = self.center(taken);
                self.scene
                    .ring(taken, 0.27, Stroke::dashed(Role::Bad, 0.08));
            }
            Err(Broken::Suicide { .. }) => {
                self.ghost_of(center);
                self.breathless(point);
            }
            _ => self.ghost_of(center),
        }
        self.scene.refusal_cross(center, 0.26);
    }

    fn ghost_of(&mut self, center: crate::contract::scene::Point) {
        let tone = tone(self.position.to_move());
        self.scene.ghost(center, RADIUS, tone, Role::Bad);
    }

    /// The own stones that would have no liberty together with a stone on this point.
    fn breathless(&mut self, point: Point) {
        let position = self.position;
        let own = |near: &Point| position.stone(*near) == Some(position.to_move());
        let mut chain: Vec<Point> = Vec::new();
        for near in position
            .points()
            .filter(|near| touches(*near, point))
            .filter(own)
        {
            chain.extend(position.chain(near));
        }
        for stone in chain {
            let center = self.center(stone);
            self.scene
                .ring(center, 0.27, Stroke::dashed(Role::Bad, 0.08));
        }
    }
}

fn touches(one: Point, other: Point) -> bool {
    one.x().abs_diff(other.x()) + one.y().abs_diff(other.y()) == 1
}

pub(super) fn happening(before: &Position, mv: Move) -> Option<MoveEvent> {
    let taken = taken(before, mv).len();
    (taken > 0).then(|| MoveEvent {
        kind: "capture",
        description: format!("takes {taken} at {mv}"),
    })
}

/// The captures of a move: a point for each stone.
pub(super) fn change(before: &Position, mv: Move) -> Option<ScoreChange> {
    let taken: Vec<String> = taken(before, mv).iter().map(Point::to_string).collect();
    (!taken.is_empty()).then(|| ScoreChange {
        player: before.to_move(),
        gained: true,
        points: i32::try_from(taken.len()).unwrap_or(i32::MAX),
        description: format!(
            "{}: {}",
            count(taken.len(), "stone taken", "stones taken"),
            taken.join(" ")
        ),
        squares: taken,
    })
}

/// Of a stone its chain and its liberties; of an empty point why it is forbidden.
pub(super) fn about(position: &Position, spot: &str) -> Option<String> {
    let Some(Move::Stone(point)) = self::spot(position, spot) else {
        return None;
    };
    if position.stone(point).is_none() {
        let broken = position.check(&Move::Stone(point)).err()?;
        return (!position.is_over()).then(|| broken.to_string());
    }
    let stones = position.chain(point).count();
    let liberties = usize::try_from(position.liberties(point)).unwrap_or(0);
    let open = count(liberties, "liberty", "liberties");
    Some(match stones {
        1 => format!("a single stone, {open}"),
        _ => format!("a chain of {stones} stones, {open}"),
    })
}
