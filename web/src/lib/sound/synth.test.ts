import { describe, expect, test } from 'vitest';
import { VOLUMES } from './sounds';
import { render, renderAmbience, SOUNDS, type Sound } from './synth';

const RATE = 22_050;
const peak = (samples: Float32Array) => samples.reduce((most, s) => Math.max(most, Math.abs(s)), 0);
const loudness = (samples: Float32Array) => 20 * Math.log10(Math.sqrt(samples.reduce((sum, s) => sum + s * s, 0) / samples.length));

/** Returns the power of a frequency (Goertzel algorithm). */
function power(samples: Float32Array, frequency: number): number {
  const factor = 2 * Math.cos((2 * Math.PI * frequency) / RATE);
  let [one, two] = [0, 0];
  for (const sample of samples) [one, two] = [sample + factor * one - two, one];
  return one * one + two * two - factor * one * two;
}
/** Returns the share of the power above a frequency, computed from a coarse spectrum. */
function shareAbove(samples: Float32Array, limit: number): number {
  const bands = Array.from({ length: 80 }, (_, i) => 60 + i * 125);
  const powers = bands.map((frequency) => power(samples, frequency));
  const sum = (all: number[]) => all.reduce((a, b) => a + b, 0);
  return sum(powers.filter((_, i) => (bands[i] ?? 0) > limit)) / sum(powers);
}

describe.each(SOUNDS)('the sound %s', (sound) => {
  const samples = render(sound, RATE);
  test('is audible and never clips', () => {
    expect(peak(samples)).toBeGreaterThan(0.05);
    expect(peak(samples)).toBeLessThan(0.9);
    expect(loudness(samples)).toBeGreaterThan(-40);
    expect(loudness(samples)).toBeLessThan(-12);
  });
  test('is short and ends in silence', () => {
    expect(samples.length / RATE).toBeLessThan(1.2);
    expect(peak(samples.slice(-40))).toBeLessThan(0.02);
  });
  test('is the same each time', () => expect(render(sound, RATE)).toEqual(samples));
});

/** The range of the strongest frequency of each sound, in hertz. */
const RANGES: Record<Sound, [number, number]> = {
  roll: [1200, 4000],
  pick: [400, 700],
  move: [180, 1800],
  gain: [600, 950],
  colony: [480, 1100],
  level: [350, 700],
  follow: [500, 700],
  attack: [60, 300],
  turn: [480, 850],
  win: [480, 1400],
};

test.each(SOUNDS)('the strongest frequency of %s is the intended one', (sound) => {
  const samples = render(sound, RATE);
  const frequencies = Array.from({ length: 240 }, (_, i) => 40 * 1.02 ** i);
  const strongest = frequencies.reduce((a, b) => (power(samples, b) > power(samples, a) ? b : a));
  const [low, high] = RANGES[sound];
  expect(strongest).toBeGreaterThan(low);
  expect(strongest).toBeLessThan(high);
});

test('at full volume, two sounds and the ambience together stay below full scale', () => {
  const peaks = SOUNDS.map((sound) => peak(render(sound, RATE))).sort((a, b) => b - a);
  const sum = (peaks[0] ?? 1) + (peaks[1] ?? 1) + peak(renderAmbience(RATE, 4));
  expect(sum * VOLUMES.loud).toBeLessThan(1);
});

test('a roll has high frequencies, an attack has low ones', () => {
  expect(shareAbove(render('roll', RATE), 1200)).toBeGreaterThan(0.5);
  expect(shareAbove(render('attack', RATE), 1200)).toBeLessThan(0.1);
});
test('no sound is shrill', () => {
  for (const sound of SOUNDS) expect(shareAbove(render(sound, RATE), 6000), sound).toBeLessThan(0.1);
});
test('the ambience is soft and low, and repeats without a click', () => {
  const samples = renderAmbience(RATE, 4);
  expect(loudness(samples)).toBeLessThan(-24);
  for (const high of [440, 880, 2000]) expect(power(samples, 110)).toBeGreaterThan(1000 * power(samples, high));
  expect(Math.abs((samples.at(-1) ?? 0) - (samples[0] ?? 0))).toBeLessThan(0.01);
});
