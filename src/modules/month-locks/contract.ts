import * as z from 'zod/mini';
import { type Store, stores } from '../../platform/contract/access.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { calendarMonth, text, time } from '../../platform/contract/fields.ts';
import { storeNames } from '../../platform/contract/names.ts';
import { serverEvent } from '../../platform/contract/socket.ts';
import { addDays } from '../../platform/contract/wallTime.ts';

const store = z.enum(stores);
const access = { page: 'reports', feature: 'financial_reports' } as const;

/** `2026-10`, or null: no month of the store is locked. */
const lockedMonth = z.nullable(z.string());

const lockChange = z.object({
  id: z.number(),
  through: lockedMonth,
  reason: z.nullable(z.string()),
  by: z.string(),
  at: time,
});

const monthLock = z.object({
  store,
  /** The last locked month; all months before it are locked too. */
  through: lockedMonth,
  /** The months that can be locked now, oldest first. */
  lockable: z.array(z.string()),
  /** Who locked and unlocked, latest first. */
  changes: z.array(lockChange),
  may: z.object({ change: z.boolean() }),
});
export type MonthLock = z.output<typeof monthLock>;

const locks = z.array(monthLock);

export const listMonthLocks = endpoint({
  method: 'GET',
  path: '/api/month-locks',
  summary: 'Which months of your stores are locked, and who locked them',
  access,
  reply: locks,
});

export const setMonthLock = endpoint({
  method: 'PUT',
  path: '/api/month-locks/:store',
  summary: 'Lock the months of a store through one of them, or unlock them again',
  access,
  params: { store },
  body: {
    /** The last locked month you saw; 409 if someone changed it since. */
    from: z.nullable(calendarMonth),
    /** Null unlocks every month. */
    through: z.nullable(calendarMonth),
    /** Required to unlock. */
    reason: z.optional(text(200)),
  },
  reply: locks,
});

/** Sent to everyone; clients refetch what depends on it. */
export const monthLockChanged = serverEvent('month_lock_changed', { store });

/** `October 2026`, of a month or a day in it. */
export const monthName = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day.slice(0, 7)}-01T00:00:00Z`),
  );

/** The last day of a month: `2026-10-31`, of `2026-10`. */
export const lastDayOf = (month: string): string =>
  addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1);

/** Why a day can't be booked or changed: says who can unlock its month. */
export const lockedSentence = (at: Store, day: string): string =>
  `${monthName(day)} is locked at ${storeNames[at]}. A general manager, an executive or a back office manager can unlock it in Reports.`;

/** `2026-09`, of `2026-10`. */
export const monthBefore = (month: string): string => addDays(`${month}-01`, -1).slice(0, 7);
