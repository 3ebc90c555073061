import { checkVin } from '../../../vin/contract.ts';
import { classify } from '../../contract/classify.ts';
import type { Code } from '../decoding/code.ts';

/** Two equal reads farther apart than this are two chances to be wrong. */
const windowMs = 1_500;

const hasCheckedVin = ({ text, format }: Code) => {
  const { kind, value } = classify(text, format);
  return kind === 'vin' && checkVin(value).valid;
};

/** Answers a code once it can be relied on: read twice alike, or a VIN whose check digit fits. */
export function createSteady() {
  const seen = new Map<string, number>();

  return function look(codes: readonly Code[], now: number): Code | null {
    const checked = codes.find(hasCheckedVin);
    if (checked) return checked;
    for (const [key, at] of seen) if (now - at > windowMs) seen.delete(key);
    const keys = codes.map(({ format, text }) => `${format} ${text}`);
    const again = codes.find((_, at) => seen.has(keys[at] ?? ''));
    for (const key of keys) seen.set(key, now);
    return again ?? null;
  };
}
