import * as z from 'zod/mini';
import { department } from '../../../platform/contract/access.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { calendarDate, version } from '../../../platform/contract/fields.ts';
import { store, wallTime } from './shift.ts';

/** `closes` not after `opens`: on the next day. */
export const opening = z.strictObject({ opens: wallTime, closes: wallTime });
export type Opening = z.output<typeof opening>;

/** Another day than usual: a holiday, or longer hours for a sale. */
const exception = z.strictObject({
  date: calendarDate,
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  /** Null: closed. */
  opening: z.nullable(opening),
});
export type Exception = z.output<typeof exception>;

const target = z.strictObject({
  /** 0 is Sunday. */
  days: z
    .array(z.number().check(z.int(), z.minimum(0), z.maximum(6)))
    .check(z.minLength(1), z.maxLength(7)),
  from: wallTime,
  until: wallTime,
  people: z.number().check(z.int(), z.minimum(0), z.maximum(99)),
});
export type Target = z.output<typeof target>;

export const exceptionsAtMost = 100;
export const targetsAtMost = 40;

const planFields = {
  /** By weekday from Sunday; null: closed. */
  opening: z.array(z.nullable(opening)).check(z.length(7)),
  exceptions: z.array(exception).check(z.maxLength(exceptionsAtMost)),
  /** People needed at these hours; 1 wherever the department is open and nothing else is set. */
  targets: z.array(target).check(z.maxLength(targetsAtMost)),
  /** How much later than planned someone may clock in. */
  graceMinutes: z.number().check(z.int(), z.minimum(0), z.maximum(120)),
  /** Notify the manager of someone who is not in after that. */
  alertsManagers: z.boolean(),
};

export const plan = z.object({
  store,
  department,
  ...planFields,
  /** 0: nothing is set. */
  version: z.number(),
});
export type Plan = z.output<typeof plan>;

const params = { store, department };

export const getPlan = endpoint({
  method: 'GET',
  path: '/api/schedules/plans/:store/:department',
  summary: 'When a department is open, and how many people it needs',
  access: 'signedIn',
  params,
  reply: plan,
});

export const savePlan = endpoint({
  method: 'PUT',
  path: '/api/schedules/plans/:store/:department',
  summary: 'Set when a department is open, and how many people it needs',
  access: 'signedIn',
  params,
  body: { version, ...planFields },
  refine: ({ exceptions, targets }) => {
    if (new Set(exceptions.map(({ date }) => date)).size < exceptions.length) {
      return 'Enter each special day once.';
    }
    return targets.some(({ from, until }) => until <= from)
      ? 'The end of a time with a target must be after its start.'
      : undefined;
  },
  reply: plan,
});
