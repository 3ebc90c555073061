import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { confirmationRequired, invalid } from '../../../../platform/server/http/errors.ts';
import { getSetting } from '../../../organization/server/public.ts';
import { findCustomerData } from '../../contract/guard/find.ts';
import { type CustomerDataKind, judge, looksLike } from '../../contract/guard.ts';
import { rulesSetting } from './rules.ts';

interface Written {
  texts: readonly string[];
  /** The person was warned, and wants it sent all the same. */
  accepts: boolean;
}

/**
 * Holds what somebody wants to send against the group's rules. Answers the kinds of customer data that
 * the person has accepted to send, mostly none; throws where that is refused, or not accepted yet.
 */
export type Guard = (written: Written) => Promise<CustomerDataKind[]>;

export function createGuard(db: Db<AnyTables>): Guard {
  return async ({ texts, accepts }) => {
    const found = kindsIn(texts);
    // The rules are read only for what holds something: the usual message costs no question.
    if (found.length === 0) return [];
    const { kinds, rule } = judge(await getSetting(db, rulesSetting), found);
    const sentence = looksLike(kinds);
    if (rule === 'refuse') throw refused(sentence);
    if (rule === 'warn' && !accepts) throw notAccepted(sentence);
    return kinds;
  };
}

/** For what no person has to answer for: whether it holds anything that is looked for. */
export const kindsIn = (texts: readonly string[]): CustomerDataKind[] =>
  texts.flatMap((text) => findCustomerData(text).map(({ kind }) => kind));

const refused = (sentence: string) =>
  invalid(`${sentence} It must not be sent in chat. Please send it as a protected slip.`, {
    content: sentence,
  });

const notAccepted = (sentence: string) =>
  confirmationRequired(`${sentence} Please send it as a protected slip, or confirm it.`, {
    content: sentence,
  });
