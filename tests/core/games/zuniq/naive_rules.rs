//! A naive second implementation of the rules, cell by cell.

use kifu_core::contract::Rules as _;
use kifu_core::games::zuniq::{Position, Segment};

/// The segments drawn.
#[derive(Clone, Default)]
pub struct NaiveRules(pub Vec<Segment>);

/// Rows and columns of a zone's cells.
pub type Zone = Vec<(u8, u8)>;

impl NaiveRules {
    /// The cells that can be reached from a cell, or `None` if the outside can.
    pub fn zone(&self, row: u8, column: u8) -> Option<Zone> {
        let mut seen = vec![(row, column)];
        let mut next = 0;
        while let Some(&(row, column)) = seen.get(next) {
            next += 1;
            let walls = [
                (
                    Segment::horizontal(row, column),
                    (row.wrapping_sub(1), column),
                ),
                (Segment::horizontal(row + 1, column), (row + 1, column)),
                (
                    Segment::vertical(row, column),
                    (row, column.wrapping_sub(1)),
                ),
                (Segment::vertical(row, column + 1), (row, column + 1)),
            ];
            for (wall, beyond) in walls {
                if self.0.contains(&wall.unwrap()) {
                    continue;
                }
                // One row above the first is row 255: outside as well.
                if beyond.0 >= 5 || beyond.1 >= 5 {
                    return None;
                }
                if !seen.contains(&beyond) {
                    seen.push(beyond);
                }
            }
        }
        seen.sort_unstable();
        Some(seen)
    }

    pub fn zones(&self) -> Vec<Zone> {
        let cells = (0..25).filter_map(|cell| self.zone(cell / 5, cell % 5));
        let mut zones: Vec<Zone> = cells.collect();
        zones.sort();
        zones.dedup();
        zones
    }

    pub fn sizes_differ(&self) -> bool {
        let mut sizes: Vec<usize> = self.zones().iter().map(Vec::len).collect();
        sizes.sort_unstable();
        sizes.windows(2).all(|pair| pair[0] < pair[1])
    }

    pub fn allows(&self, segment: Segment) -> bool {
        let (row, column) = (segment.row(), segment.column());
        let across = if segment.is_vertical() {
            (row, column.wrapping_sub(1))
        } else {
            (row.wrapping_sub(1), column)
        };
        let inside = self
            .zones()
            .iter()
            .any(|zone| zone.contains(&(row, column)) && zone.contains(&across));
        let mut after = self.clone();
        after.0.push(segment);
        !self.0.contains(&segment) && !inside && after.sizes_differ()
    }

    pub fn legal(&self) -> Vec<Segment> {
        Segment::all()
            .filter(|segment| self.allows(*segment))
            .collect()
    }

    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let after = |segment: Segment| Self([&self.0[..], &[segment]].concat());
        let counts = self
            .legal()
            .into_iter()
            .map(|mv| after(mv).perft(depth - 1));
        counts.sum()
    }
}

/// The position text of a set of segments, written naively.
pub fn naive_text(naive: &NaiveRules) -> String {
    let mut rows = Vec::new();
    for row in 0..6 {
        let mark = |segment: Option<Segment>, mark| {
            if naive.0.contains(&segment.unwrap()) {
                mark
            } else {
                '.'
            }
        };
        rows.push(
            (0..5)
                .map(|column| mark(Segment::horizontal(row, column), '-'))
                .collect(),
        );
        if row < 5 {
            rows.push(
                (0..6)
                    .map(|column| mark(Segment::vertical(row, column), '|'))
                    .collect(),
            );
        }
    }
    let rows: Vec<String> = rows;
    format!("{} {} -", rows.join("/"), ["w", "b"][naive.0.len() % 2])
}

pub fn zones_of(position: &Position) -> Vec<Zone> {
    position.zones().map(|zone| zone.iter().collect()).collect()
}

pub fn legal_of(position: &Position) -> Vec<Segment> {
    let mut legal = Vec::new();
    position.legal_moves(&mut |mv| legal.push(mv.segment));
    legal
}
