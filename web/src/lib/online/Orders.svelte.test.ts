import { mount, tick, unmount } from 'svelte';
import { expect, test } from 'vitest';
import type { Following } from '../protocol';
import { t } from '../i18n/index.svelte';
import Orders from './Orders.svelte';
import type { ServerOrders } from './orders.svelte';

test.each(['beginner', 'normal'] as const)('the mode %s is explained as in the settings', async (followMode: Following) => {
  // The component reads only these fields.
  const orders = { followMode, choice: () => 'ask' } as unknown as ServerOrders;
  const target = document.createElement('div');
  const view = mount(Orders, { target, props: { orders, naming: 'classic' } });
  await tick();
  expect(target.querySelector('.follow-modes + .fine')?.textContent).toBe(t(`setting.follow.${followMode}.text`));
  await unmount(view);
});
