//! Going through games, against the plainest way to do it.

use super::naive_tree::{Path, path, sound};
use super::sample_games::{IDS, Wish, book, bundled, random, record};
use kifu_app::open_game::{Navigation, OpenGame};
use kifu_core::contract::{Player, Setup};
use kifu_core::record::Note;
use kifu_core::search::SplitMix64;
use std::collections::BTreeMap;

/// A reader who looks everything up by the tokens that lead to it.
struct Walker {
    children: BTreeMap<Path, Vec<String>>,
    said: Vec<Path>,
    failure_said: bool,
    main: Path,
    lead_in: usize,
    /// The game failed, and who tried the act.
    failed: bool,
    culprit: Option<Player>,
    events: Vec<u32>,
    taken: BTreeMap<Path, String>,
    at: Path,
    at_failure: bool,
    game: String,
}

fn is_said(note: &Note) -> bool {
    !note.comment.is_empty() || note.glyph.is_some() || !note.marks.is_empty()
}

impl Walker {
    fn new(study: &OpenGame) -> Self {
        let tree = study.tree();
        let record = study.record();
        let said = |node: &_| is_said(tree.note(*node));
        let mut walker = Self {
            children: super::naive_tree::acts(record, study.game().info().lead_in),
            said: tree
                .preorder()
                .iter()
                .filter(|node| said(node))
                .map(|node| path(tree, *node))
                .collect(),
            failure_said: tree.failure_note().is_some_and(is_said),
            main: record.tokens().map(str::to_owned).collect(),
            lead_in: study.game().info().lead_in,
            failed: record.attempt.is_some(),
            culprit: record.attempt.as_ref().and_then(|attempt| attempt.player),
            events: Vec::new(),
            taken: BTreeMap::new(),
            at: Path::new(),
            at_failure: false,
            game: record.game.clone(),
        };
        let plies = study.plies().iter().zip(1..);
        walker.events = plies
            .filter(|(ply, _)| ply.has_event())
            .map(|(_, at)| at)
            .collect();
        if walker.failed {
            walker.events.push(study.last_ply() + 1);
        }
        walker.enter_main();
        walker.first();
        walker
    }

    fn legal(&self, path: &[String]) -> bool {
        let mut table = book(&self.game).start(&Setup::default()).unwrap();
        path.iter().all(|token| table.play(token).is_ok())
    }

    fn line(&self) -> Path {
        let mut line = self.at.clone();
        loop {
            let children = &self.children[&line];
            let way = self
                .taken
                .get(&line)
                .filter(|token| children.contains(token));
            let first = children.first().filter(|_| line != self.main);
            match way.or(first) {
                Some(token) => line.push(token.clone()),
                None => return line,
            }
        }
    }

    /// The last index of the line that is legal.
    fn reach(&self, line: &[String]) -> usize {
        (0..=line.len())
            .rfind(|end| self.legal(&line[..*end]))
            .unwrap()
    }

    fn stand(&mut self, line: &[String], index: usize) {
        let first = self.lead_in.min(line.len());
        self.at = line[..index.max(first).min(self.reach(line))].to_vec();
        self.at_failure = false;
    }

    fn enter(&mut self, path: &[String]) {
        for at in 0..path.len() {
            self.taken.insert(path[..at].to_vec(), path[at].clone());
        }
        self.at = path[..self.reach(path)].to_vec();
        self.at_failure = false;
    }

    fn enter_main(&mut self) {
        self.taken.remove(&self.main);
        self.enter(&self.main.clone());
    }

    fn first(&mut self) {
        self.stand(&self.line(), 0);
    }

    fn fails(&self, line: &Path) -> bool {
        self.failed && *line == self.main
    }

    fn last(&mut self) {
        let line = self.line();
        self.stand(&line, line.len());
        self.at_failure = self.at == line && self.fails(&line);
    }

    fn maker(&self, path: &[String]) -> Option<Player> {
        if path.len() <= self.lead_in {
            return None;
        }
        let mut table = book(&self.game).start(&Setup::default()).unwrap();
        for token in &path[..path.len() - 1] {
            table.play(token).unwrap();
        }
        table.mover()
    }

    fn by(&mut self, by: i32) {
        let line = self.line();
        let here = self.at.len() + usize::from(self.at_failure);
        let to = here.saturating_add_signed(by as isize);
        let beyond = self.children[&line].first().cloned();
        match beyond {
            _ if to <= line.len() => self.stand(&line, to),
            Some(token) if self.at == line && !self.fails(&line) => {
                let path = [line, vec![token]].concat();
                self.enter(&path);
                self.stand(&self.line(), to);
            }
            _ => self.last(),
        }
    }

    fn own(&mut self, on: bool) {
        let line = self.line();
        let here = self.at.len() + usize::from(self.at_failure);
        let own = if self.at_failure {
            self.culprit
        } else {
            self.maker(&self.at)
        };
        let Some(own) = own else {
            return self.by(if on { 1 } else { -1 });
        };
        let is_own = |index: &usize| self.maker(&line[..*index]) == Some(own);
        if on {
            match (here + 1..=self.reach(&line)).find(is_own) {
                Some(index) => self.stand(&line, index),
                None => self.last(),
            }
        } else {
            let found = (0..here).rev().find(is_own);
            self.stand(&line, found.unwrap_or(0));
        }
    }

