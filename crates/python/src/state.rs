//! Positions as immutable Python objects.

use crate::errors::{self, OptionError, StateError};
use crate::rules::PyRules;
use crate::steps::{PyAction, PyOutcome, StepArgument, StepContext};
use numpy::PyArray1;
use orrery_batch::actions::{self, ACTIONS};
use orrery_batch::observation::{self, OBSERVATION};
use orrery_rules::{
    Actions, Actor, DecidedBy, DetachedState, GameResult, Random, Seat, Setup, State, Step, View,
};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The value of `actor` if a chance outcome is due.
pub(crate) const CHANCE: i8 = -1;
/// The value of `actor` if the game is over.
pub(crate) const OVER: i8 = -2;

/// Returns the actor as a number: a seat, [`CHANCE`] or [`OVER`].
pub(crate) fn actor_number(actor: Actor) -> i8 {
    match actor {
        Actor::Seat(seat) => seat.index() as i8,
        Actor::Chance => CHANCE,
        Actor::Over => OVER,
    }
}

/// An immutable position. `apply` returns a new one.
#[pyclass(frozen, name = "State", module = "orrery")]
pub(crate) struct PyState {
    rules: PyRules,
    state: DetachedState,
}

impl PyState {
    pub(crate) const fn new(rules: PyRules, state: DetachedState) -> Self {
        Self { rules, state }
    }

    pub(crate) const fn rules_of(&self) -> &PyRules {
        &self.rules
    }

    pub(crate) const fn detached(&self) -> DetachedState {
        self.state
    }

    pub(crate) fn state(&self) -> State<'_> {
        self.state.attach(&self.rules)
    }

    /// Returns the seat with this index, or an error if the game has no such seat.
    pub(crate) fn seat(&self, index: usize) -> PyResult<Seat> {
        let count = self.state().seat_count();
        let seat = Seat::new(index).filter(|seat| seat.index() < count);
        seat.ok_or_else(|| errors::value(format!("no seat {index}; the game has {count} seats")))
    }

    /// Returns the view of a seat, by default the deciding seat.
    pub(crate) fn view(&self, seat: Option<usize>) -> PyResult<View<'_>> {
        let state = self.state();
        let seat = match (seat, state.actor()) {
            (Some(index), _) => self.seat(index)?,
            (None, Actor::Seat(seat)) => seat,
            (None, _) => state.active(),
        };
        Ok(state.observe(Some(seat)))
    }
}

#[pymethods]
impl PyState {
    #[new]
    #[pyo3(signature = (rules = None, seats = 2, *, rogue = None, start = None, options = Vec::new()))]
    fn python_new(
        rules: Option<PyRef<'_, PyRules>>,
        seats: usize,
        rogue: Option<&str>,
        start: Option<usize>,
        options: Vec<String>,
    ) -> PyResult<Self> {
        let rules = match rules {
            Some(rules) => (*rules).clone(),
            None => {
                PyRules::of(&orrery_record::LoadedRules::Edition(orrery_rules::deck::classic()))
            }
        };
        let options = rules.options(seats, rogue, start, &options)?;
        let state = State::new(&rules, &options);
        let state = state.map_err(|problems| OptionError::new_err(problems.to_string()))?.detach();
        Ok(Self { rules, state })
    }

    /// Creates a position from the text of a set-up.
    #[staticmethod]
    fn from_setup(rules: &PyRules, text: &str) -> PyResult<Self> {
        let setup =
            Setup::parse(rules, text).map_err(|error| StateError::new_err(error.to_string()))?;
        let state = State::from_setup(rules, &setup);
        let state = state.map_err(|error| StateError::new_err(error.to_string()))?.detach();
        Ok(Self { rules: rules.clone(), state })
    }

