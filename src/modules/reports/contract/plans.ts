import * as z from 'zod/mini';
import { stores } from '../../../platform/contract/access.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { version } from '../../../platform/contract/fields.ts';
import { measure, readAccess, reportId } from './report.ts';

const store = z.enum(stores);
export const month = z
  .string()
  .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Say a month like 2026-11'));
/** Ten million dollars, or as many things. */
export const targetMax = 1_000_000_000;

/** What a store means to reach in a month. */
export const listTargets = endpoint({
  method: 'GET',
  path: '/api/report-targets',
  summary: 'The targets of a month in your stores, and what there may be targets for',
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
    /** The stores whose targets are whoever asks to set. */
    settable: z.array(store),
  }),
});

export const setTarget = endpoint({
  method: 'PUT',
  path: '/api/report-targets',
  summary: 'Set what a store means to reach in a month; null: nothing',
  access: readAccess,
  body: {
    store,
    month,
    report: reportId,
    measure: z.string().check(z.minLength(1), z.maxLength(40)),
    value: z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(targetMax))),
    /** Of the target as it was read; 0 where there was none. */
    version,
  },
  reply: z.object({ version: z.number() }),
});

/** The morning’s post in a store’s channel. */
const brief = z.object({
  store,
  isOn: z.boolean(),
  /** `08:30`; null: when the store opens. */
  at: z.nullable(z.string()),
  version: z.number(),
  /** The store’s own channel, which it goes to; null: there is none, and it cannot be switched on. */
  channel: z.nullable(z.string()),
  /** As it would read now. */
  preview: z.string(),
  /** When it goes out next; null: not. */
  nextAt: z.nullable(z.string()),
  may: z.object({ change: z.boolean() }),
});
export type Brief = z.output<typeof brief>;

export const listBriefs = endpoint({
  method: 'GET',
  path: '/api/report-briefs',
  summary: 'The daily brief of each of your stores, and how it would read now',
  access: readAccess,
  reply: z.array(brief),
});

export const setBrief = endpoint({
  method: 'PUT',
  path: '/api/report-briefs',
  summary: 'Whether a store gets its brief, and when',
  access: readAccess,
  body: {
    store,
    isOn: z.boolean(),
    at: z.nullable(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Say a time like 08:30'))),
    version,
  },
  reply: brief,
});
