//! What leads to a move on the board: picks, typed moves, and what a lesson makes of them.

use super::State;
use super::action::Action;
use super::perform::in_words;
use crate::games::Mishap;

impl State {
    /// What leads to a move on the board.
    pub(super) fn toward_move(&mut self, action: Action) {
        let view = self.view();
        let Some(tab) = self.tab_mut() else { return };
        match action {
            Action::Hover(spot) => tab.picked.hover = spot,
            Action::Turn => tab.picked.turned = tab.picked.turned.wrapping_add(1),
            Action::Flag => tab.picked.flag = !tab.picked.flag,
            Action::Deal(deal) => tab.picked.deal = Some(deal).filter(|deal| !deal.is_empty()),
            Action::RandomDeal => tab.random_deal(),
            Action::Cancel => {
                tab.forget();
                self.runs = None;
            }
            Action::Play(token) => self.play(&token),
            Action::Confirm => {
                let entry = tab.entry_of(&tab.picked.spots, None, view);
                let entry = entry.unwrap_or_default();
                match (entry.token, entry.violation) {
                    (Some(token), _) => self.play(&token),
                    (None, Some(trouble)) => self.say(trouble),
                    (None, None) => {}
                }
            }
            Action::Drag(from, to) => {
                tab.picked.spots = vec![from];
                self.pick(to);
            }
            Action::Pick(spot) => self.pick(spot),
            _ => {}
        }
    }

    fn pick(&mut self, spot: String) {
        let view = self.view();
        let over = self.texts().words.over;
        let Some(tab) = self.tab_mut() else { return };
        let mut spots = tab.picked.spots.clone();
        spots.push(spot);
        let Some(entry) = tab.entry_of(&spots, None, view) else {
            self.say(over);
            return;
        };
        tab.picked.spots = entry.picked;
        match entry.token {
            Some(token) if entry.next.is_empty() => self.play(&token),
            Some(_) => {}
            None => {
                if let Some(trouble) = entry.violation {
                    self.say(trouble);
                }
            }
        }
    }

    fn play(&mut self, token: &str) {
        self.runs = None;
        let luck = self.tab().and_then(super::Tab::deal);
        let is_asked = self.is_asked();
        let Some(tab) = self.tab_mut() else { return };
        let Some(study) = &mut tab.study else { return };
        let setup = &study.record().setup;
        let respelled = study.book().respell(setup, token);
        // A place alone is a whole move with what luck deals.
        let completed = luck.and_then(|deal| study.book().with_chance(token, &deal));
        let tries = [Some(token.to_owned()), completed, respelled];
        let mut told: Option<Mishap> = None;
        for token in tries.into_iter().flatten() {
            let done = if is_asked {
                study.table().fork().play(&token)
            } else {
                study.play(&token)
            };
            match done {
                Ok(()) => {
                    tab.forget();
                    if is_asked {
                        self.try_out(&token);
                    }
                    return;
                }
                // A rule says more than that a spelling was none.
                Err(mishap) => match (&told, &mishap) {
                    (Some(Mishap::Illegal { .. }), _) => {}
                    (None, _) | (_, Mishap::Illegal { .. }) => told = Some(mishap),
                    _ => {}
                },
            }
        }
        if let Some(mishap) = told {
            self.say(in_words(token, &mishap));
        }
    }
}
