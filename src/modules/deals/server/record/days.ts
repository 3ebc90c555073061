import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { type CalendarDate, dateAt } from '../../../../platform/contract/wallTime.ts';
import { conflict, forbidden, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { isManager } from '../../../../platform/server/records/staff.ts';
import { lockedSentence } from '../../../month-locks/contract.ts';
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
  datedStatuses,
  goesBack,
  isDated,
  type Status,
  statusNames,
} from '../../contract/status.ts';
import { asksForDay, canCorrectDays } from '../policy.ts';
import type { DealsDb } from '../tables.ts';
import type { DealRow } from './rows.ts';

/** What has to come before: the deal is opened, signed, delivered, funded. */
function dayBefore(row: DealRow, status: DatedStatus, timezone: string) {
  const step = status === 'delivered' ? 'signed' : 'delivered';
  const reached = status === 'signed' ? null : row[`${step}_on`];
  const day = reached ?? dateAt(timezone, row.opened_at.getTime());
  const was = reached === null ? 'opened' : step;
  return {
    day,
    sentence: `The deal was ${was} on ${calendarDay(day)}. Choose that day or a later one.`,
  };
}

interface Calendar {
  timezone: string;
  /** The last day that is locked. */
  through: CalendarDate | null;
}

/**
 * The day a deal was booked on before it was taken back; null if its month is locked by now, or if what comes before
 * now happened later.
 */
function firstDay(
  row: DealRow,
  status: DatedStatus,
  { timezone, through }: Calendar,
): CalendarDate | null {
  const first = row[`first_${status}_on`];
  if (first === null || (through !== null && first <= through)) return null;
  return first >= dayBefore(row, status, timezone).day ? first : null;
}

/** What came after; a deal that was taken back will return to its first days. */
function dayAfter(row: DealRow, status: DatedStatus, calendar: Calendar) {
  if (status === 'funded') return null;
  const step = status === 'signed' ? 'delivered' : 'funded';
  const day = row[`${step}_on`] ?? firstDay(row, step, calendar);
  if (day === null) return null;
  return {
    day,
    sentence: `The deal was ${step} on ${calendarDay(day)}. Choose that day or an earlier one.`,
  };
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
    const first = firstDay(row, to, { timezone, through });
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
 * on that day. A deal that was taken back keeps its day unless its month was locked since, or its amounts changed and a
 * manager chooses another.
 */
export async function settleDay(
  tx: DealsDb,
  actor: Actor,
  row: DealRow,
  { status, on }: { status: DatedStatus; on: CalendarDate | undefined },
): Promise<CalendarDate> {
  const timezone = await getTimezone(tx);
  const today = dateAt(timezone, Date.now());
  const through = await findLockedThrough(tx, row.store, { lock: true });
  const first = firstDay(row, status, { timezone, through });
  const day = on ?? first ?? today;
  const name = statusNames[status].toLowerCase();
  if (day === first) return day;
  if (first !== null && !amountsChanged(row)) {
    throw conflict(
      `This deal was first ${name} on ${calendarDay(first)}. It keeps that day unless its amounts change.`,
    );
  }
  if (first !== null && !isManager(actor)) {
    throw forbidden(`Only a manager can change the day this deal was first ${name}.`);
  }
  await assertBookable(tx, actor, {
    store: row.store,
    day,
    today,
    notBefore: dayBefore(row, status, timezone),
  });
  return day;
}

/** The days of the deal that the actor may correct, with the limits of each. */
export async function findCorrectableDays(
  db: DealsDb,
  actor: Actor,
  row: DealRow,
): Promise<DealPage['may']['correct']> {
  if (!canCorrectDays(actor)) return [];
  const timezone = await getTimezone(db);
  const through = await findLockedThrough(db, row.store);
  const today = dateAt(timezone, Date.now());
  return datedStatuses.flatMap((status) => {
    const on = row[`${status}_on`];
    if (on === null) return [];
    const isLocked = through !== null && on <= through;
    return {
      status,
      on,
      from: latest(earliestFor(actor, { through, today }), dayBefore(row, status, timezone).day),
      to: dayAfter(row, status, { timezone, through })?.day ?? today,
      refusal: isLocked ? lockedSentence(row.store, on) : null,
    };
  });
}

/**
 * Throws if the day of this status can’t become `on`: both its month and that of `on` must not be locked, and the
 * steps of the deal stay in their order. Returns the day it was.
 */
export async function assertCorrectable(
  tx: DealsDb,
  actor: Actor,
  row: DealRow,
  { status, on }: { status: DatedStatus; on: CalendarDate },
): Promise<CalendarDate> {
  const was = row[`${status}_on`];
  const name = statusNames[status].toLowerCase();
  if (was === null) throw conflict(`This deal isn’t ${name}.`);
  const refuse = (sentence: string) => invalid(sentence, { on: sentence });
  if (on === was) throw refuse(`This deal was ${name} on ${calendarDay(was)}. Choose another day.`);
  await assertUnlocked(tx, row.store, [was]);
  const timezone = await getTimezone(tx);
  const through = await findLockedThrough(tx, row.store);
  const after = dayAfter(row, status, { timezone, through });
  if (after && on > after.day) throw refuse(after.sentence);
  await assertBookable(tx, actor, {
    store: row.store,
    day: on,
    today: dateAt(timezone, Date.now()),
    notBefore: dayBefore(row, status, timezone),
  });
  return was;
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
