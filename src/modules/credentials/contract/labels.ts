import type { Status } from './credential.ts';
import type { Effect } from './kinds.ts';

export const statusNames: Record<Status, string> = {
  expired: 'Expired',
  revoked: 'Revoked',
  missing: 'Missing',
  expiring: 'Expiring',
  submitted: 'To verify',
  valid: 'Valid',
};

export const effectNames: Record<Effect, string> = {
  off: 'Do nothing',
  warn: 'Warn',
  refuse: 'Refuse',
};

/** `Driver license` within a sentence: `driver license`; `ASE certification` stays. */
export const inSentence = (name: string): string =>
  /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
