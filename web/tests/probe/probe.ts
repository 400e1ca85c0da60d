/** A page with only the engine client, for browser tests. */

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
