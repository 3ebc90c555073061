import type { Selectable } from 'kysely';
import type { ProductInput } from '../../contract/facts.ts';
import type { DealsDb, ProductsTable } from '../tables.ts';

type Written = Omit<ProductsTable, 'id'>;

/** The products as they are to be stored. Who may not see cost leaves that of each as it is. */
export function toProducts(
  dealId: number,
  products: readonly ProductInput[],
  before: readonly Selectable<ProductsTable>[] = [],
): Written[] {
  const known = new Map(before.map((product) => [product.id, product]));
  return products.map(({ id, kind, provider, priceCents, costCents }, index) => ({
    deal_id: dealId,
    position: index + 1,
    kind,
    provider,
    price_cents: priceCents,
    cost_cents: costCents ?? (id === undefined ? null : (known.get(id)?.cost_cents ?? null)),
  }));
}

/** Puts these products in the place of those there were. */
export async function writeProducts(
  tx: DealsDb,
  dealId: number,
  products: Written[],
): Promise<void> {
  await tx.deleteFrom('deal_products').where('deal_id', '=', dealId).execute();
  if (products.length > 0) await tx.insertInto('deal_products').values(products).execute();
}

type Priced = Pick<Written, 'price_cents' | 'cost_cents'>;

/** What the deal itself says of its products; one whose cost nobody has said earns nothing yet. */
export const sumsOf = (products: readonly Priced[]) => ({
  product_count: products.length,
  products_cents: products.reduce((sum, one) => sum + one.price_cents, 0),
  products_gross_cents: products.reduce(
    (sum, one) => sum + one.price_cents - (one.cost_cents ?? one.price_cents),
    0,
  ),
});

const describeProducts = (products: readonly Written[]) =>
  JSON.stringify(products.map(({ kind, provider, price_cents }) => [kind, provider, price_cents]));
const cost = (products: readonly Written[]) =>
  JSON.stringify(products.map(({ cost_cents }) => cost_cents));

export const areSame = (some: readonly Written[], others: readonly Written[]) =>
  describeProducts(some) === describeProducts(others);
export const costTheSame = (some: readonly Written[], others: readonly Written[]) =>
  cost(some) === cost(others);
