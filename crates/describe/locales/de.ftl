# Die Texte des Spiels auf Deutsch.
#
# $face, $resource und $track sind Schlüsselwörter: nur über `face`, `die`, `resource`, `track` …
# unten verwenden. $naming gibt es immer: `classic` oder `blast-off`. CAP setzt einen Text mit
# großem Anfangsbuchstaben. Die übrigen Variablen sind fertige Texte (Namen, Mengen, Würfel) oder
# Zahlen.

language = Deutsch

## Teile

unknown = ?
seat-unnamed = Spieler { $number }
slot-empty = Planet { $number } in der Auslage
list-last = { $first } und { $rest }
list-more = { $first }, { $rest }

face =
    { $face ->
        [move] Bewegung
        [energy] Energie
        [culture] Kultur
        [diplomacy] Diplomatie
        [economy] Wirtschaft
        [colony] Kolonie
        [life] Leben
        [technology] Technologie
       *[galaxy] Galaxie
    }
die =
    { $face ->
        [move] Bewegungswürfel
        [energy] Energiewürfel
        [culture] Kulturwürfel
        [diplomacy] Diplomatiewürfel
        [economy] Wirtschaftswürfel
        [colony] Koloniewürfel
        [life] Lebenswürfel
        [technology] Technologiewürfel
       *[galaxy] Galaxiewürfel
    }
dice-none = keine Würfel
dice-part =
    { $count ->
        [1] { face }
       *[other] { $count }× { face }
    }
resource =
    { $resource ->
        [energy] Energie
       *[culture] Kultur
    }
other-resource =
    { $resource ->
        [energy] Kultur
       *[culture] Energie
    }
amount =
    { $energy ->
        [0] { $culture ->
            [0] nichts
           *[other] { $culture } Kultur
        }
       *[other] { $culture ->
            [0] { $energy } Energie
           *[other] { $energy } Energie und { $culture } Kultur
        }
    }
track =
    { $track ->
        [diplomacy] Diplomatieleiste
        [economy] Wirtschaftsleiste
        [life] Lebensleiste
       *[technology] Technologieleiste
    }
on-track = auf einer { track }
track-planets =
    { $track ->
        [diplomacy] Diplomatieplaneten
        [economy] Wirtschaftsplaneten
        [life] Lebensplaneten
       *[technology] Technologieplaneten
    }
empire =
    { $naming ->
        [blast-off] Galaxie
       *[classic] Imperium
    }
your-empire =
    { $naming ->
        [blast-off] deine Galaxie
       *[classic] dein Imperium
    }
empire-level =
    { $naming ->
        [blast-off] Galaxiestufe
       *[classic] Imperiumsstufe
    }
points =
    { $naming ->
        [blast-off] { $points ->
            [one] { $points } Sternepunkt
           *[other] { $points } Sternepunkte
        }
       *[classic] { $points ->
            [one] { $points } Siegpunkt
           *[other] { $points } Siegpunkte
        }
    }
spaces =
    { $steps ->
        [one] { $steps } Feld
       *[other] { $steps } Felder
    }
to-space =
    { $space ->
        [0] das Startfeld
       *[other] Feld { $space }
    }
for-culture =
    { $cost ->
        [0] kostenlos
       *[other] für { $cost } Kultur
    }

## Aktionen: Beschriftungen im Infinitiv

