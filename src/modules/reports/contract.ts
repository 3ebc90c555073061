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
export const filtersMax = 4;

export const reportQuery = {
  period: z._default(period, 'this_month'),
  /** Required with the period `custom` only; ten years at most. */
  from: z.optional(calendarDate),
  to: z.optional(calendarDate),
  /** Defaults to all stores of the actor. */
  store: z.optional(store),
  /** Defaults to the report’s first grouping. */
  by: z.optional(z.string().check(z.regex(/^[a-z][A-Za-z]{0,29}$/))),
  /** As `writeFilters` formats them. */
  only: z._default(z.string().check(z.maxLength(1_000)), ''),
};
export type ReportQuery = z.output<z.ZodMiniObject<typeof reportQuery>>;

const params = { report: reportId };

export const listReports = endpoint({
  method: 'GET',
  path: '/api/reports',
  summary: 'The reports you may read, with their measures and formulas',
  access: readAccess,
  reply: z.object({
    reports: z.array(description),
    stores: z.array(store),
    /** Today in the group time zone. */
    today: z.string(),
    may: z.object({ setTargets: z.boolean(), setBriefs: z.boolean() }),
  }),
});

export const getReport = endpoint({
  method: 'GET',
  path: '/api/reports/:report',
  summary:
    'A report for a period, grouped, compared with the previous period and the same days a year ago',
  access: readAccess,
  params,
  query: reportQuery,
  reply: report,
});

export const listReportRecords = endpoint({
  method: 'GET',
  path: '/api/reports/:report/records',
  summary: 'The records behind the figures of a report, page by page',
  access: readAccess,
  params,
  query: {
    ...reportQuery,
    /** `next` of the previous page. */
    after: z.optional(z.string().check(z.maxLength(200))),
  },
  reply: z.object({
    columns: z.array(column),
    records: z.array(record),
    next: z.nullable(z.string()),
  }),
  reads: 'varies',
});

export const exportReport = endpoint({
  method: 'POST',
  path: '/api/reports/:report/export',
  summary: 'Export a report, or the records behind it, as a file; the export is logged',
  access: readAccess,
  params,
  body: { ...reportQuery, what: z._default(z.enum(['figures', 'records']), 'figures') },
  reply: file,
  replyType: 'file',
  reads: 'varies',
});

/** Key figures of several reports in one table. */
export const getOverview = endpoint({
  method: 'GET',
  path: '/api/report-overview',
  summary: 'Month-to-date figures by store: the key measures of every report you may read',
  access: readAccess,
  reply: z.object({
    span,
    previous: span,
    columns: z.array(
      z.object({
        report: reportId,
        measure,
        /** Filters, in the format of `reportQuery.only`. */
        only: z.string(),
      }),
    ),
    /** Figures keyed by `report.measure`; the last row is the total. */
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
