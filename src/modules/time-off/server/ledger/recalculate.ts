import { readPolicy } from '../../../time-clock/server/public.ts';
import { dateOf, dayOf } from '../accrual/calendar.ts';
import { type AccrualInput, simulate } from '../accrual/simulate.ts';
import { lockTimeOff } from '../policy.ts';
import type { TimeOffDb } from '../tables.ts';
import {
  accountOf,
  closesEarlier,
  findPosted,
  findRules,
  findWorked,
  findWorkers,
  toAccrualInput,
} from './inputs.ts';

/**
 * Posts what the rules make of someone’s balances up to `today`. What is there already is left alone; what turns out
 * different is corrected by an entry with the same key. So it may run any number of times. Returns how many entries
 * it added.
 */
export async function recalculate(tx: TimeOffDb, userId: number, today: string): Promise<number> {
  await lockTimeOff(tx, userId);
  const [workers, rules, posted, { weekStartsOn }] = await Promise.all([
    findWorkers(tx, [userId]),
    findRules(tx),
    findPosted(tx, [userId]),
    readPolicy(tx),
  ]);
  const worker = workers.get(userId);
  if (!worker) return 0;
  const worked = (await findWorked(tx, workers, rules, today)).get(userId);
  const kinds = new Set([
    ...rules.keys(),
    ...[...posted.keys()].map((key) => Number(key.split(':')[1])),
  ]);
  const entries = [...kinds].flatMap((kindId) => {
    const account = posted.get(accountOf(userId, kindId)) ?? [];
    const input = toAccrualInput({
      worker,
      rules: rules.get(kindId) ?? [],
      posted: account,
      worked,
      weekStartsOn,
    });
    return differences(kindId, account, input, simulate(input, dayOf(today)));
  });
  if (entries.length > 0) {
    await tx
      .insertInto('time_off_ledger')
      .values(entries.map((entry) => ({ ...entry, user_id: userId })))
      .execute();
  }
  return entries.length;
}

type Account = NonNullable<ReturnType<Awaited<ReturnType<typeof findPosted>>['get']>>;

/** What has to be added so that the ledger matches what was calculated. */
function differences(
  kindId: number,
  posted: Account,
  { opening, hiredOn }: AccrualInput,
  { entries }: ReturnType<typeof simulate>,
) {
  const open = posted.filter(
    (entry) =>
      entry.isCalculated &&
      (opening === null || entry.day > opening.after) &&
      !closesEarlier(entry, hiredOn),
  );
  const known = new Map(open.map((entry) => [entry.key, entry]));
  const wanted = new Map(entries.map((entry) => [entry.key, entry]));
  const added = entries.flatMap((entry) => {
    const before = known.get(entry.key);
    const minutes = entry.minutes - (before?.minutes ?? 0);
    const carried =
      entry.carriedMinutes === null ? null : entry.carriedMinutes - (before?.carriedMinutes ?? 0);
    if (before && minutes === 0 && !carried) return [];
    return [
      {
        kind_id: kindId,
        day: dateOf(entry.day),
        type: entry.type,
        minutes,
        carried_minutes: carried,
        key: entry.key,
        note: before ? `Recalculated: ${entry.note}` : entry.note,
        rule_id: entry.ruleId,
      },
    ];
  });
  const removed = open.flatMap(({ key, day, type, minutes, carriedMinutes }) =>
    wanted.has(key) || (minutes === 0 && !carriedMinutes)
      ? []
      : [
          {
            kind_id: kindId,
            day: dateOf(day),
            type: type as 'accrual',
            minutes: -minutes,
            carried_minutes: carriedMinutes === null ? null : -carriedMinutes,
            key,
            note: 'Recalculated: no longer applies',
            rule_id: null,
          },
        ],
  );
  return [...added, ...removed];
}