action-keep = { $mission } behalten
action-activate = { die } aktivieren
action-reroll = Erneut würfeln
action-convert = Umwandler benutzen
action-end-turn = Zug beenden
action-pay-with = 1 { resource } bezahlen
action-choose-die = { die } wählen
action-roll = Gewählte Würfel erneut würfeln
action-choose-face = { face } wählen
action-repeat-die = { die } wiederholen
action-move-ship = Schiff { $ship } bewegen
action-go-home = In die eigene Galaxie zurückkehren
action-land = Auf { $planet } landen
action-orbit = In die Umlaufbahn von { $planet } fliegen
action-use-ability = Fähigkeit nutzen
action-decline = Verzichten
action-advance-ship = Schiff { $ship } vorrücken
action-regress-ship = Schiff { $ship } von { $seat } zurücksetzen
action-send-home = Schiff { $ship } von { $seat } in seine Galaxie zurückschicken
# Schiffe nach ihrem Ort, wie man sie sieht.
ship-from-home = Aus deiner Galaxie
ship-from-orbit = Aus der Umlaufbahn von { $planet }
ship-from-surface = Von { $planet }
action-advance-at = Bei { $planet } vorrücken
action-regress-at = Schiff von { $seat } bei { $planet } zurücksetzen
action-send-home-from = Schiff von { $seat } bei { $planet } in seine Galaxie zurückschicken
action-upgrade = { empire } für { $amount } aufwerten
action-use-planet = Fähigkeit von { $planet } nutzen
action-take = { CAP($amount) } nehmen
action-turn-units =
    { $units ->
        [one] { $units } Einheit tauschen
       *[other] { $units } Einheiten tauschen
    }
action-steal-from = { $seat } bestehlen
action-replace-planet = { $planet } austauschen
action-follow = Folgen
action-pass = Passen
action-force-reroll = Schurkengalaxie erneut würfeln lassen
action-accept = Würfel gelten lassen
action-lose = 1 { resource } verlieren

## Was der Zufall entschied

outcome-drew = { $planet } wurde gezogen.
outcome-dealt = { $mission } wurde ausgeteilt.
outcome-starts = { $seat } beginnt.
outcome-rolled = Gewürfelt: { $dice }.

## Fragen

question-of-planet = { $planet }: { $question }
question-keep-mission = Welche Geheimmission behältst du?
question-turn = Was tust du als Nächstes?
question-converter-payment = Womit bezahlst du den Umwandler?
question-dice = Welche Würfel wählst du?
question-face = Welche Würfelseite wählst du?
question-repeat-die = Welchen aktivierten Würfel wiederholst du?
question-move-ship = Welches Schiff bewegst du?
question-destination = Wohin fliegt das Schiff?
question-land = Nutzt du die Fähigkeit dieses Planeten?
question-advance = Welches Schiff rückst du vor?
question-regress = Welches Schiff setzt du zurück?
question-send-home = Welches Schiff schickst du in seine Galaxie zurück?
question-colony = Wertest du { your-empire } auf oder nutzt du eine Kolonie?
question-upgrade = Womit bezahlst du die Aufwertung?
question-use-planet = Welchen Planeten nutzt du?
question-take = Was nimmst du?
question-turn-units = Wie viele Einheiten tauschst du?
question-steal = Wen bestiehlst du?
question-replace = Welchen Planeten tauschst du aus?
question-follow = Folgst du dem { die } { for-culture }?
question-force-reroll = Bezahlst du 1 Energie und 1 Kultur, damit die Schurkengalaxie den { die } erneut würfeln muss?
question-lose =
    { $units ->
        [one] Was stiehlt dir die Schurkengalaxie?
       *[other] Was stiehlt dir die Schurkengalaxie zuerst? Sie nimmt { $units } Einheiten.
    }

## Ereignisse: Vergangenheit

