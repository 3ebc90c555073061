import { sql } from 'kysely';
import { reconFacts } from '../../rollup/recon/kept.ts';
import { byMonth, byStore, percentile } from '../../tally/facts.ts';
import { firstDays, type TalliedMeasure, tallied } from '../../tally/tally.ts';
import { conditions } from '../vehicles.ts';
import { byMake } from './groupings.ts';
import { reconRecords } from './recon-records.ts';
import { byStage } from './stages.ts';

/** By stage there are only durations, no figures per vehicle. */
const notBy = ['stage'];
const lateDays = 5;

const measures: readonly TalliedMeasure[] = [
  {
    id: 'cars',
    label: 'Frontline ready',
    formula: 'Vehicles by the day they first reached the frontline after acquisition.',
    unit: 'count',
    better: 'more',
    isTarget: true,
    value: sql`count(*) filter (where f.stage is null)`,
    notBy,
  },
  {
    id: 'daysToLine',
    label: 'Days to frontline',
    formula: 'Median days from acquisition to the frontline.',
    unit: 'days',
    better: 'less',
    value: percentile(0.5, sql`f.line_days`),
    notBy,
  },
  {
    id: 'slowDaysToLine',
    label: 'Days to frontline, 90th percentile',
    formula: 'Nine of ten vehicles took this long or less from acquisition to the frontline.',
    unit: 'days',
    better: 'less',
    value: percentile(0.9, sql`f.line_days`),
    notBy,
  },
  {
    id: 'late',
    label: `Over ${lateDays} days`,
    formula: `Vehicles that took more than ${lateDays} days from acquisition to the frontline.`,
    unit: 'count',
    better: 'less',
    value: sql`count(*) filter (where f.line_days > ${sql.lit(lateDays)})`,
    notBy,
  },
  {
    id: 'cost',
    label: 'Cost per vehicle',
    formula:
      'Average recon cost of frontline-ready vehicles. Estimates count until billed. Vehicles without any cost do not count.',
    unit: 'cents',
    better: 'less',
    isMoney: true,
    value: sql`avg(f.cost_cents)`,
    notBy,
  },
  {
    id: 'steps',
    label: 'Stages completed',
    formula: 'How often a vehicle completed a stage before the frontline.',
    unit: 'count',
    better: null,
    value: sql`count(f.stage)`,
  },
  {
    id: 'stageDays',
    label: 'Days per stage',
    formula: 'Median days from entering a stage to leaving it, by the day it was left.',
    unit: 'days',
    better: 'less',
    value: percentile(0.5, sql`f.stage_days`),
  },
];

/** How long vehicles take from acquisition to frontline ready, in total and per stage. */
export const reconReport = tallied({
  id: 'recon',
  title: 'Reconditioning',
  about: 'Vehicles that reached the frontline, by day, and how long each stage took.',
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
  since: (db, query) =>
    firstDays(
      db,
      query,
      // The first `left_at` comes from an index, and open steps are few.
      (store) => sql`select (least(
          (select s.left_at from vehicle_recon_steps s join stock_vehicles v on v.id = s.unit_id
            where s.left_at is not null and v.store = ${store} order by s.left_at limit 1),
          (select min(s.entered_at) from vehicle_recon_steps s join stock_vehicles v on v.id = s.unit_id
            where s.left_at is null and v.store = ${store})) at time zone ${query.timezone})::date`,
    ),
  records: reconRecords,
});
