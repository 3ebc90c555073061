import * as z from 'zod/mini';
import { stores } from '../../../platform/contract/access.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { version } from '../../../platform/contract/fields.ts';
import { measure, readAccess, reportId } from './report.ts';

const store = z.enum(stores);
export const month = z
  .string()
  .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Enter a month, e.g. 2026-11'));
/** Ten million dollars in cents, or the same number as a count. */
export const targetMax = 1_000_000_000;

export const listTargets = endpoint({
  method: 'GET',
  path: '/api/report-targets',
  summary: 'The targets of a month in your stores, and the measures that can have targets',
  access: readAccess,
  query: { month },
  reply: z.object({
    measures: z.array(z.object({ report: reportId, measure })),
    targets: z.array(
      z.object({
        store,
        report: reportId,
        measure: z.string(),
        value: z.number(),
        version: z.number(),
      }),
    ),
    /** The stores whose targets the user may set. */
    settable: z.array(store),
  }),
});

export const setTarget = endpoint({
  method: 'PUT',
  path: '/api/report-targets',
  summary: 'Set the monthly target of a store; null removes it',
  access: readAccess,
  body: {
    store,
    month,
    report: reportId,
    measure: z.string().check(z.minLength(1), z.maxLength(40)),
    value: z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(targetMax))),
    /** The version that was read; 0 if there was no target. */
    version,
  },
  reply: z.object({ version: z.number() }),
});

/** The morning post in a store’s channel. */
const brief = z.object({
  store,
  isOn: z.boolean(),
  /** `08:30`; null means when the store opens. */
  at: z.nullable(z.string()),
  version: z.number(),
  /** The store’s team channel it is posted to; without one (null) it cannot be turned on. */
  channel: z.nullable(z.string()),
  /** The brief as of now. */
  preview: z.string(),
  /** Next post; null when none is due. */
  nextAt: z.nullable(z.string()),
  may: z.object({ change: z.boolean() }),
});
export type Brief = z.output<typeof brief>;

export const listBriefs = endpoint({
  method: 'GET',
  path: '/api/report-briefs',
  summary: 'The daily brief settings of your stores, with a preview',
  access: readAccess,
  reply: z.array(brief),
});

export const setBrief = endpoint({
  method: 'PUT',
  path: '/api/report-briefs',
  summary: 'Turn the daily brief of a store on or off, and set its time',
  access: readAccess,
  body: {
    store,
    isOn: z.boolean(),
    at: z.nullable(
      z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, e.g. 08:30')),
    ),
    version,
  },
  reply: brief,
});
