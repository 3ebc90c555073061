import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { instant, time } from '../../platform/contract/fields.ts';
import { serverEvent } from '../../platform/contract/socket.ts';

export const punchKinds = ['clock_in', 'clock_out', 'break_start', 'break_end'] as const;
export type PunchKind = (typeof punchKinds)[number];
export const punchKind = z.enum(punchKinds);

export const clockStatuses = ['clocked_in', 'on_break', 'clocked_out'] as const;
export type ClockStatus = (typeof clockStatuses)[number];

/** What a person is after such a punch. */
export const statusAfter: Record<PunchKind, ClockStatus> = {
  clock_in: 'clocked_in',
  clock_out: 'clocked_out',
  break_start: 'on_break',
  break_end: 'clocked_in',
};

const hourMs = 3_600_000;
/** A shift that has run for so long was not ended but forgotten; a new one may begin. */
export const forgottenAfterMs = 16 * hourMs;
/** A punch made without a line is taken as it was made up to so long afterwards. */
export const offlineMaxAgeMs = 72 * hourMs;
/** Clocks differ a little; what lies further ahead is refused. */
export const aheadMaxMs = 2 * 60_000;

export const toolAccess = { feature: 'utilities' } as const;
export const timezoneName = z.string();

/** How somebody's clock stands, with what a screen needs to go on counting by itself. */
export const clock = z.object({
  status: z.enum(clockStatuses),
  /** Since when; null for who has never punched. */
  since: z.nullable(time),
  shiftStartedAt: z.nullable(time),
  /** The shift runs since so long that its end was probably forgotten: a new one may begin. */
  forgotten: z.boolean(),
  /** Paid time of the day and the week in milliseconds, as of `serverTime`. */
  todayMs: z.number(),
  weekMs: z.number(),
  /** Own requests that wait for a decision. */
  waiting: z.number(),
  timezone: timezoneName,
  serverTime: time,
  may: z.object({
    /** See the hours of other people. */
    seeTeam: z.boolean(),
    changeRules: z.boolean(),
  }),
});
export type Clock = z.output<typeof clock>;

export const getClock = endpoint({
  method: 'GET',
  path: '/api/time-clock',
  summary: 'How your time clock stands',
  access: toolAccess,
  reply: clock,
});

export const punch = endpoint({
  method: 'POST',
  path: '/api/time-clock/punches',
  summary: 'Clock in or out, begin or end a break; the same id again is the same punch',
  access: toolAccess,
  body: {
    clientId: z.uuid(),
    kind: punchKind,
    /** Only of a punch that was made without a line: when. Otherwise the server's clock counts. */
    at: z.optional(instant),
    /** On what it was made. */
    device: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  },
  reply: z.object({
    /** `requested`: it could not be taken as it was, and waits for a manager's decision. */
    outcome: z.enum(['recorded', 'requested']),
    clock,
  }),
});

/** Goes to every device of the person whose hours changed. */
export const hoursChanged = serverEvent('hours_changed', { userId: z.number() });
