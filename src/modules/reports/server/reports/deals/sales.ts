import { sql } from 'kysely';
import { calledBy, ratio } from '../../tally/facts.ts';
import { type TalliedMeasure, tallied } from '../../tally/tally.ts';
import { type DealCell, dealRecords } from './records.ts';
import {
  byPerson,
  condition,
  deals,
  delivered,
  make,
  model,
  month,
  saleType,
  since,
  store,
} from './sold.ts';

const units = sql`count(*) filter (where d.is_retail)`;
const retailed = sql`filter (where d.is_retail)`;
/** Fleet sales are not made by the showroom. */
const counted = sql`d.type <> 'fleet'`;

const measures: readonly TalliedMeasure[] = [
  {
    id: 'units',
    label: 'Units',
    formula:
      'Retail and lease deals by delivery date. Wholesale, dealer trades and fleet do not count.',
    unit: 'count',
    better: 'more',
    isTarget: true,
    value: units,
  },
  {
    id: 'new',
    label: 'New',
    formula: 'New units.',
    unit: 'count',
    better: 'more',
    isTarget: true,
    value: sql`count(*) filter (where d.is_retail and d.condition = 'new')`,
  },
  {
    id: 'used',
    label: 'Used',
    formula: 'Used units, including certified.',
    unit: 'count',
    better: 'more',
    isTarget: true,
    value: sql`count(*) filter (where d.is_retail and d.condition <> 'new')`,
  },
  {
    id: 'amount',
    label: 'Sales',
    formula: 'Sale prices of the units, without fees, tax and products.',
    unit: 'cents',
    better: 'more',
    isTarget: true,
    value: sql`coalesce(sum(d.price_cents) ${retailed}, 0)`,
  },
  {
    id: 'averagePrice',
    label: 'Average price',
    formula: 'Sales ÷ units.',
    unit: 'cents',
    better: null,
    value: ratio(sql`sum(d.price_cents) ${retailed}`, units),
  },
  {
    id: 'frontGross',
    label: 'Front gross',
    formula:
      'Price less cost, reconditioning, pack and over-allowance of the units. Deals without an entered cost add nothing.',
    unit: 'cents',
    better: 'more',
    isMoney: true,
    isTarget: true,
    value: sql`coalesce(sum(d.front_cents) ${retailed}, 0)`,
  },
  {
    id: 'frontPerUnit',
    label: 'Front per unit',
    formula: 'Front gross ÷ units.',
    unit: 'cents',
    better: 'more',
    isMoney: true,
    value: ratio(sql`sum(d.front_cents) ${retailed}`, units),
  },
  {
    id: 'stockDays',
    label: 'Days in stock',
    formula: 'Average days from acquisition to delivery, for units sold from stock.',
    unit: 'days',
    better: 'less',
    value: sql`avg(d.delivered_on - v.acquired_on)
      filter (where d.is_retail and v.acquired_on <= d.delivered_on)`,
  },
  {
    id: 'tradeShare',
    label: 'With trade-in',
    formula: 'Units with a trade-in ÷ units.',
    unit: 'share',
    better: 'more',
    value: ratio(sql`count(d.trade_vehicle) ${retailed}`, units),
  },
  {
    id: 'wholesale',
    label: 'Wholesale',
    formula:
      'Vehicles delivered to other dealers, wholesale or as a dealer trade. Not included in units.',
    unit: 'count',
    better: null,
    value: sql`count(*) filter (where d.type in ('wholesale', 'dealer_trade'))`,
  },
];

const salesperson = byPerson({ id: 'salesperson', label: 'Salesperson' }, 'd.salesperson_id');
const groupings = [store, make, model, condition, saleType, salesperson, month];

const cells: readonly DealCell[] = [
  { label: 'Condition', kind: 'text', value: calledBy(condition, sql`d.condition`) },
  { label: 'Sale type', kind: 'text', value: calledBy(saleType, sql`d.type`) },
  { label: 'Price', kind: 'cents', value: sql`d.price_cents` },
  { label: 'Front gross', kind: 'cents', isMoney: true, value: sql`d.front_cents` },
];

/** Deliveries. A shared deal counts for its first salesperson. */
export const salesReport = tallied({
  id: 'sales',
  title: 'Sales',
  about: 'Vehicles delivered, by delivery date. A shared deal counts for the first salesperson.',
  isOfDeals: true,
  measures,
  leading: ['units', 'new', 'used', 'amount', 'frontGross', 'frontPerUnit'],
  groupings,
  from: () => deals,
  where: (query) => sql`${delivered(query)} and ${counted}`,
  since,
  records: dealRecords({ groupings, where: counted, cells }),
});
