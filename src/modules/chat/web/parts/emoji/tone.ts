import type { SkinTone } from 'frimousse';

const storageKey = 'forecourt-emoji-tone';

/** The skin tone chosen last in this browser. */
export function keptTone(): SkinTone {
  try {
    return (localStorage.getItem(storageKey) ?? 'none') as SkinTone;
  } catch {
    // Storage is blocked: use the default tone.
    return 'none';
  }
}

export function keepTone(tone: SkinTone): void {
  try {
    localStorage.setItem(storageKey, tone);
  } catch {
    // Storage is full or blocked: lasts until the page is left.
  }
}