event-planet-drawn = { $planet } wurde aufgedeckt.
event-mission-dealt = { $seat } erhielt die Geheimmission { $mission }.
event-mission-dealt-secretly = { $seat } erhielt eine Geheimmission.
event-mission-kept = { $seat } behielt die Geheimmission { $mission }.
event-mission-kept-secretly = { $seat } wählte eine Geheimmission.
event-start-chosen = { $seat } wurde Startspieler.
event-turn-began = { $seat } kam an die Reihe.
event-dice-rolled = { $seat } würfelte { $dice }.
event-dice-rerolled = { $seat } würfelte diese Würfel erneut: { $dice }.
event-die-activated = { $seat } aktivierte den { die }.
event-nothing-happened = Der { die } bewirkte für { $seat } nichts.
event-die-set = { $seat } drehte den { die } auf { $to }.
event-dice-spent = { $seat } legte Würfel in den Umwandler: { $dice }.
event-dice-discarded = { $seat } legte Würfel ab: { $dice }.
event-die-repeated = { $seat } wiederholte den { die }.
event-action-chosen = { $seat } wählte die Aktion { face }.
event-ship-flew-home = { $seat } flog mit Schiff { $ship } in die eigene Galaxie zurück.
event-ship-landed = { $seat } landete mit Schiff { $ship } auf { $planet }.
event-ship-in-orbit = { $seat } flog mit Schiff { $ship } in die Umlaufbahn von { $planet }.
event-ship-hopped = { $seat } bewegte Schiff { $ship } auf { to-space } von { $planet }.
event-ship-sent-home = Schiff { $ship } von { $seat } kehrte in seine Galaxie zurück.
event-ship-gained = { $seat } erhielt Schiff { $ship }.
event-ship-advanced = Schiff { $ship } von { $seat } rückte auf { to-space } von { $planet } vor.
event-ship-regressed = Schiff { $ship } von { $seat } fiel auf { to-space } von { $planet } zurück.
event-gained = { $seat } erhielt { $amount }.
event-paid = { $seat } bezahlte { $amount }.
event-paid-to = { $seat } bezahlte { $amount } an { $to }.
event-lost = { $seat } verlor { $amount }.
event-stolen = { $seat } stahl { $amount } von { $from }.
event-turned = { $seat } tauschte { $units } { other-resource } gegen { resource }.
event-colonised = { $seat } besiedelte { $planet } und hat jetzt { points }.
event-planet-replaced = { $seat } tauschte { $planet } aus.
event-deck-ran-out = Der Planetenstapel ist leer; der Platz bleibt frei.
event-empire-upgraded = { $seat } erreichte { empire-level } { $level } und hat jetzt { points }.
event-skull-reached = Die Schurkengalaxie erreichte den Totenkopf.
event-ability-used = { $seat } nutzte die Fähigkeit von { $planet }.
event-declined = { $seat } verzichtete.
event-effect-began = { $seat } setzte { $planet } bis zum Ende des Zuges in Kraft.
event-followed = { $seat } folgte dem { die } { for-culture }.
event-passed = { $seat } folgte dem { die } nicht.
event-turn-ended = { $seat } beendete den Zug.
event-end-triggered = { $seat } erreichte { points } und löste das Spielende aus.
event-planets-ran-out = Die Planeten gingen aus und lösten das Spielende aus.
event-reroll-forced = Die Schurkengalaxie musste den { die } erneut würfeln.
event-rogue-relentless = Die Schurkengalaxie konnte den { die } nicht nutzen und würfelte ihn erneut.
event-rogue-used = Die Schurkengalaxie nutzte den { die }.
event-rogue-discarded = Die Schurkengalaxie konnte den { die } nicht nutzen und legte ihn ab.
event-rogue-attacked = Die Schurkengalaxie griff auf Stufe { $level } an.
event-die-lost = { $seat } verlor einen Würfel für den nächsten Zug.
event-rogue-bonus = Die Schurkengalaxie bekam drei weitere Würfel.
event-mission-revealed = { $seat } deckte { $mission } auf und erhielt { points }.
event-nobody-won = Das Spiel endete ohne Sieger.
event-won = { $seat } gewann das Spiel.
event-won-together = { $seats } teilten sich den Sieg.

## Unzulässige Schritte

