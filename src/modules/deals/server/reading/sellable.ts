import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { listSellableCars } from '../../../vehicles/server/public.ts';
import type { Sellable } from '../../contract.ts';
import { storesOf } from '../policy.ts';
import type { DealsDb } from '../tables.ts';

const taken = sql<boolean>`exists (select from deals d
  where d.vehicle_id = v.id and d.status in ('open', 'signed', 'delivered'))`;

/** Available vehicles of a store; empty for a store the actor has no access to. */
export async function listSellable(
  db: DealsDb,
  actor: Actor,
  { store, q }: { store: Store; q: string },
): Promise<Sellable[]> {
  if (!storesOf(actor).includes(store)) return [];
  const cars = await listSellableCars(db, store, q, taken);
  return cars.map(({ id, title, stockNumber, vin, condition, listCents }) => ({
    ...{ id, title, stockNumber, vin, condition, listCents },
  }));
}
