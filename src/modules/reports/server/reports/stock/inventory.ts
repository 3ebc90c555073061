import { sql } from 'kysely';
import { byMonth, byStore, ratio } from '../../tally/facts.ts';
import { firstDays, type TalliedMeasure, tallied } from '../../tally/tally.ts';
import { conditions } from '../vehicles.ts';
import { stockFacts } from './facts.ts';
import { byAge, byMake, byModel } from './groupings.ts';
import { inventoryRecords } from './records.ts';

const units = sql`count(*) filter (where f.is_vehicle)`;
const sold = sql`count(*) filter (where not f.is_vehicle)`;
const value = sql`sum(f.cost_cents)`;

const measures: readonly TalliedMeasure[] = [
  {
    id: 'units',
    label: 'In stock',
    formula: 'Vehicles acquired by the day and still in stock at its end, by their current store.',
    unit: 'count',
    better: null,
    value: units,
  },
  {
    id: 'new',
    label: 'New',
    formula: 'New vehicles in stock.',
    unit: 'count',
    better: null,
    value: sql`count(*) filter (where f.is_vehicle and f.condition = 'new')`,
  },
  {
    id: 'used',
    label: 'Used',
    formula: 'Used vehicles in stock, including certified.',
    unit: 'count',
    better: null,
    value: sql`count(*) filter (where f.is_vehicle and f.condition <> 'new')`,
  },
  {
    id: 'value',
    label: 'Value',
    formula: 'Current cost of the vehicles. Vehicles without a cost add nothing.',
    unit: 'cents',
    better: null,
    isMoney: true,
    value: sql`coalesce(${value}, 0)`,
  },
  {
    id: 'listValue',
    label: 'List value',
    formula: 'Current list prices of the vehicles. Vehicles without a price add nothing.',
    unit: 'cents',
    better: null,
    value: sql`coalesce(sum(f.list_cents), 0)`,
  },
  {
    id: 'stockDays',
    label: 'Days in stock',
    formula: 'Average days from acquisition to the day.',
    unit: 'days',
    better: 'less',
    value: sql`avg(f.age)`,
  },
  {
    id: 'agedShare',
    label: 'Over 60 days',
    formula: 'Vehicles in stock more than 60 days ÷ vehicles in stock.',
    unit: 'share',
    better: 'less',
    value: ratio(sql`count(*) filter (where f.age > 60)`, units),
  },
  {
    id: 'agedValueShare',
    label: 'Value over 60 days',
    formula: 'Cost of vehicles in stock more than 60 days ÷ cost of all, at current costs.',
    unit: 'share',
    better: 'less',
    isMoney: true,
    value: ratio(sql`coalesce(sum(f.cost_cents) filter (where f.age > 60), 0)`, value),
  },
  {
    id: 'daysSupply',
    label: 'Days supply',
    formula: 'Vehicles in stock ÷ average units delivered per day over the last 30 days.',
    unit: 'days',
    better: 'less',
    value: ratio(sql`30 * ${units}`, sold),
    notBy: ['aging'],
  },
  {
    id: 'turn',
    label: 'Turn',
    formula: '365 ÷ days supply: how often the inventory turns over per year.',
    unit: 'ratio',
    better: 'more',
    value: ratio(sql`365 * ${sold}`, sql`30 * ${units}`),
    notBy: ['aging'],
  },
  {
    id: 'interest',
    label: 'Floorplan per day',
    formula: 'Cost × yearly rate ÷ 365 of floored vehicles, at current costs and rates.',
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

/** Inventory at the end of a day. Past costs are not kept, so current costs are used. */
export const inventoryReport = tallied({
  id: 'inventory',
  title: 'Inventory',
  about: 'Inventory at the end of the last day. Stores, costs and prices are current.',
  isSnapshot: true,
  measures,
  leading: ['units', 'agedShare', 'daysSupply', 'stockDays', 'value', 'interest'],
  groupings,
  from: stockFacts,
  where: () => sql`true`,
  having: sql`count(*) filter (where f.is_vehicle) > 0`,
  // Vehicles that left before the first recorded departure or entry are missing.
  since: (db, query) =>
    firstDays(
      db,
      query,
      (store) => sql`least((select min(v.gone_on) from vehicles v where v.store = ${store}),
        (select (v.created_at at time zone ${query.timezone})::date from vehicles v
          where v.store = ${store} order by v.id limit 1))`,
    ),
  records: inventoryRecords,
});