illegal-game-over = Das Spiel ist zu Ende. ({ $rule })
illegal-chance-expected = Zuerst muss gewürfelt oder gezogen werden. ({ $rule })
illegal-action-expected = Zuerst muss ein Spieler handeln; jetzt wird weder gewürfelt noch gezogen. ({ $rule })
illegal-impossible-roll = Dieses Ergebnis ist bei diesem Wurf nicht möglich. ({ $rule })
illegal-impossible-draw = Dieser Planet kann jetzt nicht gezogen werden. ({ $rule })
illegal-impossible-deal = Diese Geheimmission kann jetzt nicht ausgeteilt werden. ({ $rule })
illegal-impossible-start = Dieser Spieler kann nicht beginnen. ({ $rule })
illegal-not-asked = Das ist gerade nicht möglich. ({ $rule })
illegal-not-dealt = Diese Geheimmission hast du nicht erhalten. ({ $rule })
illegal-no-such-die = Du hast keinen { die }, der noch nicht aktiviert ist. ({ $rule })
illegal-nothing-to-reroll = Du hast keinen nicht aktivierten Würfel mehr, den du erneut würfeln könntest. ({ $rule })
illegal-reroll-unpaid = Erneutes Würfeln kostet jetzt 1 Energie, die du nicht hast. ({ $rule })
illegal-converter-used = Du hast den Umwandler in diesem Zug schon benutzt. ({ $rule })
illegal-converter-needs-three-dice = Der Umwandler braucht drei nicht aktivierte Würfel. ({ $rule })
illegal-converter-unpaid = Der Umwandler braucht 1 Energie oder 1 Kultur, einen nicht aktivierten Würfel und eine Seite, die etwas bewirkt. ({ $rule })
illegal-dice-out-of-order = Wähle die Würfel in der Reihenfolge ihrer Seiten und so, dass genug übrig bleiben. ({ $rule })
illegal-no-die-chosen = Wähle mindestens einen Würfel. ({ $rule })
illegal-same-face = Wähle eine andere Seite als die, die der Würfel zeigt. ({ $rule })
illegal-face-does-nothing = Die Aktion { face } würde nichts ändern. ({ $rule })
illegal-ship-in-reserve = Dieses Schiff ist noch in der Reserve. ({ $rule })
illegal-ship-has-no-move = Dieses Schiff kann nirgendwohin fliegen. ({ $rule })
illegal-same-ship = Wähle ein anderes Schiff. ({ $rule })
illegal-same-planet = Ein Schiff muss zu einem anderen Planeten fliegen. ({ $rule })
illegal-already-home = Dieses Schiff ist schon in deiner Galaxie. ({ $rule })
illegal-surface-taken = Auf diesem Planeten ist schon eines deiner Schiffe gelandet. ({ $rule })
illegal-orbit-taken = In dieser Umlaufbahn ist schon eines deiner Schiffe. ({ $rule })
illegal-no-planet-there = Dort liegt kein Planet. ({ $rule })
illegal-not-in-orbit = Dieses Schiff ist in keiner Umlaufbahn. ({ $rule })
illegal-wrong-track = Dieses Schiff ist auf einer Leiste der anderen Art. ({ $rule })
illegal-on-start = Dieses Schiff ist auf dem Startfeld. ({ $rule })
illegal-not-an-enemy = Wähle das Schiff eines anderen Spielers. ({ $rule })
illegal-top-level = Du hast die höchste { empire-level } schon erreicht. ({ $rule })
illegal-wrong-payment = Das sind nicht die Kosten der Aufwertung. ({ $rule })
illegal-upgrade-unpaid = Du kannst die Aufwertung nicht bezahlen. ({ $rule })
illegal-not-your-colony = Dieser Planet ist nicht deine Kolonie. ({ $rule })
illegal-not-in-row = Dieser Planet liegt nicht in der Auslage. ({ $rule })
illegal-not-their-colony = Dieser Planet ist keine Kolonie eines anderen Spielers, oder du kannst den Besitzer nicht bezahlen. ({ $rule })
illegal-ability-does-nothing = Diese Fähigkeit würde nichts ändern, oder du kannst sie nicht bezahlen. ({ $rule })
illegal-ability-not-your-turn = Diese Fähigkeit wirkt nur in deinem eigenen Zug. ({ $rule })
illegal-ability-used-up = Du hast diese Fähigkeit in diesem Zug schon genutzt. ({ $rule })
illegal-ability-open = Diese Fähigkeit wird gerade noch ausgeführt. ({ $rule })
illegal-units-out-of-range = So viele Einheiten kannst du nicht tauschen. ({ $rule })
illegal-nothing-fits = Davon könntest du nichts mehr aufnehmen. ({ $rule })
illegal-nothing-to-steal = Dort gibt es nichts zu stehlen. ({ $rule })
illegal-planet-occupied = Bei diesem Planeten ist ein Schiff. ({ $rule })
illegal-deck-empty = Der Planetenstapel ist leer. ({ $rule })
illegal-number-beyond-end = Diese Leiste hat kein Feld mit dieser Zahl. ({ $rule })
illegal-expel-unpaid = Das kostet mehr Kultur, als du hast. ({ $rule })
illegal-not-in-bay = Auf der Aktivierungsbrücke liegt kein solcher Würfel zum Wiederholen. ({ $rule })
illegal-must-carry-out = Darauf kannst du nicht verzichten; es muss ausgeführt werden. ({ $rule })

