//! The words of the cells that have one of a few values, spelled as in the JSON output of the
//! commands.

use crate::review::{ChoiceKind, GamePhase, MoveClass, TurningPoint};
use kifu_core::contract::{Player, Winner};
use kifu_core::findings::Severity;
use kifu_core::record::MovedBy;

pub(super) const fn player(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}

pub(super) const fn winner(winner: Winner) -> &'static str {
    match winner {
        Winner::First => "first",
        Winner::Second => "second",
        Winner::Draw => "draw",
    }
}

pub(super) const fn made_by(by: Option<MovedBy>) -> &'static str {
    match by {
        None => "player",
        Some(MovedBy::Jury) => "jury",
        Some(MovedBy::Automatic) => "rules",
    }
}

pub(super) const fn phase(phase: GamePhase) -> &'static str {
    match phase {
        GamePhase::Opening => "opening",
        GamePhase::Middle => "middle",
        GamePhase::End => "end",
    }
}

pub(super) const fn class(class: MoveClass) -> &'static str {
    match class {
        MoveClass::Only => "only",
        MoveClass::Good => "good",
        MoveClass::Inaccuracy => "inaccuracy",
        MoveClass::Mistake => "mistake",
        MoveClass::Blunder => "blunder",
    }
}

pub(super) const fn turning(turning: TurningPoint) -> &'static str {
    match turning {
        TurningPoint::ThrewAwayWin => "threw-away-win",
        TurningPoint::MissedWin => "missed-win",
        TurningPoint::LostMargin => "lost-margin",
        TurningPoint::AlreadyLost => "already-lost",
    }
}

pub(super) const fn stake(choice: ChoiceKind) -> &'static str {
    match choice {
        ChoiceKind::Open => "open",
        ChoiceKind::Proven => "proven",
        ChoiceKind::Forced => "forced",
        ChoiceKind::Equal => "equal",
    }
}

pub(super) const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}
