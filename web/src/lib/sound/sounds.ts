// Plays sounds and the ambience, if they are on, and vibrates.
import { settings } from '../app/settings.svelte';
import type { EventKind, GameEvent, SeatId } from '../table/types';
import { render, renderAmbience, type Sound } from './synth';

export type { Sound };

/** The gain of each volume setting. Even at `loud`, two simultaneous sounds do not clip. */
export const VOLUMES = { soft: 0.35, normal: 0.6, loud: 0.8 };

let audio: { context: AudioContext; master: GainNode } | undefined;
const buffers = new Map<Sound | 'ambience', AudioBuffer>();

function open(): { context: AudioContext; master: GainNode } | null {
  if (settings.sound !== 'on' || typeof AudioContext === 'undefined') return null;
  if (!audio) {
    const context = new AudioContext();
    const master = context.createGain();
    master.connect(context.destination);
    audio = { context, master };
  }
  // Browsers suspend a context that plays before the user has touched the page, or during a call. Some never resume it on their own.
  if (audio.context.state !== 'running') audio.context.resume().catch(() => undefined);
  audio.master.gain.value = VOLUMES[settings.volume];
  return audio;
}

function source(context: AudioContext, sound: Sound | 'ambience'): AudioBufferSourceNode {
  let buffer = buffers.get(sound);
  if (!buffer) {
    const samples = sound === 'ambience' ? renderAmbience(context.sampleRate) : render(sound, context.sampleRate);
    buffer = context.createBuffer(1, samples.length, context.sampleRate);
    buffer.getChannelData(0).set(samples);
    buffers.set(sound, buffer);
  }
  const node = context.createBufferSource();
  node.buffer = buffer;
  return node;
}

/** Plays a sound, if sound is on. */
export function play(sound: Sound): void {
  const out = open();
  if (!out) return;
  const node = source(out.context, sound);
  node.connect(out.master);
  node.start();
}

/** Plays the ambience, if it is on. Returns a function that fades it out. */
export function playAmbience(): () => void {
  const out = settings.ambience === 'on' ? open() : null;
  if (!out) return () => undefined;
  const { context, master } = out;
  const node = source(context, 'ambience');
  const fade = context.createGain();
  fade.gain.setValueAtTime(0, context.currentTime);
  fade.gain.linearRampToValueAtTime(1, context.currentTime + 3);
  node.loop = true;
  node.connect(fade).connect(master);
  node.start();
  return () => {
    fade.gain.cancelScheduledValues(context.currentTime);
    fade.gain.setTargetAtTime(0, context.currentTime, 0.3);
    node.stop(context.currentTime + 2);
  };
}

/** Vibrates at the start of the user's turn, on devices that can. Browsers refuse this until the user has touched the page. */
export function vibrate(): void {
  const isAllowed = 'vibrate' in navigator && navigator.userActivation.hasBeenActive;
  if (settings.vibration === 'on' && isAllowed) navigator.vibrate([40, 70, 40]);
}

const SOUND_OF_EVENT: Partial<Record<EventKind, Sound>> = {
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
  const sounds = events.flatMap((e) => SOUND_OF_EVENT[e.kind] ?? []);
  return order.find((s) => sounds.includes(s)) ?? null;
}
