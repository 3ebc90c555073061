import type { Figures } from '../../../contract/report.ts';
import type { Measure } from '../../report.ts';
import type { Amounts, Side } from '../../rollup/cells.ts';

/** A figure and how it follows from the sums of the orders. */
interface DerivedMeasure extends Measure {
  value(sums: Amounts): number | null;
  /** What cannot be told apart by this, or has no meaning there. */
  notBy?: readonly Side[];
}

const hourlyMs = 3_600_000;
const dayMs = 24 * hourlyMs;
const flagged = ({ hours_flagged }: Amounts) => hours_flagged / 100;
const laborGross = (sums: Amounts) => sums.labor_sale_cents - sums.labor_cost_cents;
const partsGross = (sums: Amounts) => sums.parts_sale_cents - sums.parts_cost_cents;
const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole);

const kindOfOrder = (
  kind: 'customer' | 'warranty' | 'internal',
  label: string,
  words: string,
): DerivedMeasure => ({
  id: `${kind}Orders`,
  label,
  formula: `Closed orders with at least one line paid by ${words}. An order with lines of several kinds counts in each; declined lines do not count.`,
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
      'Repair orders closed in the period, without void ones. By technician and by pay type: those with a line of theirs that was not declined.',
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
  kindOfOrder('internal', 'Internal orders', 'the store itself'),
  {
    id: 'hours',
    label: 'Hours flagged',
    formula: 'Hours flagged on the lines of closed orders, without declined lines.',
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
    formula: 'Labor sold on closed orders, whoever pays, without declined lines.',
    unit: 'cents',
    better: 'more',
    isTarget: true,
    value: (sums) => sums.labor_sale_cents,
  },
  {
    id: 'customerLaborSales',
    label: 'Customer-pay labor',
    formula: 'Labor sold on the lines customers pay for, without declined lines.',
    unit: 'cents',
    better: 'more',
    isTarget: true,
    value: (sums) => sums.customer_labor_cents,
  },
  {
    id: 'laborRate',
    label: 'Effective labor rate',
    formula: 'Labor sales ÷ hours flagged: what an hour of labor brought.',
    unit: 'cents',
    better: 'more',
    value: (sums) => ratio(sums.labor_sale_cents, flagged(sums)),
  },
  {
    id: 'partsSales',
    label: 'Parts sales',
    formula: 'Parts sold on closed orders, whoever pays, without declined lines.',
    unit: 'cents',
    better: 'more',
    isTarget: true,
    value: (sums) => sums.parts_sale_cents,
  },
  {
    id: 'partsPerLabor',
    label: 'Parts per labor dollar',
    formula: 'Parts sales ÷ labor sales, both of the lines customers pay for.',
    unit: 'ratio',
    better: 'more',
    value: (sums) => ratio(sums.customer_parts_cents, sums.customer_labor_cents),
  },
  {
    id: 'efficiency',
    label: 'Flagged of actual hours',
    formula:
      'Hours flagged ÷ hours actually worked, of the lines whose worked hours are entered. Some call it efficiency, some productivity.',
    unit: 'share',
    better: 'more',
    value: (sums) => ratio(sums.timed_hours_flagged, sums.hours_actual),
  },
  {
    id: 'laborGrossShare',
    label: 'Labor gross share',
    formula: '(Labor sales − labor cost) ÷ labor sales.',
    unit: 'share',
    better: 'more',
    isMoney: true,
    value: (sums) => ratio(laborGross(sums), sums.labor_sale_cents),
  },
  {
    id: 'partsGross',
    label: 'Parts gross',
    formula: 'Parts sales − parts cost of closed orders, without declined lines.',
    unit: 'cents',
    better: 'more',
    isMoney: true,
    isTarget: true,
    value: partsGross,
  },
  {
    id: 'gross',
    label: 'Service gross',
    formula: '(Labor sales − labor cost) + (parts sales − parts cost) of closed orders.',
    unit: 'cents',
    better: 'more',
    isMoney: true,
    isTarget: true,
    value: (sums) => laborGross(sums) + partsGross(sums),
  },
  {
    id: 'daysOpen',
    label: 'Days open',
    formula: 'From written up to closed, the mean of the orders closed in the period.',
    unit: 'days',
    better: 'less',
    value: (sums) => ratio(sums.open_ms / dayMs, sums.orders),
  },
  {
    id: 'oneLineShare',
    label: 'One-line orders',
    formula:
      'Customer-pay orders with a single customer-pay line ÷ customer-pay orders. Few of them mean that cars are looked over.',
    unit: 'share',
    better: 'less',
    notBy: ['technician', 'payType'],
    value: (sums) => ratio(sums.one_line_orders, sums.customer_orders),
  },
  {
    id: 'declinedShare',
    label: 'Declined lines',
    formula: 'Lines customers declined ÷ all lines of the orders closed in the period.',
    unit: 'share',
    better: 'less',
    value: (sums) => ratio(sums.declined_lines, sums.lines),
  },
];

/** `sides`: whatever these sums are told apart by or narrowed to. */
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
