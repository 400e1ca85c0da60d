# The texts of the game in English.
#
# $face, $resource and $track are keywords: use them through `face`, `die`, `resource`, `track` …
# below. $naming is always set: `classic` or `blast-off`. CAP capitalizes the first letter of a text.
# The other variables are finished texts (names, amounts, dice) or numbers.

language = English

## Parts

unknown = ?
seat-unnamed = Player { $number }
slot-empty = planet { $number } in the row
list-last = { $first } and { $rest }
list-more = { $first }, { $rest }

face =
    { $face ->
        [move] move
        [energy] energy
        [culture] culture
        [diplomacy] diplomacy
        [economy] economy
        [colony] colony
        [life] life
        [technology] technology
       *[galaxy] galaxy
    }
die = { face } die
dice-none = no dice
dice-part =
    { $count ->
        [1] { face }
       *[other] { $count }× { face }
    }
resource =
    { $resource ->
        [energy] energy
       *[culture] culture
    }
other-resource =
    { $resource ->
        [energy] culture
       *[culture] energy
    }
amount =
    { $energy ->
        [0] { $culture ->
            [0] nothing
           *[other] { $culture } culture
        }
       *[other] { $culture ->
            [0] { $energy } energy
           *[other] { $energy } energy and { $culture } culture
        }
    }
track =
    { $track ->
        [diplomacy] diplomacy track
        [economy] economy track
        [life] life track
       *[technology] technology track
    }
on-track =
    { $track ->
        [economy] on an { track }
       *[other] on a { track }
    }
track-planets =
    { $track ->
        [diplomacy] diplomacy planets
        [economy] economy planets
        [life] life planets
       *[technology] technology planets
    }
empire =
    { $naming ->
        [blast-off] galaxy
       *[classic] empire
    }
your-empire = your { empire }
empire-level = { empire } level
points =
    { $naming ->
        [blast-off] { $points ->
            [one] { $points } star point
           *[other] { $points } star points
        }
       *[classic] { $points ->
            [one] { $points } point
           *[other] { $points } points
        }
    }
spaces =
    { $steps ->
        [one] { $steps } space
       *[other] { $steps } spaces
    }
to-space =
    { $space ->
        [0] the start space
       *[other] space { $space }
    }
for-culture =
    { $cost ->
        [0] for free
       *[other] for { $cost } culture
    }

## Actions: commands

action-keep = Keep { $mission }
action-activate = Activate the { die }
action-reroll = Reroll dice
action-convert = Use the converter
action-end-turn = End the turn
action-pay-with = Pay 1 { resource }
action-choose-die = Choose the { die }
action-roll = Reroll the chosen dice
action-choose-face = Choose { face }
action-repeat-die = Repeat the { die }
action-move-ship = Move ship { $ship }
action-go-home = Return home
action-land = Land on { $planet }
action-orbit = Enter orbit around { $planet }
action-use-ability = Use the ability
action-decline = Decline
action-advance-ship = Advance ship { $ship }
action-regress-ship = Regress { $seat }’s ship { $ship }
action-send-home = Send { $seat }’s ship { $ship } home
# Ships by their place, as a person sees them.
ship-from-home = From home
ship-from-orbit = From { $planet }’s orbit
ship-from-surface = From { $planet }
action-advance-at = Advance at { $planet }
action-regress-at = Regress { $seat }’s ship at { $planet }
action-send-home-from = Send { $seat }’s ship at { $planet } home
action-upgrade = Upgrade the { empire } for { $amount }
action-use-planet = Use the ability of { $planet }
action-take = Take { $amount }
action-turn-units =
    { $units ->
        [one] Exchange { $units } unit
       *[other] Exchange { $units } units
    }
action-steal-from = Steal from { $seat }
action-replace-planet = Replace { $planet }
action-follow = Follow
action-pass = Pass
action-force-reroll = Make the Rogue Galaxy reroll
action-accept = Accept the die
action-lose = Lose 1 { resource }

