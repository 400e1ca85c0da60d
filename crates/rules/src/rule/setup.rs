//! R1 Table and set-up.

use crate::dice::{Bay, Dice};
use crate::event::{Event, EventSink};
use crate::frame::Frames;
use crate::ids::{Amount, MAX_SEATS, Mission, Planet, Planets, SHIPS, Seat, Slot};
use crate::options::Options;
use crate::ruleset::Rules;
use crate::table::{BottomCards, Flags, Galaxy, NONE, PackedBerth, Phase, PlanetRow, Table};

/// R1.5 The number of missions dealt to each seat.
const MISSIONS_PER_SEAT: u8 = 2;

impl<'r> Table<'r> {
    /// R1.1–R1.3 Creates the table of a new game, before the first draw. The options must be valid.
    pub(crate) fn laid_out(rules: &'r Rules, options: &Options) -> Self {
        let solo = options.seats == 1;
        let seats = if solo { 2 } else { options.seats };
        let mut table = Self::bare(rules, seats as u8);
        for seat in table.seats() {
            table.galaxies[seat.index()] = Self::starting_galaxy(rules);
        }
        if let (true, Some(rogue)) = (solo, options.rogue) {
            table.galaxies[1] = Self::rogue_galaxy();
            table.rogue = rogue as u8;
        }
        table.set_options(options);
        table
    }

    /// Creates a table with empty galaxies and an empty row.
    fn bare(rules: &'r Rules, seats: u8) -> Self {
        Self {
            rules,
            undrawn: rules.all_planets(),
            colonies: [Planets::NONE; MAX_SEATS],
            dice: Dice::NONE,
            chosen: Dice::NONE,
            converter: Dice::NONE,
            bay: Bay::default(),
            flags: Flags::default(),
            turn: 0,
            frames: Frames::EMPTY,
            galaxies: [Galaxy::default(); MAX_SEATS],
            row: PlanetRow::EMPTY,
            phase: Phase::DealRow,
            seats,
            active: 0,
            start: NONE,
            end_trigger: NONE,
            counter: 0,
            discarded: 0,
            rogue: NONE,
            rogue_die: NONE,
            rogue_used: 0,
            bottom_cards: BottomCards::EMPTY,
        }
    }

    fn set_options(&mut self, options: &Options) {
        options.chosen.iter().for_each(|option| self.flags.set(option.flag()));
        // R12.1 The player goes first.
        let start = if self.is_solo() { Some(Seat::at(0)) } else { options.start };
        self.start = start.map_or(NONE, |seat| seat.index() as u8);
    }

    /// R1.2 Creates a starting galaxy: level 1, its ships at home, 1 culture and 2 energy.
    pub(crate) fn starting_galaxy(rules: &Rules) -> Galaxy {
        let mut ships = [PackedBerth::RESERVE; SHIPS];
        ships[..SHIPS.min(rules.track.level(1).ships as usize)].fill(PackedBerth::HOME);
        let held = Amount { energy: 2, culture: 1 };
        Galaxy { held, ..Galaxy::with_ships(ships) }
    }

    /// R12.1 Creates the Rogue's galaxy: level 1, no resources, all ships at home.
    pub(crate) fn rogue_galaxy() -> Galaxy {
        Galaxy::with_ships([PackedBerth::HOME; SHIPS])
    }

    /// R1.3 Returns the number of planets in the row.
    pub(crate) fn row_len(&self) -> usize {
        Rules::row_len(if self.is_solo() { 1 } else { self.seat_count() })
    }

    /// R1.3 Lays out the next planet of the row, from the left.
    pub(crate) fn lay_planet(&mut self, planet: Planet, events: &mut impl EventSink) {
        let slot = Slot::at(self.counter as usize);
        self.undrawn.remove(planet);
        self.row.put(slot, planet, self.rules.planet(planet));
        events.put(Event::PlanetDrawn { slot, planet });
        self.counter += 1;
        if (self.counter as usize) < self.row_len() {
            return;
        }
        self.counter = 0;
        if self.has_missions() {
            self.phase = Phase::DealMissions;
        } else {
            self.begin_game(events);
        }
    }

    /// R1.5 Returns whether the game has missions. A solo game, an edition without missions and a
    /// set-up that leaves them out have none.
    #[must_use]
    pub fn has_missions(&self) -> bool {
        let left_out = self.is_solo() || self.flags.has(Flags::NO_MISSIONS);
        !left_out && !self.rules.missions.is_empty()
    }

    /// R1.5 Returns the seat that is dealt the next mission.
    pub(crate) fn seat_to_deal(&self) -> Seat {
        Seat::at((self.counter / MISSIONS_PER_SEAT) as usize)
    }

    /// R1.5 Counts a dealt mission; once all are dealt, each seat keeps one.
    pub(crate) fn mission_dealt(&mut self) {
        self.counter += 1;
        if self.counter == MISSIONS_PER_SEAT * self.seats {
            self.counter = 0;
            self.phase = Phase::KeepMissions;
        }
    }

    /// R1.5 Counts a kept mission; once all seats have one, the game begins.
    pub(crate) fn mission_kept(&mut self, events: &mut impl EventSink) {
        self.counter += 1;
        if self.counter == self.seats {
            self.counter = 0;
            self.begin_game(events);
        }
    }

    /// R1.7 Returns whether a mission may be dealt with the options of this game.
    pub(crate) fn can_be_dealt(&self, mission: Mission) -> bool {
        self.rules.mission(mission).is_dealt(self.chosen_options())
    }

    /// R1.6 Starts the first turn, or waits for the draw of the starting player.
    fn begin_game(&mut self, events: &mut impl EventSink) {
        match self.starting_seat() {
            Some(seat) => self.begin_turn(seat, events),
            None => self.phase = Phase::ChooseStart,
        }
    }

    /// R1.6 Starts the first turn with the drawn seat.
    pub(crate) fn start_chosen(&mut self, seat: Seat, events: &mut impl EventSink) {
        self.start = seat.index() as u8;
        events.put(Event::StartChosen { seat });
        self.begin_turn(seat, events);
    }
}
