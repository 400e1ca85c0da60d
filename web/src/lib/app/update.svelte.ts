/** Whether a newer version of the application is here. */

import { keepOffline } from '../pwa';

/** Whether there is one, for the home page to offer. */
export const update = $state({ here: false });

/** Keeps the application on the device, and notices newer versions. */
export function keepCurrent(): void {
  void keepOffline({ onupdate: () => (update.here = true) });
}
