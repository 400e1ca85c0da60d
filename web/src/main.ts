/** Mounts the application. */

import { mount } from 'svelte';
import App from './App.svelte';
import { settings } from './lib/app/settings.svelte';
import { watchForUpdates } from './lib/app/update.svelte';
import { useLanguage } from './lib/i18n/index.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');

watchForUpdates();

// A table keeps the language in which it was opened, so the messages of the user's language must be there before the first page. If they
// cannot be loaded, the application is in English.
void useLanguage(settings.language)
  .catch(() => undefined)
  .then(() => mount(App, { target }));
