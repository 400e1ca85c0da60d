/** German texts of the tutorial and the gallery. */
export default {
  learn: 'In 5 Minuten lernen',
  gallery: 'Karten und Begriffe',
  'gallery.text': 'Alle Planeten, Missionen und Schurken jeder Ausgabe, und was die Wörter bedeuten.',
  'gallery.planets': 'Planeten',
  'gallery.missions': 'Missionen',
  'gallery.rogues': 'Schurken',
  'gallery.glossary': 'Begriffe',
  'gallery.search': 'Namen und Fähigkeiten durchsuchen',
  'gallery.count': '{n} Planet|{n} Planeten',
  'gallery.none': 'Kein Planet passt zu diesen Filtern.',
  'gallery.missions.none': 'Diese Ausgabe hat keine Missionen.',
  'gallery.rogues.none': 'Diese Ausgabe hat kein Solospiel.',
  'learn.of': 'Lektion {n} von {of}',
  'learn.next': 'Weiter',
  'learn.again': 'Noch einmal',
  'learn.skip': 'Überspringen',
  'learn.done': 'Gut gemacht.',
  'learn.finish': 'Deine erste Partie spielen',
  'learn.wrong': 'Das geht, aber darum geht es in dieser Lektion nicht. Versuch es noch einmal.',
  'learn.goal.title': 'Wer zuerst 21 Punkte hat, gewinnt',
  'learn.goal.text': 'Du führst eine kleine Galaxie. Besiedle Planeten und baue dein Imperium schneller aus als die anderen.',
  'learn.goal.planets': 'Besiedelte Planeten bringen Punkte, und jeder gibt dir eine Fähigkeit.',
  'learn.goal.empire': 'Dein Imperium bringt Punkte, mehr Würfel und mehr Schiffe.',
  'learn.goal.mission': 'Eine Geheimmission bringt am Ende weitere Punkte.',
  'learn.goal.turn':
    'In deinem Zug würfelst du und setzt die Würfel einzeln ein. In den Zügen der anderen kannst du ihren Würfeln folgen. So bist du immer im Spiel.',
  'learn.goal.start': 'Erste Lektion beginnen',
  'learn.move.why': 'Schiffe im Orbit können Planeten besiedeln, und Planeten sind Punkte.',
  'learn.advance.why': 'So machst du Punkte: Ein Schiff, das seinen Orbit vollendet, besiedelt den Planeten.',
  'learn.land.why': 'Manchmal hilft dir die Fähigkeit eines Planeten jetzt mehr als seine Punkte später.',
  'learn.gain.why': 'Energie und Kultur bezahlen alles: Ausbau, Neuwürfeln, Folgen.',
  'learn.upgrade.why': 'Ein größeres Imperium lohnt sich die ganze Partie: mehr Würfel, mehr Schiffe, mehr Punkte.',
  'learn.reroll.why': 'Schlecht gewürfelt? Damit musst du selten leben.',
  'learn.follow.why': 'Wer gut spielt, punktet auch in den Zügen der anderen.',
  'learn.end.why': 'Die Partie endet bald, nachdem jemand 21 Punkte hat. Behalte die Punkte im Blick.',
  'learn.colony.title': 'Nutze deine Kolonien',
  'learn.colony.why': 'Jeder besiedelte Planet behält seine Fähigkeit, nur für dich.',
  'learn.colony.text':
    'Dir gehört schon eine Kolonie. Nimm den Kolonie-Würfel und klicke in deiner Galaxie auf sie, um ihre Fähigkeit zu nutzen.',
  'learn.convert.title': 'Der Umwandler',
  'learn.convert.why':
    'Deinem Schiff fehlt eine Diplomatie bis zur Kolonie, aber kein Würfel zeigt sie. Zwei Würfel kaufen dir die Seite, die du brauchst.',
  'learn.convert.text':
    'Einmal pro Zug: Drücke „Umwandeln“, wähle zwei Würfel zum Abgeben, dann den Würfel zum Drehen, und stelle ihn auf Diplomatie.',
  'learn.move.title': 'Schick ein Schiff los',
  'learn.move.text':
    'Würfel sind deine Aktionen. Nimm den Würfel Bewegung auf und klicke auf den Anfang einer Umlaufbahn: das gestrichelte Feld auf dem Bogen.',
  'learn.advance.title': 'Besiedle einen Planeten',
  'learn.advance.text':
    'Ein Schiff in der Umlaufbahn rückt mit dem Symbol am Ende des Bogens vor. Deines ist ein Feld entfernt: Nutze den Würfel mit diesem Symbol, um den Planeten zu besiedeln und seine Siegpunkte zu erhalten.',
  'learn.land.title': 'Oder lande darauf',
  'learn.land.text':
    'Ein Schiff, das landet, nutzt sofort die Fähigkeit des Planeten. Nimm Bewegung auf, klicke auf den Planeten selbst und nutze dann seine Fähigkeit.',
  'learn.gain.title': 'Sammle Rohstoffe',
  'learn.gain.text':
    'Der Energiewürfel bringt 1 Energie für jedes deiner Schiffe an einem Energieplaneten oder in deiner Galaxie. Nimm ihn auf und klicke auf den leuchtenden Stein oder seine Schaltfläche.',
  'learn.upgrade.title': 'Werte dein Imperium auf',
  'learn.upgrade.text':
    'Eine höhere Stufe gibt dir mehr Würfel, Schiffe und Siegpunkte. Der Koloniewürfel wertet dein Imperium für Energie oder Kultur auf.',
  'learn.reroll.title': 'Neu würfeln und umwandeln',
  'learn.reroll.text': 'Das erste Mal pro Zug ist gratis. Drücke „Neu würfeln“, wähle die Würfel, die dir nicht gefallen, und wirf sie.',
  'learn.follow.title': 'Folge den anderen',
  'learn.follow.text':
    'Nutzt jemand anderes einen Würfel, darfst du ihm für 1 Kultur folgen. Mira hat Diplomatie genutzt: Folge und besiedle einen Planeten in ihrem Zug.',
  'learn.end.title': 'Das Rennen bis 21',
  'learn.end.text':
    'Wer zuerst 21 Siegpunkte erreicht, läutet die letzte Runde ein. Danach werden Geheimmissionen gewertet. Beende deinen Zug, wenn du deine Würfel genutzt hast.',
};
