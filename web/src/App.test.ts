import { mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import App from './App.svelte';

test('the application mounts', () => {
  const app = mount(App, { target: document.body });
  expect(document.querySelector('main')).not.toBeNull();
  void unmount(app);
});
