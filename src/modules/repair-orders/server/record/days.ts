import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { type CalendarDate, dateAt, instantOf } from '../../../../platform/contract/wallTime.ts';
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
import type { OrderPage } from '../../contract/order.ts';
import type { Status } from '../../contract/status.ts';
import { canCorrectDays } from '../policy.ts';
import type { OrdersDb } from '../tables.ts';
import type { OrderRow } from './rows.ts';

const amountsChanged = (row: OrderRow) =>
  row.first_closed_at !== null &&
  (row.first_sale_cents !== row.sale_cents || row.first_cost_cents !== row.cost_cents);

/** The day an order was closed before it was reopened; null if its month is locked by now. */
function firstDay(
  row: OrderRow,
  { timezone, through }: { timezone: string; through: CalendarDate | null },
): CalendarDate | null {
  const first = row.first_closed_at && dateAt(timezone, row.first_closed_at.getTime());
  return first !== null && through !== null && first <= through ? null : first;
}

/** The days on which the order may have been closed; null for other changes. */
export async function findCloseDays(
  db: OrdersDb,
  actor: Actor,
  row: OrderRow,
): Promise<(to: Status) => OrderPage['may']['become'][number]['day']> {
  const timezone = await getTimezone(db);
  const through = await findLockedThrough(db, row.store);
  const today = dateAt(timezone, Date.now());
  return (to) => {
    if (to !== 'closed') return null;
    const first = firstDay(row, { timezone, through });
    if (first && !(isManager(actor) && amountsChanged(row))) {
      return { from: first, to: first, proposed: first, isKept: true };
    }
    const opened = dateAt(timezone, row.opened_at.getTime());
    const earliest = earliestFor(actor, { through, today });
    const [, from = today] = [opened, earliest].toSorted();
    return { from, to: today, proposed: first ?? today, isKept: false };
  };
}

/**
 * When the order was closed: on the day chosen, or when it was first closed, or now. Throws if the actor may not
 * book it on that day. An order that was reopened keeps its day unless its month was locked since, or its amounts
 * changed and a manager chooses another.
 */
export async function settleClosing(
  tx: OrdersDb,
  actor: Actor,
  row: OrderRow,
  on: CalendarDate | undefined,
): Promise<Date> {
  const timezone = await getTimezone(tx);
  const today = dateAt(timezone, Date.now());
  const through = await findLockedThrough(tx, row.store, { lock: true });
  const first = firstDay(row, { timezone, through });
  const day = on ?? first ?? today;
  if (row.first_closed_at && day === first) return row.first_closed_at;
  if (first && !amountsChanged(row)) {
    throw conflict(
      `This repair order was first closed on ${calendarDay(first)}. It keeps that day unless its amounts change.`,
    );
  }
  if (first && !isManager(actor)) {
    throw forbidden('Only a manager can change the day this repair order was first closed.');
  }
  return timeOfClosing(tx, actor, row, day);
}

/** The time that stands for this day. Throws if the actor may not book the order on it. */
async function timeOfClosing(
  tx: OrdersDb,
  actor: Actor,
  row: OrderRow,
  day: CalendarDate,
): Promise<Date> {
  const timezone = await getTimezone(tx);
  const now = new Date();
  const today = dateAt(timezone, now.getTime());
  const opened = dateAt(timezone, row.opened_at.getTime());
  await assertBookable(tx, actor, {
    store: row.store,
    day,
    today,
    notBefore: {
      day: opened,
      sentence: `The repair order was opened on ${calendarDay(opened)}. Choose that day or a later one.`,
    },
  });
  if (day === today) return now;
  // No one says at what time; noon is within business hours everywhere.
  return new Date(Math.max(instantOf(timezone, `${day}T12:00:00`), row.opened_at.getTime()));
}

/** The limits for correcting the day the order was closed; null if the actor may not. */
export async function findCorrectableDay(
  db: OrdersDb,
  actor: Actor,
  row: OrderRow,
): Promise<OrderPage['may']['correct']> {
  if (row.status !== 'closed' || !row.closed_at || !canCorrectDays(actor)) return null;
  const timezone = await getTimezone(db);
  const through = await findLockedThrough(db, row.store);
  const today = dateAt(timezone, Date.now());
  const on = dateAt(timezone, row.closed_at.getTime());
  const opened = dateAt(timezone, row.opened_at.getTime());
  const [, from = opened] = [opened, earliestFor(actor, { through, today })].toSorted();
  const isLocked = through !== null && on <= through;
  return { on, from, to: today, refusal: isLocked ? lockedSentence(row.store, on) : null };
}

/**
 * When the order was closed, once the day is corrected to `on`. Throws if the order isn’t closed, or if the month of
 * either day is locked. `was`: the day it was.
 */
export async function settleCorrection(
  tx: OrdersDb,
  actor: Actor,
  row: OrderRow,
  on: CalendarDate,
): Promise<{ closedAt: Date; was: CalendarDate }> {
  if (row.status !== 'closed' || !row.closed_at) throw conflict('This repair order isn’t closed.');
  const was = dateAt(await getTimezone(tx), row.closed_at.getTime());
  if (on === was) {
    const sentence = `This repair order was closed on ${calendarDay(was)}. Choose another day.`;
    throw invalid(sentence, { on: sentence });
  }
  await assertUnlocked(tx, row.store, [was]);
  return { closedAt: await timeOfClosing(tx, actor, row, on), was };
}

/** Throws 409 if the month the order was closed in is locked. */
export async function assertMayReopen(tx: OrdersDb, row: OrderRow): Promise<void> {
  if (row.status !== 'closed' || !row.closed_at) return;
  const timezone = await getTimezone(tx);
  await assertUnlocked(tx, row.store, [dateAt(timezone, row.closed_at.getTime())]);
}

/** When an order that is reopened was closed, and the amounts it was closed with. */
export const firstClosingOf = (row: OrderRow) =>
  row.status === 'closed' && {
    first_closed_at: row.closed_at,
    first_sale_cents: row.sale_cents,
    first_cost_cents: row.cost_cents,
  };
