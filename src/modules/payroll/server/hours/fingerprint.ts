import { createHash } from 'node:crypto';
import type { Statement } from '../../contract/statement.ts';

/** The exact text that is signed, approved and locked; its hash is the fingerprint. */
export const textOf = (statement: Statement): string => JSON.stringify(statement);

export const fingerprintOf = (text: string): string =>
  createHash('sha256').update(text, 'utf8').digest('hex');

/** A text that was kept, as a statement. */
export const readText = (text: string): Statement => JSON.parse(text) as Statement;

/** The signer or approver has seen other hours. */
export const hoursChangedSentence =
  'These hours have changed since you loaded them. Review them again.';
