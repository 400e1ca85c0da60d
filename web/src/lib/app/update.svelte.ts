/** Tracks whether an update of the application is available. */

import { keepOffline } from '../pwa';

/** Whether an update is available, for the home page to offer. */
export const update = $state({ here: false });

/** Installs the application on the device and detects updates. */
export function keepCurrent(): void {
  void keepOffline({ onupdate: () => (update.here = true) });
}
