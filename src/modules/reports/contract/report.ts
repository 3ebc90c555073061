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
  'chat',
] as const;
export const reportId = z.enum(reportIds);
export type ReportId = z.output<typeof reportId>;

/**
 * What a number counts: things, money in cents, a share of one (0.42 is 42 %), a plain ratio, hours, days,
 * minutes, each of the last four with decimals.
 */
export const units = ['count', 'cents', 'share', 'ratio', 'hours', 'days', 'minutes'] as const;
export type Unit = (typeof units)[number];

/** Something a report reckons. */
export const measure = z.object({
  id: z.string(),
  label: z.string(),
  /** How it is reckoned, in a sentence for its reader. */
  formula: z.string(),
  unit: z.enum(units),
  /** Which way is good; null: neither. */
  better: z.nullable(z.enum(['more', 'less'])),
  /** Months may have a goal for it. */
  isTarget: z.boolean(),
});
export type Measure = z.output<typeof measure>;

/** Something its figures may be told apart by; with `choices` where all there ever are is known. */
export const grouping = z.object({
  id: z.string(),
  label: z.string(),
  choices: z.optional(z.array(z.object({ key: z.string(), label: z.string() }))),
});
export type Grouping = z.output<typeof grouping>;

/** A report as somebody may read it: what is not theirs is left out. */
export const description = z.object({
  id: reportId,
  title: z.string(),
  about: z.string(),
  /** It tells how things stood at the end of the period, and not what happened in it. */
  isSnapshot: z.boolean(),
  measures: z.array(measure),
  /** Of which the cards and the chart are, the first of them to begin with. */
  leading: z.array(z.string()),
  /** The first is what it is told apart by until somebody chooses. */
  groupings: z.array(grouping),
});
export type Description = z.output<typeof description>;

/** By measure; null: there is nothing to reckon it from. */
export const figures = z.record(z.string(), z.nullable(z.number()));
export type Figures = z.output<typeof figures>;

export const span = z.object({ from: z.string(), to: z.string() });

/** In the period, in the one before it, and a year ago. */
const compared = {
  figures,
  previous: figures,
  yearBefore: figures,
};

export const row = z.object({ key: z.string(), label: z.string(), ...compared });
export type Row = z.output<typeof row>;

const goal = z.object({
  target: z.number(),
  /** By the end of the month at the speed of its selling days so far; null: a month that is over, or not begun. */
  pace: z.nullable(z.number()),
});

export const rowsAtMost = 500;

export const report = z.object({
  id: reportId,
  span,
  previous: span,
  yearBefore: span,
  by: z.string(),
  rows: z.array(row),
  /** More than `rowsAtMost`: the ones left out are in the total all the same. */
  isCut: z.boolean(),
  total: z.object(compared),
  /** Twelve months up to the one the period ends in, the oldest first; null before there were any records. */
  months: z.array(
    z.object({ month: z.string(), figures: z.nullable(figures), yearBefore: z.nullable(figures) }),
  ),
  narrowed: z.array(z.object({ by: z.string(), key: z.string(), label: z.string() })),
  /** Stores whose records begin after the period did; null: there are none at all. */
  gaps: z.array(z.object({ store: z.enum(stores), since: z.nullable(z.string()) })),
  /** Of the measures with a target in the month asked for, of all the stores asked for. */
  goals: z.record(z.string(), goal),
  asOf: time,
  timezone: z.string(),
});
export type Report = z.output<typeof report>;

/** What a column of records holds; `day` is `2026-11-22`, `at` an instant. */
const cellKinds = ['text', 'day', 'at', ...units] as const;
export const column = z.object({ label: z.string(), kind: z.enum(cellKinds) });
export type Column = z.output<typeof column>;

export const record = z.object({
  id: z.string(),
  /** Where it is told in full; null: not for whoever asks. */
  href: z.nullable(z.string()),
  /** One for each column. */
  cells: z.array(z.nullable(z.union([z.string(), z.number()]))),
});
export type ReportRecord = z.output<typeof record>;
