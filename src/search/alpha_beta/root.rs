use super::Judge;
use super::dive::{Dive, Found, Window};
use super::table::Table;
use crate::contract::{Player, Position, Proven, Turn};
use crate::search::{Coverage, Line, Report, Request, Value, Watch};

/// A move at the root and what was found of it in the last complete depth.
#[derive(Clone, Copy)]
struct Candidate<M> {
    mv: M,
    /// `None` where only a bound is known: it is none of the lines wanted.
    found: Option<Found>,
    visits: u64,
}

/// The search from the root, depth by depth.
pub(super) struct Root<'a, P: Position, J> {
    dive: Dive<'a, P, J>,
    worlds: Vec<P>,
    candidates: Vec<Candidate<P::Move>>,
    lines: usize,
    forced: Option<P::Move>,
    most_depth: u32,
    is_luck: bool,
}

impl<'a, P: Position, J: Judge<P>> Root<'a, P, J> {
    pub fn new(
        position: &P,
        request: &Request<'a, P::Move>,
        judge: &'a J,
        table: &'a mut Table<P::Move>,
    ) -> Self {
        let mut worlds = Vec::new();
        position.worlds(&mut |world| worlds.push(world));
        let dive = Dive {
            judge,
            table,
            watch: Watch::new(request.limits),
            range: judge.range(),
        };
        let moves = dive.moves(position, None);
        let candidates = moves.into_iter().map(|mv| Candidate {
            mv,
            found: None,
            visits: 0,
        });
        Self {
            candidates: candidates.collect(),
            dive,
            worlds,
            lines: request.lines.max(1),
            forced: request.forced,
            most_depth: request.limits.depth.unwrap_or(u32::MAX),
            is_luck: position.turn() == Turn::Luck,
        }
    }

    pub fn deepen(
        &mut self,
        player: Player,
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let mut report = self.first_report();
        let mut depth = 1;
        while depth <= self.most_depth && !self.dive.watch.is_up() {
            let found = if self.is_luck {
                self.over_worlds(None, depth, self.whole())
            } else {
                self.once(player, depth)
            };
            let Some(found) = found else {
                break;
            };
            report = self.report(player, depth, found);
            progress(&report);
            let lines = report.lines.iter();
            if found.exact && lines.clone().all(|line| line.value.exact) {
                break;
            }
            depth += 1;
        }
        report.nodes = self.dive.watch.nodes();
        report
    }

    fn whole(&self) -> Window {
        Window {
            low: self.dive.range[0],
            high: self.dive.range[1],
        }
    }

    /// Looks at every move once to this depth; the best value, or `None` if time ran out.
    fn once(&mut self, player: Player, depth: u32) -> Option<Found> {
        let mut best: Vec<f32> = Vec::new();
        let mut all = Found {
            value: 0.0,
            exact: true,
            luck: false,
        };
        let mut next = self.candidates.clone();
        for candidate in &mut next {
            let mut window = self.whole();
            let is_forced = self.forced == Some(candidate.mv);
            let bar = best.get(self.lines - 1).copied().filter(|_| !is_forced);
            match (bar, player) {
                (Some(bar), Player::First) => window.low = bar,
                (Some(bar), Player::Second) => window.high = bar,
                (None, _) => {}
            }
            let before = self.dive.watch.nodes();
            let found = self.over_worlds(Some(candidate.mv), depth - 1, window)?;
            candidate.visits += self.dive.watch.nodes() - before;
            let beats = bar.is_none_or(|bar| is_better(player, found.value, bar));
            candidate.found = Some(found).filter(|_| beats);
            all.exact &= found.exact;
            all.luck |= found.luck;
            if beats {
                best.push(found.value);
                best.sort_by(|a, b| match player {
                    Player::First => b.total_cmp(a),
                    Player::Second => a.total_cmp(b),
                });
            }
        }
        next.sort_by(|a, b| match (a.found, b.found) {
            (Some(a), Some(b)) if player == Player::First => b.value.total_cmp(&a.value),
            (Some(a), Some(b)) => a.value.total_cmp(&b.value),
            (a, b) => b.is_some().cmp(&a.is_some()),
        });
        self.candidates = next;
        let first = self.candidates.first()?.found?;
        let is_most = first.exact && self.dive.is_most(first.value, player);
        Some(Found {
            value: first.value,
            exact: all.exact || is_most,
            ..all
        })
    }

