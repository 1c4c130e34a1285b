//! The numbers before moves: what they count, and whether they fit.

use super::words::MoveNumber;

/// What the numbers of a list count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counting {
    /// Each ply: `1. a 2. b`.
    Plies,
    /// Each two plies: `1. a b 2. c d`.
    Pairs,
}

/// A number and the count of moves of the game before it.
#[derive(Clone, Copy, Debug)]
pub(in crate::formats) struct NumberPlace {
    value: i64,
    is_continued: bool,
    moves_before: i64,
}

impl NumberPlace {
    pub(in crate::formats) fn new(number: &MoveNumber, moves_before: usize) -> Self {
        Self {
            value: i64::from(number.value),
            is_continued: number.is_continued,
            moves_before: i64::try_from(moves_before).unwrap_or(i64::MAX),
        }
    }

    /// Returns the ply that the number announces, plus a constant.
    fn ply(self, counting: Counting) -> i64 {
        match counting {
            Counting::Plies => self.value,
            Counting::Pairs => 2 * self.value + i64::from(self.is_continued),
        }
    }

    /// Returns what the number of the first ply would be, plus a constant.
    fn start(self, counting: Counting) -> i64 {
        self.ply(counting) - self.moves_before
    }
}

/// The numbers of a game so far, which must fit the count of its moves.
#[derive(Debug)]
pub(in crate::formats) struct Numbering {
    counting: Counting,
    /// What the numbers give for the start of the game; `None` before the first.
    start: Option<i64>,
    /// The first number.
    first: Option<NumberPlace>,
    number_count: usize,
    /// The tokens before the first ply.
    lead_in: i64,
    /// The index of the token that some logs leave out, though their numbers count it.
    automatic: Option<i64>,
    /// Whether the first number may be any, since a position is given to start from.
    is_part: bool,
}

/// A number that does not fit.
pub(in crate::formats) struct Misnumbered {
    /// The number that was due; `None` where a game begins with a later one.
    pub due: Option<i64>,
}

impl Numbering {
    /// Creates the numbering of a game without numbers so far.
    pub(in crate::formats) fn new(
        lead_in: usize,
        automatic_ply: Option<u32>,
        is_part: bool,
    ) -> Self {
        let lead_in = i64::try_from(lead_in).unwrap_or(0);
        Self {
            counting: Counting::Plies,
            start: None,
            first: None,
            number_count: 0,
            lead_in,
            automatic: automatic_ply.map(|ply| i64::from(ply) - 1 + lead_in),
            is_part,
        }
    }

    /// Prepares for the next numbers, of which later ones may not fit: until there were two, they
    /// decide what is counted.
    pub(in crate::formats) fn expect(&mut self, numbers: &[NumberPlace]) {
        if self.number_count < 2 && !numbers.is_empty() {
            let all: Vec<NumberPlace> = self.first.iter().chain(numbers).copied().collect();
            self.counting = self.counting_of(&all);
            self.start = self.first.map(|first| first.start(self.counting));
        }
    }

    /// Returns what most of the numbers count; where two ways fit alike, the one that is
    /// contradicted first.
    fn counting_of(&self, numbers: &[NumberPlace]) -> Counting {
        if numbers.iter().any(|number| number.is_continued) {
            return Counting::Pairs;
        }
        // `1. a b 3. c d` has lost a pair more likely than it counts plies.
        let is_each_pair = |pair: &[NumberPlace]| pair[1].moves_before == pair[0].moves_before + 2;
        if numbers.len() > 1 && numbers.windows(2).all(is_each_pair) {
            return Counting::Pairs;
        }
        let fitting = |counting: Counting| {
            let pairs = numbers.windows(2);
            let fits = |pair: &[NumberPlace]| pair[0].start(counting) == pair[1].start(counting);
            let count = pairs.clone().filter(|pair| fits(pair)).count();
            (count, pairs.take_while(|pair| fits(pair)).count())
        };
        let (plies, pairs) = (fitting(Counting::Plies), fitting(Counting::Pairs));
        let first = numbers.first();
        let begins_as =
            |counting| first.is_some_and(|first| self.can_start(first.start(counting), counting));
        let is_pairs = match plies.0.cmp(&pairs.0) {
            std::cmp::Ordering::Greater => false,
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Equal if plies.1 == pairs.1 => {
                !begins_as(Counting::Plies) && begins_as(Counting::Pairs)
            }
            std::cmp::Ordering::Equal => plies.1 > pairs.1,
        };
        if is_pairs {
            Counting::Pairs
        } else {
            Counting::Plies
        }
    }

    /// Reports whether a game from its beginning can be numbered so: from 1 or 0, with or without
    /// the tokens before the first ply.
    fn can_start(&self, start: i64, counting: Counting) -> bool {
        let one = match counting {
            Counting::Plies => 1,
            Counting::Pairs => 2,
        };
        self.is_part || [one, one - self.lead_in, 0].contains(&start)
    }

    /// Compares the next number with the count of moves.
    pub(in crate::formats) fn check(&mut self, number: NumberPlace) -> Result<(), Misnumbered> {
        self.number_count += 1;
        self.first.get_or_insert(number);
        let start = number.start(self.counting);
        let Some(known) = self.start else {
            if !self.can_start(start, self.counting) {
                return Err(Misnumbered { due: None });
            }
            self.start = Some(start);
            return Ok(());
        };
        if start == known && (self.counting == Counting::Pairs || !number.is_continued) {
            return Ok(());
        }
        let omits_automatic = self.automatic == Some(number.moves_before) && start == known + 1;
        if omits_automatic {
            self.start = Some(start);
            return Ok(());
        }
        Err(Misnumbered {
            due: Some(self.due(number.moves_before, known)),
        })
    }

    /// Reports whether this would be the number of the next move, if the game had gone on.
    pub(in crate::formats) fn continues(&self, number: NumberPlace) -> bool {
        let fits = |counting: Counting| {
            let first = self.first.unwrap_or(number).start(counting);
            self.can_start(first, counting) && number.start(counting) == first
        };
        number.moves_before > 0
            && match self.start {
                Some(known) if self.number_count > 1 => number.start(self.counting) == known,
                _ => fits(Counting::Plies) || fits(Counting::Pairs),
            }
    }

    fn due(&self, moves_before: i64, start: i64) -> i64 {
        match self.counting {
            Counting::Plies => start + moves_before,
            Counting::Pairs => (start + moves_before).div_euclid(2),
        }
    }
}
