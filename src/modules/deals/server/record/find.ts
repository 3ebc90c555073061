import { type Selectable, sql } from 'kysely';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { toReference } from '../../../../platform/server/records/references.ts';
import { lockVisible } from '../../../../platform/server/records/stores.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import type { DealPage } from '../../contract/deal.ts';
import { creditsOf } from '../credit.ts';
import {
  canEdit,
  canKeepPromises,
  canSeeCost,
  canTakeTrade,
  statusChangesFor,
  storesOf,
} from '../policy.ts';
import type { DealsDb, ProductsTable } from '../tables.ts';
import { findCorrectableDays, findDays } from './days.ts';
import {
  balanceOf,
  type DealRow,
  type DueBillRow,
  selectDeals,
  toDeal,
  toDueBill,
  toProduct,
  tradeOf,
  visibleTo,
} from './rows.ts';

/** Throws 404 if the actor may not see the deal. */
async function getRow(db: DealsDb, actor: Actor, id: number): Promise<DealRow> {
  const { rows } = await sql<DealRow>`${selectDeals}
    where d.id = ${id} and ${visibleTo(actor)}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** Locks the deal for this transaction; throws 404, or 409 if `version` is outdated. */
export async function lockDeal(
  tx: DealsDb,
  actor: Actor,
  id: number,
  version?: number,
): Promise<DealRow> {
  await lockVisible(tx, { table: 'deals', id, stores: storesOf(actor) });
  const row = await getRow(tx, actor, id);
  assertVersion(row, version, 'this deal', 'load');
  return row;
}

export const findProducts = (db: DealsDb, id: number): Promise<Selectable<ProductsTable>[]> =>
  db
    .selectFrom('deal_products')
    .selectAll()
    .where('deal_id', '=', id)
    .orderBy('position')
    .execute();

export async function findDueBills(db: DealsDb, id: number): Promise<DueBillRow[]> {
  const { rows } = await sql<DueBillRow>`
    select b.*, u.shown_name as by
    from deal_due_bills b left join users u on u.id = b.done_by
    where b.deal_id = ${id} order by b.position`.execute(db);
  return rows;
}

/** The deal with all its details. Throws 404 if the actor may not see it. */
export async function getDeal(db: DealsDb, actor: Actor, id: number): Promise<DealPage> {
  const row = await getRow(db, actor, id);
  const [products, dueBills, dayFor, correct] = await Promise.all([
    findProducts(db, id),
    findDueBills(db, id),
    findDays(db, actor, row),
    findCorrectableDays(db, actor, row),
  ]);
  const seesCost = canSeeCost(actor);
  return {
    ...toDeal(row, actor),
    closer: toReference(row.closer_id, row.closer),
    credits: creditsOf(row, seesCost),
    method: row.method,
    lender: row.lender,
    rate: row.rate,
    termMonths: row.term_months,
    feesCents: row.fees_cents,
    taxCents: row.tax_cents,
    rebateCents: row.rebate_cents,
    downCents: row.down_cents,
    balanceCents: balanceOf(row),
    trade: tradeOf(row, actor),
    tradeVehicleId: row.trade_vehicle_id,
    products: products.map((product) => toProduct(product, actor)),
    dueBills: dueBills.map(toDueBill),
    milesAtDelivery: row.miles_at_delivery,
    ...(seesCost && {
      costs: {
        costCents: row.cost_cents,
        reconCents: row.recon_cents,
        packCents: row.pack_cents,
        reserveCents: row.reserve_cents,
      },
    }),
    note: row.note,
    may: {
      edit: canEdit(actor, row),
      seeCost: seesCost,
      takeTrade: canTakeTrade(actor, row),
      keepPromises: canKeepPromises(actor, row),
      become: statusChangesFor(actor, row).map((change) => ({
        ...change,
        day: dayFor(change.status),
      })),
      correct,
    },
  };
}
