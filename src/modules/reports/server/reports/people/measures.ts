import type { Figures } from '../../../contract/report.ts';
import type { Measure } from '../../report.ts';

/** Times in milliseconds. */
export interface Sums {
  /** Employees with hours. */
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
const ratio = (part: number, total: number) => (total === 0 ? null : part / total);

const derivedMeasures: readonly (Measure & { value(sums: Sums): number | null })[] = [
  {
    id: 'hours',
    label: 'Hours',
    formula:
      'Hours worked including paid breaks, as on timesheets, at the store chosen when clocking in. Hours without a store, from before it was recorded, count at each of the employee’s stores, and once in the total.',
    unit: 'hours',
    better: null,
    value: ({ paidMs }) => hours(paidMs),
  },
  {
    id: 'overtime',
    label: 'Overtime',
    formula:
      'Hours at time and a half or double time, by the store’s state law and each employee’s pay basis. Approved weeks keep the rules they were approved under.',
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
    label: 'Employees with hours',
    formula:
      'Employees with hours in the period. An employee who worked at several stores counts in each.',
    unit: 'count',
    better: null,
    value: ({ workers }) => workers.size,
  },
  {
    id: 'hoursPerPerson',
    label: 'Hours per employee',
    formula: 'Hours ÷ employees with hours.',
    unit: 'hours',
    better: null,
    value: ({ paidMs, workers }) => ratio(hours(paidMs), workers.size),
  },
  {
    id: 'missedBreaks',
    label: 'Missed breaks',
    formula: 'Days with a missing or late meal break, by the store’s state law.',
    unit: 'count',
    better: 'less',
    isTarget: true,
    value: ({ missedBreaks }) => missedBreaks,
  },
  {
    id: 'openPunches',
    label: 'Missing clock-outs',
    formula:
      'Days with a shift that was not clocked out. Such shifts add no hours until corrected.',
    unit: 'count',
    better: 'less',
    isTarget: true,
    value: ({ openPunches }) => openPunches,
  },
  {
    id: 'approvedShare',
    label: 'Weeks approved',
    formula: 'Approved timesheet weeks ÷ weeks with hours that ended in the period.',
    unit: 'share',
    better: 'more',
    value: ({ approvedWeeks, weeks }) => ratio(approvedWeeks, weeks),
  },
  {
    id: 'headcount',
    label: 'Headcount',
    formula:
      'Employees at the end of the period who had an account or hours by then. Employees deleted before then, or disabled at any time, are not included.',
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