    /// Reads a position from the bytes of `to_bytes`.
    #[staticmethod]
    fn from_bytes(rules: &PyRules, data: &[u8]) -> PyResult<Self> {
        let state = State::from_bytes(rules, data);
        let state = state.map_err(|error| StateError::new_err(error.to_string()))?.detach();
        Ok(Self { rules: rules.clone(), state })
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.state().to_bytes())
    }

    /// Returns the position as the text of a set-up, or `None` in the middle of an action.
    fn setup(&self) -> Option<String> {
        Setup::of(&self.state()).map(|setup| setup.text(&self.rules).to_string())
    }

    #[getter]
    fn rules(&self) -> PyRules {
        self.rules.clone()
    }

    /// Returns the seat that decides, or `CHANCE`, or `OVER`.
    #[getter]
    fn actor(&self) -> i8 {
        actor_number(self.state().actor())
    }

    #[getter]
    fn is_chance(&self) -> bool {
        self.state().actor() == Actor::Chance
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.state().is_over()
    }

    #[getter]
    fn seat_count(&self) -> usize {
        self.state().seat_count()
    }

    #[getter]
    fn turn(&self) -> u16 {
        self.state().turn()
    }

    /// Returns the seat whose turn it is.
    #[getter]
    fn active(&self) -> usize {
        self.state().active().index()
    }

    /// Returns the pending question, such as `turn` or `follow`; `None` if no seat decides.
    #[getter]
    fn question(&self) -> Option<&'static str> {
        self.state().decision().map(|decision| decision.question.word())
    }

    #[getter]
    fn digest(&self) -> u64 {
        self.state().digest()
    }

    /// Returns the planets of the row from the left, `None` for an empty slot.
    #[getter]
    fn row(&self) -> Vec<Option<&str>> {
        let state = self.state();
        let slots = (0..).map_while(orrery_rules::Slot::new);
        let planets = slots.map(|slot| state.planet_in(slot));
        planets.map(|planet| Some(&*self.rules.planets.get(planet?.index())?.id)).collect()
    }

    fn points(&self, seat: usize) -> PyResult<u8> {
        Ok(self.state().points(self.seat(seat)?))
    }

    /// Returns the energy and the culture of a seat.
    fn resources(&self, seat: usize) -> PyResult<(u8, u8)> {
        let held = self.state().held(self.seat(seat)?);
        Ok((held.energy, held.culture))
    }

    fn level(&self, seat: usize) -> PyResult<u8> {
        Ok(self.state().level(self.seat(seat)?))
    }

    fn colonies(&self, seat: usize) -> PyResult<Vec<&str>> {
        let colonies = self.state().colonies(self.seat(seat)?);
        Ok(colonies.into_iter().map(|planet| &*self.rules.planets[planet.index()].id).collect())
    }

    fn legal_actions(&self) -> Vec<PyAction> {
        let (state, mut legal) = (self.state(), Actions::new());
        state.legal_actions(&mut legal);
        let context = StepContext::new(&self.rules, &state);
        legal.iter().map(|action| PyAction::new(*action, context.clone())).collect()
    }

    /// Returns the numbers of the legal actions.
    fn legal_indices(&self) -> Vec<usize> {
        let (state, mut legal) = (self.state(), Actions::new());
        let Actor::Seat(seat) = state.actor() else { return Vec::new() };
        state.legal_actions(&mut legal);
        let count = state.seat_count();
        legal.iter().map(|action| actions::index(*action, seat, count)).collect()
    }

    /// Returns the mask of the legal actions: 1 for each legal action, else 0.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut mask = vec![0; ACTIONS];
        self.legal_indices().into_iter().for_each(|index| mask[index] = 1);
        PyArray1::from_vec(py, mask)
    }

    /// Returns the observation of a seat as a vector, by default of the deciding seat.
    #[pyo3(signature = (seat = None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mut values = vec![0; OBSERVATION];
        observation::encode(&self.view(seat)?, &mut values);
        Ok(PyArray1::from_vec(py, values))
    }

    /// Returns a random position that the seat cannot distinguish from this one.
    #[pyo3(signature = (seat, bits))]
    fn resample(&self, seat: usize, bits: u64) -> PyResult<Self> {
        let state = self.view(Some(seat))?.complete(bits).detach();
        Ok(Self { rules: self.rules.clone(), state })
    }

    /// Returns the chance outcomes with their exact probabilities as fractions.
    fn chance<'py>(&self, py: Python<'py>) -> PyResult<Vec<(PyOutcome, Bound<'py, PyAny>)>> {
        let state = self.state();
        let Some(node) = state.chance() else { return Ok(Vec::new()) };
        let fraction = py.import("fractions")?.getattr("Fraction")?;
        let (total, mut outcomes) = (node.total(), Vec::new());
        node.outcomes(&mut outcomes);
        let context = StepContext::new(&self.rules, &state);
        let outcomes = outcomes.into_iter().map(|(outcome, weight)| {
            Ok((PyOutcome::new(outcome, context.clone()), fraction.call1((weight, total))?))
        });
        outcomes.collect()
    }

    /// Returns the probabilities of the chance outcomes, in the order of `chance`.
    fn chance_probabilities<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let mut outcomes = Vec::new();
        let total = self.state().chance().map_or(1, |node| {
            node.outcomes(&mut outcomes);
            node.total()
        });
        let shares = outcomes.iter().map(|(_, weight)| *weight as f64 / total as f64);
        PyArray1::from_vec(py, shares.collect())
    }

    /// Returns the chance outcome for 64 random bits.
    fn pick(&self, bits: u64) -> PyResult<PyOutcome> {
        let state = self.state();
        let node = state.chance().ok_or_else(|| errors::value("chance does not decide here"))?;
        Ok(PyOutcome::new(node.pick(bits), StepContext::new(&self.rules, &state)))
    }

    /// Returns the position after an action or a chance outcome.
    fn apply(&self, py: Python<'_>, step: StepArgument<'_>) -> PyResult<Self> {
        let mut state = self.state();
        let (step, text) = step.step(py, &state)?;
        state.check(step).map_err(|why| errors::illegal(py, &text, why))?;
        state.apply_unchecked(step);
        Ok(Self { rules: self.rules.clone(), state: state.detach() })
    }

    /// Applies random chance outcomes until a seat decides or the game is over.
    ///
    /// `random` is the state of SplitMix64. Returns the position and the new state of SplitMix64.
    fn settle(&self, random: u64) -> (Self, u64) {
        let (state, random) = settled(self.state(), Random(random));
        (Self { rules: self.rules.clone(), state: state.detach() }, random.0)
    }

    /// Applies an action by its number, and then random chance outcomes like `settle`.
    fn step(&self, py: Python<'_>, action: i64, random: u64) -> PyResult<(Self, u64)> {
        let mut state = self.state();
        let (step, text) = StepArgument::Number(action).step(py, &state)?;
        state.check(step).map_err(|why| errors::illegal(py, &text, why))?;
        state.apply_unchecked(step);
        let (state, random) = settled(state, Random(random));
        Ok((Self { rules: self.rules.clone(), state: state.detach() }, random.0))
    }

    /// Returns the position after the chance outcome at this index of `chance`.
    fn apply_chance(&self, index: usize) -> PyResult<Self> {
        let mut state = self.state();
        let mut outcomes = Vec::new();
        let node = state.chance().ok_or_else(|| errors::value("chance does not decide here"))?;
        node.outcomes(&mut outcomes);
        let (outcome, _) = *outcomes.get(index).ok_or_else(|| {
            errors::value(format!("no chance outcome {index}; there are {}", outcomes.len()))
        })?;
        state.apply_unchecked(Step::Chance(outcome));
        Ok(Self { rules: self.rules.clone(), state: state.detach() })
    }

    /// Returns the result, once the game is over.
    fn outcome(&self) -> Option<PyGameResult> {
        self.state().outcome().map(PyGameResult)
    }

    fn copy(&self) -> Self {
        Self { rules: self.rules.clone(), state: self.state }
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.state() == other.state()
    }

    fn __hash__(&self) -> u64 {
        self.state().digest()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let class = py.get_type::<Self>();
        Ok((class.getattr("from_bytes")?, (self.rules.clone(), self.to_bytes(py))))
    }

    fn __repr__(&self) -> String {
        let state = self.state();
        let actor = match state.actor() {
            Actor::Seat(seat) => format!("{seat} decides"),
            Actor::Chance => "chance decides".to_owned(),
            Actor::Over => "over".to_owned(),
        };
        format!("<orrery.State {} turn {}, {actor}>", self.rules.id, state.turn())
    }
}

