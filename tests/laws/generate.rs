//! Random records with everything that a record can hold.

pub use super::random_text::TextKind;
use super::random_text::{random_line, random_text};
use kifu_core::contract::{Fault, Player, Setup, Winner};
use kifu_core::games::{CATALOGUE, DynGame};
use kifu_core::record::{
    Attempt, EvalBudget, EvalLine, Evaluation, Glyph, Mark, MarkColor, MarkKind, MovedBy, Note,
    PlyTimes, Record, ReportedResult, Variation, VariationNote, read_ron, write_ronl,
};
use kifu_core::search::SplitMix64;
use kifu_logs::formats::{ReadContext, by_id, check_text};

/// A whole game of Turn Right, whose circuits take too long to be listed for random ones.
const TURN_RIGHT_GAME: &str = include_str!("../../records/turn-right.ron");
/// The maximum number of plies of a random game in which moves are costly to list.
const MAX_LISTED_PLIES: usize = 30;

/// Returns a random canonical record of one of the games.
///
/// It is finished, unfinished or ended by a fault, and has names, results, notes, variations,
/// evaluations, times and other data, each with some probability.
pub fn random_record(rng: &mut SplitMix64, texts: TextKind) -> Record {
    let game = CATALOGUE[rng.index(CATALOGUE.len())];
    let setup = random_setup(game, rng);
    let tokens = random_moves(game, &setup, rng);
    let mut record = Record {
        game: game.id().to_owned(),
        setup,
        moves: tokens.join(" "),
        ..Record::default()
    };
    add_fault(&mut record, rng);
    let mut record = canonical(&record).unwrap_or(record);
    add_heads(&mut record, rng, texts);
    add_reported(&mut record, rng, texts);
    add_notes(&mut record, game, rng, texts);
    canonical(&record).unwrap_or(record)
}

/// Returns a record as it is read from its own text.
fn canonical(record: &Record) -> Option<Record> {
    let text = write_ronl(record);
    let games = check_text(&text, by_id("ronl"), &ReadContext::default());
    games.into_iter().next().map(|game| game.record)
}

fn chance(rng: &mut SplitMix64, percent: usize) -> bool {
    rng.index(100) < percent
}

fn random_setup(game: &dyn DynGame, rng: &mut SplitMix64) -> Setup {
    let mut setup = Setup::default();
    for (key, _) in game.info().setup_keys {
        if *key == "position" || chance(rng, 60) {
            continue;
        }
        let value = match *key {
            "colors" => format!("{} {}", 1 + rng.index(3), 4 + rng.index(3)),
            "turns" => (10 + rng.index(60)).to_string(),
            "size" => (5 + rng.index(6)).to_string(),
            _ => (3 + rng.index(4)).to_string(),
        };
        setup.set(key, value);
    }
    setup
}

/// Returns random legal moves, as far as a random length.
fn random_moves(game: &dyn DynGame, setup: &Setup, rng: &mut SplitMix64) -> Vec<String> {
    let is_costly = game.info().automatic_ply.is_some();
    if is_costly && chance(rng, 50) {
        let moves = read_ron(TURN_RIGHT_GAME).map(|record| record.moves);
        let moves = moves.unwrap_or_default();
        let tokens: Vec<&str> = moves.split(' ').collect();
        let length = match rng.index(3) {
            0 => tokens.len(),
            _ => rng.index(tokens.len()),
        };
        return tokens[..length]
            .iter()
            .map(|token| (*token).to_owned())
            .collect();
    }
    let length = match rng.index(3) {
        _ if is_costly => rng.index(MAX_LISTED_PLIES),
        0 => usize::MAX,
        1 => rng.index(40),
        _ => rng.index(4),
    };
    continue_randomly(game, setup, &[], length, rng)
}

/// Returns random legal moves after others.
fn continue_randomly(
    game: &dyn DynGame,
    setup: &Setup,
    before: &[&str],
    length: usize,
    rng: &mut SplitMix64,
) -> Vec<String> {
    let Ok(mut state) = game.start(setup) else {
        return Vec::new();
    };
    for token in before {
        if state.play(token).is_err() {
            return Vec::new();
        }
    }
    let mut tokens = Vec::new();
    while tokens.len() < length {
        let outcomes = state.chance_outcomes();
        let mut token = String::new();
        let mut after = state.fork();
        if !outcomes.is_empty() {
            let outcome = &outcomes[rng.index(outcomes.len())];
            token.push_str(outcome);
            if after.apply_chance(outcome).is_err() {
                break;
            }
        }
        let moves = after.legal_moves();
        if !moves.is_empty() {
            token.push_str(&moves[rng.index(moves.len())]);
        }
        if token.is_empty() || state.play(&token).is_err() {
            break;
        }
        tokens.push(token);
    }
    tokens
}