## Outcomes of chance

outcome-drew = { $planet } was drawn.
outcome-dealt = { $mission } was dealt.
outcome-starts = { $seat } starts.
outcome-rolled = Rolled: { $dice }.

## Questions

question-of-planet = { $planet }: { $question }
question-keep-mission = Which secret mission do you keep?
question-turn = What do you do next?
question-converter-payment = What do you pay for the converter?
question-dice = Which dice do you choose?
question-face = Which face do you choose?
question-repeat-die = Which activated die do you repeat?
question-move-ship = Which ship do you move?
question-destination = Where does the ship go?
question-land = Do you use the ability of this planet?
question-advance = Which ship do you advance?
question-regress = Which ship do you regress?
question-send-home = Which ship do you send home?
question-colony = Do you upgrade { your-empire } or use a colony?
question-upgrade = How do you pay for the upgrade?
question-use-planet = Which planet’s ability do you use?
question-take = What do you take?
question-turn-units = How many units do you exchange?
question-steal = Whom do you steal from?
question-replace = Which planet do you replace?
question-follow = Do you follow the { die } { for-culture }?
question-force-reroll = Do you pay 1 energy and 1 culture to make the Rogue Galaxy reroll the { die }?
question-lose =
    { $units ->
        [one] Which resource does the Rogue Galaxy steal from you?
       *[other] Which resource does the Rogue Galaxy steal first? It takes { $units } units.
    }

## Events: the past tense

event-planet-drawn = { $planet } was revealed.
event-mission-dealt = { $seat } was dealt the secret mission { $mission }.
event-mission-dealt-secretly = { $seat } was dealt a secret mission.
event-mission-kept = { $seat } kept the secret mission { $mission }.
event-mission-kept-secretly = { $seat } chose a secret mission.
event-start-chosen = { $seat } became the starting player.
event-turn-began = { $seat }’s turn began.
event-dice-rolled = { $seat } rolled { $dice }.
event-dice-rerolled = { $seat } rerolled these dice: { $dice }.
event-die-activated = { $seat } activated the { die }.
event-nothing-happened = The { die } had no effect for { $seat }.
event-die-set = { $seat } turned the { die } to { $to }.
event-dice-spent = { $seat } put dice into the converter: { $dice }.
event-dice-discarded = { $seat } discarded dice: { $dice }.
event-die-repeated = { $seat } repeated the { die }.
event-action-chosen = { $seat } chose the { face } action.
event-ship-flew-home = { $seat } moved ship { $ship } home.
event-ship-landed = { $seat } landed ship { $ship } on { $planet }.
event-ship-in-orbit = { $seat } moved ship { $ship } into orbit around { $planet }.
event-ship-hopped = { $seat } moved ship { $ship } to { to-space } of { $planet }.
event-ship-sent-home = { $seat }’s ship { $ship } returned home.
event-ship-gained = { $seat } gained ship { $ship }.
event-ship-advanced = { $seat }’s ship { $ship } advanced to { to-space } of { $planet }.
event-ship-regressed = { $seat }’s ship { $ship } fell back to { to-space } of { $planet }.
event-gained = { $seat } gained { $amount }.
event-paid = { $seat } paid { $amount }.
event-paid-to = { $seat } paid { $to } { $amount }.
event-lost = { $seat } lost { $amount }.
event-stolen = { $seat } stole { $amount } from { $from }.
event-turned = { $seat } exchanged { $units } { other-resource } for { resource }.
event-colonised = { $seat } colonised { $planet } and now has { points }.
event-planet-replaced = { $seat } replaced { $planet }.
event-deck-ran-out = The planet deck is empty, so the slot stays empty.
event-empire-upgraded = { $seat } reached { empire-level } { $level } and now has { points }.
event-skull-reached = The Rogue Galaxy reached the skull.
event-ability-used = { $seat } used the ability of { $planet }.
event-declined = { $seat } declined.
event-effect-began = { $seat } put { $planet } into effect until the end of the turn.
event-followed = { $seat } followed the { die } { for-culture }.
event-passed = { $seat } did not follow the { die }.
event-turn-ended = { $seat } ended the turn.
event-end-triggered = { $seat } reached { points } and triggered the end of the game.
event-planets-ran-out = The planets ran out and triggered the end of the game.
event-reroll-forced = The Rogue Galaxy had to reroll the { die }.
event-rogue-relentless = The Rogue Galaxy could not use the { die } and rerolled it.
event-rogue-used = The Rogue Galaxy used the { die }.
event-rogue-discarded = The Rogue Galaxy could not use the { die } and discarded it.
event-rogue-attacked = The Rogue Galaxy attacked at level { $level }.
event-die-lost = { $seat } lost a die for the next turn.
event-rogue-bonus = The Rogue Galaxy got three more dice.
event-mission-revealed = { $seat } revealed { $mission } and scored { points }.
event-nobody-won = The game ended without a winner.
event-won = { $seat } won the game.
event-won-together = { $seats } shared the victory.

