//! What several found, put together.

use crate::contract::MoveOf;
use crate::search::has_engine::HasEngine;
use crate::search::search_result::{compare_lines, proof_rank};
use crate::search::{Bounds, Coverage, MoveChoice, SearchLine, SearchRequest, SearchResult, Value};

/// One report of several on the same position.
pub(super) fn merge_results<G: HasEngine>(
    reports: &[SearchResult<MoveOf<G>>],
    request: &SearchRequest<'_, MoveOf<G>>,
) -> SearchResult<MoveOf<G>> {
    merge_all::<G>(reports).truncated(request.lines, request.forced.as_ref())
}

/// The choice that stands best in all reports together.
pub(super) fn merge_choices<G: HasEngine>(
    mut choices: Vec<MoveChoice<MoveOf<G>>>,
    request: &SearchRequest<'_, MoveOf<G>>,
) -> Option<MoveChoice<MoveOf<G>>> {
    let found: Vec<_> = choices.iter().map(|choice| choice.report.clone()).collect();
    let report = merge_all::<G>(&found);
    let place = |choice: &MoveChoice<MoveOf<G>>| {
        let at = report
            .lines
            .iter()
            .position(|line| line.mv == choice.reported_move);
        at.unwrap_or(usize::MAX)
    };
    let at = (0..choices.len()).min_by_key(|at| place(&choices[*at]))?;
    let chosen = choices.swap_remove(at);
    Some(MoveChoice {
        report: report.truncated(request.lines, request.forced.as_ref()),
        ..chosen
    })
}

/// All lines of all reports.
fn merge_all<G: HasEngine>(reports: &[SearchResult<MoveOf<G>>]) -> SearchResult<MoveOf<G>> {
    let mut lines: Vec<SearchLine<MoveOf<G>>> = Vec::new();
    for line in reports.iter().flat_map(|report| &report.lines) {
        if lines.iter().all(|known| known.mv != line.mv) {
            let same = reports.iter().flat_map(|report| &report.lines);
            let same: Vec<_> = same.filter(|other| other.mv == line.mv).collect();
            lines.push(merge_line::<G>(&same));
        }
    }
    sort_lines::<G>(&mut lines, reports);
    let every = reports
        .iter()
        .any(|report| report.coverage == Coverage::AllMoves);
    SearchResult {
        value: merge_value(reports, &lines),
        lines,
        nodes: reports.iter().map(|report| report.nodes).sum(),
        coverage: if every {
            Coverage::AllMoves
        } else {
            Coverage::Subset
        },
    }
}

/// Puts the best first: by what is proven, then by the places that they have in the reports, and
/// those that stand alike there by what they are worth. Where all lines were looked at alike that
/// says more than their places.
fn sort_lines<G: HasEngine>(
    lines: &mut [SearchLine<MoveOf<G>>],
    reports: &[SearchResult<MoveOf<G>>],
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
            let key = |line| (class(line), rank_sum(reports, line));
            key(a).cmp(&key(b)).then_with(|| compare_lines(a, b))
        });
    }
}

/// The sum of the places of a line in all reports; where it is not told it stands behind the last.
fn rank_sum<M: PartialEq>(reports: &[SearchResult<M>], line: &SearchLine<M>) -> usize {
    let places = reports.iter().map(|report| {
        let at = report.lines.iter().position(|other| other.mv == line.mv);
        at.unwrap_or(report.lines.len())
    });
    places.sum()
}

/// A line that several found, each with some of its visits. There is at least one.
fn merge_line<G: HasEngine>(same: &[&SearchLine<MoveOf<G>>]) -> SearchLine<MoveOf<G>> {
    let deepest = same.iter().map(|line| line.depth).max().unwrap_or(0);
    let counts = |line: &&&SearchLine<MoveOf<G>>| !G::LINES_COMPARABLE || line.depth == deepest;
    let counted: Vec<_> = same.iter().filter(counts).copied().collect();
    let values = counted.iter().map(|line| (line.value, line.visits));
    let values: Vec<_> = values.collect();
    let mut best = same[0];
    for line in same {
        if (line.value.exact, line.visits) > (best.value.exact, best.visits) {
            best = line;
        }
    }
    SearchLine {
        mv: best.mv,
        value: weighted_mean(&values, same.iter().map(|line| line.value.bounds)),
        visits: same.iter().map(|line| line.visits).sum(),
        depth: deepest,
        pv: best.pv.clone(),
    }
}

/// What the position is worth.
fn merge_value<M>(reports: &[SearchResult<M>], lines: &[SearchLine<M>]) -> Value {
    let bounds = reports.iter().map(|report| report.value.bounds);
    let values = reports.iter().map(|report| (report.value, report.nodes));
    let values: Vec<_> = values.collect();
    let all = weighted_mean(&values, bounds);
    match lines.first() {
        // Several may each know of some moves that they do not win: that is no proof of any one's.
        Some(best) if !all.exact => Value {
            bounds: all.bounds,
            exact: false,
            ..best.value.within(all.bounds)
        },
        _ => all,
    }
}

/// What is known exactly, if one knows it, or else the mean by visits; and all that is proven.
fn weighted_mean(values: &[(Value, u64)], bounds: impl Iterator<Item = Bounds>) -> Value {
    let bounds = bounds.fold(Bounds::UNKNOWN, Bounds::intersection);
    if let Some((exact, _)) = values.iter().find(|(value, _)| value.exact) {
        return exact.within(bounds);
    }
    let by = |of: &dyn Fn(&Value) -> Option<f64>| {
        #[expect(clippy::cast_precision_loss, reason = "weights of a mean")]
        let known = values
            .iter()
            .filter_map(|(value, visits)| Some((of(value)?, (*visits).max(1) as f64)));
        let (sum, count) = known.fold((0.0, 0.0), |(sum, count), (number, weight)| {
            (sum + number * weight, count + weight)
        });
        (count > 0.0).then(|| sum / count)
    };
    let win = by(&|value| Some(value.win)).unwrap_or(0.5);
    Value::estimate(win, by(&|value| value.points)).within(bounds)
}
