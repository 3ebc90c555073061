import { readPolicy } from '../../../time-clock/server/public.ts';
import { dayOf } from '../accrual/calendar.ts';
import { type AccrualRule, placeOn, ruleOn } from '../accrual/rule.ts';
import { type Simulation, simulate } from '../accrual/simulate.ts';
import type { CountedDay } from '../counting/count.ts';
import type { TimeOffDb } from '../tables.ts';
import {
  accountOf,
  findPosted,
  findRules,
  findWorked,
  findWorkers,
  type Posted,
  toAccrualInput,
  type Worker,
} from './inputs.ts';

export interface Projection {
  worker: Worker;
  /** The rule that holds today. */
  rule: AccrualRule | null;
  /**
   * The balance at the end of a day, and the lowest from `watchFrom` on, with these further days of time off and
   * without what is in the ledger for these requests.
   */
  at(until: string, change?: Change): Simulation;
}

interface Change {
  days?: readonly CountedDay[];
  withoutRequests?: readonly number[];
  watchFrom?: string;
}

export interface Accounts {
  /** Null for accounts that are not employees. */
  of(userId: number, kindId: number): Projection | null;
}

/** Calculates with the balances of these people, up to `until` at most. */
export async function loadAccounts(
  db: TimeOffDb,
  userIds: readonly number[],
  { today, until }: { today: string; until: string },
): Promise<Accounts> {
  const [workers, allRules, posted, { weekStartsOn }] = await Promise.all([
    findWorkers(db, userIds),
    findRules(db),
    findPosted(db, userIds),
    readPolicy(db),
  ]);
  const worked = await findWorked(db, workers, allRules, until);
  return {
    of(userId, kindId) {
      const worker = workers.get(userId);
      if (!worker) return null;
      const rules = allRules.get(kindId) ?? [];
      const account = posted.get(accountOf(userId, kindId)) ?? [];
      const input = toAccrualInput({
        worker,
        rules,
        posted: account,
        worked: worked.get(userId),
        weekStartsOn,
      });
      return {
        worker,
        rule: ruleOn(rules, placeOn(worker.places, dayOf(today)), dayOf(today)),
        at: (end, { days = [], withoutRequests = [], watchFrom = end } = {}) => {
          const own = account.filter(
            (entry) => !entry.isCalculated && !isOfAny(entry, withoutRequests),
          );
          const further = days.map(({ day, minutes }) => ({ day: dayOf(day), minutes: -minutes }));
          return simulate(
            { ...input, changes: [...own, ...further] },
            dayOf(end),
            dayOf(watchFrom),
          );
        },
      };
    },
  };
}

const isOfAny = ({ key }: Posted, requestIds: readonly number[]) =>
  requestIds.some((id) => key.startsWith(`used:${id}:`));
