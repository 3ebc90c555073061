import { buyerFigures, type Sums } from './figures.ts';
import { Row, Rows } from './Rows.tsx';

const has = (cents: number) => cents !== 0;

/** The buyer's figures: price, additions, deductions and balance. */
export function BuyerSheet({ deal }: { deal: Sums }) {
  const { productsCents, totalCents, equityCents, balanceCents, monthlyCents } = buyerFigures(deal);
  const { trade } = deal;
  return (
    <Rows>
      <Row name="Price" cents={deal.priceCents} />
      <Row name="Fees" cents={deal.feesCents} />
      <Row name="Tax" cents={deal.taxCents} />
      {has(productsCents) && <Row name="Products" cents={productsCents} />}
      <Row isSum name="Total" cents={totalCents} />
      {has(deal.rebateCents) && <Row name="Rebate" cents={-deal.rebateCents} />}
      {trade && (
        <>
          <Row name="Trade-in" cents={-equityCents} />
          <Row isPart name="Allowance" cents={trade.allowanceCents} />
          <Row isPart name="Payoff" cents={trade.payoffCents} />
        </>
      )}
      {has(deal.downCents) && <Row name="Down payment" cents={-deal.downCents} />}
      <Row
        isSum
        name={deal.method === 'cash' ? 'Balance' : 'Balance to finance'}
        cents={balanceCents}
      />
      {deal.method === 'finance' && (
        <Row
          name={deal.termMonths ? `Monthly, ${deal.termMonths} payments` : 'Monthly'}
          cents={monthlyCents}
        />
      )}
    </Rows>
  );
}
