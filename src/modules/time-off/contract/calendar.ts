import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { calendarDate } from '../../../platform/contract/fields.ts';
import { department, store } from '../contract.ts';
import { portions } from './requests.ts';

/** A quarter: the calendar shows a week or a month. */
export const calendarMaxDays = 92;

export const absence = z.object({
  requestId: z.nullable(z.number()),
  startsOn: z.string(),
  endsOn: z.string(),
  portion: z.enum(portions),
  fromMinute: z.number(),
  toMinute: z.number(),
  /** Null: you may only see that the person is away. */
  kindId: z.nullable(z.number()),
  isPending: z.boolean(),
});
export type Absence = z.output<typeof absence>;

const calendarPerson = z.object({
  id: z.number(),
  name: z.string(),
  jobTitle: z.string(),
  store: z.nullable(store),
  department: z.nullable(department),
  absences: z.array(absence),
});
export type CalendarPerson = z.output<typeof calendarPerson>;

export const getCalendar = endpoint({
  method: 'GET',
  path: '/api/time-off/calendar',
  summary:
    'Who is away at your stores; the kind only of your own time off, of those who report to you, and in HR',
  access: 'signedIn',
  query: {
    from: calendarDate,
    to: calendarDate,
    store: z.optional(store),
    department: z.optional(department),
  },
  reply: z.object({
    today: z.string(),
    people: z.array(calendarPerson),
    holidays: z.array(z.object({ day: z.string(), name: z.string(), store: z.nullable(store) })),
    blackouts: z.array(
      z.object({
        name: z.string(),
        startsOn: z.string(),
        endsOn: z.string(),
        store: z.nullable(store),
        department: z.nullable(department),
        refuses: z.boolean(),
      }),
    ),
  }),
});
export type Calendar = z.output<(typeof getCalendar)['reply']>;
