import { classify } from '../../contract/classify.ts';
import type { Code } from '../decoding/code.ts';

/** A code that stays in sight is one scan; it must have been out of it for so long to be another. */
const goneMs = 2_000;

// The same number in two kinds of bars on one label is one thing.
const keyOf = ({ text, format }: Code) => {
  const { kind, value } = classify(text, format);
  return `${kind} ${value}`;
};

/** Remembers what was taken while it is still before the camera. */
export function createTaken() {
  const seen = new Map<string, number>();
  return {
    take: (code: Code, now: number) => void seen.set(keyOf(code), now),
    /** Of what is in sight now what was not taken yet. */
    fresh(codes: readonly Code[], now: number): Code[] {
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