## Fähigkeiten

ability-free = { CAP($effects) }.
ability-paid = { CAP($costs) }: { CAP($effects) }.
ability-then = { $first }. { CAP($rest) }
ability-limited = { $ability } { $limit }
limit-own-turn = Nur in deinem eigenen Zug.
limit-once = Einmal pro Zug.
limit-own-turn-once = Nur in deinem eigenen Zug, einmal pro Zug.

op-pay = bezahle { $amount }
op-discard-dice =
    { $count ->
        [one] lege { $count } nicht aktivierten Würfel ab
       *[other] lege { $count } nicht aktivierte Würfel ab
    }
op-regress-own = setze eines deiner Schiffe 1 Feld zurück
op-gain = erhalte { $amount }
op-others-gain = alle anderen Spieler erhalten je { $amount }
op-gain-per-home-ship = erhalte 1 { resource } für jedes deiner Schiffe in deiner Galaxie
op-harvest =
    { $resource ->
        [energy] erhalte Energie wie mit dem Energiewürfel
       *[culture] erhalte Kultur wie mit dem Kulturwürfel
    }
op-steal = stiehl { $amount } von einem anderen Spieler
op-turn-into = tausche beliebig viel { other-resource } gegen { resource }
op-advance = rücke eines deiner Schiffe { spaces } vor
op-advance-on = rücke eines deiner Schiffe { on-track } { spaces } vor
op-others-advance = alle anderen Spieler dürfen je ein Schiff { spaces } vorrücken
op-others-advance-on = alle anderen Spieler dürfen je ein Schiff { on-track } { spaces } vorrücken
op-advance-another = rücke ein anderes deiner Schiffe { spaces } vor
op-advance-another-on = rücke ein anderes deiner Schiffe { on-track } { spaces } vor
op-regress =
    { $ships ->
        [one] setze ein gegnerisches Schiff { spaces } zurück
       *[other] setze { $ships } verschiedene gegnerische Schiffe je { spaces } zurück
    }
op-regress-on =
    { $ships ->
        [one] setze ein gegnerisches Schiff { on-track } { spaces } zurück
       *[other] setze { $ships } verschiedene gegnerische Schiffe auf { track }n je { spaces } zurück
    }
op-move =
    { $ships ->
        [one] bewege ein Schiff
       *[other] bewege { $ships } verschiedene Schiffe
    }
