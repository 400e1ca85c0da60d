import { mount, tick, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Seat } from '../protocol';
import Claim from './Claim.svelte';
import RecoveryNote from './RecoveryNote.svelte';

let target: HTMLElement;
let view: Record<string, unknown> | undefined;

beforeEach(() => {
  localStorage.clear();
  target = document.createElement('div');
});
afterEach(async () => {
  if (view) await unmount(view);
});

/** Shows the notice about a requested recovery code. */
async function openRecovery(from: number): Promise<void> {
  if (view) await unmount(view);
  view = mount(RecoveryNote, { target, props: { from } });
  await tick();
}

const close = async () => {
  target.querySelector<HTMLElement>('[aria-label=Close]')?.click();
  await tick();
};

test('a closed notice about a recovery code stays closed, until another code is requested', async () => {
  await openRecovery(1_000);
  expect(target.textContent).toContain('A new recovery code was requested');
  await close();
  expect(target.textContent).toBe('');
  await openRecovery(1_000);
  expect(target.textContent).toBe('');
  await openRecovery(2_000);
  expect(target.textContent).toContain('A new recovery code was requested');
});

test('a spectator can close the offer of a seat, until another seat is offered', async () => {
  const offered: { seat: Seat; name: string }[] = [{ seat: 'A', name: 'Ben' }];
  const props = $state({ id: 'x', offered, claimed: () => undefined });
  view = mount(Claim, { target, props });
  await tick();
  expect(target.textContent).toContain('Ben');
  await close();
  expect(target.textContent).toBe('');
  props.offered = [...props.offered, { seat: 'B', name: 'Cleo' }];
  await tick();
  expect(target.textContent).toContain('Cleo');
});
