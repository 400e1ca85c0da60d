//! R11.2 Every mission: scored and not scored and, if it compares players, tied and tied at 0.

use crate::check::check;

/// Three colonies: two with economy tracks, one with a diplomacy track.
const TWO_ECONOMY: &str = "colonies gort nibiru piedes";

/// Checks the points of B's mission after A has triggered the end and B ends the last turn.
#[track_caller]
fn scores(a: &str, b: &str, mission: &str) {
    let other = if mission.starts_with("hoarder") { "seeker" } else { "hoarder" };
    let kept = mission.split(' ').next().unwrap_or_default();
    let setup = format!(
        "classic 2; row jakks helios nagato zalax; end A; turn B dice; A mission {other} {a}; \
         B mission {kept} {b}"
    );
    check(&setup, "end", &format!("over; mission B {mission}"));
}

#[test]
fn r11_2_seeker_has_most_culture() {
    let a = |held: &str| format!("{held} {TWO_ECONOMY}");
    scores(&a("7e2c"), "3c", "seeker 3");
    scores(&a("3c"), "7e3c", "seeker 2");
    scores(&a("4c"), "7e3c", "seeker 0");
    scores(&a("7e"), "1e", "seeker 2");
}

#[test]
fn r11_2_charger_has_most_energy() {
    let a = |held: &str| format!("{held} {TWO_ECONOMY}");
    scores(&a("2e7c"), "3e", "charger 3");
    scores(&a("3e"), "3e7c", "charger 2");
    scores(&a("4e"), "3e7c", "charger 0");
    scores(&a("7c"), "1c", "charger 2");
}

#[test]
fn r11_2_conqueror_has_most_planets() {
    scores(TWO_ECONOMY, "colonies leandra vizcarra bisschop tifnod", "conqueror 3");
    scores(TWO_ECONOMY, "colonies leandra vizcarra bisschop", "conqueror 2");
    scores(TWO_ECONOMY, "colonies shouhua aughmoore", "conqueror 0");
}

#[test]
fn r11_2_hermit_has_fewest_planets() {
    scores(TWO_ECONOMY, "colonies shouhua aughmoore", "hermit 3");
    scores(TWO_ECONOMY, "colonies leandra vizcarra bisschop", "hermit 2");
    scores(TWO_ECONOMY, "colonies leandra vizcarra bisschop tifnod", "hermit 0");
}

#[test]
fn r11_2_noble_has_most_diplomacy_planets() {
    scores(TWO_ECONOMY, "colonies leandra vizcarra", "noble 3");
    scores(TWO_ECONOMY, "colonies leandra", "noble 2");
    scores(TWO_ECONOMY, "colonies bisschop tifnod drewkaiden", "noble 0");
    scores("colonies gort piedes k-widow", "colonies bisschop", "noble 2");
}

#[test]
fn r11_2_trader_has_most_economy_planets() {
    scores(TWO_ECONOMY, "colonies bisschop tifnod drewkaiden", "trader 3");
    scores(TWO_ECONOMY, "colonies bisschop tifnod leandra", "trader 2");
    scores(TWO_ECONOMY, "colonies bisschop leandra vizcarra", "trader 0");
    scores("colonies nibiru shouhua aughmoore", "colonies leandra", "trader 2");
}

#[test]
fn r11_2_equalizer_has_as_many_of_both() {
    scores(TWO_ECONOMY, "colonies bisschop leandra", "equalizer 3");
    scores(TWO_ECONOMY, "colonies bisschop tifnod leandra", "equalizer 0");
    scores(TWO_ECONOMY, "colonies bisschop leandra vizcarra", "equalizer 0");
    scores(TWO_ECONOMY, "0", "equalizer 3");
}

#[test]
fn r11_2_elder_triggered_the_end() {
    let setup = "classic 2; row jakks helios nagato zalax; turn B dice; \
        A colonies gort nibiru piedes mission elder; \
        B colonies shouhua aughmoore k-widow mission hoarder";
    check(&format!("{setup}; end A"), "end", "mission A elder 2; winners A; decided by points");
    check(&format!("{setup}; end B"), "end", "mission A elder 0; winners A B");
}

#[test]
fn r11_2_hoarder_has_three_of_each() {
    scores(TWO_ECONOMY, "3e3c", "hoarder 2");
    scores(TWO_ECONOMY, "7e7c", "hoarder 2");
    scores(TWO_ECONOMY, "7e2c", "hoarder 0");
    scores(TWO_ECONOMY, "2e7c", "hoarder 0");
}

#[test]
fn r11_2_industrialist_is_at_the_top() {
    scores(TWO_ECONOMY, "level 6 ships home home home home", "industrialist 2");
    scores(TWO_ECONOMY, "level 5 ships home home home home", "industrialist 0");
}

#[test]
fn r11_2_orbiter_has_all_ships_in_play_at_home() {
    scores(TWO_ECONOMY, "ships home home", "orbiter 2");
    scores(TWO_ECONOMY, "level 6 ships home home home home", "orbiter 2");
    scores(TWO_ECONOMY, "ships home surface:1", "orbiter 0");
    scores(TWO_ECONOMY, "ships home orbit:1:0", "orbiter 0");
}

#[test]
fn r11_2_explorer_has_no_ship_at_home() {
    scores(TWO_ECONOMY, "ships surface:1 orbit:1:0", "explorer 2");
    scores(TWO_ECONOMY, "level 3 ships surface:1 orbit:1:0 surface:2", "explorer 2");
    scores(TWO_ECONOMY, "ships surface:1 home", "explorer 0");
}

#[test]
fn r11_2_missions_compare_all_players() {
    let three = |b: &str, c: &str| {
        format!(
            "classic 3; row jakks helios nagato zalax lureena; end A; turn C dice; \
             A 3e3c colonies gort nibiru piedes mission elder; B {b} mission seeker; \
             C {c} mission hermit"
        )
    };
    check(&three("4c", "2c"), "end", "mission B seeker 3; mission C hermit 2");
    check(&three("4c", "4c"), "end", "mission B seeker 2");
    check(&three("2c", "2c"), "end", "mission B seeker 0");
    check(&three("4c colonies leandra", "2c"), "end", "mission C hermit 3");
}

#[test]
fn r11_2_the_final_points_are_planets_empire_and_mission() {
    let setup = "classic 2; row jakks helios nagato zalax; end A; turn B dice; \
        A colonies gort nibiru piedes mission elder; \
        B 3e3c level 3 ships home home home colonies shouhua mission hoarder";
    let (state, _) = crate::check::play(setup, "end");
    let scores = state.outcome().map(|result| {
        let all = result.scores().iter();
        let parts = |s: &orrery_rules::Score| {
            [s.points, s.planet_points, s.empire_points, s.mission_points]
        };
        all.map(parts).collect::<Vec<_>>()
    });
    assert_eq!(scores, Some(vec![[23, 21, 0, 2], [11, 7, 2, 2]]));
}

#[test]
fn r11_2_missions_stay_hidden_until_the_end() {
    let setup = "classic 2; row jakks helios nagato zalax; end A; turn B dice; \
        A colonies gort nibiru piedes mission elder; B mission seeker";
    check(setup, "", "mission A elder 0; mission B seeker 0; asks B turn");
    check(setup, "end", "happened MissionRevealed; mission A elder 2");
}
