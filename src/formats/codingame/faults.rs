//! How a replay says that the game ended.

use super::referee_text;
use super::replay::{CodingameReplay, ReplayFrame};
use crate::contract::{Fault, Player, Winner};
use crate::findings::{Code, Finding};
use crate::games::DynGame;
use crate::record::ReportedResult;

/// A fault ends the game: more than so many of the last words need not be looked at.
const MAX_LINES_CHECKED: usize = 8;

/// A fault of which the referee told.
pub(super) struct DeclaredFault {
    /// In which frame.
    pub frame_index: usize,
    /// Whose, if the words say it.
    pub player: Option<Player>,
    pub fault: Fault,
}

/// The lines that the referee says in a frame, without colours.
pub(super) fn referee_lines(frame: &ReplayFrame<'_>) -> Vec<String> {
    let texts = frame
        .referee_texts
        .iter()
        .map(|text| referee_text::strip_colors(text));
    texts
        .flat_map(|text| {
            text.lines()
                .map(|line| line.trim().to_owned())
                .collect::<Vec<_>>()
        })
        .filter(|line| !line.is_empty())
        .collect()
}

/// The faults of which the referee tells, in its summaries and to the viewer.
pub(super) fn declared_faults(
    told: &CodingameReplay<'_>,
    book: &dyn DynGame,
) -> Vec<DeclaredFault> {
    let of = |nth: usize, line: &str, event: Option<Player>| {
        Some(DeclaredFault {
            frame_index: nth,
            player: referee_text::named_player(line).or(event),
            fault: referee_text::find_fault(line, book)?,
        })
    };
    let tooltips = told.tooltips.iter().rev().filter_map(|tip| {
        let event = Player::ALL.get(tip.event).copied();
        of(tip.turn, &referee_text::strip_colors(&tip.text), event)
    });
    let summaries = told.frames.iter().rev().flat_map(|frame| {
        let lines = referee_lines(frame).into_iter();
        lines.filter_map(|line| of(frame.index, &line, None))
    });
    tooltips
        .take(MAX_LINES_CHECKED)
        .chain(summaries.take(MAX_LINES_CHECKED))
        .collect()
}

/// What the replay says of the result. The contest has one kind of points, so they are the
/// game's own and the contest's alike.
pub(super) fn reported_result(told: &CodingameReplay<'_>) -> (ReportedResult, Option<Finding>) {
    let by_scores = told.scores.map(Winner::of);
    let by_ranks = told
        .ranks
        .map(|[first, second]| Winner::of([second, first]));
    let by_words = winner_by_words(told);
    let said = [
        ("ranks", by_ranks),
        ("scores", by_scores),
        ("words", by_words),
    ];
    let mut said = said
        .into_iter()
        .filter_map(|(name, winner)| Some((name, winner?)));
    let first = said.next();
    let finding = first.and_then(|(name, winner)| {
        let (other, differs) = said.find(|(_, other)| *other != winner)?;
        let message = format!(
            "expected one result, found {} by the {name} and {} by the {other}",
            describe_winner(winner),
            describe_winner(differs)
        );
        Some(Finding::new(Code::StatusDisagrees, message))
    });
    let points = told.scores.map(|[first, second]| (first, second));
    let reported = ReportedResult {
        // Of a log that contradicts itself nobody knows what it says.
        winner: first
            .map(|(_, winner)| winner)
            .filter(|_| finding.is_none()),
        scores: points,
        points,
        text: closing_text(told),
        ..ReportedResult::default()
    };
    (reported, finding)
}

fn winner_by_words(told: &CodingameReplay<'_>) -> Option<Winner> {
    let tooltips = told.tooltips.iter().rev();
    let mut tooltips = tooltips.filter_map(|tooltip| {
        referee_text::parse_winner(&referee_text::strip_colors(&tooltip.text))
    });
    let last = told.frames.last().map(referee_lines).unwrap_or_default();
    last.iter()
        .rev()
        .find_map(|line| referee_text::parse_winner(line))
        .or_else(|| tooltips.next())
        .map(Winner::from)
}

fn describe_winner(winner: Winner) -> &'static str {
    match winner {
        Winner::First => "a win for the first player",
        Winner::Second => "a win for the second player",
        Winner::Draw => "a draw",
    }
}

/// What the referee says at the end, with the players' names.
fn closing_text(told: &CodingameReplay<'_>) -> String {
    let Some(last) = told.frames.last() else {
        return String::new();
    };
    let mut all = referee_lines(last);
    let tooltips = told.tooltips.iter().filter(|tip| tip.turn == last.index);
    all.extend(
        tooltips
            .take(MAX_LINES_CHECKED)
            .map(|tip| referee_text::strip_colors(&tip.text)),
    );
    all.truncate(2 * MAX_LINES_CHECKED);
    all.extend(told.fail_cause.lines().next().map(str::to_owned));
    let mut text: Vec<String> = Vec::new();
    for line in all {
        let line = referee_text::insert_names(&line, &told.names);
        // The viewer is told the same in nearly the same words.
        let stem = line.trim_end_matches(['.', '!']);
        if !stem.is_empty() && !text.iter().any(|before| before.starts_with(stem)) {
            text.push(line);
        }
    }
    text.join("; ")
}
