import { checkVin } from '../../../vin/contract.ts';
import { classify } from '../../contract/classify.ts';
import type { Code } from '../decoding/code.ts';

/** Equal reads further apart than this do not confirm each other. */
const windowMs = 1_500;

const hasCheckedVin = ({ text, format }: Code) => {
  const { kind, value } = classify(text, format);
  return kind === 'vin' && checkVin(value).valid;
};

/** Returns a code once it is reliable: read twice, or a VIN with a valid check digit. */
export function createReadConfirmation() {
  const seen = new Map<string, number>();

  return function confirm(codes: readonly Code[], now: number): Code | null {
    const checked = codes.find(hasCheckedVin);
    if (checked) return checked;
    for (const [key, at] of seen) if (now - at > windowMs) seen.delete(key);
    const keys = codes.map(({ format, text }) => `${format} ${text}`);
    const again = codes.find((_, at) => seen.has(keys[at] ?? ''));
    for (const key of keys) seen.set(key, now);
    return again ?? null;
  };
}
