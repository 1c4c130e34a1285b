//! The end of the game as the replay reports it: faults and result.

use super::referee_text;
use super::replay::{CodingameReplay, ReplayFrame};
use kifu_core::contract::{Fault, Player, Winner};
use kifu_core::findings::{Code, Finding};
use kifu_core::games::DynGame;
use kifu_core::record::ReportedResult;

/// The number of last texts that are searched for a fault, since a fault ends the game.
const MAX_LINES_CHECKED: usize = 8;
/// The maximum number of the referee's last texts in the wording of the result.
pub(super) const MAX_CLOSING_LINES: usize = 2 * MAX_LINES_CHECKED;

/// A fault reported by the referee.
pub(super) struct DeclaredFault {
    /// The index of the frame.
    pub frame_index: usize,
    /// The player at fault, if the text names one.
    pub player: Option<Player>,
    pub fault: Fault,
}

/// Returns the lines of the referee's texts in a frame, without colours.
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

/// Returns the faults that the referee reports, in its summaries and in tooltips for the viewer.
pub(super) fn declared_faults(
    replay: &CodingameReplay<'_>,
    game: &dyn DynGame,
) -> Vec<DeclaredFault> {
    let declared = |index: usize, line: &str, event: Option<Player>| {
        Some(DeclaredFault {
            frame_index: index,
            player: referee_text::named_player(line).or(event),
            fault: referee_text::find_fault(line, game)?,
        })
    };
    let tooltips = replay.tooltips.iter().rev().filter_map(|tooltip| {
        let event = Player::ALL.get(tooltip.event).copied();
        declared(
            tooltip.turn,
            &referee_text::strip_colors(&tooltip.text),
            event,
        )
    });
    let summaries = replay.frames.iter().rev().flat_map(|frame| {
        let lines = referee_lines(frame).into_iter();
        lines.filter_map(|line| declared(frame.index, &line, None))
    });
    tooltips
        .take(MAX_LINES_CHECKED)
        .chain(summaries.take(MAX_LINES_CHECKED))
        .collect()
}

/// Returns the result that the replay reports, and a finding if it contradicts itself.
///
/// The contest has only one kind of points, so they are the game's scores as well.
pub(super) fn reported_result(replay: &CodingameReplay<'_>) -> (ReportedResult, Option<Finding>) {
    let by_scores = replay.scores.map(Winner::of);
    let by_ranks = replay
        .ranks
        .map(|[first, second]| Winner::of([second, first]));
    let by_words = winner_by_words(replay);
    let results = [
        ("ranks", by_ranks),
        ("scores", by_scores),
        ("words", by_words),
    ];
    let mut results = results
        .into_iter()
        .filter_map(|(name, winner)| Some((name, winner?)));
    let first = results.next();
    let finding = first.and_then(|(name, winner)| {
        let (other, differs) = results.find(|(_, other)| *other != winner)?;
        let message = format!(
            "expected one result, found {} by the {name} and {} by the {other}",
            describe_winner(winner),
            describe_winner(differs)
        );
        Some(Finding::new(Code::StatusDisagrees, message))
    });
    let points = replay.scores.map(|[first, second]| (first, second));
    let reported = ReportedResult {
        // A log that contradicts itself does not say who won.
        winner: first
            .map(|(_, winner)| winner)
            .filter(|_| finding.is_none()),
        scores: points,
        points,
        text: closing_text(replay),
        ..ReportedResult::default()
    };
    (reported, finding)
}

fn winner_by_words(replay: &CodingameReplay<'_>) -> Option<Winner> {
    let tooltips = replay.tooltips.iter().rev();
    let mut tooltips = tooltips.filter_map(|tooltip| {
        referee_text::parse_winner(&referee_text::strip_colors(&tooltip.text))
    });
    let last = replay.frames.last().map(referee_lines).unwrap_or_default();
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

/// Returns the referee's last texts, with the players' names.
fn closing_text(replay: &CodingameReplay<'_>) -> String {
    let Some(last) = replay.frames.last() else {
        return String::new();
    };
    let mut all = referee_lines(last);
    let tooltips = replay
        .tooltips
        .iter()
        .filter(|tooltip| tooltip.turn == last.index);
    all.extend(
        tooltips
            .take(MAX_LINES_CHECKED)
            .map(|tooltip| referee_text::strip_colors(&tooltip.text)),
    );
    all.truncate(MAX_CLOSING_LINES);
    all.extend(replay.fail_cause.lines().next().map(str::to_owned));
    let mut text: Vec<String> = Vec::new();
    for line in all {
        let line = referee_text::insert_names(&line, &replay.names);
        // The tooltips repeat the summary in nearly the same words.
        let unpunctuated = line.trim_end_matches(['.', '!']);
        if !unpunctuated.is_empty() && !text.iter().any(|before| before.starts_with(unpunctuated)) {
            text.push(line);
        }
    }
    text.join("; ")
}
