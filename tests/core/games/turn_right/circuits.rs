//! The table of circuits against brute force.

use super::*;

/// Finds every simple cycle of the 6x6 grid once and clockwise: by walking from its smallest
/// square upwards over larger squares until the walk is back.
fn every_cycle(each: &mut impl FnMut(&[Square])) {
    for start in Square::all().filter(|start| start.y() < 5) {
        let mut path = vec![start, Square::new(start.x(), start.y() + 1)];
        let mut seen = [[false; 6]; 6];
        seen[usize::from(start.x())][usize::from(start.y())] = true;
        walk(&mut path, &mut seen, each);
    }
}

fn walk(path: &mut Vec<Square>, seen: &mut [[bool; 6]; 6], each: &mut impl FnMut(&[Square])) {
    let (start, last) = (path[0], path[path.len() - 1]);
    let (x, y) = (last.x(), last.y());
    seen[usize::from(x)][usize::from(y)] = true;
    let next = [
        (x > 0).then(|| (x - 1, y)),
        (x < 5).then(|| (x + 1, y)),
        (y > 0).then(|| (x, y - 1)),
        (y < 5).then(|| (x, y + 1)),
    ];
    for (x, y) in next.into_iter().flatten() {
        let square = Square::new(x, y);
        if square == start && path.len() > 2 {
            each(path);
        } else if square > start && !seen[usize::from(x)][usize::from(y)] {
            path.push(square);
            walk(path, seen, each);
            path.pop();
        }
    }
    seen[usize::from(x)][usize::from(y)] = false;
}

/// The corners of a closed path, joined by dashes: where rows and columns change.
fn spell(path: &[Square]) -> String {
    let corners = (0..path.len()).filter(|index| {
        let before = path[(index + path.len() - 1) % path.len()];
        let after = path[(index + 1) % path.len()];
        before.x() != after.x() && before.y() != after.y()
    });
    let corners: Vec<String> = corners.map(|index| path[index].to_string()).collect();
    corners.join("-")
}

#[test]
fn legal_circuit_counts_per_turn_equal_those_of_the_rules() {
    for (turn, legal) in (1..).zip(LEGAL) {
        assert_eq!(Circuit::legal_on_turn(turn).len(), legal, "turn {turn}");
    }
    assert!(Circuit::legal_on_turn(0).is_empty());
    assert_eq!(Circuit::legal_on_turn(99).len(), LEGAL[12]);
    assert!(Circuit::with_corners(5).is_empty() && Circuit::with_corners(30).is_empty());
    let text = include_str!("../../../../fixtures/perft/turn-right.perft");
    let line = text.lines().find(|line| !line.starts_with('#')).unwrap();
    let counts: Vec<usize> = line.split(' ').map(|n| n.parse().unwrap()).collect();
    assert_eq!(counts, LEGAL);
}

#[test]
fn circuit_from_cells_requires_one_piece_without_holes() {
    let around = |cells: &[(u32, u32)]| {
        let cells = cells.iter().fold(0, |set, (x, y)| set | 1 << (6 * x + y));
        Circuit::from_cells(cells).map(|circuit| circuit.to_string())
    };
    assert_eq!(around(&[(0, 0)]).as_deref(), Some("a1-a2-b2-b1"));
    assert_eq!(around(&[]), None);
    assert_eq!(around(&[(0, 0), (1, 1)]), None, "a corner touches");
    assert_eq!(around(&[(0, 0), (2, 0)]), None, "two pieces");
    assert_eq!(around(&[(0, 5)]), None, "no cell");
    let ring: Vec<_> = (0..3)
        .flat_map(|x| (0..3).map(move |y| (x, y)))
        .filter(|cell| *cell != (1, 1))
        .collect();
    assert_eq!(around(&ring), None, "a hole");
    let mut ring_and_more = ring;
    ring_and_more.push((4, 4));
    assert_eq!(around(&ring_and_more), None, "a hole and a second piece");
    for circuit in Circuit::legal_on_turn(13).iter().step_by(97) {
        assert_eq!(Circuit::from_cells(circuit.cells()), Some(*circuit));
    }
}

mod slow {
    use super::*;

    #[test]
    fn circuit_table_lists_exactly_the_simple_cycles_of_the_grid() {
        let mut walked = Vec::new();
        let mut count = 0;
        every_cycle(&mut |path| {
            let token = spell(path);
            let parsed = TurnRight::parse(token.as_bytes()).unwrap();
            assert_eq!(parsed.spelling, Spelling::Canonical, "{token}");
            let Some(Move::Circuit(circuit)) = parsed.step.mv else {
                panic!("{token}");
            };
            count += 1;
            if count % 16 == 0 {
                assert_eq!(circuit.to_string(), token);
                assert!(circuit.path().eq(path.iter().copied()), "{token}");
            }
            let corners = (token.len() + 1) / 3;
            walked.push((corners, circuit.cells()));
        });
        let listed: Vec<_> = (4..=28)
            .flat_map(|corners| {
                let group = Circuit::with_corners(corners).iter();
                group.map(move |circuit| (corners, circuit.cells()))
            })
            .collect();
        assert!(listed.is_sorted(), "the order is the documented one");
        walked.sort_unstable();
        assert!(walked == listed);
        assert_eq!(walked.len(), LEGAL[12]);
    }
}
