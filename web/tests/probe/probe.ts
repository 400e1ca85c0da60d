/** A page with the engine client and nothing to look at: what tests in a browser talk to. */

import { Games } from '../../src/lib/engine';
import { keepOffline } from '../../src/lib/pwa';

const probe = { games: new Games() };

declare global {
  interface Window {
    probe: typeof probe;
  }
}

window.probe = probe;
void keepOffline();
