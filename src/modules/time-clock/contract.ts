import * as z from 'zod/mini';
import { stores } from '../../platform/contract/access.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { freeText, instant, time } from '../../platform/contract/fields.ts';
import { serverEvent } from '../../platform/contract/socket.ts';

export const punchKinds = ['clock_in', 'clock_out', 'break_start', 'break_end'] as const;
export type PunchKind = (typeof punchKinds)[number];
export const punchKind = z.enum(punchKinds);

export const kindNames: Record<PunchKind, string> = {
  clock_in: 'Clock In',
  clock_out: 'Clock Out',
  break_start: 'Start Break',
  break_end: 'End Break',
};

export const clockStatuses = ['clocked_in', 'on_break', 'clocked_out'] as const;
export type ClockStatus = (typeof clockStatuses)[number];

/** The clock status after each kind of punch. */
export const statusAfter: Record<PunchKind, ClockStatus> = {
  clock_in: 'clocked_in',
  clock_out: 'clocked_out',
  break_start: 'on_break',
  break_end: 'clocked_in',
};

const hourMs = 3_600_000;
/** After this time a running shift counts as a forgotten clock-out, and a new one may start. */
export const forgottenAfterMs = 16 * hourMs;
/** How late an offline punch is still recorded without review. */
export const offlineMaxAgeMs = 72 * hourMs;
/** Tolerance for device clocks that run ahead; later times are rejected. */
export const aheadMaxMs = 2 * 60_000;

export const toolAccess = { feature: 'utilities' } as const;
export const timezoneName = z.string();
export const store = z.enum(stores);

/** What can follow each status. */
export const possiblePunches: Record<ClockStatus, readonly PunchKind[]> = {
  clocked_out: ['clock_in'],
  clocked_in: ['clock_out', 'break_start'],
  on_break: ['break_end', 'clock_out'],
};

/** The punches that may say where the work takes place; the others belong to the store of the one before. */
export const namesStore = (kind: PunchKind): boolean => kind === 'clock_in' || kind === 'break_end';

/** A user's clock, with what the screen needs to keep counting on its own. */
export const clock = z.object({
  status: z.enum(clockStatuses),
  /** Start of the status; null if the user has never punched. */
  since: z.nullable(time),
  shiftStartedAt: z.nullable(time),
  /** The clock-out was probably forgotten: a new shift may start. */
  forgotten: z.boolean(),
  /** Paid time of the day and the week in milliseconds, as of `serverTime`. */
  todayMs: z.number(),
  weekMs: z.number(),
  /** The stores the user works at: with several, a clock-in says which. */
  stores: z.array(store),
  /** Where the running or the last shift took place; null if that is not recorded. */
  store: z.nullable(store),
  /** The user's pending correction requests. */
  waiting: z.number(),
  /** The stores whose punches are not accepted from where the user is now, with the reason. */
  refusals: z.array(z.object({ store, reason: z.string() })),
  timezone: timezoneName,
  serverTime: time,
  may: z.object({
    /** See other employees' hours. */
    seeTeam: z.boolean(),
    changeRules: z.boolean(),
  }),
});
export type Clock = z.output<typeof clock>;

export const getClock = endpoint({
  method: 'GET',
  path: '/api/time-clock',
  summary: 'Get the status of your time clock',
  access: toolAccess,
  reply: clock,
});

export const punch = endpoint({
  method: 'POST',
  path: '/api/time-clock/punches',
  summary: 'Clock in or out, start or end a break; repeating an id is idempotent',
  access: toolAccess,
  body: {
    clientId: z.uuid(),
    kind: punchKind,
    /**
     * Where the work takes place, of a clock-in or the end of a break: one of the user's stores. By default their only
     * one, or where they last clocked in.
     */
    store: z.optional(store),
    /** Time of an offline punch; otherwise the server's clock is used. */
    at: z.optional(instant),
    /** The device it was made on. */
    device: freeText(200),
  },
  reply: z.object({
    /** `requested`: it was not recorded and is pending a manager's decision. */
    outcome: z.enum(['recorded', 'requested']),
    clock,
  }),
});

/** Sent to all devices of the person whose hours changed. */
export const hoursChanged = serverEvent('hours_changed', { userId: z.number() });
