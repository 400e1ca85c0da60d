/** English texts of forms and boards that depend on the edition. The engine describes the editions themselves. */
export default {
  start: 'Who starts?',
  'start.random': 'Random',
  'start.youngest': 'Youngest',
  'start.youngest.who': 'Who is the youngest?',
  'start.youngest.text': 'The youngest player starts, as in the printed rules.',
  'start.is': 'Starting player',
  'start.mark': 'This player took the first turn. All players have the same number of turns.',
  'bay.solo':
    'Dice used this turn. Nobody follows your dice in a solo game. For 1 culture, you may follow a die that the Rogue uses; in some editions, except its bonus dice.',
  'bay.open': 'The others may follow the die on this space.',
  'bay.closed': 'Nobody can follow the die on this space.',
};
