//! Set-ups: descriptions of positions between two actions of a turn. A [`Setup`] may be invalid; a
//! [`State`] is always valid. `setup_check` validates set-ups; `setup_text` reads and writes them.

use crate::dice::{Bay, Dice};
use crate::event::DiscardEvents;
use crate::game_option::{GameOption, OptionSet};
use crate::ids::{Amount, Face, MAX_SEATS, Mission, Planet, SHIPS, Seat, Slot};
use crate::options::Options;
use crate::problems::Problems;
use crate::ruleset::Rules;
use crate::setup_check::SetupProblem;
use crate::state::{MissionHand, State};
use crate::table::{Berth, Flags, Galaxy, NONE, PackedBerth, Phase, Table};

/// A position to start from. It may be invalid; [`State::from_setup`] reports every problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The number of players, the Rogue, the starting seat and the options.
    pub options: Options,
    /// The galaxies, by seat; in a solo game the second is the Rogue's.
    pub galaxies: Vec<GalaxySetup>,
    /// The planet row from the left, including holes.
    pub row: Vec<Option<Planet>>,
    /// The known cards at the bottom of the deck, in the order in which they will be drawn.
    pub under: Vec<Planet>,
    /// The planets that have left the game.
    pub gone: Vec<Planet>,
    /// The seat whose turn it is.
    pub active: Seat,
    /// The number of turns that have begun, including this one.
    pub turn: u16,
    /// The unactivated dice; `None` before the roll of the turn.
    pub dice: Option<Dice>,
    /// The activation bay.
    pub bay: Vec<Face>,
    /// The dice in the converter.
    pub converter: Dice,
    /// The number of dice discarded this turn.
    pub discarded_dice: u8,
    /// Whether the active seat has rerolled this turn.
    pub rerolled: bool,
    /// Whether the active seat has used the converter this turn.
    pub converted: bool,
    /// The effects that last until the end of the turn.
    pub effects: Vec<Effect>,
    /// `Some` if the end is triggered; the inner value is the seat that triggered it, if any.
    pub end: Option<Option<Seat>>,
    /// Whether the player rolls one die fewer next time (R12.11); only in a solo game.
    pub fewer_dice: bool,
}

/// One seat of a set-up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GalaxySetup {
    /// The energy and culture that it holds.
    pub held: Amount,
    /// Its empire level.
    pub level: u8,
    /// The berths of its ships, ship 1 first.
    pub ships: [Berth; SHIPS],
    /// Its colonies.
    pub colonies: Vec<Planet>,
    /// The mission it kept and, if known, the one it gave back; `None` without missions.
    pub mission: Option<(Mission, Option<Mission>)>,
    /// The planets limited to once per turn that it has used this turn.
    pub used: Vec<Planet>,
}

/// An effect on follows that lasts until the end of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Each follow of its dice gives the active seat 1 energy (R10.1).
    FollowsBringEnergy,
    /// Each follow of its dice gives the active seat 1 culture (R10.1).
    FollowsBringCulture,
    /// A follow costs 2 culture (R10.11).
    FollowsCostTwo,
    /// Nobody may follow (R14).
    NoFollow,
}

impl Effect {
    /// All effects with their keywords in the text of a set-up.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::FollowsBringEnergy, "follows-bring-energy"),
        (Self::FollowsBringCulture, "follows-bring-culture"),
        (Self::FollowsCostTwo, "follows-cost-two"),
        (Self::NoFollow, "no-follow"),
    ];

    /// Returns the keyword of the effect in the text of a set-up.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::ALL.into_iter().find(|(effect, _)| *effect == self).map_or("", |(_, word)| word)
    }

    const fn flag(self) -> u16 {
        match self {
            Self::FollowsBringEnergy => Flags::FOLLOWS_BRING_ENERGY,
            Self::FollowsBringCulture => Flags::FOLLOWS_BRING_CULTURE,
            Self::FollowsCostTwo => Flags::FOLLOWS_COST_TWO,
            Self::NoFollow => Flags::NO_FOLLOW,
        }
    }
}

