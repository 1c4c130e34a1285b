//! Sample games to open: bundled records, and random games with variations.

use crate::common::random_step;
use kifu_core::contract::{Game, Position, Setup};
use kifu_core::games::{CATALOGUE, DynGame, GameVisitor, by_id, visit};
use kifu_core::record::{
    Evaluation, Glyph, Mark, MarkColor, MarkKind, Note, Record, Variation, VariationNote,
    adjudicate, read_ron,
};
use kifu_core::search::SplitMix64;

pub const IDS: [&str; 5] = ["turn-right", "atari-go", "clobber", "box", "zuniq"];

pub fn catalogue_game(id: &str) -> &'static dyn DynGame {
    by_id(CATALOGUE, id).expect("a game of the catalogue")
}

/// Parses a record from RON and adjudicates it.
pub fn record_from_ron(ron: &str) -> Record {
    let mut record = read_ron(ron).unwrap_or_else(|error| panic!("{error}\n{ron}"));
    let game = catalogue_game(&record.game);
    adjudicate(&mut record, game);
    record
}

pub fn bundled_records() -> Vec<(String, Record)> {
    let folder = crate::common::records_folder();
    let mut records: Vec<(String, Record)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (
                name,
                record_from_ron(&std::fs::read_to_string(&path).unwrap()),
            )
        })
        .collect();
    records.sort_by(|one, other| one.0.cmp(&other.0));
    records
}

struct ExtendRandomly<'a> {
    setup: &'a Setup,
    tokens: &'a [String],
    extra: usize,
    rng: &'a mut SplitMix64,
}

impl GameVisitor for ExtendRandomly<'_> {
    type Output = Vec<String>;

    fn visit<G: Game>(self) -> Vec<String> {
        let mut position = G::start(self.setup).expect("a setup that works");
        for token in self.tokens {
            let step = G::parse(token.as_bytes()).expect("a token").step;
            position.step(&step).expect("a legal move");
        }
        let mut tokens = self.tokens.to_vec();
        for _ in 0..self.extra {
            let Some(step) = random_step::<G>(&position, self.rng) else {
                break;
            };
            position.step(&step).expect("a listed move is legal");
            let mut token = String::new();
            G::write(&step, &mut token);
            tokens.push(token);
        }
        tokens
    }
}

/// Returns the tokens with up to `extra` random ones after them.
pub fn extend_randomly(
    id: &str,
    setup: &Setup,
    tokens: &[String],
    extra: usize,
    rng: &mut SplitMix64,
) -> Vec<String> {
    let visitor = ExtendRandomly {
        setup,
        tokens,
        extra,
        rng,
    };
    visit(id, visitor).expect("a game of the catalogue")
}

/// Options for a random record.
#[derive(Clone, Copy)]
pub struct RandomGameOptions {
    pub moves: usize,
    pub lines: usize,
    pub failed: bool,
    pub illegal: bool,
    pub played: bool,
}

/// Returns a random game with random variations, comments, glyphs and marks.
pub fn random_record(id: &str, options: RandomGameOptions, rng: &mut SplitMix64) -> Record {
    let setup = Setup::default();
    let main = extend_randomly(id, &setup, &[], options.moves, rng);
    let mut record = Record {
        game: id.to_owned(),
        moves: main.join(" "),
        ..Record::default()
    };
    if options.played {
        "A".clone_into(&mut record.players.0.name);
        "B".clone_into(&mut record.players.1.name);
    }
    if options.failed {
        record.moves += " nonsense and more";
    }
    adjudicate(&mut record, catalogue_game(id));
    random_lines(&mut record, &main, options, rng);
    for _ in 0..options.lines {
        let ply = u32::try_from(rng.index(main.len() + 2)).unwrap();
        let VariationNote {
            comment,
            glyph,
            marks,
            evals,
        } = random_variation_note(rng);
        let note = record.note_mut(ply);
        *note = Note {
            comment,
            glyph,
            marks,
            evals,
            ..note.clone()
        };
    }
    record
}

fn random_lines(
    record: &mut Record,
    main: &[String],
    options: RandomGameOptions,
    rng: &mut SplitMix64,
) {
    let (id, setup) = (record.game.clone(), Setup::default());
    let lead_in = catalogue_game(&id).info().lead_in;
    let mut lines = vec![main.to_vec()];
    for _ in 0..options.lines {
        // The line branches off the main line or an earlier line.
        let from = &lines[rng.index(lines.len())];
        let cut = rng.index(from.len() + 1);
        let line = extend_randomly(&id, &setup, &from[..cut], 1 + rng.index(6), rng);
        let shared = line.iter().zip(main).take_while(|(a, b)| a == b).count();
        // A record may start the line at any ply before it leaves the main line.
        let start = rng.index(shared + 1);
        let ply = start + 1 - lead_in;
        let mut tokens = line[start..].to_vec();
        if tokens.is_empty() {
            continue;
        }
        if options.illegal && rng.index(3) == 0 {
            let at = rng.index(tokens.len() + 1);
            tokens.insert(at, "nonsense".to_owned());
        } else {
            lines.push(line);
        }
        let mut variation = Variation {
            moves: tokens.join(" "),
            ..Variation::default()
        };
        for at in ply..=ply + tokens.len() {
            if rng.index(4) == 0 {
                let at = u32::try_from(at).unwrap();
                variation.notes.insert(at, random_variation_note(rng));
            }
        }
        let ply = u32::try_from(ply).unwrap();
        record.note_mut(ply).variations.push(variation);
    }
}

pub fn random_variation_note(rng: &mut SplitMix64) -> VariationNote {
    const GLYPHS: [Glyph; 3] = [Glyph::Good, Glyph::Mistake, Glyph::Blunder];
    let mut note = VariationNote::default();
    if rng.index(2) == 0 {
        note.comment = format!("comment {}", rng.index(1000));
    }
    if rng.index(4) == 0 {
        note.glyph = Some(GLYPHS[rng.index(GLYPHS.len())]);
    }
    if rng.index(4) == 0 {
        note.marks.push(random_mark(rng));
    }
    if rng.index(6) == 0 {
        note.evals.push(Evaluation {
            engine: format!("engine {}", rng.index(3)),
            ..Evaluation::default()
        });
    }
    note
}

pub fn random_mark(rng: &mut SplitMix64) -> Mark {
    Mark {
        kind: MarkKind::Circle,
        at: format!("c{}", rng.index(5)),
        to: String::new(),
        text: String::new(),
        color: MarkColor::default(),
    }
}
