import { sql } from 'kysely';
import { reconFacts } from '../../rollup/recon/kept.ts';
import { byMonth, byStore, percentile } from '../../tally/facts.ts';
import { firstDays, type TalliedMeasure, tallied } from '../../tally/tally.ts';
import { conditions } from '../cars.ts';
import { byMake } from './groupings.ts';
import { reconRecords } from './recon-records.ts';
import { byStage } from './stages.ts';

/** A stage tells how long it takes, and nothing of cars that went through all of them. */
const notBy = ['stage'];
const strong = 5;

const measures: readonly TalliedMeasure[] = [
  {
    id: 'cars',
    label: 'Cars finished',
    formula: 'Cars by the day they first reached the frontline since they were acquired.',
    unit: 'count',
    better: 'more',
    isTarget: true,
    value: sql`count(*) filter (where f.stage is null)`,
    notBy,
  },
  {
    id: 'daysToLine',
    label: 'Days to line',
    formula:
      'Days from acquisition to the frontline: as many cars took less as took more (median).',
    unit: 'days',
    better: 'less',
    value: percentile(0.5, sql`f.line_days`),
    notBy,
  },
  {
    id: 'slowDaysToLine',
    label: 'Days to line, slowest tenth',
    formula: 'Nine of ten cars took no longer from acquisition to the frontline (90th percentile).',
    unit: 'days',
    better: 'less',
    value: percentile(0.9, sql`f.line_days`),
    notBy,
  },
  {
    id: 'late',
    label: `Over ${strong} days`,
    formula: `Cars that took more than ${strong} days from acquisition to the frontline.`,
    unit: 'count',
    better: 'less',
    value: sql`count(*) filter (where f.line_days > ${sql.lit(strong)})`,
    notBy,
  },
  {
    id: 'cost',
    label: 'Cost a car',
    formula:
      'Mean of what reconditioning cost, or was estimated to where it is not billed, of the cars finished that anything is entered of.',
    unit: 'cents',
    better: 'less',
    isMoney: true,
    value: sql`avg(f.cost_cents)`,
    notBy,
  },
  {
    id: 'steps',
    label: 'Stages left',
    formula: 'How often a car left a stage on its way to the frontline.',
    unit: 'count',
    better: null,
    value: sql`count(f.stage)`,
  },
  {
    id: 'stageDays',
    label: 'Days in a stage',
    formula: 'Days from entering a stage to leaving it, by the day it was left (median).',
    unit: 'days',
    better: 'less',
    value: percentile(0.5, sql`f.stage_days`),
  },
];

/** How long cars take from the day they are acquired to the line they are sold from, and where. */
export const reconReport = tallied({
  id: 'recon',
  title: 'Reconditioning',
  about: 'Cars that reached the frontline, by the day they did, and how long each stage took.',
  measures,
  leading: ['cars', 'daysToLine', 'slowDaysToLine', 'late', 'stageDays', 'cost'],
  groupings: [
    byStore('f.store'),
    byStage('f.stage'),
    { ...conditions, key: sql`f.condition` },
    byMake('f.make'),
    byMonth(sql`f.at`, 'timestamptz'),
  ],
  from: reconFacts,
  where: () => sql`true`,
  having: (by) => (by === 'stage' ? sql`count(f.stage) > 0` : sql`true`),
  since: (db, asked) =>
    firstDays(
      db,
      asked,
      // The first that was left is the first in an index, and of those still open there are few.
      (store) => sql`select (least(
          (select s.left_at from vehicle_recon_steps s join vehicles v on v.id = s.vehicle_id
            where s.left_at is not null and v.store = ${store} order by s.left_at limit 1),
          (select min(s.entered_at) from vehicle_recon_steps s join vehicles v on v.id = s.vehicle_id
            where s.left_at is null and v.store = ${store})) at time zone ${asked.timezone})::date`,
    ),
  records: reconRecords,
});
