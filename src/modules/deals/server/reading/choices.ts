import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import {
  type FindStaffProblems,
  listStaff,
  withProblems,
} from '../../../../platform/server/records/staff.ts';
import { listSellableCars } from '../../../vehicles/server/public.ts';
import type { Choices, Sellable } from '../../contract.ts';
import { canImport, canSeeCost, canWrite, storesOf } from '../policy.ts';
import type { DealsDb } from '../tables.ts';

/** The options of the deal form: the actor's stores and their staff. */
export async function getChoices(
  db: DealsDb,
  actor: Actor,
  findSellingProblems: FindStaffProblems,
): Promise<Choices> {
  const stores = storesOf(actor);
  return {
    stores,
    staff: await withProblems(db, await listStaff(db, stores), findSellingProblems),
    may: {
      write: canWrite(actor) && stores.length > 0,
      import: canImport(actor) && stores.length > 0,
      seeCost: canSeeCost(actor),
    },
  };
}

const isOnDeal = sql<boolean>`exists (select from deals d
  where d.vehicle_id = v.id and d.status in ('open', 'signed', 'delivered'))`;

/** Available vehicles of a store; empty for a store the actor has no access to. */
export async function listSellable(
  db: DealsDb,
  actor: Actor,
  { store, q }: { store: Store; q: string },
): Promise<Sellable[]> {
  if (!storesOf(actor).includes(store)) return [];
  const cars = await listSellableCars(db, store, q, isOnDeal);
  return cars.map((car) => ({
    id: car.id,
    title: car.title,
    stockNumber: car.stockNumber,
    vin: car.vin,
    condition: car.condition,
    where: car.where,
    listCents: car.listCents,
  }));
}