impl Setup {
    /// Creates the set-up of a game's first turn with this row and without missions.
    #[must_use]
    pub fn opening(rules: &Rules, options: Options, row: Vec<Option<Planet>>) -> Self {
        let table = Table::laid_out(rules, &options);
        let galaxies = table.seats().map(|seat| GalaxySetup::of(&table, seat)).collect();
        Self {
            options,
            galaxies,
            row,
            under: Vec::new(),
            gone: Vec::new(),
            active: Seat::at(0),
            turn: 1,
            dice: None,
            bay: Vec::new(),
            converter: Dice::NONE,
            discarded_dice: 0,
            rerolled: false,
            converted: false,
            effects: Vec::new(),
            end: None,
            fewer_dice: false,
        }
    }

    /// Returns the set-up of a position between two actions of a turn.
    ///
    /// Returns `None` in the middle of an action, before the first turn, on the Rogue's turn and
    /// after the end of the game.
    #[must_use]
    pub fn of(state: &State<'_>) -> Option<Self> {
        let table = &state.table;
        let is_turn = matches!(table.phase, Phase::Turn | Phase::RollTurn);
        if !is_turn || table.frames.top().is_some() {
            return None;
        }
        let row = (0..table.row_len()).map(|i| table.planet_in(Slot::at(i))).collect();
        let mut setup = Self::opening(table.rules, table.options(), row);
        setup.galaxies = table.seats().map(|seat| GalaxySetup::of(table, seat)).collect();
        for (galaxy, hand) in setup.galaxies.iter_mut().zip(state.hands) {
            galaxy.mission = hand.kept().map(|m| (m, hand.dealt().find(|other| *other != m)));
        }
        setup.copy_turn_from(table);
        Some(setup)
    }

    fn leaves_missions_out(&self) -> bool {
        self.galaxies.iter().all(|galaxy| galaxy.mission.is_none())
    }

    fn copy_turn_from(&mut self, table: &Table<'_>) {
        self.under = table.under_deck().collect();
        self.gone = table.planets_gone().into_iter().collect();
        self.active = table.active();
        self.turn = table.turn;
        self.dice = (table.phase == Phase::Turn).then_some(table.dice);
        self.bay = table.bay.iter().collect();
        self.converter = table.converter;
        self.discarded_dice = table.discarded;
        self.rerolled = table.has_rerolled();
        self.converted = table.has_converted();
        self.effects = table.effects().collect();
        self.end = table.end_triggered().then(|| table.end_trigger());
        self.fewer_dice = table.loses_a_die();
    }
}

impl GalaxySetup {
    fn of(table: &Table<'_>, seat: Seat) -> Self {
        Self {
            held: table.held(seat),
            level: table.level(seat),
            ships: table.galaxy(seat).ships.map(PackedBerth::unpack),
            colonies: table.colonies(seat).into_iter().collect(),
            mission: None,
            used: table.used_planets(seat).collect(),
        }
    }

    fn galaxy(&self, rules: &Rules) -> Galaxy {
        let points = self.colonies.iter().map(|planet| rules.planet(*planet).points);
        let marks = self.used.iter().filter_map(|planet| rules.planet(*planet).ability.once);
        Galaxy {
            held: self.held,
            level: self.level,
            planet_points: points.fold(0, u8::saturating_add),
            used: marks.fold(0, |mask, once| mask | 1 << once),
            ..Galaxy::with_ships(self.ships.map(PackedBerth::from))
        }
    }

    fn hand(&self) -> MissionHand {
        self.mission
            .map_or(MissionHand::EMPTY, |(kept, other)| MissionHand::new(kept, other, Some(kept)))
    }
}

impl From<Berth> for PackedBerth {
    fn from(berth: Berth) -> Self {
        match berth {
            Berth::Reserve => Self::RESERVE,
            Berth::Home => Self::HOME,
            Berth::Surface(slot) => Self::surface(slot),
            Berth::Orbit(slot, space) => Self::orbit(slot, space & 7),
        }
    }
}

impl<'r> Table<'r> {
    /// Returns the options of the game, with the starting seat if it has been drawn.
    #[must_use]
    pub fn options(&self) -> Options {
        let solo = self.is_solo();
        Options {
            seats: if solo { 1 } else { self.seat_count() },
            rogue: self.rogue(),
            start: self.starting_seat().filter(|_| !solo),
            chosen: self.chosen_options(),
        }
    }

    /// Returns whether an option is on.
    #[inline]
    #[must_use]
    pub const fn has_option(&self, option: GameOption) -> bool {
        self.flags.has(option.flag())
    }

