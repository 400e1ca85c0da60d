/** English texts of the rules page; the engine has the rules themselves. */
export default {
  'rules.text': 'Every rule has a number. The table shows it when a move is not allowed.',
  'rules.search': 'Search for words or a number such as R7.1',
  'rules.all': 'All editions',
  'rules.contents': 'Contents',
  'rules.print': 'Print',
  'rules.level': 'Level',
  'rules.cost': 'Cost',
  'rules.none': 'No rule mentions “{query}”.',
  'rules.example': 'Example',
  'rules.faces': 'The six faces',
  'rules.orbits': 'Orbits',
  'rules.orbits.steps': 'Steps to the end',
  'rules.missions': 'Missions',
  'rules.scores': 'Scores for',
  'rules.attack': 'Attack',
  'rules.attacks': 'Attacks of {who}',
  'rules.empire': 'Empire track',
  'rules.setup': 'Players and planets',
  'rules.players': 'Players',
  'rules.row': 'Planets in the row',
  'example.R1': 'Everyone starts like this: two ships at home, two in reserve, 2 energy and 1 culture.',
  'example.R2':
    'At level 1 Ada rolls {n} dice. She uses {face} first: the die goes to the first space of the activation bay, and the others may follow it. Then she continues with the other dice.',
  'example.R3.home':
    'Ada has one ship at home and one in the orbit of {planet}, an energy planet. An Energy die brings her {n} energy: 1 from each ship.',
  'example.R3.away':
    'Ada has one ship at home and one in the orbit of {planet}, an energy planet. An Energy die brings her {n} energy: the ship at home brings none.',
  'example.R4.first-free':
    'Ada rerolls two of her four dice; the other two stay as they are. It is her first reroll of this turn, so it is free. The next one costs 1 energy.',
  'example.R4.all-paid': 'Ada has used one die. She pays 1 energy and rerolls all three others.',
  'example.R5.two-for-one':
    'Ada places two dice on the converter and sets a third one to {face}. The two dice are spent. The third is an ordinary die from now on.',
  'example.R5.pay-and-act': 'Ada pays 1 energy, sets a die to {face} and uses it at once. The others may follow it.',
  'example.R6':
    'Ada goes from level 2 to level 3. She pays {n} energy or {n} culture, but not some of each. Her empire is now worth {points} instead of {before} points.',
  'example.R7':
    'Ada uses {face}. Ben pays 1 culture and performs the same action with his own ships. Mira passes. Ben’s mark beside the die shows that he followed.',
  'example.R8':
    '{planet} is worth {points} points, and its orbit needs {n} steps. Ada’s ship is one step away from the end. One {face} die takes it there: Ada takes the card, and all ships there return home.',
  'example.R9':
    'Ada has {before} energy, and an ability brings her 2. Now she has {n}; the rest is lost. If she had {n} before, the ability would change nothing, and she could not use it.',
  'example.R10':
    'Ada lands on {planet}: “{text}” Then Ben follows her die. She gains 1, because the die with which she used the ability counts, too.',
  'example.R12':
    'At level 1 the Rogue rolls {n} dice, one after the other. The first shows {face}: its {ships} ships at home bring it {ships} energy. You may follow this die for 1 culture. At 6 energy it rises by one level.',
  'example.R13':
    'The bay has {dice} spaces, and the first {n} are marked. Ben follows the first die. The others may also follow the next ones on marked spaces, but nobody can follow a die to the right of them.',
  'example.R14': 'Ada uses {planet}: “{text}” From now on nobody can follow her dice, not even the die with which she used the ability.',
  'example.R11':
    'Ada has {planets} points from planets and {empire} from her empire. That makes {sum}: the end is triggered, and the round is played to its end.',
  'example.R11.mission': 'Then she reveals {mission}, which scores {n} points. Her final score is {total}.',
};
