import { type RawBuilder, sql } from 'kysely';
import { calledBy, ratio } from '../../tally/facts.ts';
import { type TalliedMeasure, tallied } from '../../tally/tally.ts';
import { type DealCell, dealRecords } from './records.ts';
import {
  closer,
  condition,
  dealsFor,
  delivered,
  make,
  model,
  month,
  salesperson,
  saleType,
  since,
  store,
} from './sold.ts';

type Sql = RawBuilder<unknown>;

const retailed = sql`filter (where d.is_retail)`;
const shares = (where: Sql) => sql`coalesce(sum(credit.share) filter (where ${where}), 0)`;
const units = shares(sql`d.is_retail`);
const fromStock = sql`d.is_retail and v.acquired_on <= d.delivered_on`;
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
    value: shares(sql`d.is_retail and d.condition = 'new'`),
  },
  {
    id: 'used',
    label: 'Used',
    formula: 'Used units, including certified.',
    unit: 'count',
    better: 'more',
    isTarget: true,
    value: shares(sql`d.is_retail and d.condition <> 'new'`),
  },
  {
    id: 'amount',
    label: 'Sales',
    formula: 'Sale prices of the units, without fees, tax and products.',
    unit: 'cents',
    better: 'more',
    isTarget: true,
    value: sql`coalesce(sum(credit.price_cents) ${retailed}, 0)`,
  },
  {
    id: 'averagePrice',
    label: 'Average price',
    formula: 'Sales ÷ units.',
    unit: 'cents',
    better: null,
    value: ratio(sql`sum(credit.price_cents) ${retailed}`, units),
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
    value: sql`coalesce(sum(credit.front_cents) ${retailed}, 0)`,
  },
  {
    id: 'frontPerUnit',
    label: 'Front per unit',
    formula: 'Front gross ÷ units.',
    unit: 'cents',
    better: 'more',
    isMoney: true,
    value: ratio(sql`sum(credit.front_cents) ${retailed}`, units),
  },
  {
    id: 'stockDays',
    label: 'Days in stock',
    formula: 'Average days from acquisition to delivery, for units sold from stock.',
    unit: 'days',
    better: 'less',
    value: ratio(
      sql`sum((d.delivered_on - v.acquired_on) * credit.share) filter (where ${fromStock})`,
      shares(fromStock),
    ),
  },
  {
    id: 'tradeShare',
    label: 'With trade-in',
    formula: 'Units with a trade-in ÷ units.',
    unit: 'share',
    better: 'more',
    value: ratio(shares(sql`d.is_retail and d.trade_vehicle is not null`), units),
  },
  {
    id: 'wholesale',
    label: 'Wholesale',
    formula:
      'Vehicles delivered to other dealers, wholesale or as a dealer trade. Not included in units.',
    unit: 'count',
    better: null,
    value: shares(sql`d.type in ('wholesale', 'dealer_trade')`),
  },
];

const groupings = [store, make, model, condition, saleType, salesperson, closer, month];

const cells: readonly DealCell[] = [
  { label: 'Condition', kind: 'text', value: calledBy(condition, sql`d.condition`) },
  { label: 'Sale type', kind: 'text', value: calledBy(saleType, sql`d.type`) },
  { label: 'Units', kind: 'count', value: sql`case when d.is_retail then credit.share else 0 end` },
  { label: 'Price', kind: 'cents', value: sql`credit.price_cents` },
  { label: 'Front gross', kind: 'cents', isMoney: true, value: sql`credit.front_cents` },
];

/** Deliveries. A shared deal counts half for each salesperson. */
export const salesReport = tallied({
  id: 'sales',
  title: 'Sales',
  about:
    'Vehicles delivered, by delivery date. By salesperson, a shared deal counts half for each.',
  isOfDeals: true,
  measures,
  leading: ['units', 'new', 'used', 'amount', 'frontGross', 'frontPerUnit'],
  groupings,
  from: dealsFor,
  where: (query) => sql`${delivered(query)} and ${counted}`,
  since,
  records: dealRecords({ groupings, where: counted, cells }),
});
