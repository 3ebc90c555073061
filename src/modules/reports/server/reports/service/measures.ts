import type { Figures } from '../../../contract/report.ts';
import type { Measure } from '../../report.ts';
import type { Amounts, Side } from '../../rollup/cells.ts';

/** A measure and how it is calculated from sums over orders. */
interface DerivedMeasure extends Measure {
  value(sums: Amounts): number | null;
  /** Dimensions the measure cannot be grouped by. */
  notBy?: readonly Side[];
}

const hourlyMs = 3_600_000;
const dayMs = 24 * hourlyMs;
const flagged = ({ hours_flagged }: Amounts) => hours_flagged / 100;
const laborGross = (sums: Amounts) => sums.labor_sale_cents - sums.labor_cost_cents;
const partsGross = (sums: Amounts) => sums.parts_sale_cents - sums.parts_cost_cents;
const ratio = (part: number, total: number) => (total === 0 ? null : part / total);

const kindOfOrder = (
  kind: 'customer' | 'warranty' | 'internal',
  label: string,
  payer: string,
): DerivedMeasure => ({
  id: `${kind}Orders`,
  label,
  formula: `Closed repair orders with at least one line paid by ${payer}. An order with several pay types counts in each. Declined lines do not count.`,
  unit: 'count',
  better: 'more',
  notBy: ['payType'],
  value: (sums) => sums[`${kind}_orders`],
});

export const derivedMeasures: readonly DerivedMeasure[] = [
  {
    id: 'orders',
    label: 'Orders',
    formula:
      'Repair orders closed in the period, excluding void. By technician or pay type, orders with at least one matching line that was not declined.',
    unit: 'count',
    better: 'more',
    isTarget: true,
    value: ({ orders }) => orders,
  },
  {
    ...kindOfOrder('customer', 'Customer-pay orders', 'the customer'),
    isTarget: true,
  },
  kindOfOrder('warranty', 'Warranty orders', 'the manufacturer'),
  kindOfOrder('internal', 'Internal orders', 'the store'),
  {
    id: 'hours',
    label: 'Hours flagged',
    formula: 'Hours flagged on closed orders, excluding declined lines.',
    unit: 'hours',
    better: 'more',
    isTarget: true,
    value: flagged,
  },
  {
    id: 'hoursPerOrder',
    label: 'Hours per order',
    formula: 'Hours flagged ÷ closed orders.',
    unit: 'ratio',
    better: 'more',
    value: (sums) => ratio(flagged(sums), sums.orders),
  },
  {
    id: 'laborSales',
    label: 'Labor sales',
    formula: 'Labor sold on closed orders, all pay types, excluding declined lines.',
    unit: 'cents',
    better: 'more',
    isTarget: true,
    value: (sums) => sums.labor_sale_cents,
  },
  {
    id: 'customerLaborSales',
    label: 'Customer-pay labor',
    formula: 'Labor sold on customer-pay lines, excluding declined lines.',
    unit: 'cents',
    better: 'more',
    isTarget: true,
    value: (sums) => sums.customer_labor_cents,
  },
  {
    id: 'laborRate',
    label: 'Effective labor rate',
    formula: 'Labor sales ÷ hours flagged.',
    unit: 'cents',
    better: 'more',
    value: (sums) => ratio(sums.labor_sale_cents, flagged(sums)),
  },
  {
    id: 'partsSales',
    label: 'Parts sales',
    formula: 'Parts sold on closed orders, all pay types, excluding declined lines.',
    unit: 'cents',
    better: 'more',
    isTarget: true,
    value: (sums) => sums.parts_sale_cents,
  },
  {
    id: 'partsPerLabor',
    label: 'Parts per labor dollar',
    formula: 'Parts sales ÷ labor sales on customer-pay lines.',
    unit: 'ratio',
    better: 'more',
    value: (sums) => ratio(sums.customer_parts_cents, sums.customer_labor_cents),
  },
  {
    id: 'efficiency',
    label: 'Technician efficiency',
    formula: 'Hours flagged ÷ actual hours worked, on lines with actual hours entered.',
    unit: 'share',
    better: 'more',
    value: (sums) => ratio(sums.timed_hours_flagged, sums.hours_actual),
  },
  {
    id: 'laborGrossShare',
    label: 'Labor gross %',
    formula: '(Labor sales − labor cost) ÷ labor sales.',
    unit: 'share',
    better: 'more',
    isMoney: true,
    value: (sums) => ratio(laborGross(sums), sums.labor_sale_cents),
  },
  {
    id: 'partsGross',
    label: 'Parts gross',
    formula: 'Parts sales − parts cost on closed orders, excluding declined lines.',
    unit: 'cents',
    better: 'more',
    isMoney: true,
    isTarget: true,
    value: partsGross,
  },
  {
    id: 'gross',
    label: 'Service gross',
    formula: '(Labor sales − labor cost) + (parts sales − parts cost) on closed orders.',
    unit: 'cents',
    better: 'more',
    isMoney: true,
    isTarget: true,
    value: (sums) => laborGross(sums) + partsGross(sums),
  },
  {
    id: 'daysOpen',
    label: 'Days open',
    formula: 'Average days from write-up to close, for orders closed in the period.',
    unit: 'days',
    better: 'less',
    value: (sums) => ratio(sums.open_ms / dayMs, sums.orders),
  },
  {
    id: 'oneLineShare',
    label: 'One-line orders',
    formula:
      'Customer-pay orders with a single customer-pay line ÷ customer-pay orders. A low share suggests thorough inspections.',
    unit: 'share',
    better: 'less',
    notBy: ['technician', 'payType'],
    value: (sums) => ratio(sums.one_line_orders, sums.customer_orders),
  },
  {
    id: 'declinedShare',
    label: 'Declined lines',
    formula: 'Declined lines ÷ all lines of orders closed in the period.',
    unit: 'share',
    better: 'less',
    value: (sums) => ratio(sums.declined_lines, sums.lines),
  },
];

/** `sides`: the dimensions these sums are grouped or filtered by. */
export const figuresOf = (sums: Amounts, sides: readonly Side[]): Figures =>
  Object.fromEntries(
    derivedMeasures.map(({ id, notBy = [], value }) => [
      id,
      notBy.some((side) => sides.includes(side)) ? null : value(sums),
    ]),
  );

export const measures: readonly Measure[] = derivedMeasures.map(
  ({ value: _, notBy: __, ...measure }) => measure,
);
