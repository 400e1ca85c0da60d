/** Tracks whether an update of the application is available. */

import { installServiceWorker } from '../pwa';

/** Whether an update is available, for the home page to offer. */
export const update = $state({ available: false });

/** Installs the application on the device and detects updates. */
export function watchForUpdates(): void {
  void installServiceWorker({ onupdate: () => (update.available = true) });
}
