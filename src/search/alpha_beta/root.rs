use super::Evaluator;
use super::search::{AlphaBetaSearch, OrderedMoves, SearchValue, Window};
use super::table::TranspositionTable;
use crate::contract::{Player, Position, Proven, Turn};
use crate::search::{Coverage, SearchBudget, SearchLine, SearchRequest, SearchResult, Value};

/// A move at the root and what was found of it in the last complete depth.
#[derive(Clone, Copy)]
struct RootMove<M> {
    mv: M,
    /// `None` where only a bound is known: it is none of the lines wanted.
    value: Option<SearchValue>,
    visits: u64,
}

/// The search from the root, depth by depth.
pub(super) struct RootSearch<'a, P: Position, J> {
    search: AlphaBetaSearch<'a, P, J>,
    determinizations: Vec<P>,
    candidates: Vec<RootMove<P::Move>>,
    lines: usize,
    include: Option<P::Move>,
    max_depth: u32,
    is_chance_node: bool,
    /// Whether the candidates are all moves.
    is_complete: bool,
}

impl<'a, P: Position, J: Evaluator<P>> RootSearch<'a, P, J> {
    pub fn new(
        position: &P,
        request: &SearchRequest<'a, P::Move>,
        judge: &'a J,
        table: &'a mut TranspositionTable<P::Move>,
    ) -> Self {
        let mut worlds = Vec::new();
        position.determinizations(&mut |world| worlds.push(world));
        let mut dive = AlphaBetaSearch {
            evaluator: judge,
            table,
            budget: SearchBudget::new(request.limits),
            range: judge.range(),
        };
        let include = request.forced.filter(|mv| position.check(mv).is_ok());
        // Hidden information would hide the points as well.
        let ordered = dive.ordered_moves(worlds.first().unwrap_or(position), include);
        let OrderedMoves { moves, is_complete } = ordered;
        let candidates = moves.into_iter().map(|mv| RootMove {
            mv,
            value: None,
            visits: 0,
        });
        Self {
            candidates: candidates.collect(),
            search: dive,
            determinizations: worlds,
            lines: request.lines.max(1),
            include,
            max_depth: request.limits.depth.unwrap_or(u32::MAX),
            is_chance_node: position.turn() == Turn::Chance,
            is_complete,
        }
    }

