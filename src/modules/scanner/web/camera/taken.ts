import { classify } from '../../contract/classify.ts';
import type { Code } from '../decoding/code.ts';

/** A code counts as a new scan only after it has been out of view for this long. */
const goneMs = 2_000;

// The same value in two symbologies on one label counts once.
const keyOf = ({ text, format }: Code) => {
  const { kind, value } = classify(text, format);
  return `${kind} ${value}`;
};

/** Remembers scanned codes while they stay in view. */
export function createScannedCodes() {
  const seen = new Map<string, number>();
  return {
    add: (code: Code, now: number) => void seen.set(keyOf(code), now),
    /** The codes in view that have not been scanned yet. */
    unscanned(codes: readonly Code[], now: number): Code[] {
      for (const [key, at] of seen) if (now - at > goneMs) seen.delete(key);
      return codes.filter((code) => {
        const key = keyOf(code);
        if (!seen.has(key)) return true;
        seen.set(key, now);
        return false;
      });
    },
  };
}
