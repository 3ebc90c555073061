import type { Selectable } from 'kysely';
import type { ProductInput } from '../../contract/facts.ts';
import type { DealsDb, ProductsTable } from '../tables.ts';

type NewProduct = Omit<ProductsTable, 'id'>;

/** The products to store. An omitted cost keeps its stored value, null clears it. */
export function toProducts(
  dealId: number,
  products: readonly ProductInput[],
  before: readonly Selectable<ProductsTable>[] = [],
): NewProduct[] {
  const known = new Map(before.map((product) => [product.id, product]));
  return products.map(({ id, kind, provider, priceCents, costCents }, index) => ({
    deal_id: dealId,
    position: index + 1,
    kind,
    provider,
    price_cents: priceCents,
    cost_cents:
      costCents === undefined && id !== undefined
        ? (known.get(id)?.cost_cents ?? null)
        : (costCents ?? null),
  }));
}

/** Replaces the products of a deal. */
export async function writeProducts(
  tx: DealsDb,
  dealId: number,
  products: NewProduct[],
): Promise<void> {
  await tx.deleteFrom('deal_products').where('deal_id', '=', dealId).execute();
  if (products.length > 0) await tx.insertInto('deal_products').values(products).execute();
}

type Priced = Pick<NewProduct, 'price_cents' | 'cost_cents'>;

/** The product totals of a deal; a product without a cost adds no gross yet. */
export const sumsOf = (products: readonly Priced[]) => ({
  product_count: products.length,
  products_cents: products.reduce((sum, one) => sum + one.price_cents, 0),
  products_gross_cents: products.reduce(
    (sum, one) => sum + one.price_cents - (one.cost_cents ?? one.price_cents),
    0,
  ),
});

const describeProducts = (products: readonly NewProduct[]) =>
  JSON.stringify(products.map(({ kind, provider, price_cents }) => [kind, provider, price_cents]));
const cost = (products: readonly NewProduct[]) =>
  JSON.stringify(products.map(({ cost_cents }) => cost_cents));

export const areSame = (some: readonly NewProduct[], others: readonly NewProduct[]) =>
  describeProducts(some) === describeProducts(others);
export const haveSameCosts = (some: readonly NewProduct[], others: readonly NewProduct[]) =>
  cost(some) === cost(others);
