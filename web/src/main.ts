/** Mounts the application. */

import { mount } from 'svelte';
import App from './App.svelte';
import { keepCurrent } from './lib/app/update.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');

keepCurrent();

export default mount(App, { target });
