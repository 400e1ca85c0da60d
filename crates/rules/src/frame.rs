//! The stack of pending work, as plain data.
//!
//! The stack contains no closures, so a caller can save, hash, copy and resume a game at any point.

use crate::ids::{Face, MAX_PLANETS, Planet, Planets, Seat, Slot};
use crate::ruleset::MAX_NESTING;

/// The program that a frame runs: a die face, the reroll, the converter or a planet's ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Program {
    Face(Face),
    Reroll,
    Convert,
    Planet(Planet),
}

/// The task of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Task {
    /// Carry out the operations of a program.
    Run,
    /// Ask the other seats whether they follow a die (R7).
    Window,
    /// Offer the ability of the planet landed on (R3.1d).
    Land,
    /// Draw a card for a gap in the row (R8.2).
    Draw,
    /// Roll the chosen dice.
    Roll,
    /// Carry out the Rogue's attack, part by part.
    Attack,
    /// Advance ships of the Rogue one after the other (R12.10).
    RogueAdvance,
    /// Ask the player which resource the Rogue steals (R12.13).
    Theft,
}

/// The progress of an operation or a task, stored in its frame as two numbers below 64.
///
/// Each operation that takes several answers has its own type, next to its rule. Digests contain
/// the numbers, so their meaning must not change. Both are 0 before the first answer.
pub(crate) trait Progress: Copy {
    /// Returns the progress that a frame stores.
    fn decode(x: u8, y: u8) -> Self;

    /// Returns the numbers to store.
    fn encode(self) -> (u8, u8);
}

/// One piece of pending work, packed into one word:
///
/// ```text
/// bits 0–2 user · 3–5 task · 6–11 program · 12–14 program counter · 15–20 and 21–26 progress
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Frame(u32);

// The lowest bit of each field of a frame.
const TASK: u32 = 3;
const PROGRAM: u32 = 6;
const PC: u32 = 12;
const X: u32 = 15;
const Y: u32 = 21;

/// The program code of the first planet; lower codes are faces, the reroll and the converter.
const FIRST_PLANET: u32 = 8;
const _: () = assert!(FIRST_PLANET as usize + MAX_PLANETS <= 64, "a program must fit six bits");

impl Frame {
    /// The content of the unused places of the stack.
    const UNUSED: Self = Self(0);

    #[inline]
    const fn new(task: Task, user: Seat, program: u32) -> Self {
        Self(user.index() as u32 | (task as u32) << TASK | program << PROGRAM)
    }

    #[inline]
    pub(crate) const fn run(user: Seat, program: Program) -> Self {
        let code = match program {
            Program::Face(face) => face as u32,
            Program::Reroll => 6,
            Program::Convert => 7,
            Program::Planet(planet) => FIRST_PLANET + planet.index() as u32,
        };
        Self::new(Task::Run, user, code)
    }

    #[inline]
    pub(crate) const fn window(user: Seat, face: Face) -> Self {
        Self::new(Task::Window, user, face as u32)
    }

    #[inline]
    pub(crate) const fn land(user: Seat, planet: Planet) -> Self {
        Self::new(Task::Land, user, FIRST_PLANET + planet.index() as u32)
    }

    pub(crate) const fn draw(user: Seat, slot: Slot) -> Self {
        Self::new(Task::Draw, user, slot.index() as u32)
    }

    pub(crate) const fn roll(user: Seat) -> Self {
        Self::new(Task::Roll, user, 0)
    }

    pub(crate) const fn attack(rogue: Seat) -> Self {
        Self::new(Task::Attack, rogue, 0)
    }

    pub(crate) const fn rogue_advance(rogue: Seat) -> Self {
        Self::new(Task::RogueAdvance, rogue, 0)
    }

    pub(crate) const fn theft(player: Seat) -> Self {
        Self::new(Task::Theft, player, 0)
    }

    #[inline]
    pub(crate) const fn task(self) -> Task {
        match self.0 >> TASK & 7 {
            0 => Task::Run,
            1 => Task::Window,
            2 => Task::Land,
            3 => Task::Draw,
            4 => Task::Roll,
            5 => Task::Attack,
            6 => Task::RogueAdvance,
            _ => Task::Theft,
        }
    }

    /// Returns whether a seat acts next while this frame is on top.
    #[inline]
    pub(crate) const fn asks_a_seat(self) -> bool {
        // These are the first three tasks (run, window, land) and the last one (theft). Adding 1
        // modulo 8 makes them the first four numbers.
        ((self.0 >> TASK) + 1) & 7 <= Task::Land as u32 + 1
    }

    #[inline]
    pub(crate) const fn user(self) -> Seat {
        Seat::at((self.0 & 7) as usize)
    }

    #[inline]
    pub(crate) const fn with_user(self, user: Seat) -> Self {
        Self(self.0 & !7 | user.index() as u32)
    }

    #[inline]
    const fn code(self) -> u32 {
        self.0 >> PROGRAM & 63
    }