    fn ply(&self) -> u32 {
        let ply = self.at.len().saturating_sub(self.lead_in);
        u32::try_from(ply).unwrap() + u32::from(self.at_failure)
    }

    fn enter_ply(&mut self, ply: u32) {
        self.enter_main();
        let index = ply as usize + self.lead_in;
        if index <= self.main.len() {
            self.stand(&self.main.clone(), index);
        } else {
            self.last();
        }
    }

    fn note(&mut self, on: bool) {
        let line = self.line();
        let here = self.at.len() + usize::from(self.at_failure);
        let worth = |index: usize| {
            if index > line.len() {
                let others = !self.children[&line].is_empty();
                return self.fails(&line) && (self.failure_said || others);
            }
            let others = index > 0 && self.children[&line[..index - 1]].len() > 1;
            others || self.said.contains(&line[..index].to_vec())
        };
        let first = self.lead_in.min(line.len());
        let found = if on {
            (here + 1..=line.len() + 1).find(|index| worth(*index))
        } else {
            (first..here).rev().find(|index| worth(*index))
        };
        match found {
            Some(index) if index > line.len() => self.last(),
            Some(index) => self.stand(&line, index),
            None => {}
        }
    }

    fn sibling(&mut self, on: bool) {
        let mut path = self.at.clone();
        if self.at_failure {
            if let (true, Some(token)) = (on, self.children[&path].first()) {
                path.push(token.clone());
                self.enter(&path);
            }
            return;
        }
        let Some(own) = path.pop() else { return };
        let all = &self.children[&path];
        let at = all.iter().position(|token| *token == own).unwrap();
        let to = if on { Some(at + 1) } else { at.checked_sub(1) };
        if let Some(token) = to.and_then(|to| all.get(to)) {
            path.push(token.clone());
            self.enter(&path);
        } else if !on && path == self.main && self.failed {
            self.enter_main();
            self.last();
        }
    }

    fn go(&mut self, go: Navigation, path: &[String]) {
        match go {
            Navigation::First => self.first(),
            Navigation::Last => self.last(),
            Navigation::Steps(by) => self.by(by),
            Navigation::SamePlayer(on) => self.own(on),
            Navigation::Ply(ply) => self.enter_ply(ply),
            Navigation::Node(_) => self.enter(path),
            Navigation::Event(on) => {
                let here = self.ply();
                let mut events = self.events.iter().copied();
                let found = if on {
                    events.find(|ply| *ply > here)
                } else {
                    events.rfind(|ply| *ply < here)
                };
                if let Some(ply) = found {
                    self.enter_ply(ply);
                }
            }
            Navigation::Note(on) => self.note(on),
            // Nobody reviewed these games; `reviewed` goes through one that was.
            Navigation::KeyMoment(_) => {}
            Navigation::Sibling(on) => self.sibling(on),
            Navigation::MainLine if self.at_failure => {}
            Navigation::MainLine => {
                let shared = self
                    .at
                    .iter()
                    .zip(&self.main)
                    .take_while(|(a, b)| a == b)
                    .count();
                self.enter_main();
                self.stand(&self.main.clone(), shared);
            }
        }
    }
}

fn any(study: &OpenGame, rng: &mut SplitMix64) -> Navigation {
    let on = rng.index(2) == 0;
    let nodes = study.tree().preorder();
    match rng.index(14) {
        0 => Navigation::First,
        1 => Navigation::Last,
        2 => Navigation::Steps(if on { 10 } else { -10 }),
        3 => Navigation::Steps(if on { i32::MAX } else { i32::MIN }),
        4..=6 => Navigation::Steps(if on { 1 } else { -1 }),
        7 => Navigation::SamePlayer(on),
        8 => Navigation::Ply(u32::try_from(rng.index(20)).unwrap()),
        9 => Navigation::Event(on),
        10 => Navigation::Note(on),
        11 => Navigation::Sibling(on),
        12 => Navigation::MainLine,
        _ => Navigation::Node(nodes[rng.index(nodes.len())]),
    }
}

#[test]
fn every_way_through_random_games_is_the_plain_way() {
    for (seed, id) in (0..40).flat_map(|seed| IDS.map(|id| (seed, id))) {
        let mut rng = SplitMix64::new(seed);
        let wish = Wish {
            moves: rng.index(14),
            lines: rng.index(7),
            failed: seed % 2 == 0,
            illegal: seed % 3 == 0,
            played: false,
        };
        let record = random(id, wish, &mut rng);
        let mut study = OpenGame::new(record, book(id)).unwrap();
        let mut walker = Walker::new(&study);
        for nth in 0..150 {
            let go = any(&study, &mut rng);
            let to = match go {
                Navigation::Node(node) => path(study.tree(), node),
                _ => Path::new(),
            };
            let before = (study.node(), study.is_at_failure());
            let moved = study.navigate(go);
            assert_eq!(moved, before != (study.node(), study.is_at_failure()));
            walker.go(go, &to);
            let told = format!("{id} {seed} {nth}: {go:?} {to:?}");
            assert_eq!(path(study.tree(), study.node()), walker.at, "{told}");
            assert_eq!(study.is_at_failure(), walker.at_failure, "{told}");
            assert_eq!(study.ply(), walker.ply(), "{told}");
            let line = study.line().last().unwrap();
            assert_eq!(path(study.tree(), *line), walker.line(), "{told}");
            sound(&study);
        }
    }
}

