import { Explained } from '../../../../../platform/web/ui/Explained.tsx';
import { grossFigures, type Sums } from './figures.ts';
import { Row, Rows } from './Rows.tsx';

const formulas = {
  overAllowance: 'Over-allowance = trade-in allowance − actual cash value (ACV)',
  front: 'Front gross = price − cost − reconditioning − pack − over-allowance',
  products: 'Product gross = price − cost of the products with a known cost',
  back: 'Back gross = reserve + product gross',
  total: 'Total gross = front + back',
};

/** The gross of a deal; renders nothing without access to costs. */
export function GrossSheet({ deal }: { deal: Sums }) {
  const figures = grossFigures(deal);
  if (!figures) return null;
  const isCostUnknown = figures.costCents === 0;
  return (
    <div>
      <Rows>
        <Row name="Price" cents={deal.priceCents} />
        <Row name="Cost" cents={isCostUnknown ? null : -figures.costCents} />
        <Row name="Reconditioning" cents={-figures.reconCents} />
        <Row name="Pack" cents={-figures.packCents} />
        {deal.trade && (
          <Row
            name={<Explained name="Over-allowance" formula={formulas.overAllowance} />}
            cents={-figures.overAllowanceCents}
          />
        )}
        <Row
          isSum
          name={<Explained name="Front gross" formula={formulas.front} />}
          cents={isCostUnknown ? null : figures.frontCents}
        />
        <Row name="Reserve" cents={figures.reserveCents} />
        <Row
          name={<Explained name="Product gross" formula={formulas.products} />}
          cents={figures.productsSoldCents - figures.productsCostCents}
        />
        <Row isPart name="Price" cents={figures.productsSoldCents} />
        <Row isPart name="Cost" cents={figures.productsCostCents} />
        <Row
          isSum
          name={<Explained name="Back gross" formula={formulas.back} />}
          cents={figures.backCents}
        />
        <Row
          isSum
          name={<Explained name="Total gross" formula={formulas.total} />}
          cents={figures.totalCents}
        />
      </Rows>
      {isCostUnknown && (
        <p className="pt-2 text-xs text-muted">
          Front gross is calculated once the vehicle cost is entered.
        </p>
      )}
    </div>
  );
}
