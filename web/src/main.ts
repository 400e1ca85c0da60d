/** Mounts the application. */

import { mount } from 'svelte';
import App from './App.svelte';
import { watchForUpdates } from './lib/app/update.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');

watchForUpdates();

export default mount(App, { target });
