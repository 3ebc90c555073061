import { Explained } from '../../../../platform/web/ui/Explained.tsx';
import { grossFigures, type Sums } from './figures.ts';
import { Row, Rows } from './Rows.tsx';

const formulas = {
  overAllowance: 'Over-allowance = allowance − what the trade is worth (ACV)',
  front: 'Front gross = price − cost − reconditioning − pack − over-allowance',
  products: 'Products’ gross = price − cost of the products whose cost is known',
  back: 'Back gross = reserve + products’ gross',
  total: 'Total gross = front + back',
};

/** What the store earns by a deal; nothing for whoever may not see it. */
export function GrossSheet({ deal }: { deal: Sums }) {
  const figures = grossFigures(deal);
  if (!figures) return null;
  const unknown = figures.costCents === 0;
  return (
    <div>
      <Rows>
        <Row name="Price" cents={deal.priceCents} />
        <Row name="Cost" cents={unknown ? null : -figures.costCents} />
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
          cents={unknown ? null : figures.frontCents}
        />
        <Row name="Reserve" cents={figures.reserveCents} />
        <Row
          name={<Explained name="Products’ gross" formula={formulas.products} />}
          cents={figures.productsSoldCents - figures.productsCostCents}
        />
        <Row isPart name="Sold for" cents={figures.productsSoldCents} />
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
      {unknown && (
        <p className="pt-2 text-xs text-muted">
          Front gross is reckoned once the cost of the car is known.
        </p>
      )}
    </div>
  );
}