const FAULTS: [Fault; 6] = [
    Fault::Illegal,
    Fault::Timeout,
    Fault::Crash,
    Fault::Exit,
    Fault::Resignation,
    Fault::Jury,
];

/// Ends a game by a fault: a failed move, a declared fault of the player to move, or one after
/// which the jury played on.
fn add_fault(record: &mut Record, rng: &mut SplitMix64) {
    if chance(rng, 50) {
        return;
    }
    let player = Player::ALL[rng.index(2)];
    if chance(rng, 50) {
        let raws = ["zz", "pass", "0 0", "a1-a1", "random", "h9", "resign now"];
        record.attempt = Some(Attempt {
            raw: raws[rng.index(raws.len())].to_owned(),
            ..Attempt::default()
        });
    }
    if chance(rng, 70) {
        let reported = record.reported.get_or_insert_default();
        reported
            .faults
            .insert(player, FAULTS[rng.index(FAULTS.len())]);
    }
    if chance(rng, 30) {
        let ply = 1 + rng.index(6);
        record.note_mut(u32::try_from(ply).unwrap_or(1)).by = Some(MovedBy::Jury);
    }
}

fn maybe_line(rng: &mut SplitMix64, texts: TextKind) -> String {
    if chance(rng, 40) {
        random_line(rng, texts)
    } else {
        String::new()
    }
}

fn add_heads(record: &mut Record, rng: &mut SplitMix64, texts: TextKind) {
    for player in Player::ALL {
        let name = if chance(rng, 80) {
            random_line(rng, texts)
        } else {
            String::new()
        };
        let (author, version) = (maybe_line(rng, texts), maybe_line(rng, texts));
        let info = record.player_mut(player);
        info.name = name;
        (info.author, info.version) = (author, version);
        info.time_ms = chance(rng, 30).then(|| rng.next() % 100_000);
    }
    let event = &mut record.event;
    event.name = maybe_line(rng, texts);
    event.round = maybe_line(rng, texts);
    event.table = maybe_line(rng, texts);
    event.date = if chance(rng, 40) {
        "2025-11-27".to_owned()
    } else {
        maybe_line(rng, texts)
    };
    record.source.id = maybe_line(rng, texts);
    for _ in 0..rng.index(3) {
        record
            .ext
            .insert(random_line(rng, texts), random_text(rng, texts));
    }
}

/// Reports a result: the one by the rules or another.
fn add_reported(record: &mut Record, rng: &mut SplitMix64, texts: TextKind) {
    if chance(rng, 50) {
        return;
    }
    let result = record.result.clone().unwrap_or_default();
    let reported: &mut ReportedResult = record.reported.get_or_insert_default();
    if chance(rng, 70) {
        (reported.winner, reported.points) = (result.winner, result.points);
        reported.scores = result.scores.filter(|_| chance(rng, 50));
    } else {
        let points = (-2_i32..9).nth(rng.index(11)).zip((0..5).nth(rng.index(5)));
        reported.points = points;
        reported.winner = points.map(|(first, second)| Winner::of([first, second]));
    }
    if chance(rng, 40) {
        let words = ["WIN", "LOSE", "DRAW", "TIMEOUT", "ILLEGAL", "odd word"];
        let word = |rng: &mut SplitMix64| words[rng.index(words.len())].to_owned();
        reported.status = Some((word(rng), word(rng)));
    }
    reported.text = maybe_line(rng, texts);
}

fn random_glyph(rng: &mut SplitMix64) -> Option<Glyph> {
    let glyphs = [
        Glyph::Brilliant,
        Glyph::Good,
        Glyph::Interesting,
        Glyph::Inaccuracy,
        Glyph::Mistake,
        Glyph::Blunder,
    ];
    chance(rng, 20).then(|| glyphs[rng.index(glyphs.len())])
}

