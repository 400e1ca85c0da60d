/** Whether a newer version of the application is here. */

import { keepOffline } from '../pwa';

/** How to show the newer version, if there is one. */
export const update = $state<{ show: (() => void) | null }>({ show: null });

/** Keeps the application on the device, and notices newer versions. */
export function keepCurrent(): void {
  void keepOffline({ onupdate: (show) => (update.show = show) });
}
