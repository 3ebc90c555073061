import { sql } from 'kysely';
import { departments, stores } from '../../../../../platform/contract/access.ts';
import {
  departmentNames,
  homeStoreName,
  storeNames,
} from '../../../../../platform/contract/names.ts';
import { byMonth, ratio } from '../../tally/facts.ts';
import {
  firstDays,
  type TalliedGrouping,
  type TalliedMeasure,
  tallied,
} from '../../tally/tally.ts';
import { isOfStores, workforceFacts } from './facts.ts';
import { workforceRecords } from './records.ts';

const days = sql`sum(f.days)`;
const periodDays = sql`coalesce(max(f.period_days), max(f.last) - min(f.first) + 1)`;
const headcount = sql`${days}::float8 / ${periodDays}`;
const leavers = sql`count(*) filter (where f.has_left)`;
const early = sql`count(*) filter (where f.has_left and f.left_on - f.hired_on < 90)`;

const absentHours = sql`sum(f.absent_minutes) / 60.0`;

const measures: readonly TalliedMeasure[] = [
  {
    id: 'headcount',
    label: 'Headcount',
    formula:
      'Average number of employees: days employed ÷ days of the period, up to today. Employees without a hire date aren’t counted.',
    unit: 'ratio',
    better: null,
    value: headcount,
  },
  {
    id: 'hires',
    label: 'Hires',
    formula: 'Employees whose hire date is in the period.',
    unit: 'count',
    better: null,
    value: sql`count(*) filter (where f.is_hired)`,
  },
  {
    id: 'leavers',
    label: 'Leavers',
    formula: 'Employees whose last day is in the period.',
    unit: 'count',
    better: 'less',
    value: leavers,
  },
  {
    id: 'turnover',
    label: 'Turnover',
    formula: 'Leavers ÷ headcount.',
    unit: 'share',
    better: 'less',
    value: ratio(leavers, headcount),
  },
  {
    id: 'annualTurnover',
    label: 'Turnover per year',
    formula: 'Turnover × 365 ÷ days of the period: what it would be if it went on for a year.',
    unit: 'share',
    better: 'less',
    value: ratio(sql`${leavers} * 365.0`, days),
  },
  {
    id: 'earlyShare',
    label: 'Left within 90 days',
    formula: 'Leavers less than 90 days after their hire date ÷ leavers.',
    unit: 'share',
    better: 'less',
    value: ratio(early, leavers),
  },
  {
    id: 'tenure',
    label: 'Tenure of leavers',
    formula: 'Average days from the hire date to the last day of those who left.',
    unit: 'days',
    better: 'more',
    value: sql`avg(f.left_on - f.hired_on) filter (where f.has_left)`,
  },
  {
    id: 'absence',
    label: 'Time off',
    formula: 'Hours of approved time off, paid or not, up to today.',
    unit: 'hours',
    better: null,
    value: absentHours,
  },
  {
    id: 'absenceShare',
    label: 'Absence',
    formula: 'Hours of approved time off ÷ 40 hours for each week of employment.',
    unit: 'share',
    better: 'less',
    value: ratio(absentHours, sql`(${days} * 40.0 / 7)`),
  },
];

const groupings: readonly TalliedGrouping[] = [
  {
    id: 'store',
    label: 'Store',
    choices: [
      ...stores.map((key) => ({ key, label: storeNames[key] })),
      { key: '', label: homeStoreName(null) },
    ],
    key: sql`f.store`,
  },
  {
    id: 'department',
    label: 'Department',
    choices: [
      ...departments.map((key) => ({ key, label: departmentNames[key] })),
      { key: '', label: 'No department' },
    ],
    key: sql`f.department`,
  },
  byMonth(sql`f.first`, 'date'),
];

/** Who worked here, came and left. */
export const workforceReport = tallied({
  id: 'workforce',
  title: 'Workforce',
  about:
    'Headcount, hires, leavers, turnover and absence, by the store and department at the end of each month.',
  measures,
  leading: ['headcount', 'hires', 'leavers', 'turnover', 'annualTurnover', 'absenceShare'],
  groupings,
  isFor: { may: ({ people }) => people, requirement: 'a manager role or above' },
  from: workforceFacts,
  where: isOfStores,
  having: sql`${days} > 0`,
  since: (db, query) =>
    firstDays(
      db,
      query,
      (store) => sql`select min(e.hired_on) from employees e where e.store = ${store}`,
    ),
  records: workforceRecords(groupings),
});
