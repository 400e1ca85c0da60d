//! Generates plausible and invalid set-ups from bytes.

use crate::bytes::Bytes;
use crate::hostile;
use orrery_rules::ids::SHIPS;
use orrery_rules::ruleset::{ConvertRule, EmpireTrack, GOAL};
use orrery_rules::{
    Amount, Berth, Effect, Face, GalaxySetup, Mission, OptionSet, Options, Planet, Rules, Seat,
    Setup, Slot,
};

/// Generates options that the ruleset allows.
pub fn options(rules: &Rules, bytes: &mut Bytes) -> Options {
    let (fewest, most) = (usize::from(rules.seats.0), usize::from(rules.seats.1));
    let solo = rules.solo.is_some() && bytes.one_in(3);
    let seats = if solo { 1 } else { fewest + bytes.below(most - fewest + 1) };
    let mut options = Options::players(seats);
    options.rogue = solo.then(|| bytes.below(rules.rogues.len()));
    options.start = Seat::new(bytes.below(2 * seats)).filter(|seat| seat.index() < seats);
    let offered = OptionSet::offered(rules, seats);
    if !offered.is_empty() && bytes.one_in(2) {
        options.chosen = offered;
    }
    options
}

/// The planets that are not placed yet.
struct UnplacedCards<'r> {
    rules: &'r Rules,
    left: Vec<Planet>,
}

impl UnplacedCards<'_> {
    fn draw(&mut self, bytes: &mut Bytes) -> Option<Planet> {
        let index = bytes.below(self.left.len());
        (!self.left.is_empty()).then(|| self.left.swap_remove(index))
    }

    fn draw_many(&mut self, count: usize, bytes: &mut Bytes) -> Vec<Planet> {
        (0..count).filter_map(|_| self.draw(bytes)).collect()
    }

    /// Draws colonies that are worth at most this many points together.
    fn colonies(&mut self, most: u8, bytes: &mut Bytes) -> Vec<Planet> {
        let mut left = most;
        let mut colonies = self.draw_many(bytes.below(8), bytes);
        colonies.retain(|planet| {
            let points = self.rules.planet(*planet).points;
            let fits = points <= left;
            left -= if fits { points } else { 0 };
            self.left.extend((!fits).then_some(*planet));
            fits
        });
        colonies
    }
}

/// Generates a set-up that is nearly always valid.
pub fn plausible(rules: &Rules, bytes: &mut Bytes) -> Setup {
    let options = options(rules, bytes);
    let mut cards = UnplacedCards { rules, left: rules.all_planets().into_iter().collect() };
    let row: Vec<_> = (0..Rules::row_len(options.seats)).map(|_| cards.draw(bytes)).collect();
    let mut setup = Setup::opening(rules, options, row);
    let solo = options.seats == 1;
    for i in 0..setup.galaxies.len() {
        let is_rogue = solo && i == 1;
        let track = if is_rogue { &rules.rogue_track } else { &rules.track };
        let galaxy = galaxy((track, is_rogue), &mut cards, &setup.row, bytes);
        setup.galaxies[i] = galaxy;
    }
    deal_missions(rules, &mut setup, bytes);
    let everything = if bytes.one_in(8) { cards.left.len() } else { 0 };
    setup.gone = cards.draw_many(bytes.below(4).max(everything), bytes);
    setup.under = cards.draw_many(bytes.below(4), bytes);
    setup.active = Seat::new(bytes.below(setup.galaxies.len())).expect("a seat");
    setup.turn = if bytes.one_in(8) { bytes.pair() } else { 9 };
    let is_rogues_turn = solo && setup.active.index() == 1;
    if !is_rogues_turn && !bytes.one_in(4) {
        lay_dice(rules, &mut setup, bytes);
    }
    if solo {
        setup.fewer_dice = bytes.one_in(2);
    } else {
        let effects = Effect::ALL.iter().map(|(effect, _)| *effect);
        setup.effects = effects.filter(|_| bytes.one_in(4)).collect();
    }
    setup
}

fn galaxy(
    (track, is_rogue): (&EmpireTrack, bool),
    cards: &mut UnplacedCards,
    row: &[Option<Planet>],
    bytes: &mut Bytes,
) -> GalaxySetup {
    let level = 1 + bytes.below(usize::from(track.top())) as u8;
    let most = if is_rogue { 7 } else { 8 };
    let held = Amount { energy: bytes.below(most) as u8, culture: bytes.below(most) as u8 };
    let mut ships = [Berth::Reserve; SHIPS];
    let first = bytes.below(row.len());
    for (i, ship) in ships[..usize::from(track.level(level).ships)].iter_mut().enumerate() {
        *ship = berth(cards.rules, row, (first + i) % row.len(), is_rogue, bytes);
    }
    let points = GOAL - 1 - track.level(level).points.min(GOAL - 1);
    let colonies = cards.colonies(points, bytes);
    let limited = cards.rules.all_planets().into_iter();
    let limited = limited.filter(|planet| cards.rules.planet(*planet).ability.once.is_some());
    let used = limited.filter(|_| bytes.one_in(4)).collect();
    GalaxySetup { held, level, ships, colonies, mission: None, used }
}

