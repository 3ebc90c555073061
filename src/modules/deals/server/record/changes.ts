import type { DealRow } from './rows.ts';
import type { DealInput } from './validate.ts';

type HistoryValue = string | number | null;

/** What a save leaves, with the names people read. */
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
  | 'finance_manager_id'
> &
  ReturnType<typeof toColumns>;

/** What a body says that stands in the deal as it is. */
export const toColumns = (said: DealInput, before?: DealRow) => ({
  type: said.type,
  salesperson_id: said.salespersonId,
  second_salesperson_id: said.secondSalespersonId,
  finance_manager_id: said.financeManagerId,
  method: said.method,
  lender: said.lender,
  rate: said.rate,
  term_months: said.termMonths,
  price_cents: said.priceCents,
  fees_cents: said.feesCents,
  tax_cents: said.taxCents,
  rebate_cents: said.rebateCents,
  down_cents: said.downCents,
  trade_vehicle: said.trade?.vehicle ?? null,
  trade_vin: said.trade?.vin ?? null,
  trade_miles: said.trade?.miles ?? null,
  trade_allowance_cents: said.trade?.allowanceCents ?? null,
  trade_payoff_cents: said.trade?.payoffCents ?? null,
  trade_acv_cents: said.trade ? (said.trade.acvCents ?? before?.trade_acv_cents ?? null) : null,
  note: said.note,
});

/** Each field by the name people know it by; of money only what the buyer pays. */
const fields = {
  customer: 'customer',
  type: 'type',
  vehicle: 'vehicle',
  vin: 'vin',
  stockNumber: 'stock_number',
  condition: 'condition',
  salesperson: 'salesperson_id',
  secondSalesperson: 'second_salesperson_id',
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

/** The fields that changed; people by their numbers, as the form knows them. */
export function changesBetween(
  before: DealRow,
  after: After,
): { name: string; from: HistoryValue; to: HistoryValue }[] {
  // Two customers may have one name.
  const isOther = (column: keyof After) =>
    column === 'customer'
      ? before.customer_id !== after.customer_id
      : before[column] !== after[column];
  return Object.entries(fields)
    .filter(([, column]) => isOther(column))
    .map(([name, column]) => ({ name, from: before[column], to: after[column] }));
}

const hidden = [
  ...(['cost_cents', 'recon_cents', 'pack_cents', 'reserve_cents'] as const),
  'trade_acv_cents',
] as const;

export const costsChanged = (
  before: DealRow,
  after: Pick<DealRow, (typeof hidden)[number]>,
): boolean => hidden.some((column) => before[column] !== after[column]);
