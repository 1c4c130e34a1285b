//! The search from the root, with iterative deepening.

use super::Evaluator;
use super::search::{AlphaBetaSearch, OrderedMoves, SearchValue, TranspositionTable, Window};
use crate::contract::{Player, Position, Proven, Turn};
use crate::search::{Coverage, SearchBudget, SearchLine, SearchRequest, SearchResult, Value};

/// A move at the root, with its value from the last completed depth.
#[derive(Clone, Copy)]
struct RootMove<M> {
    mv: M,
    /// The value; `None` if only a bound is known, since the move is not among the requested lines.
    value: Option<SearchValue>,
    visits: u64,
}

/// A search from the root, with iterative deepening.
pub(super) struct RootSearch<'a, P: Position, E> {
    search: AlphaBetaSearch<'a, P, E>,
    determinizations: Vec<P>,
    candidates: Vec<RootMove<P::Move>>,
    lines: usize,
    include: Option<P::Move>,
    max_depth: u32,
    is_chance_node: bool,
    /// Whether the candidates are all legal moves.
    is_complete: bool,
}

impl<'a, P: Position, E: Evaluator<P>> RootSearch<'a, P, E> {
    pub fn new(
        position: &P,
        request: &SearchRequest<'a, P::Move>,
        evaluator: &'a E,
        table: &'a mut TranspositionTable<P::Move>,
    ) -> Self {
        let mut determinizations = Vec::new();
        position.determinizations(&mut |state| determinizations.push(state));
        let mut search = AlphaBetaSearch {
            evaluator,
            table,
            budget: SearchBudget::new(request.limits),
            range: evaluator.range(),
        };
        let include = request.include.filter(|mv| position.check(mv).is_ok());
        // In a position with hidden information the points would be hidden as well.
        let representative = determinizations.first().unwrap_or(position);
        let ordered = search.ordered_moves(representative, include);
        let OrderedMoves { moves, is_complete } = ordered;
        let candidates = moves.into_iter().map(|mv| RootMove {
            mv,
            value: None,
            visits: 0,
        });
        Self {
            candidates: candidates.collect(),
            search,
            determinizations,
            lines: request.lines.max(1),
            include,
            max_depth: request.limits.depth.unwrap_or(u32::MAX),
            is_chance_node: position.turn() == Turn::Chance,
            is_complete,
        }
    }

    /// Searches deeper and deeper, until a limit is reached or all lines are exact.
    pub fn deepen(
        &mut self,
        player: Player,
        progress: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> SearchResult<P::Move> {
        let mut report = self.first_report();
        let mut depth = 1;
        while depth <= self.max_depth && !self.search.budget.exhausted() {
            let result = if self.is_chance_node {
                self.mean_over_determinizations(None, depth, self.full_window())
            } else {
                self.search_depth(player, depth)
            };
            let Some(result) = result else {
                break;
            };
            report = self.report(player, depth, result);
            progress(&report);
            let lines = report.lines.iter();
            if result.exact && lines.clone().all(|line| line.value.exact) {
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

    /// Searches every move to this depth, and returns the best value; `None` if the budget ran out.
    ///
    /// At depth 1, some moves are better than none, so the best of those that were searched counts.
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
            let is_included = self.include == Some(candidate.mv);
            let bar = best.get(self.lines - 1).copied().filter(|_| !is_included);
            match (bar, player) {
                (Some(bar), Player::First) => window.alpha = bar,
                (Some(bar), Player::Second) => window.beta = bar,
                (None, _) => {}
            }
            let before = self.search.budget.nodes();
            let result = self.mean_over_determinizations(Some(candidate.mv), depth - 1, window);
            let Some(result) = result else {
                if depth > 1 || best.is_empty() {
                    return None;
                }
                self.is_complete = false;
                break;
            };
            candidate.visits += self.search.budget.nodes() - before;
            let beats = bar.is_none_or(|bar| is_better(player, result.value, bar));
            candidate.value = Some(result).filter(|_| beats);
            all.exact &= result.exact;
            all.has_chance |= result.has_chance;
            if beats {
                best.push(result.value);
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
        let is_best_possible = first.exact && self.search.is_best_possible(first.value, player);
        Some(SearchValue {
            value: first.value,
            exact: all.exact && self.is_complete || is_best_possible,
            ..all
        })
    }

    /// Returns the mean value over all determinizations, after a move if one is given; `None` if
    /// the budget ran out.
    #[expect(clippy::cast_precision_loss, reason = "determinizations are few")]
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
        for index in 0..self.determinizations.len() {
            let mut position = self.determinizations[index].clone();
            if let Some(mv) = &mv {
                position.apply(mv);
            }
            let result = self.search.value(&position, depth, window);
            if self.search.budget.exhausted() && !result.exact {
                return None;
            }
            sum += result.value;
            mean = Some(mean.map_or(result, |mean| SearchValue {
                exact: mean.exact && result.exact,
                has_chance: true,
                ..mean
            }));
        }
        mean.map(|mean| SearchValue {
            value: sum / self.determinizations.len() as f32,
            ..mean
        })
    }

    /// Returns the result before anything is searched: the move of the highest priority.
    fn first_report(&self) -> SearchResult<P::Move> {
        let value = Value::estimate(0.5, None);
        let line = |candidate: &RootMove<P::Move>| SearchLine {
            mv: candidate.mv,
            value,
            visits: 0,
            depth: 0,
            pv: vec![candidate.mv],
        };
        let is_included = |candidate: &&RootMove<P::Move>| self.include == Some(candidate.mv);
        let first = self.candidates.iter().take(1);
        let rest = self.candidates.iter().skip(1).filter(is_included);
        SearchResult {
            value,
            lines: first.chain(rest).map(line).collect(),
            nodes: 0,
            coverage: Coverage::Subset,
        }
    }

    /// Returns the result of the last completed depth; `found` is the value of the position.
    fn report(&self, player: Player, depth: u32, found: SearchValue) -> SearchResult<P::Move> {
        let evaluator = self.search.evaluator;
        let value = |found: SearchValue| {
            evaluator.value(found.value, player, found.exact, found.has_chance)
        };
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

    /// Returns the principal variation after a move, from the transposition table; it ends before a
    /// chance event.
    fn pv(&self, mv: P::Move, depth: u32) -> Vec<P::Move> {
        let mut pv = vec![mv];
        let Some(mut position) = self.determinizations.first().cloned() else {
            return pv;
        };
        position.apply(&mv);
        while pv.len() < depth as usize && matches!(position.turn(), Turn::Player(_)) {
            let entry = self.search.table.get(position.key());
            let Some(mv) = entry.and_then(|entry| entry.best) else {
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

/// Reports whether a value is better for a player than another.
fn is_better(player: Player, value: f32, than: f32) -> bool {
    match player {
        Player::First => value > than,
        Player::Second => value < than,
    }
}
