import * as z from 'zod/mini';
import { department, stores } from '../../../platform/contract/access.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import {
  calendarDate,
  freeText,
  id,
  idParam,
  reference,
  time,
  version,
} from '../../../platform/contract/fields.ts';

export const store = z.enum(stores);

/** Wall time in the group's time zone: `08:30`. */
export const wallTime = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 08:30'));

export const longestShiftHours = 16;
export const shiftsAtOnce = 200;

export const warningKinds = ['away', 'left', 'overlap', 'rest', 'hours'] as const;
export type WarningKind = (typeof warningKinds)[number];

export const shift = z.object({
  shiftId: z.number(),
  store,
  department,
  person: reference,
  /** The local day it starts on, and wall times; `end` is on the next day if it is not after `start`. */
  date: z.string(),
  start: z.string(),
  end: z.string(),
  startAt: time,
  endAt: time,
  breakMinutes: z.number(),
  /** What they do, such as “Greeter”; empty if it is their usual job. */
  role: z.string(),
  note: z.string(),
  isPublished: z.boolean(),
  /** It is offered to others, or someone has taken it and waits for approval. */
  isOffered: z.boolean(),
  version: z.number(),
});
export type Shift = z.output<typeof shift>;

/** What is planned, without whom and when. */
const workFields = {
  start: wallTime,
  /** Not after `start`: on the next day. */
  end: wallTime,
  breakMinutes: z.number().check(z.int(), z.minimum(0), z.maximum(240)),
  role: freeText(60),
  note: freeText(300),
};

/** Someone who was left out, and why. */
export const skipped = z.object({
  person: reference,
  date: z.string(),
  reason: z.enum(['away', 'left', 'planned', 'past']),
});
export type Skipped = z.output<typeof skipped>;

export const addShifts = endpoint({
  method: 'POST',
  path: '/api/schedules/shifts',
  summary:
    'Add a shift for each of these people on each of these days, as drafts; repeating a clientId adds once',
  access: 'signedIn',
  body: {
    clientId: z.uuid(),
    store,
    department,
    userIds: z.array(id).check(z.minLength(1), z.maxLength(60)),
    dates: z.array(calendarDate).check(z.minLength(1), z.maxLength(31)),
    ...workFields,
  },
  refine: ({ userIds, dates }) =>
    userIds.length * dates.length > shiftsAtOnce
      ? `Add at most ${shiftsAtOnce} shifts at once.`
      : undefined,
  reply: z.object({ added: z.number(), skipped: z.array(skipped) }),
  status: 201,
});

const params = { shiftId: idParam };

export const saveShift = endpoint({
  method: 'PUT',
  path: '/api/schedules/shifts/:shiftId',
  summary: 'Change or move a shift; those concerned are notified if it is published',
  access: 'signedIn',
  params,
  body: { version, userId: id, date: calendarDate, ...workFields },
  reply: shift,
});

export const removeShift = endpoint({
  method: 'DELETE',
  path: '/api/schedules/shifts/:shiftId',
  summary: 'Remove a shift; its person is notified if it is published',
  access: 'signedIn',
  params,
  query: { version: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647)) },
  reply: z.object({ message: z.string() }),
});

const weekFields = { store, department };

export const copyWeek = endpoint({
  method: 'POST',
  path: '/api/schedules/weeks/copy',
  summary:
    'Copy the shifts of a week to another as drafts, without people who are away or have left; repeating a clientId copies once',
  access: 'signedIn',
  body: { clientId: z.uuid(), ...weekFields, fromWeek: calendarDate, toWeek: calendarDate },
  reply: z.object({ added: z.number(), skipped: z.array(skipped) }),
  status: 201,
});

export const publishWeek = endpoint({
  method: 'POST',
  path: '/api/schedules/weeks/publish',
  summary: 'Publish the drafts of a week; each person is notified once',
  access: 'signedIn',
  body: { clientId: z.uuid(), ...weekFields, week: calendarDate },
  reply: z.object({ published: z.number(), people: z.number() }),
});
