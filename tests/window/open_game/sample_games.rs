//! Games to open: bundled records, and random ones with variations.

use crate::common::random_step;
use kifu_core::contract::{Game, Position, Setup};
use kifu_core::games::{CATALOGUE, DynGame, GameVisitor, by_id, visit};
use kifu_core::record::{
    Evaluation, Glyph, Mark, MarkColor, MarkKind, Note, Record, Variation, VariationNote,
    adjudicate, read_ron,
};
use kifu_core::search::SplitMix64;

pub const IDS: [&str; 5] = ["turn-right", "atari-go", "clobber", "box", "zuniq"];

pub fn book(id: &str) -> &'static dyn DynGame {
    by_id(CATALOGUE, id).expect("a game of the catalogue")
}

/// A record from RON, judged.
pub fn record(ron: &str) -> Record {
    let mut record = read_ron(ron).unwrap_or_else(|error| panic!("{error}\n{ron}"));
    let book = book(&record.game);
    adjudicate(&mut record, book);
    record
}

pub fn bundled() -> Vec<(String, Record)> {
    let folder = crate::common::records_folder();
    let mut records: Vec<(String, Record)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, record(&std::fs::read_to_string(&path).unwrap()))
        })
        .collect();
    records.sort_by(|one, other| one.0.cmp(&other.0));
    records
}

struct GoOn<'a> {
    setup: &'a Setup,
    tokens: &'a [String],
    more: usize,
    rng: &'a mut SplitMix64,
}

impl GameVisitor for GoOn<'_> {
    type Output = Vec<String>;

    fn visit<G: Game>(self) -> Vec<String> {
        let mut position = G::start(self.setup).expect("a setup that works");
        for token in self.tokens {
            let step = G::parse(token.as_bytes()).expect("a token").step;
            position.step(&step).expect("a legal move");
        }
        let mut tokens = self.tokens.to_vec();
        for _ in 0..self.more {
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

/// The tokens, and up to `more` random ones after them.
pub fn go_on(
    id: &str,
    setup: &Setup,
    tokens: &[String],
    more: usize,
    rng: &mut SplitMix64,
) -> Vec<String> {
    let work = GoOn {
        setup,
        tokens,
        more,
        rng,
    };
    visit(id, work).expect("a game of the catalogue")
}

/// The requirements for a random record.
#[derive(Clone, Copy)]
pub struct Wish {
    pub moves: usize,
    pub lines: usize,
    pub failed: bool,
    pub illegal: bool,
    pub played: bool,
}

/// A random game with random lines and things said.
pub fn random(id: &str, wish: Wish, rng: &mut SplitMix64) -> Record {
    let setup = Setup::default();
    let main = go_on(id, &setup, &[], wish.moves, rng);
    let mut record = Record {
        game: id.to_owned(),
        moves: main.join(" "),
        ..Record::default()
    };
    if wish.played {
        "A".clone_into(&mut record.players.0.name);
        "B".clone_into(&mut record.players.1.name);
    }
    if wish.failed {
        record.moves += " nonsense and more";
    }
    adjudicate(&mut record, book(id));
    random_lines(&mut record, &main, wish, rng);
    for _ in 0..wish.lines {
        let ply = u32::try_from(rng.index(main.len() + 2)).unwrap();
        let VariationNote {
            comment,
            glyph,
            marks,
            evals,
        } = random_remark(rng);
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

fn random_lines(record: &mut Record, main: &[String], wish: Wish, rng: &mut SplitMix64) {
    let (id, setup) = (record.game.clone(), Setup::default());
    let lead_in = book(&id).info().lead_in;
    let mut lines = vec![main.to_vec()];
    for _ in 0..wish.lines {
        // A line of its own, or one that leaves an earlier one.
        let from = &lines[rng.index(lines.len())];
        let cut = rng.index(from.len() + 1);
        let line = go_on(&id, &setup, &from[..cut], 1 + rng.index(6), rng);
        let shared = line.iter().zip(main).take_while(|(a, b)| a == b).count();
        // It may be told from any ply before it parts from the main line.
        let start = rng.index(shared + 1);
        let ply = start + 1 - lead_in;
        let mut tokens = line[start..].to_vec();
        if tokens.is_empty() {
            continue;
        }
        if wish.illegal && rng.index(3) == 0 {
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
                variation.notes.insert(at, random_remark(rng));
            }
        }
        let ply = u32::try_from(ply).unwrap();
        record.note_mut(ply).variations.push(variation);
    }
}

pub fn random_remark(rng: &mut SplitMix64) -> VariationNote {
    const GLYPHS: [Glyph; 3] = [Glyph::Good, Glyph::Mistake, Glyph::Blunder];
    let mut remark = VariationNote::default();
    if rng.index(2) == 0 {
        remark.comment = format!("comment {}", rng.index(1000));
    }
    if rng.index(4) == 0 {
        remark.glyph = Some(GLYPHS[rng.index(GLYPHS.len())]);
    }
    if rng.index(4) == 0 {
        remark.marks.push(random_mark(rng));
    }
    if rng.index(6) == 0 {
        remark.evals.push(Evaluation {
            engine: format!("engine {}", rng.index(3)),
            ..Evaluation::default()
        });
    }
    remark
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
