import * as z from 'zod/mini';
import { stores } from '../../../platform/contract/access.ts';
import { time } from '../../../platform/contract/fields.ts';

export const readAccess = { page: 'reports', feature: 'view_data' } as const;

export const reportIds = [
  'sales',
  'finance',
  'inventory',
  'recon',
  'service',
  'leads',
  'people',
  'workforce',
  'chat',
] as const;
export const reportId = z.enum(reportIds);
export type ReportId = z.output<typeof reportId>;

/**
 * The unit of a number: a count, cents, a share of one (0.42 is 42 %), a ratio, hours, days or minutes; the
 * last four have decimals.
 */
export const units = ['count', 'cents', 'share', 'ratio', 'hours', 'days', 'minutes'] as const;
export type Unit = (typeof units)[number];

export const measure = z.object({
  id: z.string(),
  label: z.string(),
  /** How it is calculated, for the reader. */
  formula: z.string(),
  unit: z.enum(units),
  /** Which direction is good; null for neither. */
  better: z.nullable(z.enum(['more', 'less'])),
  /** Can have a monthly target. */
  isTarget: z.boolean(),
});
export type Measure = z.output<typeof measure>;

/** A dimension to group figures by; `choices` when all its values are known. */
export const grouping = z.object({
  id: z.string(),
  label: z.string(),
  choices: z.optional(z.array(z.object({ key: z.string(), label: z.string() }))),
});
export type Grouping = z.output<typeof grouping>;

/** A report as a reader sees it, without measures and groupings they may not see. */
export const description = z.object({
  id: reportId,
  title: z.string(),
  about: z.string(),
  /** Shows the state at the end of the period rather than what happened in it. */
  isSnapshot: z.boolean(),
  measures: z.array(measure),
  /** The measures of the cards and the chart; the chart starts with the first. */
  leading: z.array(z.string()),
  /** The first is the default. */
  groupings: z.array(grouping),
});
export type Description = z.output<typeof description>;

/** By measure id; null when there is nothing to calculate it from. */
export const figures = z.record(z.string(), z.nullable(z.number()));
export type Figures = z.output<typeof figures>;

export const span = z.object({ from: z.string(), to: z.string() });

/** For the period, the previous period, and a year ago. */
const compared = {
  figures,
  previous: figures,
  yearBefore: figures,
};

export const row = z.object({ key: z.string(), label: z.string(), ...compared });
export type Row = z.output<typeof row>;

const goal = z.object({
  target: z.number(),
  /**
   * Projected value at month end, from selling days so far. Null for a month that is over, for shares and medians, and until
   * each store has had its first selling day.
   */
  pace: z.nullable(z.number()),
  /** The month is over: the target is reached or missed. */
  isOver: z.boolean(),
});

export const rowsAtMost = 500;

export const report = z.object({
  id: reportId,
  span,
  previous: span,
  yearBefore: span,
  by: z.string(),
  rows: z.array(row),
  /** There are more rows than `rowsAtMost`; the total includes them. */
  isCut: z.boolean(),
  total: z.object(compared),
  /** Twelve months up to the end of the period, oldest first; null before the first records. */
  months: z.array(
    z.object({ month: z.string(), figures: z.nullable(figures), yearBefore: z.nullable(figures) }),
  ),
  narrowed: z.array(z.object({ by: z.string(), key: z.string(), label: z.string() })),
  /** Stores whose records begin after the start of the period; null if they have none. */
  gaps: z.array(z.object({ store: z.enum(stores), since: z.nullable(z.string()) })),
  /** Measures with a target for the requested month in all requested stores. */
  goals: z.record(z.string(), goal),
  asOf: time,
  timezone: z.string(),
});
export type Report = z.output<typeof report>;

/** `day` is `2026-11-22`, `at` an instant. */
const cellKinds = ['text', 'day', 'at', ...units] as const;
export const column = z.object({ label: z.string(), kind: z.enum(cellKinds) });
export type Column = z.output<typeof column>;

export const record = z.object({
  id: z.string(),
  /** Link to the record; null when the user may not open it. */
  href: z.nullable(z.string()),
  /** One per column. */
  cells: z.array(z.nullable(z.union([z.string(), z.number()]))),
});
export type ReportRecord = z.output<typeof record>;
