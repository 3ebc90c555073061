import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { time, version } from '../../platform/contract/fields.ts';

export const access = { admin: 'system_management' } as const;

/** The event a retention period starts from. */
export const retentionEvents = [
  'deal_delivered',
  'deal_canceled',
  'repair_order_closed',
  'employment_ended',
  'document_dated',
] as const;
export type RetentionEvent = (typeof retentionEvents)[number];

/** The classes created by the migrations. */
export const retentionClassCodes = [
  'sales_documents',
  'unsold_applications',
  'service_records',
  'hr_files',
  'accounting_records',
] as const;
export type RetentionClassCode = (typeof retentionClassCodes)[number];

export const maxYears = 30;
const years = z.number().check(z.int(), z.minimum(1), z.maximum(maxYears));

export const retentionClass = z.object({
  code: z.string(),
  name: z.string(),
  event: z.enum(retentionEvents),
  years: z.number(),
  minimumYears: z.number(),
  /** Why it may not be shorter, as a sentence without its end. */
  authority: z.string(),
  version: z.number(),
  changedAt: time,
  /** Documents that are kept: with a running or ended period, and those whose period has not started. */
  kept: z.number(),
  notBegun: z.number(),
});
export type RetentionClass = z.output<typeof retentionClass>;

/** A calendar month: `2027-03`. */
export const month = z.string().check(z.regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/, 'Must be a month'));

export const retention = z.object({
  classes: z.array(retentionClass),
  /** In the group's time zone. */
  today: z.iso.date(),
  /** Documents due within twelve months, by the month their period ends in; overdue ones first. */
  due: z.array(
    z.object({
      /** Null: it ended before this month. */
      month: z.nullable(month),
      items: z.number(),
      held: z.number(),
    }),
  ),
  holds: z.number(),
  /** Batches that wait for a second person, or are being destroyed. */
  openBatches: z.number(),
  destroyed: z.number(),
});
export type Retention = z.output<typeof retention>;

export const getRetention = endpoint({
  method: 'GET',
  path: '/api/retention',
  summary: 'Retention periods and what falls due when',
  access,
  reply: retention,
});

export const setRetentionPeriod = endpoint({
  method: 'PUT',
  path: '/api/retention/classes/:code',
  summary: 'Set how many years documents of a class are kept, including existing ones',
  access,
  params: { code: z.string().check(z.maxLength(50)) },
  body: {
    years,
    /** Version of the class the user saw, so that someone else’s change is not overwritten. */
    version,
  },
  reply: retentionClass,
});
