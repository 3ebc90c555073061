import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { calendarDate, time } from '../../../platform/contract/fields.ts';
import { frequencies } from './periods.ts';
import { payrollAccess } from './rights.ts';
import { day } from './statement.ts';

const frequency = z.enum(frequencies);

const schedule = z.object({
  id: z.number(),
  frequency,
  startsOn: day,
  payDays: z.number(),
  by: z.string(),
  at: time,
});

const schedules = z.object({
  /** Those that hold, earliest first. */
  schedules: z.array(schedule),
  /** The last day about which something was recorded; a change can only start after it. */
  settledThrough: z.nullable(day),
  today: day,
  may: z.object({ change: z.boolean() }),
});
export type Schedules = z.output<typeof schedules>;

export const getSchedules = endpoint({
  method: 'GET',
  path: '/api/payroll/schedules',
  summary: 'How pay periods are cut, and from when on',
  access: payrollAccess,
  reply: schedules,
});

export const addSchedule = endpoint({
  method: 'POST',
  path: '/api/payroll/schedules',
  summary: 'Change how pay periods are cut, from a day on',
  access: payrollAccess,
  body: {
    frequency,
    startsOn: calendarDate,
    payDays: z.number().check(z.int(), z.minimum(0), z.maximum(31)),
    /** The last schedule you saw; null if there was none. 409 if someone changed it since. */
    after: z.nullable(z.number()),
  },
  reply: schedules,
  status: 201,
});