    /// The mean over all that the position may be, after a move or as it stands.
    #[expect(clippy::cast_precision_loss, reason = "worlds are few")]
    fn over_worlds(&mut self, mv: Option<P::Move>, depth: u32, window: Window) -> Option<Found> {
        let window = if self.worlds.len() > 1 {
            self.whole()
        } else {
            window
        };
        let mut mean: Option<Found> = None;
        let mut sum = 0.0;
        for world in 0..self.worlds.len() {
            let mut position = self.worlds[world].clone();
            if let Some(mv) = &mv {
                position.apply(mv);
            }
            let found = self.dive.value(&position, depth, window);
            if self.dive.watch.is_up() && !found.exact {
                return None;
            }
            sum += found.value;
            mean = Some(mean.map_or(found, |mean| Found {
                exact: mean.exact && found.exact,
                luck: true,
                ..mean
            }));
        }
        mean.map(|mean| Found {
            value: sum / self.worlds.len() as f32,
            ..mean
        })
    }

    /// Before anything was looked at: the moves in the judge's order.
    fn first_report(&self) -> Report<P::Move> {
        let value = Value::estimate(0.5, None);
        let line = |candidate: &Candidate<P::Move>| Line {
            mv: candidate.mv,
            value,
            visits: 0,
            depth: 0,
            pv: vec![candidate.mv],
        };
        let forced = |candidate: &&Candidate<P::Move>| self.forced == Some(candidate.mv);
        let first = self.candidates.iter().take(1);
        let rest = self.candidates.iter().skip(1).filter(forced);
        Report {
            value,
            lines: first.chain(rest).map(line).collect(),
            nodes: 0,
            coverage: Coverage::Some,
        }
    }

    fn report(&self, player: Player, depth: u32, found: Found) -> Report<P::Move> {
        let judge = self.dive.judge;
        let value = |found: Found| judge.value(found.value, player, found.exact, found.luck);
        let mut lines = Vec::new();
        for (index, candidate) in self.candidates.iter().enumerate() {
            let Some(found) = candidate.found else {
                continue;
            };
            if index < self.lines || self.forced == Some(candidate.mv) {
                lines.push(Line {
                    mv: candidate.mv,
                    value: value(found),
                    visits: candidate.visits,
                    depth,
                    pv: self.pv(candidate.mv, depth),
                });
            }
        }
        let mut all = value(found);
        if let Some(first) = lines.first()
            && first.value.proven() == Some(Proven::Win)
        {
            all = first.value;
        }
        Report {
            value: all,
            lines,
            nodes: self.dive.watch.nodes(),
            coverage: Coverage::Every,
        }
    }

    /// The moves that the table thinks best, up to where luck deals.
    fn pv(&self, mv: P::Move, depth: u32) -> Vec<P::Move> {
        let mut pv = vec![mv];
        let Some(mut position) = self.worlds.first().cloned() else {
            return pv;
        };
        position.apply(&mv);
        while pv.len() < depth as usize && matches!(position.turn(), Turn::Player(_)) {
            let known = self.dive.table.get(position.key());
            let Some(mv) = known.and_then(|known| known.best) else {
                break;
            };
            if position.play(&mv).is_err() {
                break;
            }
            pv.push(mv);
        }
        pv
    }
}

fn is_better(player: Player, value: f32, than: f32) -> bool {
    match player {
        Player::First => value > than,
        Player::Second => value < than,
    }
}