fn berth(
    rules: &Rules,
    row: &[Option<Planet>],
    index: usize,
    is_rogue: bool,
    bytes: &mut Bytes,
) -> Berth {
    let (Some(slot), Some(planet)) = (Slot::new(index), row[index]) else { return Berth::Home };
    match bytes.below(4) {
        0 => Berth::Home,
        1 if !is_rogue => Berth::Surface(slot),
        _ => Berth::Orbit(slot, bytes.below(usize::from(rules.planet(planet).end())) as u8),
    }
}

/// Deals a mission to every seat, or to none.
fn deal_missions(rules: &Rules, setup: &mut Setup, bytes: &mut Bytes) {
    let chosen = setup.options.chosen;
    let is_dealt = |mission: &Mission| rules.mission(*mission).is_dealt(chosen);
    let mut left: Vec<Mission> =
        (0..rules.missions.len()).filter_map(Mission::new).filter(is_dealt).collect();
    if setup.options.seats == 1 || left.len() < 2 * setup.galaxies.len() || bytes.one_in(4) {
        return;
    }
    for galaxy in &mut setup.galaxies {
        let kept = left.swap_remove(bytes.below(left.len()));
        let other = left.swap_remove(bytes.below(left.len()));
        galaxy.mission = Some((kept, bytes.one_in(2).then_some(other)));
    }
}

/// Distributes the dice of the turn.
fn lay_dice(rules: &Rules, setup: &mut Setup, bytes: &mut Bytes) {
    let level = setup.galaxies[setup.active.index()].level;
    let count = usize::from(rules.track.level(level).dice);
    let mut dice: Vec<Face> = (0..count).map(|_| bytes.pick(&Face::ALL)).collect();
    let spent = match rules.convert {
        ConvertRule::TwoForOne => 2,
        ConvertRule::PayAndAct => 1,
    };
    setup.converted = spent <= dice.len() && bytes.one_in(2);
    if setup.converted {
        setup.converter = dice.split_off(dice.len() - spent).into_iter().collect();
    }
    setup.bay = dice.split_off(bytes.below(dice.len() + 1));
    setup.discarded_dice = dice.split_off(bytes.below(dice.len() + 1)).len() as u8;
    setup.dice = Some(dice.into_iter().collect());
    setup.rerolled = bytes.one_in(2);
}

/// Makes a change that usually makes a set-up invalid.
pub fn spoil(setup: &mut Setup, bytes: &mut Bytes) {
    let galaxies = setup.galaxies.len();
    let target = bytes.below(galaxies);
    match bytes.below(18) {
        0 => setup.options = hostile::options(bytes),
        1 => setup.row.push(bytes.one_in(2).then(|| hostile::planet(bytes))),
        2 => drop(setup.row.pop()),
        3 => setup.under.push(hostile::planet(bytes)),
        4 => setup.gone.push(hostile::planet(bytes)),
        5 => setup.active = hostile::seat(bytes),
        6 => setup.turn = bytes.pair(),
        7 => setup.dice = None,
        8 => setup.dice = Some(hostile::dice(bytes)),
        9 => setup.bay = hostile::faces(bytes),
        10 => setup.converter = hostile::dice(bytes),
        11 => setup.discarded_dice = bytes.byte(),
        12 => setup.rerolled = !setup.rerolled,
        13 => setup.converted = !setup.converted,
        14 => setup.effects.extend(bytes.pick(&Effect::ALL.map(|(effect, _)| [effect; 2]))),
        15 => setup.end = bytes.one_in(2).then(|| bytes.one_in(2).then(|| hostile::seat(bytes))),
        16 => setup.fewer_dice = !setup.fewer_dice,
        _ if galaxies == 0 => {}
        _ => spoil_galaxy(&mut setup.galaxies, target, bytes),
    }
}

fn spoil_galaxy(galaxies: &mut Vec<GalaxySetup>, target: usize, bytes: &mut Bytes) {
    let galaxy = &mut galaxies[target];
    match bytes.below(9) {
        0 => galaxy.held = hostile::amount(bytes),
        1 => galaxy.level = bytes.byte(),
        2 => galaxy.ships[bytes.below(SHIPS)] = Berth::Reserve,
        3 => galaxy.ships[bytes.below(SHIPS)] = Berth::Surface(hostile::slot(bytes)),
        4 => galaxy.ships[bytes.below(SHIPS)] = Berth::Orbit(hostile::slot(bytes), bytes.byte()),
        5 => galaxy.colonies.push(hostile::planet(bytes)),
        6 => galaxy.used.push(hostile::planet(bytes)),
        7 => {
            let other = bytes.one_in(2).then(|| hostile::mission(bytes));
            galaxy.mission = Some((hostile::mission(bytes), other));
        }
        _ => {
            let extra = galaxy.clone();
            galaxies.extend(vec![extra; bytes.below(8)]);
        }
    }
}