fn random_marks(rng: &mut SplitMix64, texts: TextKind) -> Vec<Mark> {
    const KINDS: [MarkKind; 6] = [
        MarkKind::Circle,
        MarkKind::Cross,
        MarkKind::Triangle,
        MarkKind::Square,
        MarkKind::Arrow,
        MarkKind::Text,
    ];
    const SQUARES: [&str; 5] = ["A1", "B2", "C3", "a1", "D4"];
    let mark = |rng: &mut SplitMix64| {
        let kind = KINDS[rng.index(6)];
        let square = |rng: &mut SplitMix64| SQUARES[rng.index(SQUARES.len())].to_owned();
        Mark {
            kind,
            at: square(rng),
            to: if kind == MarkKind::Arrow {
                square(rng)
            } else {
                String::new()
            },
            text: if kind == MarkKind::Text {
                random_line(rng, texts)
            } else {
                String::new()
            },
            color: MarkColor::ALL[rng.index(4)],
        }
    };
    (0..rng.index(4)).map(|_| mark(rng)).collect()
}

fn random_evals(pv: &str, rng: &mut SplitMix64, texts: TextKind) -> Vec<Evaluation> {
    let line = EvalLine {
        win: chance(rng, 70).then(|| f64::from(rng.unit())),
        nodes: rng.next() % 1000,
        pv: pv.to_owned(),
        ..EvalLine::default()
    };
    let eval = Evaluation {
        engine: random_line(rng, texts),
        budget: Some(EvalBudget::Nodes(rng.next() % 1000)),
        lines: vec![line],
        ..Evaluation::default()
    };
    if chance(rng, 20) {
        vec![eval]
    } else {
        Vec::new()
    }
}

fn add_notes(record: &mut Record, game: &dyn DynGame, rng: &mut SplitMix64, texts: TextKind) {
    let moves = record.moves.clone();
    let tokens: Vec<&str> = moves.split_ascii_whitespace().collect();
    let plies = tokens.len().saturating_sub(game.info().lead_in);
    if chance(rng, 40) {
        let time = |rng: &mut SplitMix64| chance(rng, 80).then(|| rng.below(5000));
        record.times_ms = PlyTimes((0..plies).map(|_| time(rng)).collect());
    }
    for _ in 0..rng.index(6) {
        let ply = rng.index(plies + 2);
        let variation = random_variation(game, &record.setup, &tokens, ply, rng, texts);
        let token = tokens
            .get(ply + game.info().lead_in)
            .copied()
            .unwrap_or_default();
        let note = record.note_mut(u32::try_from(ply).unwrap_or_default());
        fill_note(note, token, rng, texts);
        note.variations.extend(variation);
    }
    record.notes.retain(|_, note| *note != Note::default());
}

fn fill_note(note: &mut Note, token: &str, rng: &mut SplitMix64, texts: TextKind) {
    note.message = maybe_line(rng, texts);
    if chance(rng, 40) {
        note.stderr = random_text(rng, texts);
    }
    if chance(rng, 40) {
        note.comment = random_text(rng, texts);
    }
    if chance(rng, 10) {
        note.raw = Some(token.to_uppercase()).filter(|raw| raw != token);
    }
    note.glyph = random_glyph(rng);
    note.marks = random_marks(rng, texts);
    note.evals = random_evals(token, rng, texts);
}

/// Returns another line from a ply on, in games whose moves are quickly listed.
fn random_variation(
    game: &dyn DynGame,
    setup: &Setup,
    tokens: &[&str],
    ply: usize,
    rng: &mut SplitMix64,
    texts: TextKind,
) -> Option<Variation> {
    let info = game.info();
    if ply == 0 || ply > tokens.len() || info.automatic_ply.is_some() || info.lead_in > 0 {
        return None;
    }
    let length = 1 + rng.index(3);
    let line = continue_randomly(game, setup, &tokens[..ply - 1], length, rng);
    if line.is_empty() || tokens.get(ply - 1) == Some(&line[0].as_str()) {
        return None;
    }
    let mut variation = Variation {
        moves: line.join(" "),
        ..Variation::default()
    };
    if chance(rng, 50) {
        let note = VariationNote {
            comment: random_line(rng, texts),
            glyph: random_glyph(rng),
            marks: random_marks(rng, texts),
            evals: random_evals(&line[0], rng, texts),
        };
        variation
            .notes
            .insert(u32::try_from(ply).unwrap_or_default(), note);
    }
    Some(variation)
}
