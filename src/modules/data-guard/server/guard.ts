import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { confirmationRequired, invalid } from '../../../platform/server/errors.ts';
import { type CustomerDataKind, findCustomerData, judge, looksLike } from '../contract.ts';
import { getRules } from './rules.ts';

interface GuardedText {
  texts: readonly string[];
  /** The user was warned and sends anyway. */
  accepts: boolean;
}

/**
 * Checks texts against the group's customer data rules. Returns the kinds the user has accepted to send,
 * usually none; throws if they are blocked or not accepted yet.
 */
export type Guard = (text: GuardedText) => Promise<CustomerDataKind[]>;

export function createGuard(db: Db<AnyTables>): Guard {
  return async ({ texts, accepts }) => {
    const found = kindsIn(texts);
    // The rules are read only if something was found: most messages need no query.
    if (found.length === 0) return [];
    const { kinds, rule } = judge(await getRules(db), found);
    const sentence = looksLike(kinds);
    if (rule === 'refuse') throw refused(sentence);
    if (rule === 'warn' && !accepts) throw notAccepted(sentence);
    return kinds;
  };
}

/** The kinds of customer data in texts, regardless of the rules. */
export const kindsIn = (texts: readonly string[]): CustomerDataKind[] =>
  texts.flatMap((text) => findCustomerData(text).map(({ kind }) => kind));

const refused = (sentence: string) =>
  invalid(`${sentence} It can’t be sent in chat. Send it as a protected slip.`, {
    content: sentence,
  });

const notAccepted = (sentence: string) =>
  confirmationRequired(`${sentence} Send it as a protected slip, or confirm to send it anyway.`, {
    content: sentence,
  });