## Illegal steps

illegal-game-over = The game is over. ({ $rule })
illegal-chance-expected = Wait for the roll or the draw first. ({ $rule })
illegal-action-expected = A player must act first; nothing is rolled or drawn now. ({ $rule })
illegal-impossible-roll = This roll cannot have that result. ({ $rule })
illegal-impossible-draw = This planet cannot be drawn now. ({ $rule })
illegal-impossible-deal = This secret mission cannot be dealt now. ({ $rule })
illegal-impossible-start = This player cannot start. ({ $rule })
illegal-not-asked = You cannot do that right now. ({ $rule })
illegal-not-dealt = You were not dealt this secret mission. ({ $rule })
illegal-no-such-die = You have no unactivated { die }. ({ $rule })
illegal-nothing-to-reroll = You have no unactivated die to reroll. ({ $rule })
illegal-reroll-unpaid = This reroll costs 1 energy, which you do not have. ({ $rule })
illegal-converter-used = You have already used the converter this turn. ({ $rule })
illegal-converter-needs-three-dice = The converter needs three unactivated dice. ({ $rule })
illegal-converter-unpaid = The converter needs 1 energy or 1 culture, an unactivated die and a face that does something. ({ $rule })
illegal-dice-out-of-order = Choose dice in face order, and leave enough for the rest of the choice. ({ $rule })
illegal-no-die-chosen = Choose at least one die. ({ $rule })
illegal-same-face = Choose a face other than the one the die shows. ({ $rule })
illegal-face-does-nothing = The { face } action would change nothing. ({ $rule })
illegal-ship-in-reserve = This ship is still in reserve. ({ $rule })
illegal-ship-has-no-move = This ship has nowhere to go. ({ $rule })
illegal-same-ship = Choose a different ship. ({ $rule })
illegal-same-planet = A ship must move to a different planet. ({ $rule })
illegal-already-home = This ship is already at home. ({ $rule })
illegal-surface-taken = One of your ships is already on that surface. ({ $rule })
illegal-orbit-taken = One of your ships is already in that orbit. ({ $rule })
illegal-no-planet-there = There is no planet there. ({ $rule })
illegal-not-in-orbit = This ship is not in orbit. ({ $rule })
illegal-wrong-track = This ship is on a track of the other type. ({ $rule })
illegal-on-start = This ship is on the start space. ({ $rule })
illegal-not-an-enemy = Choose another player’s ship. ({ $rule })
illegal-top-level = You are already at the top { empire-level }. ({ $rule })
illegal-wrong-payment = That is not the cost of the upgrade. ({ $rule })
illegal-upgrade-unpaid = You cannot pay for the upgrade. ({ $rule })
illegal-not-your-colony = This planet is not your colony. ({ $rule })
illegal-not-in-row = This planet is not in the row. ({ $rule })
illegal-not-their-colony = This planet is not another player’s colony, or you cannot pay its owner. ({ $rule })
illegal-ability-does-nothing = This ability would change nothing, or you cannot pay for it. ({ $rule })
illegal-ability-not-your-turn = This ability works only on your own turn. ({ $rule })
illegal-ability-used-up = You have already used this ability this turn. ({ $rule })
illegal-ability-open = This ability is still being carried out. ({ $rule })
illegal-units-out-of-range = You cannot exchange that many units. ({ $rule })
illegal-nothing-fits = You have no room for any of it. ({ $rule })
illegal-nothing-to-steal = There is nothing to steal there. ({ $rule })
illegal-planet-occupied = There is a ship at this planet. ({ $rule })
illegal-deck-empty = The planet deck is empty. ({ $rule })
illegal-number-beyond-end = That track has no space with this number. ({ $rule })
illegal-expel-unpaid = That costs more culture than you have. ({ $rule })
illegal-not-in-bay = The activation bay has no such die to repeat. ({ $rule })
illegal-must-carry-out = You cannot decline this; it must be carried out. ({ $rule })