#[test]
fn own_turns_follow_the_player_and_not_every_second_ply() {
    // After the last stone, which the rules set, Black acts twice in a row.
    let (_, record) = bundled()
        .into_iter()
        .find(|(name, _)| name == "turn-right")
        .unwrap();
    let mut study = OpenGame::new(record, book("turn-right")).unwrap();
    let makers: Vec<Player> = study
        .plies()
        .iter()
        .map(|ply| ply.player.unwrap())
        .collect();
    assert!(makers.windows(2).any(|pair| pair[0] == pair[1]));
    study.navigate(Navigation::Ply(1));
    let mut seen = vec![1];
    while !study.is_at_end() {
        study.navigate(Navigation::SamePlayer(true));
        seen.push(study.ply());
    }
    let own: Vec<u32> = (1..)
        .zip(&makers)
        .filter(|(_, maker)| **maker == makers[0])
        .map(|(ply, _)| ply)
        .collect();
    assert_eq!(seen[..own.len()], own);
    study.navigate(Navigation::Ply(own[own.len() - 1]));
    let mut back = vec![study.ply()];
    while study.ply() > 1 {
        study.navigate(Navigation::SamePlayer(false));
        back.push(study.ply());
    }
    back.reverse();
    assert_eq!(back, own);
}

#[test]
fn a_game_that_failed_leads_to_its_failing_act() {
    let (_, record) = bundled()
        .into_iter()
        .find(|(name, _)| name == "turn-right-illegal")
        .unwrap();
    let mut study = OpenGame::new(record, book("turn-right")).unwrap();
    study.navigate(Navigation::Last);
    assert!(study.is_at_failure() && study.is_at_end() && !study.has_next());
    assert_eq!(study.ply(), 39);
    assert!(
        study
            .note()
            .unwrap()
            .comment
            .starts_with("Counter-clockwise")
    );
    study.navigate(Navigation::Steps(-1));
    assert_eq!((study.ply(), study.is_at_failure()), (38, false));
    study.navigate(Navigation::Steps(1));
    assert!(study.is_at_failure());
    // What should have been played stands beside it.
    assert!(study.navigate(Navigation::Sibling(true)));
    assert_eq!((study.ply(), study.is_at_failure()), (39, false));
    assert!(study.moves_text().ends_with(" a1-a4-d4-d1"));
    assert!(study.navigate(Navigation::Sibling(false)));
    assert!(study.is_at_failure());
    study.navigate(Navigation::First);
    study.navigate(Navigation::Ply(1000));
    assert!(study.is_at_failure());
    study.navigate(Navigation::First);
    while !study.is_at_failure() {
        assert!(study.navigate(Navigation::Event(true)));
    }
    assert!(!study.navigate(Navigation::Event(true)));
    // The failing act was White's or Black's, and its own last ply is before it.
    let player = study.record().attempt.as_ref().unwrap().player;
    study.navigate(Navigation::SamePlayer(false));
    let ply = &study.plies()[study.ply() as usize - 1];
    assert_eq!(ply.player, player);
}

#[test]
fn the_end_of_a_game_is_its_end_whatever_was_tried_after_it() {
    let record = record(
        "(kifu: 1, game: \"clobber\", players: ((name: \"A\"), (name: \"B\")), moves: \"a2a1 b2b1\", notes: {3: (variations: [(moves: \"c2c1 d2d1\")])})",
    );
    let mut study = OpenGame::new(record, book("clobber")).unwrap();
    study.navigate(Navigation::Last);
    assert_eq!(study.ply(), 2);
    assert!(study.is_at_end() && study.has_next());
    study.navigate(Navigation::Steps(1));
    assert_eq!(study.moves_text(), "a2a1 b2b1 c2c1");
    study.navigate(Navigation::Ply(9));
    assert_eq!(study.ply(), 2, "the main line again");
}

#[test]
fn nodes_of_other_games_lead_nowhere() {
    let mut rng = SplitMix64::new(1);
    let wish = Wish {
        moves: 10,
        lines: 6,
        failed: false,
        illegal: false,
        played: false,
    };
    let other = OpenGame::new(random("clobber", wish, &mut rng), book("clobber")).unwrap();
    let mut study = OpenGame::without_moves(book("clobber")).unwrap();
    for node in other.tree().preorder().into_iter().skip(1) {
        assert!(!study.navigate(Navigation::Node(node)));
        assert!(study.delete_node(node).is_err());
        assert_eq!(study.tree().token(node), "");
    }
}
