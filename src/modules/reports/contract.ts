import * as z from 'zod/mini';
import { stores } from '../../platform/contract/access.ts';
import { endpoint, file } from '../../platform/contract/endpoint.ts';
import { calendarDate } from '../../platform/contract/fields.ts';
import { period } from './contract/period.ts';
import {
  column,
  description,
  figures,
  measure,
  readAccess,
  record,
  report,
  reportId,
  span,
} from './contract/report.ts';

const store = z.enum(stores);
export const narrowingsMax = 4;

/** What a report is asked for. */
export const question = {
  period: z._default(period, 'this_month'),
  /** Only with the period `custom`, and then both; ten years at most. */
  from: z.optional(calendarDate),
  to: z.optional(calendarDate),
  /** Left out: all of the asker’s. */
  store: z.optional(store),
  /** The first of the report’s groupings unless told. */
  by: z.optional(z.string().check(z.regex(/^[a-z][A-Za-z]{0,29}$/))),
  /** As `writeNarrowings` writes them. */
  only: z._default(z.string().check(z.maxLength(1_000)), ''),
};
export type Question = z.output<z.ZodMiniObject<typeof question>>;

const params = { report: reportId };

export const listReports = endpoint({
  method: 'GET',
  path: '/api/reports',
  summary: 'The reports you may read, with what they reckon and how',
  access: readAccess,
  reply: z.object({
    reports: z.array(description),
    stores: z.array(store),
    /** The day it is in the group’s time zone. */
    today: z.string(),
    may: z.object({ setTargets: z.boolean(), setBriefs: z.boolean() }),
  }),
});

export const getReport = endpoint({
  method: 'GET',
  path: '/api/reports/:report',
  summary:
    'A report of a period, told apart, beside the period before and the same days a year ago',
  access: readAccess,
  params,
  query: question,
  reply: report,
});

export const listReportRecords = endpoint({
  method: 'GET',
  path: '/api/reports/:report/records',
  summary: 'What the figures of a report are made of, one page after the other',
  access: readAccess,
  params,
  query: {
    ...question,
    /** `next` of the page before. */
    after: z.optional(z.string().check(z.maxLength(200))),
  },
  reply: z.object({
    columns: z.array(column),
    records: z.array(record),
    next: z.nullable(z.string()),
  }),
});

export const exportReport = endpoint({
  method: 'POST',
  path: '/api/reports/:report/export',
  summary: 'A report, or the records behind it, as a file; that it was taken is recorded',
  access: readAccess,
  params,
  body: { ...question, what: z._default(z.enum(['figures', 'records']), 'figures') },
  reply: file,
  replyType: 'file',
});

/** Figures of several reports in one table; each measure is said with its report. */
export const getOverview = endpoint({
  method: 'GET',
  path: '/api/report-overview',
  summary: 'The month so far, store beside store: what leads in every report you may read',
  access: readAccess,
  reply: z.object({
    span,
    previous: span,
    columns: z.array(
      z.object({
        report: reportId,
        measure,
        /** What the figures are narrowed to, as a question has it. */
        only: z.string(),
      }),
    ),
    /** Each figure under `report.measure`; the last row is all of them together. */
    rows: z.array(
      z.object({
        store: z.nullable(store),
        figures,
        previous: figures,
        targets: figures,
        pace: figures,
      }),
    ),
    asOf: z.string(),
    timezone: z.string(),
  }),
});
