import * as z from 'zod/mini';
import { department, stores } from '../../../platform/contract/access.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { calendarDate, idParam, reference, time } from '../../../platform/contract/fields.ts';
import { offer } from './offers.ts';
import { shift, store, warningKinds } from './shift.ts';

export const warning = z.object({ shiftId: z.number(), kind: z.enum(warningKinds) });
export type Warning = z.output<typeof warning>;

/** A part of the opening hours, an hour or less, with the fewest people who are there at once. */
export const coverageSlot = z.object({
  startAt: time,
  endAt: time,
  /** Wall time. */
  start: z.string(),
  planned: z.number(),
  needed: z.number(),
});
export type CoverageSlot = z.output<typeof coverageSlot>;

export const coverageDay = z.object({
  date: z.string(),
  opens: z.nullable(z.string()),
  closes: z.nullable(z.string()),
  /** Of a special day. */
  name: z.nullable(z.string()),
  slots: z.array(coverageSlot),
});
export type CoverageDay = z.output<typeof coverageDay>;

const weekPerson = z.object({
  ...reference.shape,
  jobTitle: z.string(),
  /** Of the department; others were added to the week. */
  isMember: z.boolean(),
  /** Planned minutes of the week at all stores, without breaks. */
  minutes: z.number(),
  /** Time off by local day, from one minute after midnight to another: 0 to 1440 for a whole day. */
  away: z.array(z.object({ date: z.string(), fromMinute: z.number(), toMinute: z.number() })),
});
export type WeekPerson = z.output<typeof weekPerson>;

/** The stores and departments whose week the user sees. */
const place = z.object({
  store,
  department,
  /** Whether anyone works there now. */
  hasPeople: z.boolean(),
  mayEdit: z.boolean(),
});
export type Place = z.output<typeof place>;

export const week = z.object({
  week: z.object({
    start: z.string(),
    end: z.string(),
    previous: z.string(),
    next: z.string(),
  }),
  days: z.array(z.string()),
  today: z.string(),
  serverTime: time,
  timezone: z.string(),
  store,
  department,
  people: z.array(weekPerson),
  /** Others of the store, who can be added to the week. */
  others: z.array(reference),
  shifts: z.array(shift),
  warnings: z.array(warning),
  coverage: z.array(coverageDay),
  drafts: z.number(),
  may: z.object({ edit: z.boolean() }),
});
export type Week = z.output<typeof week>;

export const listPlaces = endpoint({
  method: 'GET',
  path: '/api/schedules/places',
  summary: 'The stores and departments whose schedules you see',
  access: 'signedIn',
  reply: z.array(place),
});

export const getWeek = endpoint({
  method: 'GET',
  path: '/api/schedules/week',
  summary:
    'The schedule of a store and department for the week of a date; only published shifts for those who do not plan it',
  access: 'signedIn',
  query: { store, department, week: z.optional(calendarDate) },
  reply: week,
});

export const getMySchedule = endpoint({
  method: 'GET',
  path: '/api/schedules/mine',
  summary: 'Your published shifts from today on, and the shifts offered by you and to you',
  access: 'signedIn',
  reply: z.object({
    shifts: z.array(shift),
    offers: z.array(offer),
    serverTime: time,
    /** When the link of the calendar feed was made; null: there is none. */
    feedSince: z.nullable(time),
  }),
});

export const listNextShifts = endpoint({
  method: 'GET',
  path: '/api/schedules/people/:id/next',
  summary: 'The next published shifts of an employee, for themselves, their managers and HR',
  access: 'signedIn',
  params: { id: idParam },
  reply: z.array(shift),
});

export const attendanceStates = [
  'upcoming',
  'due',
  'on_time',
  'early',
  'late',
  'not_in',
  'no_show',
  'away',
  'unknown',
] as const;
export type AttendanceState = (typeof attendanceStates)[number];

export const attendanceRow = z.object({
  shiftId: z.number(),
  store,
  department,
  person: reference,
  startAt: time,
  endAt: time,
  role: z.string(),
  state: z.enum(attendanceStates),
  arrivedAt: z.nullable(time),
  leftAt: z.nullable(time),
  /** Late or early arrival. */
  minutes: z.number(),
  leftEarlyMinutes: z.number(),
});
export type AttendanceRow = z.output<typeof attendanceRow>;

export const getAttendance = endpoint({
  method: 'GET',
  path: '/api/schedules/attendance',
  summary: 'Who of a day’s published shifts is in, late or not in, for those who plan the schedule',
  access: 'signedIn',
  query: {
    date: z.optional(calendarDate),
    store: z.optional(store),
    department: z.optional(department),
  },
  reply: z.object({
    date: z.string(),
    today: z.string(),
    serverTime: time,
    stores: z.array(z.enum(stores)),
    rows: z.array(attendanceRow),
  }),
});
