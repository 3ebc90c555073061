import { type RawBuilder, sql } from 'kysely';
import { ratio } from '../../tally/facts.ts';
import { type TalliedGrouping, type TalliedMeasure, tallied } from '../../tally/tally.ts';
import { type DealCell, dealRecords } from './records.ts';
import {
  byPerson,
  closer,
  condition,
  dealsFor,
  delivered,
  month,
  salesperson,
  since,
  store,
} from './sold.ts';

type Sql = RawBuilder<unknown>;

const sharesOf = (where: Sql) => sql`coalesce(sum(credit.share) filter (where ${where}), 0)`;
const units = sql`coalesce(sum(credit.share), 0)`;
const counted = sql`d.is_retail`;

const penetration = (id: string, label: string, what: string, column: string): TalliedMeasure => ({
  id,
  label,
  formula: `Units sold with ${what} ÷ units.`,
  unit: 'share',
  better: 'more',
  value: ratio(sharesOf(sql.ref(column)), units),
});

const measures: readonly TalliedMeasure[] = [
  {
    id: 'units',
    label: 'Units',
    formula: 'Retail and lease deals by delivery date.',
    unit: 'count',
    better: 'more',
    value: units,
  },
  {
    id: 'backGross',
    label: 'Back gross',
    formula: 'Finance reserve, and products less their cost.',
    unit: 'cents',
    better: 'more',
    isMoney: true,
    isTarget: true,
    value: sql`coalesce(sum(credit.back_cents), 0)`,
  },
  {
    id: 'reserve',
    label: 'Reserve',
    formula: 'What lenders pay for finance contracts.',
    unit: 'cents',
    better: 'more',
    isMoney: true,
    isTarget: true,
    value: sql`coalesce(sum(credit.reserve_cents), 0)`,
  },
  {
    id: 'productsGross',
    label: 'Products gross',
    formula: 'Products sold less their cost. Products without an entered cost add nothing.',
    unit: 'cents',
    better: 'more',
    isMoney: true,
    isTarget: true,
    value: sql`coalesce(sum(credit.back_cents - credit.reserve_cents), 0)`,
  },
  {
    id: 'backPerUnit',
    label: 'PVR',
    formula: 'Back gross ÷ units.',
    unit: 'cents',
    better: 'more',
    isMoney: true,
    value: ratio(sql`sum(credit.back_cents)`, units),
  },
  {
    id: 'totalPerUnit',
    label: 'Total per unit',
    formula: 'Front and back gross ÷ units.',
    unit: 'cents',
    better: 'more',
    isMoney: true,
    value: ratio(sql`sum(credit.front_cents::bigint + credit.back_cents)`, units),
  },
  {
    id: 'productsPerDeal',
    label: 'Products per deal',
    formula: 'Products sold ÷ units.',
    unit: 'ratio',
    better: 'more',
    value: ratio(sql`sum(d.product_count * credit.share)`, units),
  },
  penetration('contractShare', 'Service contracts', 'a service contract', 'd.has_service_contract'),
  penetration('gapShare', 'GAP', 'GAP', 'd.has_gap'),
  penetration('maintenanceShare', 'Maintenance', 'prepaid maintenance', 'd.has_maintenance'),
  {
    id: 'financeShare',
    label: 'Financed or leased',
    formula: 'Units financed or leased through the store ÷ units.',
    unit: 'share',
    better: 'more',
    value: ratio(sharesOf(sql`d.method <> 'cash'`), units),
  },
  {
    id: 'inTransit',
    label: 'Contracts in transit',
    formula: 'Units not funded as of today.',
    unit: 'count',
    better: 'less',
    value: sharesOf(sql`d.status = 'delivered'`),
  },
  {
    id: 'fundingDays',
    label: 'Days to funding',
    formula: 'Average days from delivery to funding, for funded units.',
    unit: 'days',
    better: 'less',
    value: ratio(
      sql`sum(greatest(0, d.funded_on - d.delivered_on) * credit.share)
        filter (where d.funded_on is not null)`,
      sharesOf(sql`d.funded_on is not null`),
    ),
  },
];

const financeManager = byPerson(
  { id: 'financeManager', label: 'Finance manager', none: 'No finance manager' },
  'd.finance_manager_id',
);
const lender: TalliedGrouping = {
  id: 'lender',
  label: 'Lender',
  none: 'No lender',
  key: sql`case when d.method = 'cash' then '' else btrim(d.lender) end`,
};
const groupings = [store, financeManager, salesperson, closer, lender, condition, month];

const cells: readonly DealCell[] = [
  { label: 'Lender', kind: 'text', value: sql`nullif(d.lender, '')` },
  { label: 'Units', kind: 'count', value: sql`credit.share` },
  { label: 'Products', kind: 'count', value: sql`d.product_count` },
  { label: 'Reserve', kind: 'cents', isMoney: true, value: sql`credit.reserve_cents` },
  { label: 'Back gross', kind: 'cents', isMoney: true, value: sql`credit.back_cents` },
  { label: 'Funded', kind: 'day', value: sql`d.funded_on` },
];

/** F&I income on delivered vehicles; hidden entirely without access to gross. */
export const financeReport = tallied({
  id: 'finance',
  title: 'Finance and insurance',
  about:
    'Finance and product income on delivered vehicles, by delivery date. By salesperson, a shared deal counts half for each.',
  isOfDeals: true,
  isFor: {
    may: ({ dealMoney }) => dealMoney,
    requirement: 'access to the gross of deals',
  },
  measures,
  leading: [
    'backGross',
    'backPerUnit',
    'productsPerDeal',
    'contractShare',
    'financeShare',
    'inTransit',
  ],
  groupings,
  from: dealsFor,
  where: (query) => sql`${delivered(query)} and ${counted}`,
  since,
  records: dealRecords({ groupings, where: counted, cells }),
});
