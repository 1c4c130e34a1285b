//! What several found, put together.

use crate::contract::MoveOf;
use crate::search::brain::Thinks;
use crate::search::report::{rank, standing};
use crate::search::{Bounds, Choice, Coverage, Line, Report, Request, Value};

/// One report of several on the same position.
pub(super) fn reports<G: Thinks>(
    reports: &[Report<MoveOf<G>>],
    request: &Request<'_, MoveOf<G>>,
) -> Report<MoveOf<G>> {
    all::<G>(reports).cut(request.lines, request.forced.as_ref())
}

/// The choice that stands best in all reports together.
pub(super) fn choices<G: Thinks>(
    mut choices: Vec<Choice<MoveOf<G>>>,
    request: &Request<'_, MoveOf<G>>,
) -> Option<Choice<MoveOf<G>>> {
    let found: Vec<_> = choices.iter().map(|choice| choice.report.clone()).collect();
    let report = all::<G>(&found);
    let place = |choice: &Choice<MoveOf<G>>| {
        let at = report.lines.iter().position(|line| line.mv == choice.bare);
        at.unwrap_or(usize::MAX)
    };
    let at = (0..choices.len()).min_by_key(|at| place(&choices[*at]))?;
    let chosen = choices.swap_remove(at);
    Some(Choice {
        report: report.cut(request.lines, request.forced.as_ref()),
        ..chosen
    })
}

/// All lines of all reports.
fn all<G: Thinks>(reports: &[Report<MoveOf<G>>]) -> Report<MoveOf<G>> {
    let mut lines: Vec<Line<MoveOf<G>>> = Vec::new();
    for line in reports.iter().flat_map(|report| &report.lines) {
        if lines.iter().all(|known| known.mv != line.mv) {
            let same = reports.iter().flat_map(|report| &report.lines);
            let same: Vec<_> = same.filter(|other| other.mv == line.mv).collect();
            lines.push(merged::<G>(&same));
        }
    }
    order::<G>(&mut lines, reports);
    let every = reports
        .iter()
        .any(|report| report.coverage == Coverage::Every);
    Report {
        value: value(reports, &lines),
        lines,
        nodes: reports.iter().map(|report| report.nodes).sum(),
        coverage: if every {
            Coverage::Every
        } else {
            Coverage::Some
        },
    }
}

/// Puts the best first: by what is proven, then by the places that they have in the reports, and
/// those that stand alike there by what they are worth. Where all lines were looked at alike that
/// says more than their places.
fn order<G: Thinks>(lines: &mut [Line<MoveOf<G>>], reports: &[Report<MoveOf<G>>]) {
    let class = |line: &Line<MoveOf<G>>| standing(line.value.proven());
    if G::LINES_ALIKE {
        let points = |line: &Line<MoveOf<G>>| line.value.points.unwrap_or_default();
        lines.sort_by(|a, b| {
            let by_class = class(a).cmp(&class(b));
            by_class.then_with(|| points(b).total_cmp(&points(a)))
        });
    } else {
        lines.sort_by(|a, b| {
            let key = |line| (class(line), place(reports, line));
            key(a).cmp(&key(b)).then_with(|| rank(a, b))
        });
    }
}

/// The sum of the places of a line in all reports; where it is not told it stands behind the last.
fn place<M: PartialEq>(reports: &[Report<M>], line: &Line<M>) -> usize {
    let places = reports.iter().map(|report| {
        let at = report.lines.iter().position(|other| other.mv == line.mv);
        at.unwrap_or(report.lines.len())
    });
    places.sum()
}

/// A line that several found, each with some of its visits. There is at least one.
fn merged<G: Thinks>(same: &[&Line<MoveOf<G>>]) -> Line<MoveOf<G>> {
    let deepest = same.iter().map(|line| line.depth).max().unwrap_or(0);
    let counts = |line: &&&Line<MoveOf<G>>| !G::LINES_ALIKE || line.depth == deepest;
    let counted: Vec<_> = same.iter().filter(counts).copied().collect();
    let values = counted.iter().map(|line| (line.value, line.visits));
    let values: Vec<_> = values.collect();
    let mut best = same[0];
    for line in same {
        if (line.value.exact, line.visits) > (best.value.exact, best.visits) {
            best = line;
        }
    }
    Line {
        mv: best.mv,
        value: mean(&values, same.iter().map(|line| line.value.bounds)),
        visits: same.iter().map(|line| line.visits).sum(),
        depth: deepest,
        pv: best.pv.clone(),
    }
}

/// What the position is worth.
fn value<M>(reports: &[Report<M>], lines: &[Line<M>]) -> Value {
    let bounds = reports.iter().map(|report| report.value.bounds);
    let values = reports.iter().map(|report| (report.value, report.nodes));
    let values: Vec<_> = values.collect();
    let all = mean(&values, bounds);
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
fn mean(values: &[(Value, u64)], bounds: impl Iterator<Item = Bounds>) -> Value {
    let bounds = bounds.fold(Bounds::UNKNOWN, Bounds::both);
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