    pub fn deepen(
        &mut self,
        player: Player,
        progress: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> SearchResult<P::Move> {
        let mut report = self.first_report();
        let mut depth = 1;
        while depth <= self.max_depth && !self.search.budget.exhausted() {
            let found = if self.is_chance_node {
                self.mean_over_determinizations(None, depth, self.full_window())
            } else {
                self.search_depth(player, depth)
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
        report.nodes = self.search.budget.nodes();
        report
    }

    fn full_window(&self) -> Window {
        Window {
            alpha: self.search.range[0],
            beta: self.search.range[1],
        }
    }

    /// Searches every move to this depth and returns the best value; `None` if the budget ran out
    /// first, except at depth 1 with some moves searched, which are better than nothing.
    fn search_depth(&mut self, player: Player, depth: u32) -> Option<SearchValue> {
        let mut best: Vec<f32> = Vec::new();
        let mut all = SearchValue {
            value: 0.0,
            exact: true,
            has_chance: false,
        };
        let mut next = self.candidates.clone();
        for candidate in &mut next {
            let mut window = self.full_window();
            let is_forced = self.include == Some(candidate.mv);
            let bar = best.get(self.lines - 1).copied().filter(|_| !is_forced);
            match (bar, player) {
                (Some(bar), Player::First) => window.alpha = bar,
                (Some(bar), Player::Second) => window.beta = bar,
                (None, _) => {}
            }
            let before = self.search.budget.nodes();
            let found = self.mean_over_determinizations(Some(candidate.mv), depth - 1, window);
            let Some(found) = found else {
                if depth > 1 || best.is_empty() {
                    return None;
                }
                self.is_complete = false;
                break;
            };
            candidate.visits += self.search.budget.nodes() - before;
            let beats = bar.is_none_or(|bar| is_better(player, found.value, bar));
            candidate.value = Some(found).filter(|_| beats);
            all.exact &= found.exact;
            all.has_chance |= found.has_chance;
            if beats {
                best.push(found.value);
                best.sort_by(|a, b| match player {
                    Player::First => b.total_cmp(a),
                    Player::Second => a.total_cmp(b),
                });
            }
        }
        next.sort_by(|a, b| match (a.value, b.value) {
            (Some(a), Some(b)) if player == Player::First => b.value.total_cmp(&a.value),
            (Some(a), Some(b)) => a.value.total_cmp(&b.value),
            (a, b) => b.is_some().cmp(&a.is_some()),
        });
        self.candidates = next;
        let first = self.candidates.first()?.value?;
        let is_most = first.exact && self.search.is_best_possible(first.value, player);
        Some(SearchValue {
            value: first.value,
            exact: all.exact && self.is_complete || is_most,
            ..all
        })
    }

    /// The mean over all that the position may be, after a move or as it stands.
    #[expect(clippy::cast_precision_loss, reason = "worlds are few")]
    fn mean_over_determinizations(
        &mut self,
        mv: Option<P::Move>,
        depth: u32,
        window: Window,
    ) -> Option<SearchValue> {
        let window = if self.determinizations.len() > 1 {
            self.full_window()
        } else {
            window
        };
        let mut mean: Option<SearchValue> = None;
        let mut sum = 0.0;
        for world in 0..self.determinizations.len() {
            let mut position = self.determinizations[world].clone();
            if let Some(mv) = &mv {
                position.apply(mv);
            }
            let found = self.search.value(&position, depth, window);
            if self.search.budget.exhausted() && !found.exact {
                return None;
            }
            sum += found.value;
            mean = Some(mean.map_or(found, |mean| SearchValue {
                exact: mean.exact && found.exact,
                has_chance: true,
                ..mean
            }));
        }
        mean.map(|mean| SearchValue {
            value: sum / self.determinizations.len() as f32,
            ..mean
        })
    }

    /// Before anything was looked at: the moves in the judge's order.
    fn first_report(&self) -> SearchResult<P::Move> {
        let value = Value::estimate(0.5, None);
        let line = |candidate: &RootMove<P::Move>| SearchLine {
            mv: candidate.mv,
            value,
            visits: 0,
            depth: 0,
            pv: vec![candidate.mv],
        };
        let forced = |candidate: &&RootMove<P::Move>| self.include == Some(candidate.mv);
        let first = self.candidates.iter().take(1);
        let rest = self.candidates.iter().skip(1).filter(forced);
        SearchResult {
            value,
            lines: first.chain(rest).map(line).collect(),
            nodes: 0,
            coverage: Coverage::Subset,
        }
    }

    fn report(&self, player: Player, depth: u32, found: SearchValue) -> SearchResult<P::Move> {
        let judge = self.search.evaluator;
        let value =
            |found: SearchValue| judge.value(found.value, player, found.exact, found.has_chance);
        let mut lines = Vec::new();
        for (index, candidate) in self.candidates.iter().enumerate() {
            let Some(found) = candidate.value else {
                continue;
            };
            if index < self.lines || self.include == Some(candidate.mv) {
                lines.push(SearchLine {
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
        SearchResult {
            value: all,
            lines,
            nodes: self.search.budget.nodes(),
            coverage: if self.is_complete {
                Coverage::AllMoves
            } else {
                Coverage::Subset
            },
        }
    }

    /// The moves that the table thinks best, up to where luck deals.
    fn pv(&self, mv: P::Move, depth: u32) -> Vec<P::Move> {
        let mut pv = vec![mv];
        let Some(mut position) = self.determinizations.first().cloned() else {
            return pv;
        };
        position.apply(&mv);
        while pv.len() < depth as usize && matches!(position.turn(), Turn::Player(_)) {
            let known = self.search.table.get(position.key());
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
