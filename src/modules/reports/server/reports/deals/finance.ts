import { sql } from 'kysely';
import { ratio } from '../../tally/facts.ts';
import { type TalliedGrouping, type TalliedMeasure, tallied } from '../../tally/tally.ts';
import { type DealCell, dealRecords } from './records.ts';
import { byPerson, condition, deals, delivered, month, since, store } from './sold.ts';

const units = sql`count(*)`;
const counted = sql`d.is_retail`;

const penetration = (id: string, label: string, what: string, column: string): TalliedMeasure => ({
  id,
  label,
  formula: `Units sold with ${what} ÷ units.`,
  unit: 'share',
  better: 'more',
  value: ratio(sql`count(*) filter (where ${sql.ref(column)})`, units),
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
    value: sql`coalesce(sum(d.back_cents), 0)`,
  },
  {
    id: 'reserve',
    label: 'Reserve',
    formula: 'What lenders pay for finance contracts.',
    unit: 'cents',
    better: 'more',
    isMoney: true,
    isTarget: true,
    value: sql`coalesce(sum(d.reserve_cents), 0)`,
  },
  {
    id: 'productsGross',
    label: 'Products gross',
    formula: 'Products sold less their cost. Products without an entered cost add nothing.',
    unit: 'cents',
    better: 'more',
    isMoney: true,
    isTarget: true,
    value: sql`coalesce(sum(d.products_gross_cents), 0)`,
  },
  {
    id: 'backPerUnit',
    label: 'Back per unit',
    formula: 'Back gross ÷ units.',
    unit: 'cents',
    better: 'more',
    isMoney: true,
    value: ratio(sql`sum(d.back_cents)`, units),
  },
  {
    id: 'totalPerUnit',
    label: 'Total gross per unit',
    formula: 'Front and back gross ÷ units.',
    unit: 'cents',
    better: 'more',
    isMoney: true,
    value: ratio(sql`sum(d.front_cents::bigint + d.back_cents)`, units),
  },
  {
    id: 'productsPerDeal',
    label: 'Products per deal',
    formula: 'Products sold ÷ units.',
    unit: 'ratio',
    better: 'more',
    value: ratio(sql`sum(d.product_count)`, units),
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
    value: ratio(sql`count(*) filter (where d.method <> 'cash')`, units),
  },
  {
    id: 'inTransit',
    label: 'Contracts in transit',
    formula: 'Units not funded as of today.',
    unit: 'count',
    better: 'less',
    value: sql`count(*) filter (where d.status = 'delivered')`,
  },
  {
    id: 'fundingDays',
    label: 'Days to funding',
    formula: 'Average days from delivery to funding, for funded units.',
    unit: 'days',
    better: 'less',
    value: sql`avg(greatest(0, d.funded_on - d.delivered_on)) filter (where d.funded_on is not null)`,
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
const groupings = [store, financeManager, lender, condition, month];

const cells: readonly DealCell[] = [
  { label: 'Lender', kind: 'text', value: sql`nullif(d.lender, '')` },
  { label: 'Products', kind: 'count', value: sql`d.product_count` },
  { label: 'Reserve', kind: 'cents', isMoney: true, value: sql`d.reserve_cents` },
  { label: 'Back gross', kind: 'cents', isMoney: true, value: sql`d.back_cents` },
  { label: 'Funded', kind: 'day', value: sql`d.funded_on` },
];

/** F&I income on delivered vehicles; hidden entirely without access to gross. */
export const financeReport = tallied({
  id: 'finance',
  title: 'Finance and insurance',
  about: 'Finance and product income on delivered vehicles, by delivery date.',
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
  from: () => deals,
  where: (query) => sql`${delivered(query)} and ${counted}`,
  since,
  records: dealRecords({ groupings, where: counted, cells }),
});