## Abilities

ability-free = { CAP($effects) }.
ability-paid = { CAP($costs) }: { $effects }.
ability-then = { $first }. { CAP($rest) }
ability-limited = { $ability } { $limit }
limit-own-turn = Only on your own turn.
limit-once = Once per turn.
limit-own-turn-once = Only on your own turn, once per turn.

op-pay = pay { $amount }
op-discard-dice =
    { $count ->
        [one] discard { $count } unactivated die
       *[other] discard { $count } unactivated dice
    }
op-regress-own = regress one of your ships 1 space
op-gain = gain { $amount }
op-others-gain = every other player gains { $amount }
op-gain-per-home-ship = gain 1 { resource } for each of your ships at home
op-harvest = gain { resource } as with the { resource } die
op-steal = steal { $amount } from another player
op-turn-into = exchange any amount of { other-resource } for { resource }
op-advance = advance one of your ships { spaces }
op-advance-on = advance one of your ships { spaces } { on-track }
op-others-advance = every other player may advance a ship { spaces }
op-others-advance-on = every other player may advance a ship { spaces } { on-track }
op-advance-another = advance another of your ships { spaces }
op-advance-another-on = advance another of your ships { spaces } { on-track }
op-regress =
    { $ships ->
        [one] regress an enemy ship { spaces }
       *[other] regress { $ships } different enemy ships { spaces } each
    }
op-regress-on =
    { $ships ->
        [one] regress an enemy ship { spaces } { on-track }
       *[other] regress { $ships } different enemy ships on { track }s { spaces } each
    }
op-move =
    { $ships ->
        [one] move a ship
       *[other] move { $ships } different ships
    }
op-hop = move one of your orbiting ships to the space with the same number at another planet
op-recall-one-resource = send one of your orbiting ships home and gain energy or culture equal to the number of its space
op-recall-any-mix = send one of your orbiting ships home and gain any mix of energy and culture equal to the number of its space
op-expel = send an orbiting enemy ship home and pay culture equal to the number of its space
op-upgrade-if-lowest = upgrade { your-empire } for 1 less if you alone have the lowest level
op-upgrade-if-none-lower = upgrade { your-empire } for 1 less if nobody has a lower level
op-upgrade-mixed = upgrade { your-empire } and pay in any mix of energy and culture
op-colony = upgrade { your-empire } or use the ability of one of your colonies
op-reroll-any = reroll any number of your unactivated dice
op-reroll-all = reroll all your unactivated dice
op-spend-two-dice = put two unactivated dice into the converter
op-set-die = turn one of your unactivated dice to another face
op-pay-and-act = pay 1 energy or 1 culture, turn an unactivated die to any face and carry it out
op-repeat-die = carry out an activated die again
op-any-action = carry out any die action; then every other player may carry it out for free
op-replace-and-discard = replace a planet in the row that has no ships; the old card leaves the game
op-replace-and-keep = replace a planet in the row that has no ships; the old card goes under the deck
op-use-row-planet = use the ability of another planet in the row
op-use-colony-of-other = pay another player 1 { resource } and use the ability of one of their colonies
op-gain-per-follow = until the end of your turn, gain 1 { resource } whenever one of your dice is followed
op-follows-cost-two = until the end of your turn, a follow costs 2 culture
op-no-follow = until the end of your turn, nobody may follow