op-hop = versetze eines deiner Schiffe aus seiner Umlaufbahn auf das Feld mit derselben Zahl bei einem anderen Planeten
op-recall-one-resource = schicke eines deiner Schiffe aus einer Umlaufbahn in deine Galaxie zurück und erhalte so viel Energie oder so viel Kultur, wie die Zahl seines Feldes angibt
op-recall-any-mix = schicke eines deiner Schiffe aus einer Umlaufbahn in deine Galaxie zurück und erhalte zusammen so viel Energie und Kultur, wie die Zahl seines Feldes angibt
op-expel = schicke ein gegnerisches Schiff aus einer Umlaufbahn in seine Galaxie zurück und bezahle so viel Kultur, wie die Zahl seines Feldes angibt
op-upgrade-if-lowest = werte { your-empire } für 1 weniger auf, wenn du allein die niedrigste { empire-level } hast
op-upgrade-if-none-lower = werte { your-empire } für 1 weniger auf, wenn niemand eine niedrigere { empire-level } hat
op-upgrade-mixed = werte { your-empire } auf und bezahle mit Energie und Kultur, beliebig aufgeteilt
op-colony = werte { your-empire } auf oder nutze die Fähigkeit einer deiner Kolonien
op-reroll-any = würfle beliebig viele deiner nicht aktivierten Würfel erneut
op-reroll-all = würfle alle deine nicht aktivierten Würfel erneut
op-spend-two-dice = lege zwei nicht aktivierte Würfel in den Umwandler
op-set-die = drehe einen deiner nicht aktivierten Würfel auf eine andere Seite
op-pay-and-act = bezahle 1 Energie oder 1 Kultur, drehe einen nicht aktivierten Würfel auf eine beliebige Seite und führe ihn aus
op-repeat-die = führe einen aktivierten Würfel noch einmal aus
op-any-action = führe eine beliebige Würfelaktion aus; danach dürfen alle anderen Spieler sie kostenlos ausführen
op-replace-and-discard = tausche einen Planeten der Auslage, bei dem kein Schiff ist, gegen einen neuen aus; der alte kommt aus dem Spiel
op-replace-and-keep = tausche einen Planeten der Auslage, bei dem kein Schiff ist, gegen einen neuen aus; der alte kommt unter den Stapel
op-use-row-planet = nutze die Fähigkeit eines anderen Planeten der Auslage
op-use-colony-of-other = bezahle 1 { resource } an einen anderen Spieler und nutze die Fähigkeit einer seiner Kolonien
op-gain-per-follow = erhalte bis zum Ende deines Zuges jedes Mal 1 { resource }, wenn jemand einem deiner Würfel folgt
op-follows-cost-two = bis zum Ende deines Zuges kostet Folgen 2 Kultur
op-no-follow = bis zum Ende deines Zuges darf niemand folgen

## Geheimmissionen

mission-alone = { $condition }: { points }.
mission-compared = { $condition }: { points }, bei Gleichstand { $tied }.
most-held = Am meisten { resource }
most-colonies = Die meisten besiedelten Planeten
most-colonies-on = Die meisten besiedelten { track-planets }
fewest-held = Am wenigsten { resource }
fewest-colonies = Die wenigsten besiedelten Planeten
fewest-colonies-on = Die wenigsten besiedelten { track-planets }
condition-equal =
    { $naming ->
        [blast-off] Gleich viele Technologie- und Lebensplaneten besiedelt
       *[classic] Gleich viele Wirtschafts- und Diplomatieplaneten besiedelt
    }
condition-triggered-end = Zuerst { points } erreicht
condition-holds = Mindestens { $amount }
condition-top-level = Höchste { empire-level } erreicht
condition-all-home = Alle deine Schiffe in deiner Galaxie
condition-none-home = Keines deiner Schiffe in deiner Galaxie

## Die Angriffe eines Schurken; „sie“ ist die Schurkengalaxie

attack = { CAP($parts) }.
attack-once = { CAP($parts) }. Einmal pro Zug.
attack-lose = du verlierst { $amount }
attack-gain = sie erhält { $amount }
attack-steal = sie stiehlt dir { $amount }
attack-steal-any = sie stiehlt dir { $units } Energie oder Kultur nach deiner Wahl
attack-regress-one = eines deiner Schiffe fällt { spaces } zurück
attack-regress-all = alle deine Schiffe fallen { spaces } zurück
attack-advance-all = alle ihre Schiffe rücken { spaces } vor
attack-one-die-fewer = du würfelst im nächsten Zug mit 1 Würfel weniger
difficulty =
    { $difficulty ->
        [beginner] Anfänger
        [easy] leicht
        [medium] mittel
        [hard] schwer
        [epic] episch
       *[other] { $difficulty }
    }

