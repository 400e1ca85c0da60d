import { afterEach, expect, test, vi } from 'vitest';
import { set } from '../app/settings.svelte';
import { play } from './sounds';

/** An audio context that a browser has suspended, because the user has not yet touched the page. */
class SuspendedContext {
  static readonly resume = vi.fn(() => Promise.reject(new Error('not allowed yet')));
  readonly state = 'suspended';
  readonly sampleRate = 22_050;
  readonly destination = {};
  readonly resume = SuspendedContext.resume;
  createGain = () => ({ gain: { value: 0 }, connect: () => undefined });
  createBuffer = (_channels: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
  createBufferSource = () => ({ connect: () => undefined, start: () => undefined });
}

afterEach(() => {
  set('sound', 'off');
  vi.unstubAllGlobals();
});

test('each sound tries to resume a suspended context, because some browsers never do so on their own', () => {
  vi.stubGlobal('AudioContext', SuspendedContext);
  set('sound', 'on');
  play('pick');
  play('pick');
  expect(SuspendedContext.resume).toHaveBeenCalledTimes(2);
});
