//! Merging the results of several engines.

use crate::contract::MoveOf;
use crate::search::has_engine::HasEngine;
use crate::search::search_result::{compare_lines, proof_rank};
use crate::search::{Bounds, Coverage, MoveChoice, SearchLine, SearchRequest, SearchResult, Value};

/// Merges search results of the same position.
pub(super) fn merge_results<G: HasEngine>(
    results: &[SearchResult<MoveOf<G>>],
    request: &SearchRequest<'_, MoveOf<G>>,
) -> SearchResult<MoveOf<G>> {
    merge_all::<G>(results).truncated(request.lines, request.include.as_ref())
}

/// Returns the choice that ranks best in the merged search result; `None` without choices.
pub(super) fn merge_choices<G: HasEngine>(
    mut choices: Vec<MoveChoice<MoveOf<G>>>,
    request: &SearchRequest<'_, MoveOf<G>>,
) -> Option<MoveChoice<MoveOf<G>>> {
    let results: Vec<_> = choices.iter().map(|choice| choice.report.clone()).collect();
    let merged = merge_all::<G>(&results);
    let rank = |choice: &MoveChoice<MoveOf<G>>| {
        let rank = merged
            .lines
            .iter()
            .position(|line| line.mv == choice.reported_move);
        rank.unwrap_or(usize::MAX)
    };
    let best = (0..choices.len()).min_by_key(|index| rank(&choices[*index]))?;
    let choice = choices.swap_remove(best);
    Some(MoveChoice {
        report: merged.truncated(request.lines, request.include.as_ref()),
        ..choice
    })
}

/// Merges all lines of all results.
fn merge_all<G: HasEngine>(results: &[SearchResult<MoveOf<G>>]) -> SearchResult<MoveOf<G>> {
    let mut lines: Vec<SearchLine<MoveOf<G>>> = Vec::new();
    for line in results.iter().flat_map(|result| &result.lines) {
        if lines.iter().all(|merged| merged.mv != line.mv) {
            let same_move = results.iter().flat_map(|result| &result.lines);
            let same_move: Vec<_> = same_move.filter(|other| other.mv == line.mv).collect();
            lines.push(merge_line::<G>(&same_move));
        }
    }
    sort_lines::<G>(&mut lines, results);
    let is_complete = results
        .iter()
        .any(|result| result.coverage == Coverage::AllMoves);
    SearchResult {
        value: merge_value(results, &lines),
        lines,
        nodes: results.iter().map(|result| result.nodes).sum(),
        coverage: if is_complete {
            Coverage::AllMoves
        } else {
            Coverage::Subset
        },
    }
}

/// Sorts lines, the best first: by what is proven, then by the sum of their ranks in the results,
/// and then by value.
///
/// If lines are comparable, the value says more than the ranks and decides after what is proven.
fn sort_lines<G: HasEngine>(
    lines: &mut [SearchLine<MoveOf<G>>],
    results: &[SearchResult<MoveOf<G>>],
) {
    let class = |line: &SearchLine<MoveOf<G>>| proof_rank(line.value.proven());
    if G::LINES_COMPARABLE {
        let points = |line: &SearchLine<MoveOf<G>>| line.value.points.unwrap_or_default();
        lines.sort_by(|a, b| {
            let by_class = class(a).cmp(&class(b));
            by_class.then_with(|| points(b).total_cmp(&points(a)))
        });
    } else {
        lines.sort_by(|a, b| {
            let key = |line| (class(line), rank_sum(results, line));
            key(a).cmp(&key(b)).then_with(|| compare_lines(a, b))
        });
    }
}

/// Returns the sum of the ranks of a line in all results; where it is missing, it ranks after the
/// last line.
fn rank_sum<M: PartialEq>(results: &[SearchResult<M>], line: &SearchLine<M>) -> usize {
    let ranks = results.iter().map(|result| {
        let rank = result.lines.iter().position(|other| other.mv == line.mv);
        rank.unwrap_or(result.lines.len())
    });
    ranks.sum()
}

/// Merges the lines of one move, of which there is at least one.
fn merge_line<G: HasEngine>(same_move: &[&SearchLine<MoveOf<G>>]) -> SearchLine<MoveOf<G>> {
    let max_depth = same_move.iter().map(|line| line.depth).max().unwrap_or(0);
    let counts = |line: &&&SearchLine<MoveOf<G>>| !G::LINES_COMPARABLE || line.depth == max_depth;
    let counted: Vec<_> = same_move.iter().filter(counts).copied().collect();
    let values = counted.iter().map(|line| (line.value, line.visits));
    let values: Vec<_> = values.collect();
    let mut best = same_move[0];
    for line in same_move {
        if (line.value.exact, line.visits) > (best.value.exact, best.visits) {
            best = line;
        }
    }
    SearchLine {
        mv: best.mv,
        value: weighted_mean(&values, same_move.iter().map(|line| line.value.bounds)),
        visits: same_move.iter().map(|line| line.visits).sum(),
        depth: max_depth,
        pv: best.pv.clone(),
    }
}

/// Returns the value of the position, given its results and merged lines.
fn merge_value<M>(results: &[SearchResult<M>], lines: &[SearchLine<M>]) -> Value {
    let bounds = results.iter().map(|result| result.value.bounds);
    let values = results.iter().map(|result| (result.value, result.nodes));
    let values: Vec<_> = values.collect();
    let mean = weighted_mean(&values, bounds);
    match lines.first() {
        // Each engine may have proven that some moves do not win, but together that is not a proof
        // for the position: the bounds of the lines do not count.
        Some(best) if !mean.exact => Value {
            bounds: mean.bounds,
            exact: false,
            ..best.value.within(mean.bounds)
        },
        _ => mean,
    }
}

/// Returns an exact value if there is one, otherwise the mean weighted by visits, within all
/// bounds.
fn weighted_mean(values: &[(Value, u64)], bounds: impl Iterator<Item = Bounds>) -> Value {
    let bounds = bounds.fold(Bounds::UNKNOWN, Bounds::intersection);
    if let Some((exact, _)) = values.iter().find(|(value, _)| value.exact) {
        return exact.within(bounds);
    }
    let mean = |number_of: &dyn Fn(&Value) -> Option<f64>| {
        #[expect(clippy::cast_precision_loss, reason = "weights of a mean")]
        let known = values
            .iter()
            .filter_map(|(value, visits)| Some((number_of(value)?, (*visits).max(1) as f64)));
        let (sum, count) = known.fold((0.0, 0.0), |(sum, count), (number, weight)| {
            (sum + number * weight, count + weight)
        });
        (count > 0.0).then(|| sum / count)
    };
    let win = mean(&|value| Some(value.win)).unwrap_or(0.5);
    Value::estimate(win, mean(&|value| value.points)).within(bounds)
}