## Namen von Missionen und Ausgaben

# Namen in dieser Liste werden übersetzt; Planeten und Schurken behalten ihre Namen.

name-seeker = Sucher
name-charger = Auflader
name-conqueror = Eroberer
name-hermit = Einsiedler
name-noble = Adliger
name-trader = Händler
name-equalizer = Ausgleicher
name-elder = Ältester
name-hoarder = Hamsterer
name-industrialist = Industrieller
name-orbiter = Umkreiser
name-explorer = Entdecker
name-classic = Klassisch
name-revised = Überarbeitet
name-prototype = Prototyp
name-blast-off = Blast Off!

## Ausgaben: was Würfel, Felder und Optionen tun

edition-about =
    { $edition ->
        [prototype] Das Print-and-Play von 2014.
        [classic] Das Spiel von 2015.
        [revised] Die Neuauflage von 2020, mit klareren Karten.
        [blast-off] Die schnelle Neufassung von 2020. Ihre 30 Planeten sind von uns, weil die gedruckten Karten nicht öffentlich sind.
       *[other] Ein eigenes Deck.
    }
edition-players =
    { $more ->
        [0] Für { $most } Personen
       *[other] Für { $fewest } bis { $most } Personen
    }
edition-missions =
    { $missions ->
        [0] ohne Missionen
       *[other] mit Geheimmissionen
    }
edition-summary =
    { $solo ->
        [0] { edition-about } { edition-players }, { edition-missions }.
       *[other] { edition-about } { edition-players }, { edition-missions }, oder solo gegen die Schurkengalaxie.
    }
option-duel-missions = Duellmissionen
does-duel-missions = Missionen, die die Spieler vergleichen (am meisten Energie, die wenigsten Planeten), werden nicht verteilt.
option-relentless = Unerbittlich
does-relentless = Die Schurkengalaxie würfelt einen unbrauchbaren Würfel einmal neu.
term-face = { CAP($name) }
term-reroll = Neu würfeln
term-converter = Umwandler
term-home = Eigene Galaxie
term-bay = Aktivierungsbrücke
term-energy = Energie
term-culture = Kultur
term-missions = Geheimmissionen
term-points =
    { $naming ->
        [blast-off] Sternepunkte
       *[classic] Siegpunkte
    }
term-empire =
    { $naming ->
        [blast-off] Galaxie
       *[classic] Imperium
    }
does-move =
    { $landing ->
        [0] Bewege ein Schiff: Lande auf einem Planeten und nutze, wenn du willst, sofort seine Fähigkeit, flieg an den Anfang seiner Umlaufbahn, um ihn zu besiedeln, oder kehre in deine Galaxie zurück.
       *[other] Bewege ein Schiff: Lande auf einem Planeten und nutze sofort seine Fähigkeit, flieg an den Anfang seiner Umlaufbahn, um ihn zu besiedeln, oder kehre in deine Galaxie zurück.
    }
does-energy =
    { $home ->
        [0] Erhalte 1 Energie für jedes deiner Schiffe an einem Energieplaneten.
        [1] Erhalte 1 Energie für jedes deiner Schiffe an einem Energieplaneten und in deiner Galaxie.
       *[other] Erhalte 1 Energie für jedes deiner Schiffe an einem Energieplaneten und { $home } für jedes in deiner Galaxie.
    }
does-culture = Erhalte 1 Kultur für jedes deiner Schiffe an einem Kulturplaneten.
does-advance = Rücke eines deiner Schiffe { on-track } um ein Feld vor.
does-colony = Werte { your-empire } auf oder nutze die Fähigkeit einer deiner Kolonien.
does-reroll-first-free = Würfle beliebig viele deiner ungenutzten Würfel neu. Das erste Mal pro Zug ist gratis, jedes weitere Mal kostet 1 Energie.
does-reroll-all-paid = Würfle alle deine ungenutzten Würfel neu. Das kostet jedes Mal 1 Energie.
does-convert-two-for-one = Einmal pro Zug: Gib zwei ungenutzte Würfel ab, um einen dritten auf eine beliebige Seite zu drehen.
does-convert-pay-and-act = Einmal pro Zug: Bezahle 1 Energie oder 1 Kultur, drehe einen ungenutzten Würfel auf eine beliebige Seite und nutze ihn sofort.
does-home =
    { $home ->
        [0] Schiffe in deiner Galaxie bringen nichts.
       *[other] Schiffe in deiner Galaxie. Jedes bringt { $home } Energie, wenn du einen Energiewürfel nutzt.
    }
