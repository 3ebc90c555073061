import type { DealPage } from '../../../contract/deal.ts';

/** Input of a worksheet: a deal or the form values. */
export type Sums = Pick<
  DealPage,
  | 'priceCents'
  | 'feesCents'
  | 'taxCents'
  | 'rebateCents'
  | 'downCents'
  | 'method'
  | 'rate'
  | 'termMonths'
> & {
  products: readonly { priceCents: number; costCents?: number | undefined }[];
  trade:
    | { allowanceCents: number; payoffCents: number; acvCents?: number | undefined }
    | null
    | undefined;
  /** Only with access to costs. */
  costs?: DealPage['costs'] | undefined;
};

const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0);

/** The buyer's figures: total and balance. */
export function buyerFigures(deal: Sums) {
  const { priceCents, feesCents, taxCents, rebateCents, downCents, products, trade } = deal;
  const productsCents = sum(products.map((one) => one.priceCents));
  const totalCents = priceCents + feesCents + taxCents + productsCents;
  /** Negative if the payoff exceeds the allowance. */
  const equityCents = trade ? trade.allowanceCents - trade.payoffCents : 0;
  const balanceCents = totalCents - rebateCents - equityCents - downCents;
  return {
    productsCents,
    totalCents,
    equityCents,
    balanceCents,
    monthlyCents: deal.method === 'finance' ? monthlyOf(balanceCents, deal) : null,
  };
}

/** Monthly payment, the first due after one month; null while rate or term is unknown. */
export function monthlyOf(
  borrowedCents: number,
  { rate, termMonths }: Pick<Sums, 'rate' | 'termMonths'>,
): number | null {
  if (rate === null || !termMonths || borrowedCents <= 0) return null;
  const monthly = rate / 10_000 / 12;
  if (monthly === 0) return Math.round(borrowedCents / termMonths);
  return Math.round((borrowedCents * monthly) / (1 - (1 + monthly) ** -termMonths));
}

/** The gross of a deal; null without access to costs. */
export function grossFigures({ priceCents, products, trade, costs }: Sums) {
  if (!costs) return null;
  const { costCents, reconCents, packCents, reserveCents } = costs;
  const overAllowanceCents = trade
    ? trade.allowanceCents - (trade.acvCents ?? trade.allowanceCents)
    : 0;
  // A cost of zero means it is unknown: no front gross yet.
  const frontCents =
    costCents === 0 ? 0 : priceCents - costCents - reconCents - packCents - overAllowanceCents;
  // Products without a cost add no gross yet.
  const known = products.filter(({ costCents: cost }) => cost !== undefined);
  const productsSoldCents = sum(known.map((one) => one.priceCents));
  const productsCostCents = sum(known.map((one) => one.costCents ?? 0));
  const backCents = reserveCents + productsSoldCents - productsCostCents;
  return {
    costCents,
    reconCents,
    packCents,
    overAllowanceCents,
    frontCents,
    reserveCents,
    productsSoldCents,
    productsCostCents,
    backCents,
    totalCents: frontCents + backCents,
  };
}
