// Synthesised sounds: no files, and silent unless sound is on.
import { settings } from '../app/settings.svelte';
import type { EventKind, GameEvent, SeatId } from '../table/types';

/** The names of the sounds. */
export type Sound = 'roll' | 'pick' | 'move' | 'gain' | 'colony' | 'level' | 'follow' | 'attack' | 'turn' | 'win';

interface Note {
  /** Frequency in hertz; 0 is noise. */
  pitch: number;
  at: number;
  length: number;
  loud: number;
}

const NOTES: Record<Sound, Note[]> = {
  roll: [0, 0.07, 0.13, 0.22].map((at) => ({ pitch: 0, at, length: 0.05, loud: 0.25 })),
  pick: [{ pitch: 520, at: 0, length: 0.05, loud: 0.12 }],
  move: [
    { pitch: 300, at: 0, length: 0.12, loud: 0.12 },
    { pitch: 450, at: 0.09, length: 0.14, loud: 0.1 },
  ],
  gain: [
    { pitch: 660, at: 0, length: 0.09, loud: 0.12 },
    { pitch: 880, at: 0.07, length: 0.12, loud: 0.1 },
  ],
  colony: [523, 659, 784, 1047].map((pitch, i) => ({ pitch, at: i * 0.09, length: 0.22, loud: 0.14 })),
  level: [392, 523, 659].map((pitch, i) => ({ pitch, at: i * 0.08, length: 0.2, loud: 0.14 })),
  follow: [
    { pitch: 587, at: 0, length: 0.1, loud: 0.12 },
    { pitch: 587, at: 0.12, length: 0.12, loud: 0.1 },
  ],
  attack: [
    { pitch: 150, at: 0, length: 0.25, loud: 0.22 },
    { pitch: 110, at: 0.12, length: 0.3, loud: 0.2 },
  ],
  turn: [
    { pitch: 523, at: 0, length: 0.16, loud: 0.14 },
    { pitch: 784, at: 0.13, length: 0.3, loud: 0.14 },
  ],
  win: [523, 659, 784, 1047, 1319].map((pitch, i) => ({ pitch, at: i * 0.12, length: 0.4, loud: 0.15 })),
};

let audio: AudioContext | undefined;

function noise(context: AudioContext, seconds: number): AudioBufferSourceNode {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * seconds), context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const source = context.createBufferSource();
  source.buffer = buffer;
  return source;
}

function voice(context: AudioContext, note: Note): AudioScheduledSourceNode {
  if (!note.pitch) return noise(context, note.length);
  const tone = context.createOscillator();
  tone.type = 'triangle';
  tone.frequency.value = note.pitch;
  return tone;
}

/** Plays a sound, if sound is on. */
export function play(sound: Sound): void {
  if (settings.sound !== 'on' || typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  const context = audio;
  for (const note of NOTES[sound]) {
    const source = voice(context, note);
    const gain = context.createGain();
    const from = context.currentTime + note.at;
    gain.gain.setValueAtTime(note.loud, from);
    gain.gain.exponentialRampToValueAtTime(0.001, from + note.length);
    source.connect(gain).connect(context.destination);
    source.start(from);
    source.stop(from + note.length);
  }
}

const OF_EVENT: Partial<Record<EventKind, Sound>> = {
  'dice-rolled': 'roll',
  'ship-moved': 'move',
  'ship-advanced': 'move',
  'ship-hopped': 'move',
  gained: 'gain',
  colonised: 'colony',
  'empire-upgraded': 'level',
  followed: 'follow',
  'rogue-attacked': 'attack',
  'skull-reached': 'attack',
  stolen: 'attack',
  lost: 'attack',
};

/** Returns the sound of the most important event. */
export function soundOf(events: GameEvent[], me: SeatId | null): Sound | null {
  if (events.some((e) => e.kind === 'game-over')) return 'win';
  if (me !== null && events.some((e) => e.kind === 'turn-began' && e.seat === me)) return 'turn';
  const order: Sound[] = ['colony', 'attack', 'level', 'roll', 'follow', 'move', 'gain'];
  const heard = events.flatMap((e) => OF_EVENT[e.kind] ?? []);
  return order.find((s) => heard.includes(s)) ?? null;
}
