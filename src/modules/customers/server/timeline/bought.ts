import { type Kysely, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { familyOf } from '../reading/visible.ts';
import type { CustomerTables } from '../tables.ts';
import { subjectOf } from '../writing/create.ts';

type Tx = Kysely<CustomerTables>;

interface Bought {
  customerId: number;
  /** The same for the same sale, so that it can be taken back. */
  saleKey: string;
  /** `''` where nobody knows it. */
  vin: string;
  /** At most 200 characters are kept. */
  description: string;
  mileage: number | null;
  /** A day of the calendar. */
  purchasedOn: string;
  store: Store;
  ip: string;
}

/**
 * Puts a car that was delivered into the garage of who bought it, in the transaction of a room above, which
 * has found that the actor may see the customer. One that stands there already is theirs again.
 */
export async function parkBought(
  anyTx: Db<AnyTables>,
  actor: Actor,
  bought: Bought,
): Promise<void> {
  const tx: Tx = anyTx;
  const { customerId, saleKey, vin, description, mileage, purchasedOn, store, ip } = bought;
  const known = await tx
    .updateTable('customer_vehicles')
    .set({
      ...{ still_owns: true, purchased_on: purchasedOn, sold_by_store: store },
      ...(mileage !== null && { mileage, mileage_at: new Date() }),
      version: sql<number>`version + 1`,
    })
    .where('customer_id', 'in', sql<number>`${familyOf(customerId)}`)
    .where((eb) => eb.or([eb('client_id', '=', saleKey), ...(vin ? [eb('vin', '=', vin)] : [])]))
    .returning('id')
    .execute();
  const ids = known.length > 0 ? known : [await insert(tx, actor, bought)];
  await recordActivity(tx, {
    actor,
    action: known.length > 0 ? 'customer.vehicle_changed' : 'customer.vehicle_added',
    subject: subjectOf(customerId),
    after: { vehicleId: ids[0]?.id, description },
    ip,
  });
}

const insert = (tx: Tx, actor: Actor, bought: Bought) =>
  tx
    .insertInto('customer_vehicles')
    .values({
      ...{ customer_id: bought.customerId, client_id: bought.saleKey, created_by: actor.userId },
      ...{ vin: bought.vin || null, description: bought.description.slice(0, 200) },
      ...{ plate: '', plate_state: '', mileage: bought.mileage, still_owns: true },
      mileage_at: bought.mileage === null ? null : new Date(),
      ...{ purchased_on: bought.purchasedOn, sold_by_store: bought.store },
    })
    .returning('id')
    .executeTakeFirstOrThrow();

/**
 * The sale did not happen: the car it brought is gone from the garage, or, where somebody has written more
 * about it or had it there before, no longer theirs.
 */
export async function takeBoughtBack(
  anyTx: Db<AnyTables>,
  actor: Actor,
  { customerId, saleKey, vin, ip }: Pick<Bought, 'customerId' | 'saleKey' | 'vin' | 'ip'>,
): Promise<void> {
  const tx: Tx = anyTx;
  const family = sql<number>`${familyOf(customerId)}`;
  const gone = await tx
    .deleteFrom('customer_vehicles')
    .where('customer_id', 'in', family)
    .where('client_id', '=', saleKey)
    .where('version', '=', 1)
    .returning('id')
    .execute();
  const left =
    gone.length > 0
      ? []
      : await tx
          .updateTable('customer_vehicles')
          .set({
            still_owns: false,
            sold_by_store: null,
            client_id: crypto.randomUUID(),
            version: sql<number>`version + 1`,
          })
          .where('customer_id', 'in', family)
          .where((eb) =>
            eb.or([eb('client_id', '=', saleKey), ...(vin ? [eb('vin', '=', vin)] : [])]),
          )
          .returning('id')
          .execute();
  const [touched] = [...gone, ...left];
  if (!touched) return;
  await recordActivity(tx, {
    actor,
    action: gone.length > 0 ? 'customer.vehicle_removed' : 'customer.vehicle_changed',
    subject: subjectOf(customerId),
    before: { vehicleId: touched.id },
    ip,
  });
}
