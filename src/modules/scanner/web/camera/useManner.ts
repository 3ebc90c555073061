import { useState } from 'react';

const key = 'forecourt-scanner';

/** How this device scans; kept by its browser. */
export interface Manner {
  /** Goes on after a code that is clear. */
  keepsOn: boolean;
  sound: boolean;
}

const usual: Manner = { keepsOn: false, sound: true };

export function useManner() {
  const [manner, setManner] = useState(readManner);
  const change = (part: Partial<Manner>) => {
    const next = { ...manner, ...part };
    setManner(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // The choice then lasts as long as the page.
    }
  };
  return [manner, change] as const;
}

function readManner(): Manner {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Manner>;
    return { keepsOn: stored.keepsOn === true, sound: stored.sound !== false };
  } catch {
    // Storage is forbidden, or was written by hand.
    return usual;
  }
}
