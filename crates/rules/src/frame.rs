//! Pending work as data: a small stack of frames, never closures, so that every moment can be
//! saved, hashed, searched and resumed.

use crate::ids::{Face, Planet, Planets, Seat, Slot};
use crate::ruleset::MAX_NESTING;
use crate::table::Slots;

/// What a frame runs: a face of the die, the reroll, the converter or a planet's ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Program {
    Face(Face),
    Reroll,
    Convert,
    Planet(Planet),
}

/// What a frame is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Task {
    /// Carry out the operations of a program.
    Run,
    /// Ask the others whether they follow a die (R7).
    Window,
    /// Offer the ability of the planet landed on (R3.1d).
    Land,
    /// Draw a card for a gap of the row (R8.2).
    Draw,
    /// Roll the dice taken up.
    Roll,
    /// Carry out the Rogue's attack, part by part.
    Attack,
    /// Advance ships of the Rogue one after the other (R12.10).
    RogueAdvance,
}

/// One piece of pending work. What `pc`, `x` and `y` mean is said where the task is worked on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Frame {
    head: u8,
    program: u8,
    pub(crate) pc: u8,
    pub(crate) x: u8,
    pub(crate) y: u8,
}

const FIRST_PLANET: u8 = 8;

impl Frame {
    const IDLE: Self = Self { head: 0, program: 0, pc: 0, x: 0, y: 0 };

    #[inline]
    const fn new(task: Task, user: Seat, program: u8) -> Self {
        Self { head: (task as u8) << 3 | user.index() as u8, program, pc: 0, x: 0, y: 0 }
    }

    #[inline]
    pub(crate) const fn run(user: Seat, program: Program) -> Self {
        let code = match program {
            Program::Face(face) => face as u8,
            Program::Reroll => 6,
            Program::Convert => 7,
            Program::Planet(planet) => FIRST_PLANET + planet.index() as u8,
        };
        Self::new(Task::Run, user, code)
    }

    #[inline]
    pub(crate) const fn window(user: Seat, face: Face) -> Self {
        Self::new(Task::Window, user, face as u8)
    }

    #[inline]
    pub(crate) const fn land(user: Seat, planet: Planet) -> Self {
        Self::new(Task::Land, user, FIRST_PLANET + planet.index() as u8)
    }

    pub(crate) const fn draw(user: Seat, slot: Slot) -> Self {
        Self::new(Task::Draw, user, slot.index() as u8)
    }

    pub(crate) const fn roll(user: Seat) -> Self {
        Self::new(Task::Roll, user, 0)
    }

    pub(crate) const fn attack(rogue: Seat) -> Self {
        Self::new(Task::Attack, rogue, 0)
    }

    pub(crate) const fn rogue_advance(rogue: Seat, slots: Slots, steps: u8) -> Self {
        Self { x: slots.0, y: steps, ..Self::new(Task::RogueAdvance, rogue, 0) }
    }

    #[inline]
    pub(crate) const fn task(self) -> Task {
        match self.head >> 3 {
            0 => Task::Run,
            1 => Task::Window,
            2 => Task::Land,
            3 => Task::Draw,
            4 => Task::Roll,
            5 => Task::Attack,
            _ => Task::RogueAdvance,
        }
    }

    #[inline]
    pub(crate) const fn user(self) -> Seat {
        Seat::at((self.head & 7) as usize)
    }

    #[inline]
    pub(crate) const fn set_user(&mut self, user: Seat) {
        self.head = self.head & !7 | user.index() as u8;
    }

    #[inline]
    pub(crate) const fn program(self) -> Program {
        match self.program {
            face @ 0..=5 => Program::Face(Face::at(face as usize)),
            6 => Program::Reroll,
            7 => Program::Convert,
            planet => Program::Planet(Planet::at((planet - FIRST_PLANET) as usize)),
        }
    }

    /// The die of a window.
    #[inline]
    pub(crate) const fn face(self) -> Face {
        Face::at(self.program as usize)
    }

    /// The gap of a draw.
    #[inline]
    pub(crate) const fn slot(self) -> Slot {
        Slot::at(self.program as usize)
    }

    /// The planet whose ability is run or offered.
    #[inline]
    pub(crate) const fn planet(self) -> Option<Planet> {
        match self.program() {
            Program::Planet(planet) => Some(planet),
            _ => None,
        }
    }

    /// The planet whose ability is run.
    #[inline]
    pub(crate) const fn running(self) -> Option<Planet> {
        if self.head < 8 { self.planet() } else { None }
    }

    /// Goes on to the next operation of the program.
    #[inline]
    pub(crate) const fn next(&mut self) {
        self.pc += 1;
        self.x = 0;
        self.y = 0;
    }

    pub(crate) const fn bytes(self) -> [u8; 5] {
        [self.head, self.program, self.pc, self.x, self.y]
    }
}

/// A window, every planet that can lead on, a last planet, and a draw or roll.
const MAX_FRAMES: usize = MAX_NESTING + 3;

/// The stack of frames; the last is worked on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frames {
    frames: [Frame; MAX_FRAMES],
    len: u8,
}

impl Frames {
    pub(crate) const EMPTY: Self = Self { frames: [Frame::IDLE; MAX_FRAMES], len: 0 };

    #[inline]
    pub(crate) fn push(&mut self, frame: Frame) {
        self.frames[self.len as usize] = frame;
        self.len += 1;
    }

    #[inline]
    pub(crate) const fn pop(&mut self) {
        self.len = self.len.saturating_sub(1);
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    #[inline]
    pub(crate) fn top(&self) -> Option<Frame> {
        self.frames.get((self.len as usize).wrapping_sub(1)).copied()
    }

    #[inline]
    pub(crate) fn top_mut(&mut self) -> Option<&mut Frame> {
        self.frames.get_mut((self.len as usize).wrapping_sub(1))
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[Frame] {
        &self.frames[..self.len as usize]
    }

    /// The planets whose ability is still open (R9.4).
    #[inline]
    pub(crate) fn open(&self) -> Planets {
        self.as_slice().iter().filter_map(|frame| frame.running()).collect()
    }
}
