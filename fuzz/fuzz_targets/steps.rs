//! Fuzzes games of the built-in editions: legal steps, runs of random play, and arbitrary steps.
#![no_main]

use libfuzzer_sys::fuzz_target;
use orrery_fuzz::{Bytes, CheckedGame, Random, FULL_CHECK_INTERVAL, check, hostile, setups};
use orrery_rules::{Actor, State, Step, deck};

/// Maximum number of steps of a game.
const MAX_STEPS: usize = 4096;

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data);
    let rules = deck::edition(bytes.pick(&deck::EDITIONS)).expect("built in");
    let any_options = hostile::options(&mut bytes);
    let refused = State::new(rules, &any_options).err();
    assert_eq!(refused.map_or_else(Vec::new, |problems| problems.to_vec()), any_options.problems(rules));
    let options = setups::options(rules, &mut bytes);
    let mut game = CheckedGame::new(State::new(rules, &options).expect("allowed options"));
    while !bytes.is_empty() && game.steps() < MAX_STEPS {
        let before = game.steps() / FULL_CHECK_INTERVAL;
        match bytes.byte() {
            choice @ 0..0xB0 => apply_legal(&mut game, choice, &mut bytes),
            choice @ 0xB0..0xC0 => {
                let mut random = Random(u64::from(bytes.byte()));
                game.play(&mut random, 1 << (choice & 7), choice & 8 > 0);
            }
            0xC0.. => game.try_any(hostile::step(game.state.chance(), &mut bytes)),
        }
        if game.steps() / FULL_CHECK_INTERVAL > before {
            check::survey(&game.state, u64::from(bytes.byte()));
        }
    }
});

fn apply_legal(game: &mut CheckedGame<'_>, choice: u8, bytes: &mut Bytes) {
    match game.state.actor() {
        Actor::Over => {}
        Actor::Seat(_) => {
            let legal = game.legal();
            let action = legal[usize::from(choice) % legal.len()];
            game.apply(Step::Action(action));
        }
        Actor::Chance => {
            let bits = match choice {
                0 => 0,
                1 => u64::MAX,
                _ => Random(u64::from(bytes.pair())).bits(),
            };
            let node = game.state.chance().expect("chance is asked");
            game.apply(Step::Chance(node.pick(bits)));
        }
    }
}
