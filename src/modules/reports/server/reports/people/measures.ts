import type { Figures } from '../../../contract/report.ts';
import type { Measure } from '../../report.ts';

/** What hours come to; times in milliseconds. */
export interface Sums {
  /** Who had hours. */
  workers: Set<number>;
  headcount: number;
  paidMs: number;
  overtimeMs: number;
  missedBreaks: number;
  openPunches: number;
  weeks: number;
  approvedWeeks: number;
}

const hours = (ms: number) => ms / 3_600_000;
const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole);

const derivedMeasures: readonly (Measure & { value(sums: Sums): number | null })[] = [
  {
    id: 'hours',
    label: 'Hours',
    formula: 'Hours worked with paid breaks, as the sheets of the time clock count them.',
    unit: 'hours',
    better: null,
    value: ({ paidMs }) => hours(paidMs),
  },
  {
    id: 'overtime',
    label: 'Overtime',
    formula:
      'Hours of the days at one and a half times the rate or at double, by the law of the store and the basis of each person; approved weeks by the rules they were approved under.',
    unit: 'hours',
    better: 'less',
    isTarget: true,
    value: ({ overtimeMs }) => hours(overtimeMs),
  },
  {
    id: 'overtimeShare',
    label: 'Overtime share',
    formula: 'Overtime ÷ hours.',
    unit: 'share',
    better: 'less',
    value: ({ overtimeMs, paidMs }) => ratio(overtimeMs, paidMs),
  },
  {
    id: 'workers',
    label: 'People with hours',
    formula: 'People who had hours in the period. Somebody of several stores is in each of them.',
    unit: 'count',
    better: null,
    value: ({ workers }) => workers.size,
  },
  {
    id: 'hoursPerPerson',
    label: 'Hours per person',
    formula: 'Hours ÷ people with hours.',
    unit: 'hours',
    better: null,
    value: ({ paidMs, workers }) => ratio(hours(paidMs), workers.size),
  },
  {
    id: 'missedBreaks',
    label: 'Missed breaks',
    formula: 'Days with a shift whose meal break is missing or came late, by the law of the store.',
    unit: 'count',
    better: 'less',
    isTarget: true,
    value: ({ missedBreaks }) => missedBreaks,
  },
  {
    id: 'openPunches',
    label: 'Missing clock-outs',
    formula: 'Days with a shift that was never ended, and counts as nothing until it is corrected.',
    unit: 'count',
    better: 'less',
    isTarget: true,
    value: ({ openPunches }) => openPunches,
  },
  {
    id: 'approvedShare',
    label: 'Weeks approved',
    formula: 'Approved weeks ÷ weeks with hours that ended in the period, person by person.',
    unit: 'share',
    better: 'more',
    value: ({ approvedWeeks, weeks }) => ratio(approvedWeeks, weeks),
  },
  {
    id: 'headcount',
    label: 'Headcount',
    formula:
      'People at the end of the period: who had an account or hours by then, and has not been disabled since or deleted before. When somebody was disabled is not known, so they are left out of earlier periods too.',
    unit: 'count',
    better: null,
    value: ({ headcount }) => headcount,
  },
];

export const measures: readonly Measure[] = derivedMeasures.map(
  ({ value: _, ...measure }) => measure,
);

export const figuresOf = (sums: Sums): Figures =>
  Object.fromEntries(derivedMeasures.map(({ id, value }) => [id, value(sums)]));
