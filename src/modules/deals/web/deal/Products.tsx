import { exactDollarsOf, plural } from '../../../../platform/web/format/amounts.ts';
import { type DealPage, productNames } from '../../contract/deal.ts';
import { Section } from './Section.tsx';

/** The F&I products of a deal. */
export function Products({ deal }: { deal: DealPage }) {
  const { products } = deal;
  return (
    <Section label="Products" aside={products.length > 0 && plural(products.length, 'product')}>
      {products.length === 0 ? (
        <p className="text-sm text-muted">No products.</p>
      ) : (
        <ul className="flex flex-col text-sm">
          {products.map(({ id, kind, provider, priceCents, costCents }) => (
            <li key={id} className="flex items-baseline justify-between gap-4 py-1">
              <span className="min-w-0 text-text">
                {productNames[kind]}
                {provider && <span className="block text-xs text-muted">{provider}</span>}
              </span>
              <span className="shrink-0 text-right tabular-nums">
                {exactDollarsOf(priceCents)}
                {costCents !== undefined && (
                  <span className="block text-xs text-muted">{`Cost ${exactDollarsOf(costCents)}`}</span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