## Secret missions

mission-alone = { $condition }: { points }.
mission-compared = { $condition }: { points }, { $tied } if tied.
most-held = Most { resource }
most-colonies = Most colonised planets
most-colonies-on = Most colonised { track-planets }
fewest-held = Least { resource }
fewest-colonies = Fewest colonised planets
fewest-colonies-on = Fewest colonised { track-planets }
condition-equal =
    { $naming ->
        [blast-off] As many technology as life planets colonised
       *[classic] As many economy as diplomacy planets colonised
    }
condition-triggered-end = First to reach { points }
condition-holds = At least { $amount }
condition-top-level = Top { empire-level } reached
condition-all-home = All your ships at home
condition-none-home = None of your ships at home

## The attacks of a Rogue; “it” is the Rogue Galaxy

attack = { CAP($parts) }.
attack-once = { CAP($parts) }. Once per turn.
attack-lose = you lose { $amount }
attack-gain = it gains { $amount }
attack-steal = it steals { $amount } from you
attack-steal-any = it steals { $units } energy or culture from you, as you choose
attack-regress-one = one of your ships regresses { spaces }
attack-regress-all = all your ships regress { spaces }
attack-advance-all = all its ships advance { spaces }
attack-one-die-fewer = you roll 1 die fewer next turn
difficulty =
    { $difficulty ->
        [beginner] beginner
        [easy] easy
        [medium] medium
        [hard] hard
        [epic] epic
       *[other] { $difficulty }
    }

## Names of missions and editions

# A name listed here is translated; the names of planets and Rogues are not.

name-seeker = Seeker
name-charger = Charger
name-conqueror = Conqueror
name-hermit = Hermit
name-noble = Noble
name-trader = Trader
name-equalizer = Equalizer
name-elder = Elder
name-hoarder = Hoarder
name-industrialist = Industrialist
name-orbiter = Orbiter
name-explorer = Explorer
name-classic = Classic
name-revised = Revised
name-prototype = Prototype
name-blast-off = Blast Off!

## Editions: what dice, spaces and options do

edition-about =
    { $edition ->
        [prototype] The 2014 print-and-play.
        [classic] The 2015 game.
        [revised] The 2020 reprint, with clarified cards.
        [blast-off] The quick 2020 redesign. Its 30 planets are ours, because the printed cards are not public.
       *[other] A custom deck.
    }
edition-players =
    { $more ->
        [0] For { $most } players
       *[other] For { $fewest } to { $most } players
    }
edition-missions =
    { $missions ->
        [0] without missions
       *[other] with secret missions
    }
edition-summary =
    { $solo ->
        [0] { edition-about } { edition-players }, { edition-missions }.
       *[other] { edition-about } { edition-players }, { edition-missions }, or solo against the Rogue Galaxy.
    }
option-duel-missions = Duel missions
does-duel-missions = Missions that compare the players (most energy, fewest planets) are left out.
option-relentless = Relentless
does-relentless = The Rogue rerolls a die that it cannot use, once.
term-face = { CAP($name) }
term-reroll = Reroll
term-converter = Converter
term-home = Home
term-bay = Activation bay
term-energy = Energy
term-culture = Culture
term-missions = Secret missions
term-points =
    { $naming ->
        [blast-off] Star points
       *[classic] Points
    }
term-empire =
    { $naming ->
        [blast-off] Galaxy
       *[classic] Empire
    }
