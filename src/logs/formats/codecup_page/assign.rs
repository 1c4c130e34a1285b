//! The assignment of a page's texts to its games.

use super::page_info::{PageText, PageTextKind, game_id_of_saved_page, page_texts};
use crate::formats::ParsedGame;
use crate::formats::result_text::{parse_result, shorten};
use crate::formats::statuses::StatusWords;
use kifu_core::contract::Player;
use kifu_core::findings::{Code, Finding, SourceText};
use kifu_core::games::{Catalogue, DynGame, by_id};

/// The texts of a page that belong to one game.
#[derive(Debug, Default)]
pub(super) struct GameTexts {
    id: String,
    texts: Vec<PageText>,
    /// The findings about texts of no game.
    findings: Vec<Finding>,
}

/// Assigns the texts of a page to its games, in order.
///
/// There must be as many texts of a kind as games; those of other kinds belong to no game.
pub(super) fn assign_texts(source: &SourceText<'_>, game_count: usize) -> Vec<GameTexts> {
    let mut games: Vec<GameTexts> = (0..game_count).map(|_| GameTexts::default()).collect();
    if let ([game], Some(id)) = (&mut *games, game_id_of_saved_page(source.text())) {
        id.clone_into(&mut game.id);
    }
    let texts = page_texts(source.text());
    for kind_texts in texts.chunk_by(|one, next| one.kind == next.kind) {
        if kind_texts.len() == game_count {
            for (game, text) in games.iter_mut().zip(kind_texts) {
                game.texts.push(text.clone());
            }
        } else if let (Some(first), Some(text)) = (games.first_mut(), kind_texts.first()) {
            let message = format!(
                "expected one `{}` for each of {game_count} games, found {}",
                text.label(),
                kind_texts.len()
            );
            let location = source.location(text.span.clone());
            let finding = Finding::new(Code::UnassignedText, message).at(location);
            first.findings.push(finding);
        }
    }
    games
}

impl GameTexts {
    /// Adds the texts to the game: its result, its id, and in `ext` what has no field.
    pub fn apply(self, parsed: &mut ParsedGame, source: &SourceText<'_>, catalogue: Catalogue) {
        if !self.id.is_empty() {
            parsed.record.source.id = self.id;
        }
        parsed.findings.extend(self.findings);
        let text_of = |kind| self.texts.iter().find(|text| text.kind == kind);
        let words = text_of(PageTextKind::Message);
        let result = text_of(PageTextKind::Result);
        apply_result(parsed, words, result, source, catalogue);
        for text in &self.texts {
            if let PageTextKind::Labelled(label) = text.kind {
                let ext = &mut parsed.record.ext;
                ext.insert(label.to_owned(), text.text.clone());
            }
        }
    }
}

/// Stores the jury's words and the points as the result that the page reports.
fn apply_result(
    parsed: &mut ParsedGame,
    words: Option<&PageText>,
    result: Option<&PageText>,
    source: &SourceText<'_>,
    catalogue: Catalogue,
) {
    let Some(shown) = result.or(words) else {
        return;
    };
    let game = by_id(catalogue, &parsed.record.game);
    let sides = game.map_or(["White", "Black"], <dyn DynGame>::sides);
    let stated = result.map(|text| parse_result(&text.text, sides));
    if let (Some(text), Some(None)) = (result, &stated) {
        let message = format!(
            "expected a result such as `210 - 90`, found `{}`",
            shorten(&text.text)
        );
        let location = source.location(text.span.clone());
        let finding = Finding::new(Code::BadValue, message).at(location);
        parsed.findings.push(finding);
    }
    let stated = stated.flatten().unwrap_or_default();
    let [first, second] = Player::ALL.map(|player| {
        let points = stated.points.map(|(first, second)| [first, second]);
        points.map(|points| points[player.index()])
    });
    let status = StatusWords::new(words.map_or("", |text| &text.text));
    for finding in status.report(&mut parsed.record, game, [first, second]) {
        let span = words.map_or(shown.span.clone(), |text| text.span.clone());
        parsed.findings.push(finding.at(source.location(span)));
    }
    if let Some(reported) = &mut parsed.record.reported {
        let pair = reported.winner.zip(stated.winner);
        if let Some((said, counted)) = pair.filter(|(said, counted)| said != counted) {
            let message = format!(
                "expected the same winner in message and result, found {said:?} and {counted:?}"
            );
            let location = source.location(shown.span.clone());
            let finding = Finding::new(Code::StatusDisagrees, message).at(location);
            parsed.findings.push(finding);
        }
        reported.winner = reported.winner.or(stated.winner);
        for (player, fault) in stated.faults {
            reported.faults.entry(player).or_insert(fault);
        }
    }
    parsed.game_spans.result = Some(shown.span.clone());
}
