import { sql } from 'kysely';
import { byMonth, byStore, ratio } from '../../tally/facts.ts';
import { firstDays, type TalliedMeasure, tallied } from '../../tally/tally.ts';
import { conditions } from '../cars.ts';
import { stockFacts } from './facts.ts';
import { byAge, byMake, byModel } from './groupings.ts';
import { inventoryRecords } from './records.ts';

const units = sql`count(*) filter (where f.is_car)`;
const sold = sql`count(*) filter (where not f.is_car)`;
const value = sql`sum(f.cost_cents)`;

const measures: readonly TalliedMeasure[] = [
  {
    id: 'units',
    label: 'In stock',
    formula:
      'Cars acquired on or before the day and not gone by its end, in the store they are of today.',
    unit: 'count',
    better: null,
    value: units,
  },
  {
    id: 'new',
    label: 'New',
    formula: 'New cars in stock.',
    unit: 'count',
    better: null,
    value: sql`count(*) filter (where f.is_car and f.condition = 'new')`,
  },
  {
    id: 'used',
    label: 'Used',
    formula: 'Used cars in stock, certified ones included.',
    unit: 'count',
    better: null,
    value: sql`count(*) filter (where f.is_car and f.condition <> 'new')`,
  },
  {
    id: 'value',
    label: 'Value',
    formula: 'What the cars cost, as it is entered today; a car without a cost adds nothing.',
    unit: 'cents',
    better: null,
    isMoney: true,
    value: sql`coalesce(${value}, 0)`,
  },
  {
    id: 'listValue',
    label: 'List value',
    formula: 'The list prices of the cars, as they are today; a car without one adds nothing.',
    unit: 'cents',
    better: null,
    value: sql`coalesce(sum(f.list_cents), 0)`,
  },
  {
    id: 'stockDays',
    label: 'Days in stock',
    formula: 'Mean days from acquisition to the day.',
    unit: 'days',
    better: 'less',
    value: sql`avg(f.age)`,
  },
  {
    id: 'agedShare',
    label: 'Over 60 days',
    formula: 'Cars in stock for more than 60 days ÷ cars in stock.',
    unit: 'share',
    better: 'less',
    value: ratio(sql`count(*) filter (where f.age > 60)`, units),
  },
  {
    id: 'agedValueShare',
    label: 'Value over 60 days',
    formula: 'What the cars in stock for more than 60 days cost ÷ what all cost, by today’s costs.',
    unit: 'share',
    better: 'less',
    isMoney: true,
    value: ratio(sql`coalesce(sum(f.cost_cents) filter (where f.age > 60), 0)`, value),
  },
  {
    id: 'daysSupply',
    label: 'Days supply',
    formula: 'Cars in stock ÷ units delivered a day, on average of the 30 days up to the day.',
    unit: 'days',
    better: 'less',
    value: ratio(sql`30 * ${units}`, sold),
    notBy: ['aging'],
  },
  {
    id: 'turn',
    label: 'Turn',
    formula: '365 ÷ days supply: how often a year the stock is sold at the speed of those 30 days.',
    unit: 'ratio',
    better: 'more',
    value: ratio(sql`365 * ${sold}`, sql`30 * ${units}`),
    notBy: ['aging'],
  },
  {
    id: 'interest',
    label: 'Floorplan a day',
    formula:
      'Of the cars floored by the day, cost × yearly rate ÷ 365, by today’s costs and rates.',
    unit: 'cents',
    better: 'less',
    isMoney: true,
    value: sql`coalesce(sum(f.cost_cents::float8 * f.rate_bps / 10000 / 365), 0)`,
  },
];

const groupings = [
  byStore('f.store'),
  byMake('f.make'),
  byModel(sql`f.model`),
  { ...conditions, key: sql`f.condition` },
  byAge(sql`f.age`),
  byMonth(sql`f.day`, 'date'),
];

/** How the stock stood at the end of a day. What a car cost then nobody knows: its cost is today’s. */
export const inventoryReport = tallied({
  id: 'inventory',
  title: 'Inventory',
  about:
    'The stock as it stood at the end of the last day. Stores, costs and prices are as they are entered today.',
  isSnapshot: true,
  measures,
  leading: ['units', 'agedShare', 'daysSupply', 'stockDays', 'value', 'interest'],
  groupings,
  from: stockFacts,
  where: () => sql`true`,
  having: sql`count(*) filter (where f.is_car) > 0`,
  // Before the first car left, or was entered, the ones that had left by then are missing.
  since: (db, asked) =>
    firstDays(
      db,
      asked,
      (store) => sql`least((select min(v.gone_on) from vehicles v where v.store = ${store}),
        (select (v.created_at at time zone ${asked.timezone})::date from vehicles v
          where v.store = ${store} order by v.id limit 1))`,
    ),
  records: inventoryRecords,
});
