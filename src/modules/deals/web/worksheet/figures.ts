import type { DealPage } from '../../contract/deal.ts';

/** What a worksheet is computed from: a deal, or what somebody is typing. */
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
  /** Only for who may see them. */
  costs?: DealPage['costs'] | undefined;
};

const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0);

/** The buyer's side: what it comes to, and what is left to pay. */
export function buyerFigures(deal: Sums) {
  const { priceCents, feesCents, taxCents, rebateCents, downCents, products, trade } = deal;
  const productsCents = sum(products.map((one) => one.priceCents));
  const totalCents = priceCents + feesCents + taxCents + productsCents;
  /** Below zero where more is owed on the trade than is credited for it. */
  const equityCents = trade ? trade.allowanceCents - trade.payoffCents : 0;
  const balanceCents = totalCents - rebateCents - equityCents - downCents;
  return {
    ...{ productsCents, totalCents, equityCents, balanceCents },
    monthlyCents: deal.method === 'finance' ? monthlyOf(balanceCents, deal) : null,
  };
}

/** What is paid each month, the first a month from now; null while rate or term is not known. */
export function monthlyOf(
  borrowedCents: number,
  { rate, termMonths }: Pick<Sums, 'rate' | 'termMonths'>,
): number | null {
  if (rate === null || !termMonths || borrowedCents <= 0) return null;
  const monthly = rate / 10_000 / 12;
  if (monthly === 0) return Math.round(borrowedCents / termMonths);
  return Math.round((borrowedCents * monthly) / (1 - (1 + monthly) ** -termMonths));
}

/** What the deal earns; null for whoever may not see it. */
export function grossFigures({ priceCents, products, trade, costs }: Sums) {
  if (!costs) return null;
  const { costCents, reconCents, packCents, reserveCents } = costs;
  const overAllowanceCents = trade
    ? trade.allowanceCents - (trade.acvCents ?? trade.allowanceCents)
    : 0;
  // Every car costs something: without its cost nothing is said to be earned.
  const frontCents =
    costCents === 0 ? 0 : priceCents - costCents - reconCents - packCents - overAllowanceCents;
  // A product nobody has said the cost of earns nothing yet.
  const known = products.filter(({ costCents: cost }) => cost !== undefined);
  const productsSoldCents = sum(known.map((one) => one.priceCents));
  const productsCostCents = sum(known.map((one) => one.costCents ?? 0));
  const backCents = reserveCents + productsSoldCents - productsCostCents;
  return {
    ...{ costCents, reconCents, packCents, overAllowanceCents, frontCents },
    ...{ reserveCents, productsSoldCents, productsCostCents, backCents },
    totalCents: frontCents + backCents,
  };
}
