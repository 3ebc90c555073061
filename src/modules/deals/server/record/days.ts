import { type CalendarDate, dateAt } from '../../../../platform/contract/wallTime.ts';
import { conflict, forbidden } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { isManager } from '../../../../platform/server/records/staff.ts';
import { dayName } from '../../../month-locks/contract.ts';
import {
  assertBookable,
  assertUnlocked,
  earliestFor,
  findLockedThrough,
} from '../../../month-locks/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { DealPage } from '../../contract/deal.ts';
import {
  type DatedStatus,
  goesBack,
  isDated,
  type Status,
  statusNames,
} from '../../contract/status.ts';
import { asksForDay } from '../policy.ts';
import type { DealsDb } from '../tables.ts';
import type { DealRow } from './rows.ts';

/** The day a deal was booked on before it was taken back. */
const firstDay = (row: DealRow, status: DatedStatus): CalendarDate | null =>
  row[`first_${status}_on`];

/** What has to come before: the deal is opened, signed, delivered, funded. */
function dayBefore(row: DealRow, status: DatedStatus, timezone: string) {
  const opened = { day: dateAt(timezone, row.opened_at.getTime()), what: 'opened' };
  if (status === 'signed') return opened;
  const [day, what] =
    status === 'delivered' ? [row.signed_on, 'signed'] : [row.delivered_on, 'delivered'];
  return day === null ? opened : { day, what };
}

const amountsChanged = (row: DealRow) =>
  row.first_price_cents !== null &&
  (row.first_price_cents !== row.price_cents ||
    row.first_front_cents !== row.front_cents ||
    row.first_back_cents !== row.back_cents);

/** For each next status the days it may have happened on; null if it happens on none. */
export async function findDays(
  db: DealsDb,
  actor: Actor,
  row: DealRow,
): Promise<(to: Status) => DealPage['may']['become'][number]['day']> {
  const timezone = await getTimezone(db);
  const through = await findLockedThrough(db, row.store);
  const today = dateAt(timezone, Date.now());
  return (to) => {
    if (!isDated(to) || !asksForDay(row.status, to)) return null;
    const first = firstDay(row, to);
    if (first !== null && !(isManager(actor) && amountsChanged(row))) {
      return { from: first, to: first, proposed: first, isKept: true };
    }
    const from = latest(earliestFor(actor, { through, today }), dayBefore(row, to, timezone).day);
    return { from, to: today, proposed: first ?? today, isKept: false };
  };
}

const latest = (one: CalendarDate, other: CalendarDate) => (one > other ? one : other);

/**
 * The day a deal reaches a status: as chosen, or the day it first did, or today. Throws if the actor may not book it
 * on that day. A deal that was taken back keeps its day unless its amounts changed and a manager chooses another.
 */
export async function settleDay(
  tx: DealsDb,
  actor: Actor,
  row: DealRow,
  { status, on }: { status: DatedStatus; on: CalendarDate | undefined },
): Promise<CalendarDate> {
  const timezone = await getTimezone(tx);
  const today = dateAt(timezone, Date.now());
  const first = firstDay(row, status);
  const day = on ?? first ?? today;
  const name = statusNames[status].toLowerCase();
  if (first !== null && day === first) {
    await assertUnlocked(tx, row.store, [day]);
    return day;
  }
  if (first !== null && !amountsChanged(row)) {
    throw conflict(
      `This deal was first ${name} on ${dayName(first)}. It keeps that day unless its amounts change.`,
    );
  }
  if (first !== null && !isManager(actor)) {
    throw forbidden(`Only a manager can change the day this deal was first ${name}.`);
  }
  const before = dayBefore(row, status, timezone);
  await assertBookable(tx, actor, {
    store: row.store,
    day,
    today,
    notBefore: {
      day: before.day,
      sentence: `The deal was ${before.what} on ${dayName(before.day)}. Choose that day or a later one.`,
    },
  });
  return day;
}

/** The days and amounts to remember of a deal that is taken back. */
export function firstDaysOf(row: DealRow, to: Status) {
  if (!goesBack(row.status, to)) return {};
  const isBooked = row.status === 'delivered' || row.status === 'funded';
  return {
    first_signed_on: row.signed_on ?? row.first_signed_on,
    first_delivered_on: row.delivered_on ?? row.first_delivered_on,
    first_funded_on: row.funded_on ?? row.first_funded_on,
    // Amounts may be corrected between two steps back; the last ones that were booked count.
    ...((isBooked || row.first_price_cents === null) && {
      first_price_cents: row.price_cents,
      first_front_cents: row.front_cents,
      first_back_cents: row.back_cents,
    }),
  };
}
