/** Puts the application on the page. */

import { mount } from 'svelte';
import App from './App.svelte';
import { keepOffline } from './lib/pwa';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');

void keepOffline();

export default mount(App, { target });