    /// Returns the options that are on.
    #[must_use]
    pub fn chosen_options(&self) -> OptionSet {
        GameOption::ALL.iter().copied().filter(|option| self.has_option(*option)).collect()
    }

    /// Returns the effects in force until the end of the turn.
    pub fn effects(&self) -> impl Iterator<Item = Effect> + use<> {
        let flags = self.flags;
        let all = Effect::ALL.into_iter().map(|(effect, _)| effect);
        all.filter(move |effect| flags.has(effect.flag()))
    }

    /// Returns the once-per-turn planets that a seat has used this turn (R9.3).
    pub fn used_planets(&self, seat: Seat) -> impl Iterator<Item = Planet> + use<'r> {
        let (rules, used) = (self.rules, self.galaxy(seat).used);
        let is_used = move |planet: &Planet| {
            let once = rules.planet(*planet).ability.once;
            once.is_some_and(|once| used >> once & 1 == 1)
        };
        rules.all_planets().into_iter().filter(is_used)
    }

    /// Returns how many dice the Rogue has yet to roll this turn (R12.2); 0 on the player's turn.
    #[must_use]
    pub const fn rogue_dice_left(&self) -> u8 {
        if self.is_rogue(self.active()) { self.counter } else { 0 }
    }

    /// Returns whether the player rolls one die fewer next turn (R12.11).
    #[must_use]
    pub const fn loses_a_die(&self) -> bool {
        self.flags.has(Flags::FEWER_DICE)
    }
}

impl<'r> State<'r> {
    /// Creates the state of a set-up.
    ///
    /// # Errors
    /// Returns every problem of the set-up, each with the rule that it violates.
    pub fn from_setup(rules: &'r Rules, setup: &Setup) -> Result<Self, Problems<SetupProblem>> {
        Problems::ok_if_none(setup.problems(rules), || Self::from_valid_setup(rules, setup))
    }

    /// Creates the state of a valid set-up.
    fn from_valid_setup(rules: &'r Rules, setup: &Setup) -> Self {
        let mut hands = [MissionHand::EMPTY; MAX_SEATS];
        for (hand, galaxy) in hands.iter_mut().zip(&setup.galaxies) {
            *hand = galaxy.hand();
        }
        let mut table = Table::laid_out(rules, &setup.options);
        table.place(setup);
        table.resolve(&mut DiscardEvents);
        Self { table, hands }
    }
}

impl Table<'_> {
    fn place(&mut self, setup: &Setup) {
        for (i, galaxy) in setup.galaxies.iter().enumerate() {
            self.galaxies[i] = galaxy.galaxy(self.rules);
            self.colonies[i] = galaxy.colonies.iter().copied().collect();
        }
        for (i, planet) in setup.row.iter().enumerate() {
            if let Some(planet) = planet {
                self.row.put(Slot::at(i), *planet, self.rules.planet(*planet));
            }
        }
        setup.under.iter().for_each(|planet| self.bottom_cards.push(*planet));
        self.undrawn = self.undrawn.without(setup.placed());
        self.place_turn(setup);
    }

    fn place_turn(&mut self, setup: &Setup) {
        self.active = setup.active.index() as u8;
        self.start = setup.options.start.unwrap_or(Seat::at(0)).index() as u8;
        self.turn = setup.turn;
        self.dice = setup.dice.unwrap_or_default();
        self.bay = Bay::default();
        setup.bay.iter().for_each(|face| self.bay.push(*face));
        self.converter = setup.converter;
        self.discarded = setup.discarded_dice;
        self.end_trigger = setup.end.flatten().map_or(NONE, |seat| seat.index() as u8);
        self.phase = if setup.dice.is_some() { Phase::Turn } else { Phase::RollTurn };
        if self.is_rogue(setup.active) {
            self.counter = self.turn_dice(setup.active) as u8;
            self.phase = Phase::RogueNext;
        }
        let flags = [
            (setup.rerolled, Flags::REROLLED),
            (setup.converted, Flags::CONVERTED),
            (setup.end.is_some(), Flags::END),
            (setup.fewer_dice, Flags::FEWER_DICE),
            (self.has_missions() && setup.leaves_missions_out(), Flags::NO_MISSIONS),
        ];
        flags.iter().filter(|(applies, _)| *applies).for_each(|(_, flag)| self.flags.set(*flag));
        setup.effects.iter().for_each(|effect| self.flags.set(effect.flag()));
    }
}