does-move =
    { $landing ->
        [0] Move one ship: land on a planet and use its ability at once if you like, go to the start of its orbit to colonise it, or return home.
       *[other] Move one ship: land on a planet and use its ability at once, go to the start of its orbit to colonise it, or return home.
    }
does-energy =
    { $home ->
        [0] Gain 1 energy for each of your ships at an energy planet.
        [1] Gain 1 energy for each of your ships at an energy planet and each ship at home.
       *[other] Gain 1 energy for each of your ships at an energy planet and { $home } for each ship at home.
    }
does-culture = Gain 1 culture for each of your ships at a culture planet.
does-advance = Advance one of your ships one space { on-track }.
does-colony = Upgrade { your-empire }, or use the ability of one of your colonies.
does-reroll-first-free = Reroll any of your unused dice. The first reroll each turn is free; each further one costs 1 energy.
does-reroll-all-paid = Reroll all your unused dice. Each reroll costs 1 energy.
does-convert-two-for-one = Once per turn: spend two unused dice to set a third one to any face.
does-convert-pay-and-act = Once per turn: pay 1 energy or 1 culture, set an unused die to any face and use it at once.
does-home =
    { $home ->
        [0] Ships at home produce nothing.
       *[other] Ships at home. Each produces { $home } energy when you use an energy die.
    }
does-bay = Dice used this turn. Other players may follow each of them for 1 culture.
does-bay-limited = Dice used this turn. Other players may follow { followable-dice } for 1 culture.
does-bay-unfollowable = Dice used this turn. Nobody can follow them.
followable-dice =
    { $converter ->
        [0] { bay-dice }
       *[other] { bay-dice } and the die in the converter
    }
bay-dice =
    { $spaces ->
        [one] the die on the first space
       *[other] dice on the first { $spaces } spaces
    }
does-points =
    { $missions ->
        [0] Points from your planets and { your-empire }. The first player to reach { $goal } triggers the final round.
       *[other] Points from your planets and { your-empire }. The first player to reach { $goal } triggers the final round. Secret missions add theirs at the end.
    }
does-empire = Your level: it determines your dice and ships, and is worth points.
does-hold-energy = Pays for upgrades and rerolls. You can hold up to { $cap }.
does-hold-culture = Pays for upgrades and for following other players’ dice. You can hold up to { $cap }.
does-missions = You are dealt two and keep one. It is revealed and scored at the end.

## Reasons why a move is better than another one

tenths = { $whole }.{ $part }
reason-gain = +{ $points } % chance to win
reason-more = { $units } more { resource }: { $gain }
reason-advance =
    { $spaces ->
        [1] a ship 1 space further at { $planet }: { $gain }
       *[other] a ship { $spaces } spaces further at { $planet }: { $gain }
    }
reason-ship-at = a ship at { $planet }: { $gain }
reason-colony = { $planet } colonised: { $gain }
reason-level = { empire-level } { $level }: { $gain }
reason-die = { die } still unused: { $gain }
reason-mission = the mission { $mission }: { $gain }
reason-rival-fewer = { $seat } has { $units } { resource } less: { $gain }
reason-rival-ship = { $seat } is less far at { $planet }: { $gain }
reason-rival-colony = { $seat } does not colonise { $planet }: { $gain }
reason-rival-level = { $seat } does not reach { empire-level } { $level }: { $gain }
reason-followed = others follow the other move; without follows: { $gain }
reason-whole-position = the position as a whole: { $gain }
reason-next-colony = { $planet } can be colonised next turn with { $percent } % of the rolls, otherwise with { $other } %
reason-next-upgrade = the upgrade is possible next turn with { $percent } % of the rolls, otherwise with { $other } %
reason-rival-next-colony = { $seat } can colonise { $planet } next turn with { $percent } % of the rolls, otherwise with { $other } %
reason-reroll-better = the reroll gives a better position with { $percent } % of the rolls
reason-reroll-worse = the reroll would give a better position with only { $percent } % of the rolls
