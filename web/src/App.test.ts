import { mount, tick, unmount } from 'svelte';
import { expect, test } from 'vitest';
import App from './App.svelte';

test('the home page offers every way to play', async () => {
  const app = mount(App, { target: document.body });
  await tick();
  const links = [...document.querySelectorAll('a.mode')].map((a) => a.getAttribute('href'));
  expect(links).toEqual(['#/new/solo', '#/new/bots', '#/new/hotseat', '#/new/friends']);
  await unmount(app);
});
