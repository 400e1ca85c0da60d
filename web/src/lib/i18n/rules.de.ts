/** German texts of the rules page; the engine has the rules themselves. */
export default {
  'rules.text': 'Jede Regel hat eine Nummer. Der Tisch zeigt sie, wenn ein Zug nicht erlaubt ist.',
  'rules.search': 'Nach Wörtern oder einer Nummer wie R7.1 suchen',
  'rules.all': 'Alle Ausgaben',
  'rules.contents': 'Inhalt',
  'rules.print': 'Drucken',
  'rules.level': 'Stufe',
  'rules.cost': 'Kosten',
  'rules.none': 'Keine Regel enthält „{query}“.',
  'rules.example': 'Beispiel',
  'rules.faces': 'Die sechs Würfelseiten',
  'rules.orbits': 'Umlaufbahnen',
  'rules.orbits.steps': 'Schritte bis zum Ende',
  'rules.missions': 'Missionen',
  'rules.scores': 'Punkte für',
  'rules.attack': 'Angriff',
  'rules.attacks': 'Angriffe von {who}',
  'rules.empire': 'Imperiumsleiste',
  'rules.setup': 'Mitspielende und Planeten',
  'rules.players': 'Mitspielende',
  'rules.row': 'Planeten in der Auslage',
  'example.R1': 'So beginnen alle: zwei Schiffe in der Galaxie, zwei in der Reserve, 2 Energie und 1 Kultur.',
  'example.R2':
    'Auf Stufe 1 würfelt Ada mit {n} Würfeln. Zuerst benutzt sie {face}: Der Würfel kommt auf das erste Feld der Aktivierungsbrücke, und die anderen dürfen ihm folgen. Dann macht sie mit den übrigen Würfeln weiter.',
  'example.R3.home':
    'Ada hat ein Schiff in ihrer Galaxie und eines in der Umlaufbahn von {planet}, einem Energie-Planeten. Ein Energie-Würfel bringt ihr {n} Energie: 1 für jedes Schiff.',
  'example.R3.away':
    'Ada hat ein Schiff in ihrer Galaxie und eines in der Umlaufbahn von {planet}, einem Energie-Planeten. Ein Energie-Würfel bringt ihr {n} Energie: Das Schiff in der Galaxie bringt keine.',
  'example.R4.first-free':
    'Ada würfelt zwei ihrer vier Würfel neu; die anderen zwei bleiben liegen. Es ist das erste Mal in diesem Zug und daher umsonst. Das nächste Mal kostet 1 Energie.',
  'example.R4.all-paid': 'Ada hat einen Würfel benutzt. Sie zahlt 1 Energie und würfelt alle drei übrigen neu.',
  'example.R5.two-for-one':
    'Ada legt zwei Würfel in den Umwandler und dreht einen dritten auf {face}. Die zwei sind verbraucht. Der dritte ist ab jetzt ein gewöhnlicher Würfel.',
  'example.R5.pay-and-act': 'Ada zahlt 1 Energie, dreht einen Würfel auf {face} und führt ihn sofort aus. Die anderen dürfen ihm folgen.',
  'example.R6':
    'Ada steigt von Stufe 2 auf Stufe 3. Sie zahlt {n} Energie oder {n} Kultur, aber nicht von beidem etwas. Ihr Imperium zählt jetzt {points} statt {before} Punkte.',
  'example.R7':
    'Ada benutzt {face}. Ben zahlt 1 Kultur und führt dieselbe Aktion mit seinen eigenen Schiffen aus. Mira passt. Bens Zeichen am Würfel zeigt, dass er gefolgt ist.',
  'example.R8':
    '{planet} zählt {points} Punkte, und die Umlaufbahn braucht {n} Schritte. Adas Schiff steht einen Schritt vor dem Ende. Mit einem Würfel {face} erreicht es das Ende: Ada nimmt die Karte, und alle Schiffe dort kehren in ihre Galaxien zurück.',
  'example.R9':
    'Ada hat {before} Energie, und eine Fähigkeit bringt ihr 2. Jetzt hat sie {n}; der Rest verfällt. Hätte sie schon {n} gehabt, würde die Fähigkeit nichts ändern, und sie könnte sie nicht nutzen.',
  'example.R10':
    'Ada landet auf {planet}: „{text}“ Dann folgt Ben ihrem Würfel. Sie erhält 1, denn der Würfel, mit dem sie die Fähigkeit genutzt hat, zählt mit.',
  'example.R12':
    'Auf Stufe 1 würfelt die Schurkengalaxie mit {n} Würfeln, einem nach dem anderen. Der erste zeigt {face}: Ihre {ships} Schiffe in der Galaxie bringen ihr {ships} Energie. Du darfst diesem Würfel für 1 Kultur folgen. Bei 6 Energie steigt sie um eine Stufe.',
  'example.R13':
    'Die Brücke hat {dice} Felder, und die ersten {n} sind markiert. Ben folgt dem ersten Würfel. Die anderen dürfen auch den nächsten auf markierten Feldern folgen, aber keinem Würfel rechts davon.',
  'example.R14':
    'Ada nutzt {planet}: „{text}“ Ab jetzt kann niemand ihren Würfeln folgen, auch nicht dem, mit dem sie die Fähigkeit genutzt hat.',
  'example.R11':
    'Ada hat {planets} Punkte aus Planeten und {empire} aus ihrem Imperium. Zusammen sind das {sum}: Das Ende ist ausgelöst, und die Runde wird zu Ende gespielt.',
  'example.R11.mission': 'Dann deckt sie {mission} auf und erhält dafür {n} Punkte. Am Ende hat sie {total}.',
};