does-bay = In diesem Zug genutzte Würfel. Die anderen dürfen jedem davon für 1 Kultur folgen.
does-bay-limited = In diesem Zug genutzte Würfel. Die anderen dürfen für 1 Kultur { followable-dice } folgen.
does-bay-unfollowable = In diesem Zug genutzte Würfel. Niemand darf ihnen folgen.
followable-dice =
    { $converter ->
        [0] { bay-dice }
       *[other] { bay-dice } und dem Würfel im Umwandler
    }
bay-dice =
    { $spaces ->
        [one] dem Würfel auf dem ersten Platz
       *[other] Würfeln auf den ersten { $spaces } Plätzen
    }
does-points =
    { $missions ->
        [0] Punkte deiner Planeten und deiner Stufe. Wer zuerst { $goal } erreicht, läutet die letzte Runde ein.
       *[other] Punkte deiner Planeten und deiner Stufe. Wer zuerst { $goal } erreicht, läutet die letzte Runde ein. Geheimmissionen kommen am Ende dazu.
    }
does-empire = Deine Stufe: Sie bestimmt deine Würfel und Schiffe und zählt Punkte.
does-hold-energy = Damit bezahlst du Aufwertungen und erneutes Würfeln. Du kannst bis zu { $cap } haben.
does-hold-culture = Damit bezahlst du Aufwertungen und das Folgen. Du kannst bis zu { $cap } haben.
does-missions = Du erhältst zwei und behältst eine. Am Ende wird sie aufgedeckt und gewertet.

## Gründe, warum ein Zug besser ist als ein anderer

tenths = { $whole },{ $part }
reason-gain = +{ $points } % Gewinnchance
reason-more = { $units } { resource } mehr: { $gain }
reason-advance =
    { $spaces ->
        [1] ein Schiff 1 Feld weiter bei { $planet }: { $gain }
       *[other] ein Schiff { $spaces } Felder weiter bei { $planet }: { $gain }
    }
reason-ship-at = ein Schiff bei { $planet }: { $gain }
reason-colony = { $planet } besiedelt: { $gain }
reason-level = { empire-level } { $level }: { $gain }
reason-die = { die } noch ungenutzt: { $gain }
reason-mission = die Mission { $mission }: { $gain }
reason-rival-fewer = { $seat } hat { $units } { resource } weniger: { $gain }
reason-rival-ship = { $seat } ist bei { $planet } weniger weit: { $gain }
reason-rival-colony = { $seat } besiedelt { $planet } nicht: { $gain }
reason-rival-level = { $seat } erreicht { empire-level } { $level } nicht: { $gain }
reason-followed = dem anderen Zug folgen andere; ohne Folgen: { $gain }
reason-whole-position = die Stellung insgesamt: { $gain }
reason-next-colony = { $planet } lässt sich im nächsten Zug mit { $percent } % der Würfe besiedeln, sonst mit { $other } %
reason-next-upgrade = die Aufwertung gelingt im nächsten Zug mit { $percent } % der Würfe, sonst mit { $other } %
reason-rival-next-colony = { $seat } kann { $planet } im nächsten Zug mit { $percent } % der Würfe besiedeln, sonst mit { $other } %
reason-reroll-better = das neue Würfeln ergibt mit { $percent } % der Würfe eine bessere Stellung
reason-reroll-worse = das neue Würfeln ergäbe nur mit { $percent } % der Würfe eine bessere Stellung
