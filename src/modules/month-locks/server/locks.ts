import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import { addDays, type CalendarDate } from '../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { conflict, forbidden, invalid } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { isManager } from '../../../platform/server/records/staff.ts';
import { lockedSentence, monthName } from '../contract.ts';

const keyOf = (store: Store): RawBuilder<unknown> => sql`hashtext(${`month locks of ${store}`}), 0`;

/**
 * The last day of the last locked month of a store; null if none is locked. With `lock`, no month of it is locked
 * before the end of the transaction.
 */
export async function findLockedThrough(
  db: Db<AnyTables>,
  store: Store,
  { lock = false }: { lock?: boolean } = {},
): Promise<CalendarDate | null> {
  if (lock) await sql`select pg_advisory_xact_lock_shared(${keyOf(store)})`.execute(db);
  const { rows } = await sql<{ through: string | null }>`
    select through::text from month_locks where store = ${store} order by id desc limit 1`.execute(
    db,
  );
  return rows[0]?.through ?? null;
}

/** Waits for everyone who is booking something in the store, and lets no one start until the end of `tx`. */
export async function lockExclusively(tx: Db<AnyTables>, store: Store): Promise<void> {
  await sql`select pg_advisory_xact_lock(${keyOf(store)})`.execute(tx);
}

/**
 * Throws 409 if one of these days is in a locked month of the store. No month of it is locked before the end of
 * `tx`, so that nothing slips in behind a lock. Days that are null are ignored.
 */
export async function assertUnlocked(
  tx: Db<AnyTables>,
  store: Store,
  days: readonly (CalendarDate | null)[],
): Promise<void> {
  const through = await findLockedThrough(tx, store, { lock: true });
  const locked = days.find((day) => day !== null && through !== null && day <= through);
  if (locked) throw conflict(lockedSentence(store, locked));
}

/** Why records of these days can’t be imported: `October 2026 is locked.`; null if their months are open. */
export const lockedProblem = (
  through: CalendarDate | null,
  days: readonly (CalendarDate | null)[],
): string | null => {
  const day = days.find((one) => one !== null && through !== null && one <= through);
  return day ? `${monthName(day)} is locked` : null;
};

interface BookedDay {
  store: Store;
  /** The day it happened. */
  day: CalendarDate;
  today: CalendarDate;
  /** It can’t have happened before: `The deal was opened on this day.` */
  notBefore: { day: CalendarDate; sentence: string };
}

/**
 * Checks the day on which something is said to have happened: not in the future, not before what came before it,
 * not in a locked month, and only by a manager before the current month. The field of errors is `on`.
 */
export async function assertBookable(
  tx: Db<AnyTables>,
  actor: Actor,
  { store, day, today, notBefore }: BookedDay,
): Promise<void> {
  const refuse = (sentence: string) => invalid(sentence, { on: sentence });
  if (day > today) throw refuse('Choose a day that isn’t in the future.');
  if (day < notBefore.day) throw refuse(notBefore.sentence);
  await assertUnlocked(tx, store, [day]);
  if (day < earliestFor(actor, { through: null, today })) {
    throw forbidden(`Only a manager can choose a day before ${monthName(today)}.`);
  }
}

/** The first day the actor may choose, as far as months decide. */
export function earliestFor(
  actor: Actor,
  { through, today }: { through: CalendarDate | null; today: CalendarDate },
): CalendarDate {
  const unlocked = through === null ? '1900-01-01' : addDays(through, 1);
  const month = `${today.slice(0, 7)}-01`;
  return isManager(actor) || unlocked > month ? unlocked : month;
}