    #[inline]
    pub(crate) const fn program(self) -> Program {
        match self.code() {
            face @ 0..=5 => Program::Face(Face::at(face as usize)),
            6 => Program::Reroll,
            7 => Program::Convert,
            planet => Program::Planet(Planet::at((planet - FIRST_PLANET) as usize)),
        }
    }

    /// Returns the face of the die of a follow window.
    #[inline]
    pub(crate) const fn face(self) -> Face {
        Face::at(self.code() as usize)
    }

    /// Returns the slot of a draw.
    #[inline]
    pub(crate) const fn slot(self) -> Slot {
        Slot::at(self.code() as usize)
    }

    /// Returns the planet whose ability the frame runs or offers.
    #[inline]
    pub(crate) const fn planet(self) -> Option<Planet> {
        match self.program() {
            Program::Planet(planet) => Some(planet),
            _ => None,
        }
    }

    /// Returns the planet whose ability the frame runs.
    #[inline]
    pub(crate) const fn running_planet(self) -> Option<Planet> {
        match self.task() {
            Task::Run => self.planet(),
            _ => None,
        }
    }

    /// Returns the program counter: the index of the current operation.
    #[inline]
    pub(crate) const fn pc(self) -> u8 {
        (self.0 >> PC & 7) as u8
    }

    #[inline]
    const fn x(self) -> u8 {
        (self.0 >> X & 63) as u8
    }

    #[inline]
    const fn y(self) -> u8 {
        (self.0 >> Y & 63) as u8
    }

    /// Returns whether the current operation or task has no progress yet.
    #[inline]
    pub(crate) const fn is_fresh(self) -> bool {
        self.0 >> X == 0
    }

    /// Returns the two progress numbers, whose meaning depends on the operation.
    pub(crate) const fn progress_numbers(self) -> [u8; 2] {
        [self.x(), self.y()]
    }

    /// Returns the progress of the current operation or task.
    #[inline]
    pub(crate) fn progress<P: Progress>(self) -> P {
        P::decode(self.x(), self.y())
    }

    #[inline]
    pub(crate) const fn with_pc(self, pc: u8) -> Self {
        debug_assert!(pc < 8);
        Self(self.0 & !(7 << PC) | (pc as u32 & 7) << PC)
    }

    /// Returns the frame with this progress.
    #[inline]
    pub(crate) fn with(self, progress: impl Progress) -> Self {
        let (x, y) = progress.encode();
        debug_assert!(x < 64 && y < 64);
        Self(self.0 & ((1 << X) - 1) | (x as u32 & 63) << X | (y as u32 & 63) << Y)
    }

    /// Returns the frame advanced to the next operation of its program.
    #[inline]
    pub(crate) const fn next(self) -> Self {
        let cleared = Self(self.0 & ((1 << X) - 1));
        cleared.with_pc(self.pc() + 1)
    }

    /// Returns the frame of a packed word, without checking the range of its fields.
    pub(crate) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// Returns whether user and program are in range for this number of seats, slots and planets.
    pub(crate) const fn is_in_range(self, seats: u32, slots: u32, planets: u32) -> bool {
        let code = self.code();
        let fits = match self.task() {
            Task::Run => code < FIRST_PLANET + planets,
            Task::Window => code < Face::ALL.len() as u32,
            Task::Land => FIRST_PLANET <= code && code < FIRST_PLANET + planets,
            Task::Draw => code < slots,
            Task::Roll | Task::Attack | Task::RogueAdvance | Task::Theft => code == 0,
        };
        fits && (self.0 & 7) < seats && self.0 >> (Y + 6) == 0
    }

    /// Returns the packed word.
    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    /// Returns the fields as bytes for the digest, which must not depend on the packing.
    pub(crate) const fn bytes(self) -> [u8; 6] {
        let user = self.user().index() as u8;
        [self.task() as u8, user, self.code() as u8, self.pc(), self.x(), self.y()]
    }
}

impl std::fmt::Debug for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (task, user, program) = (self.task(), self.user(), self.program());
        write!(f, "{task:?} {program:?} by {user} at {} ({}, {})", self.pc(), self.x(), self.y())
    }
}

/// The deepest stack: a follow window, every nesting planet, one more planet, and a draw or roll.
pub(crate) const MAX_FRAMES: usize = MAX_NESTING + 3;

/// The stack of frames; the last one is on top.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frames {
    frames: [Frame; MAX_FRAMES],
    len: u8,
}

impl Frames {
    pub(crate) const EMPTY: Self = Self { frames: [Frame::UNUSED; MAX_FRAMES], len: 0 };

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
    pub(crate) const fn is_empty(&self) -> bool {
        self.len == 0
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

    /// Returns the planets whose ability is still being carried out (R9.4).
    #[inline]
    pub(crate) fn open_planets(&self) -> Planets {
        self.as_slice().iter().filter_map(|frame| frame.running_planet()).collect()
    }
}
