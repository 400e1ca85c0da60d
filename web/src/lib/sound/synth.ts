// Synthesises the sounds as samples. They need no files and are the same on every device.

/** The names of the sounds. */
export type Sound = 'roll' | 'pick' | 'move' | 'gain' | 'colony' | 'level' | 'follow' | 'attack' | 'turn' | 'win';

interface Note {
  /** A tone, or noise around a frequency. */
  wave: 'tone' | 'noise';
  /** Frequency in hertz at the start and at the end. */
  from: number;
  to?: number;
  /** Start time, length and attack time in seconds. */
  at: number;
  length: number;
  rise?: number;
  amplitude: number;
}

const chord = (pitches: number[], interval: number, length: number, amplitude: number): Note[] =>
  pitches.map((from, i) => ({ wave: 'tone', from, at: i * interval, length, amplitude }));

/** The sound of dice: short clicks, each a little lower than the last one. */
const clicks = [0, 0.06, 0.11, 0.19, 0.3].map((at, i): Note => ({
  wave: 'noise',
  from: 2600 - i * 260,
  at,
  length: 0.045,
  amplitude: 0.5 - i * 0.06,
}));

const NOTES: Record<Sound, Note[]> = {
  roll: clicks,
  pick: [{ wave: 'tone', from: 520, at: 0, length: 0.06, amplitude: 0.2 }],
  // The flight of a ship: noise that swells and fades, over a gliding tone.
  move: [
    { wave: 'noise', from: 500, to: 1500, at: 0, length: 0.5, rise: 0.18, amplitude: 0.28 },
    { wave: 'tone', from: 220, to: 440, at: 0, length: 0.45, rise: 0.12, amplitude: 0.16 },
  ],
  gain: chord([660, 880], 0.07, 0.14, 0.2),
  colony: chord([523, 659, 784, 1047], 0.09, 0.3, 0.22),
  level: chord([392, 523, 659], 0.08, 0.26, 0.22),
  follow: chord([587, 587], 0.12, 0.12, 0.2),
  attack: [
    { wave: 'tone', from: 150, to: 90, at: 0, length: 0.4, amplitude: 0.4 },
    { wave: 'noise', from: 220, at: 0, length: 0.3, amplitude: 0.3 },
  ],
  turn: chord([523, 784], 0.13, 0.34, 0.22),
  win: chord([523, 659, 784, 1047, 1319], 0.12, 0.5, 0.22),
};

/** Returns a generator of repeatable noise (mulberry32), so that a sound is the same each time. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}

/** Returns a resonant band-pass filter (state variable) for noise around a frequency. */
function band(next: () => number, rate: number): (frequency: number) => number {
  let [low, middle] = [0, 0];
  return (frequency) => {
    const f = 2 * Math.sin((Math.PI * Math.min(frequency, rate / 6)) / rate);
    low += f * middle;
    middle += f * (next() - low - 0.35 * middle);
    return middle;
  };
}

function add(samples: Float32Array, note: Note, rate: number): void {
  const { from, to = from, length, rise = 0.004, amplitude } = note;
  const start = Math.round(note.at * rate);
  const count = Math.round(length * rate);
  const filtered = band(noise(Math.round(from)), rate);
  let phase = 0;
  for (let i = 0; i < count; i++) {
    const time = i / rate;
    const share = i / count;
    const frequency = from * (to / from) ** share;
    phase += frequency / rate;
    // A triangle wave has weak overtones, so it sounds soft.
    const wave = note.wave === 'tone' ? 1 - 4 * Math.abs((phase % 1) - 0.5) : filtered(frequency);
    const envelope = Math.min(1, time / rise) * (1 - share) ** 2;
    samples[start + i] = (samples[start + i] ?? 0) + wave * envelope * amplitude;
  }
}

/** Returns the samples of a sound. */
export function render(sound: Sound, rate: number): Float32Array {
  const notes = NOTES[sound];
  const length = Math.max(...notes.map((note) => note.at + note.length));
  const samples = new Float32Array(Math.ceil(length * rate) + 1);
  for (const note of notes) add(samples, note, rate);
  return samples;
}

/** Returns one period of the ambience: a low, slow chord that loops seamlessly. */
export function renderAmbience(rate: number, seconds = 12): Float32Array {
  const samples = new Float32Array(Math.round(rate * seconds));
  // Use whole numbers of periods, so that the end joins the beginning.
  const voices = [55, 82.5, 110, 165].map((pitch, i) => ({
    periods: Math.round(pitch * seconds),
    swell: i + 1,
    amplitude: 0.05 / (i + 1),
  }));
  for (let i = 0; i < samples.length; i++) {
    const share = i / samples.length;
    for (const { periods, swell, amplitude } of voices) {
      const envelope = 0.6 + 0.4 * Math.sin(2 * Math.PI * share * swell);
      samples[i] = (samples[i] ?? 0) + Math.sin(2 * Math.PI * share * periods) * envelope * amplitude;
    }
  }
  return samples;
}

/** All sounds, for tests. */
export const SOUNDS = Object.keys(NOTES) as Sound[];
