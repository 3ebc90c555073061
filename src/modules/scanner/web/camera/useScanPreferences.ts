import { useState } from 'react';

const key = 'forecourt-scanner';

/** Scan preferences of this device, stored in the browser. */
export interface ScanPreferences {
  /** Keep scanning after a code that needs no check. */
  keepsOn: boolean;
  sound: boolean;
}

const defaults: ScanPreferences = { keepsOn: false, sound: true };

export function useScanPreferences() {
  const [preferences, setPreferences] = useState(readPreferences);
  const change = (part: Partial<ScanPreferences>) => {
    const next = { ...preferences, ...part };
    setPreferences(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Storage is unavailable: the choice lasts until the page is closed.
    }
  };
  return [preferences, change] as const;
}

function readPreferences(): ScanPreferences {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<ScanPreferences>;
    return { keepsOn: stored.keepsOn === true, sound: stored.sound !== false };
  } catch {
    // Storage is unavailable or its content is invalid.
    return defaults;
  }
}
