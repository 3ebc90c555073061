import { sql } from 'kysely';
import { byMonth, byStore, ratio } from '../../tally/facts.ts';
import { firstDays, type TalliedMeasure, tallied } from '../../tally/tally.ts';
import { conditions } from '../vehicles.ts';
import { stockFacts } from './facts.ts';
import { byAge, byGroup, byMake, byModel } from './groupings.ts';
import { inventoryRecords } from './records.ts';

const units = sql`count(*) filter (where f.is_vehicle)`;
const sold = sql`count(*) filter (where not f.is_vehicle)`;
const value = sql`sum(f.cost_cents)`;
/** For sale and here: only these age. */
const onGround = sql`count(f.age)`;
const counted = (group: string) => sql`count(*) filter (where f.counted_as = ${sql.lit(group)})`;

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
    id: 'onGround',
    label: 'On the ground',
    formula: 'Retail vehicles that arrived and aren’t sold. Only these age.',
    unit: 'count',
    better: null,
    value: counted('on_ground'),
  },
  {
    id: 'inTransit',
    label: 'In transit',
    formula: 'Retail vehicles that haven’t arrived and aren’t sold.',
    unit: 'count',
    better: null,
    value: counted('in_transit'),
  },
  {
    id: 'soldNotDelivered',
    label: 'Sold, not delivered',
    formula: 'Vehicles a buyer has signed for, wherever they are, until delivery.',
    unit: 'count',
    better: null,
    value: counted('sold'),
  },
  {
    id: 'loaners',
    label: 'Loaners and demos',
    formula: 'Service loaners, demos and company vehicles that are not sold.',
    unit: 'count',
    better: null,
    value: counted('loaner'),
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
    formula: 'Average days from acquisition to the day, of vehicles on the ground.',
    unit: 'days',
    better: 'less',
    value: sql`avg(f.age)`,
  },
  {
    id: 'agedShare',
    label: 'Over 60 days',
    formula: 'Vehicles on the ground more than 60 days after acquisition ÷ vehicles on the ground.',
    unit: 'share',
    better: 'less',
    value: ratio(sql`count(*) filter (where f.age > 60)`, onGround),
  },
  {
    id: 'agedValueShare',
    label: 'Value over 60 days',
    formula:
      'Cost of vehicles on the ground more than 60 days after acquisition ÷ cost of all on the ground, at current costs.',
    unit: 'share',
    better: 'less',
    isMoney: true,
    value: ratio(
      sql`coalesce(sum(f.cost_cents) filter (where f.age > 60), 0)`,
      sql`sum(f.cost_cents) filter (where f.age is not null)`,
    ),
  },
  {
    id: 'daysSupply',
    label: 'Days supply',
    formula: 'Vehicles on the ground ÷ average units delivered per day over the last 30 days.',
    unit: 'days',
    better: 'less',
    value: ratio(sql`30 * ${onGround}`, sold),
    notBy: ['aging', 'group'],
  },
  {
    id: 'turn',
    label: 'Turn',
    formula: '365 ÷ days supply: how often the inventory turns over per year.',
    unit: 'ratio',
    better: 'more',
    value: ratio(sql`365 * ${sold}`, sql`30 * ${onGround}`),
    notBy: ['aging', 'group'],
  },
  {
    id: 'floored',
    label: 'Floored principal',
    formula: 'Principal still owed to lenders after curtailments, for vehicles in stock.',
    unit: 'cents',
    better: 'less',
    isMoney: true,
    value: sql`coalesce(sum(f.balance_cents), 0)`,
  },
  {
    id: 'interest',
    label: 'Floorplan per day',
    formula:
      'Balance × annual rate ÷ 360 or 365 days, as the lender counts, for floored vehicles past their free days.',
    unit: 'cents',
    better: 'less',
    isMoney: true,
    value: sql`coalesce(sum(f.interest_cents), 0)`,
  },
];

const groupings = [
  byStore('f.store'),
  byMake('f.make'),
  byModel(sql`f.model`),
  { ...conditions, key: sql`f.condition` },
  byAge(sql`f.age`),
  byGroup(sql`f.counted_as`),
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
      (store) => sql`least((select min(v.gone_on) from stock_units v where v.store = ${store}),
        (select (v.created_at at time zone ${query.timezone})::date from stock_units v
          where v.store = ${store} order by v.id limit 1))`,
    ),
  records: inventoryRecords,
});
