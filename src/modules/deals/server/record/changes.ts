import type { DealRow } from './rows.ts';
import type { DealInput } from './validate.ts';

type HistoryValue = string | number | null;

/** The columns after a save, with the customer name for the history. */
type After = Pick<
  DealRow,
  | 'customer'
  | 'customer_id'
  | 'vehicle'
  | 'vin'
  | 'stock_number'
  | 'condition'
  | 'salesperson_id'
  | 'second_salesperson_id'
  | 'closer_id'
  | 'finance_manager_id'
> &
  ReturnType<typeof toColumns>;

/** The columns that are copied from the request as they are. */
export const toColumns = (input: DealInput, before?: DealRow) => ({
  type: input.type,
  salesperson_id: input.salespersonId,
  second_salesperson_id: input.secondSalespersonId,
  closer_id: input.closerId,
  finance_manager_id: input.financeManagerId,
  method: input.method,
  lender: input.lender,
  rate: input.rate,
  term_months: input.termMonths,
  price_cents: input.priceCents,
  fees_cents: input.feesCents,
  tax_cents: input.taxCents,
  rebate_cents: input.rebateCents,
  down_cents: input.downCents,
  trade_vehicle: input.trade?.vehicle ?? null,
  trade_vin: input.trade?.vin ?? null,
  trade_miles: input.trade?.miles ?? null,
  trade_allowance_cents: input.trade?.allowanceCents ?? null,
  trade_payoff_cents: input.trade?.payoffCents ?? null,
  trade_acv_cents: acvOf(input.trade, before),
  note: input.note,
});

/** An omitted value stays, but another trade-in does not inherit the one of the first. */
function acvOf(trade: DealInput['trade'], before: DealRow | undefined): number | null {
  if (trade === null || trade.acvCents !== undefined) return trade?.acvCents ?? null;
  const isSame =
    trade.vehicle === before?.trade_vehicle ||
    (trade.vin !== null && trade.vin === before?.trade_vin);
  return isSame ? before.trade_acv_cents : null;
}

/** Field names in the history. Of amounts only those the buyer pays. */
const fields = {
  customer: 'customer',
  type: 'type',
  vehicle: 'vehicle',
  vin: 'vin',
  stockNumber: 'stock_number',
  condition: 'condition',
  salesperson: 'salesperson_id',
  secondSalesperson: 'second_salesperson_id',
  closer: 'closer_id',
  financeManager: 'finance_manager_id',
  method: 'method',
  lender: 'lender',
  rate: 'rate',
  termMonths: 'term_months',
  priceCents: 'price_cents',
  feesCents: 'fees_cents',
  taxCents: 'tax_cents',
  rebateCents: 'rebate_cents',
  downCents: 'down_cents',
  trade: 'trade_vehicle',
  tradeVin: 'trade_vin',
  tradeMiles: 'trade_miles',
  allowanceCents: 'trade_allowance_cents',
  payoffCents: 'trade_payoff_cents',
  note: 'note',
} as const satisfies Record<string, keyof After>;

/** The changed fields; people by id. */
export function changesBetween(
  before: DealRow,
  after: After,
): { name: string; from: HistoryValue; to: HistoryValue }[] {
  // Two customers can have the same name.
  const isOther = (column: keyof After) =>
    column === 'customer'
      ? before.customer_id !== after.customer_id
      : before[column] !== after[column];
  return Object.entries(fields)
    .filter(([, column]) => isOther(column))
    .map(([name, column]) => ({ name, from: before[column], to: after[column] }));
}

const hidden = [
  'cost_cents',
  'recon_cents',
  'pack_cents',
  'reserve_cents',
  'trade_acv_cents',
] as const;

export const costsChanged = (
  before: DealRow,
  after: Pick<DealRow, (typeof hidden)[number]>,
): boolean => hidden.some((column) => before[column] !== after[column]);
