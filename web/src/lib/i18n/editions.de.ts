/** German texts of forms and boards that depend on the edition. The engine describes the editions themselves. */
export default {
  start: 'Wer beginnt?',
  'start.random': 'Zufall',
  'start.youngest': 'Jüngste Person',
  'start.youngest.who': 'Wer ist am jüngsten?',
  'start.youngest.text': 'Wer am jüngsten ist, beginnt, wie in den gedruckten Regeln.',
  'start.is': 'Beginnt die Partie',
  'start.mark': 'Diese Person hatte den ersten Zug. Alle haben gleich viele Züge.',
  'bay.solo':
    'In diesem Zug genutzte Würfel. In der Solopartie folgt niemand deinen Würfeln. Für 1 Kultur darfst du einem Würfel folgen, den die Schurkengalaxie nutzt, in manchen Ausgaben außer ihren Bonuswürfeln.',
  'bay.open': 'Die anderen dürfen dem Würfel auf diesem Feld folgen.',
  'bay.closed': 'Niemand kann dem Würfel auf diesem Feld folgen.',
};