fn settled(mut state: State<'_>, mut random: Random) -> (State<'_>, Random) {
    while let Some(node) = state.chance() {
        state.apply_unchecked(Step::Chance(node.pick(random.bits())));
    }
    (state, random)
}

/// The constructor and the arguments from which Python recreates a pickled position.
type Reduced<'py> = (Bound<'py, PyAny>, (PyRules, Bound<'py, PyBytes>));

/// The result of a finished game.
#[pyclass(frozen, name = "GameResult", module = "orrery")]
pub(crate) struct PyGameResult(GameResult);

#[pymethods]
impl PyGameResult {
    /// Returns the winning seats.
    #[getter]
    fn winners(&self) -> Vec<usize> {
        self.0.winners().iter().map(Seat::index).collect()
    }

    /// Returns the points of each seat, including missions.
    #[getter]
    fn points(&self) -> Vec<u8> {
        self.0.scores().iter().map(|score| score.points).collect()
    }

    /// Returns the points of each seat's mission.
    #[getter]
    fn mission_points(&self) -> Vec<u8> {
        self.0.scores().iter().map(|score| score.mission_points).collect()
    }

    /// Returns each seat's share of the victory; the shares sum to 1.
    #[getter]
    fn shares(&self) -> Vec<f64> {
        let winners = self.0.winners();
        let share = 1.0 / winners.len().max(1) as f64;
        let seats = (0..self.0.scores().len()).filter_map(Seat::new);
        seats.map(|seat| if winners.has(seat) { share } else { 0.0 }).collect()
    }

    /// Returns the criterion that decided the game, such as `points`.
    #[getter]
    fn decided_by(&self) -> &'static str {
        match self.0.decided_by {
            DecidedBy::Points => "points",
            DecidedBy::Colonies => "colonies",
            DecidedBy::Level => "level",
            DecidedBy::Resources => "resources",
            DecidedBy::Shared => "shared",
            DecidedBy::AtOnce => "at-once",
        }
    }

    fn __repr__(&self) -> String {
        format!("<orrery.GameResult winners {:?}, points {:?}>", self.winners(), self.points())
    }
}
