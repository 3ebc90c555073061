import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type { CustomersDb } from '../tables.ts';
import { familyOf, subjectOf } from '../visible.ts';

interface Purchase {
  customerId: number;
  /** Identifies the sale, so that it can be undone. */
  saleKey: string;
  /** `''` if unknown. */
  vin: string;
  /** Truncated to 200 characters. */
  description: string;
  mileage: number | null;
  /** A local date. */
  purchasedOn: string;
  store: Store;
  ip: string;
}

/**
 * Adds a delivered vehicle to the buyer's garage, in the transaction of a module above, which has checked that
 * the actor may see the customer. A vehicle that is already there becomes theirs again.
 */
export async function addPurchasedVehicle(
  anyTx: Db<AnyTables>,
  actor: Actor,
  purchase: Purchase,
): Promise<void> {
  const tx: CustomersDb = anyTx;
  const { customerId, saleKey, vin, description, mileage, purchasedOn, store, ip } = purchase;
  const existing = await tx
    .updateTable('customer_vehicles')
    .set({
      still_owns: true,
      purchased_on: purchasedOn,
      sold_by_store: store,
      ...(mileage !== null && { mileage, mileage_at: new Date() }),
      version: sql<number>`version + 1`,
    })
    .where('customer_id', 'in', sql<number>`${familyOf(customerId)}`)
    .where((eb) => eb.or([eb('client_id', '=', saleKey), ...(vin ? [eb('vin', '=', vin)] : [])]))
    .returning('id')
    .execute();
  const ids = existing.length > 0 ? existing : [await insert(tx, actor, purchase)];
  await recordActivity(tx, {
    actor,
    action: existing.length > 0 ? 'customer.vehicle_changed' : 'customer.vehicle_added',
    subject: subjectOf(customerId),
    after: { vehicleId: ids[0]?.id, description },
    ip,
  });
}

interface Correction extends Pick<Purchase, 'customerId' | 'saleKey' | 'vin' | 'store' | 'ip'> {
  from: string;
  to: string;
}

/**
 * Corrects the day of a purchase, in the transaction of a module above. Changes nothing else, and nothing that someone
 * edited since: only a vehicle that was bought from the store on the day it was.
 */
export async function correctPurchaseDay(
  anyTx: Db<AnyTables>,
  actor: Actor,
  { customerId, saleKey, vin, store, from, to, ip }: Correction,
): Promise<void> {
  const tx: CustomersDb = anyTx;
  const corrected = await tx
    .updateTable('customer_vehicles')
    .set({ purchased_on: to, version: sql<number>`version + 1` })
    .where('customer_id', 'in', sql<number>`${familyOf(customerId)}`)
    .where((eb) => eb.or([eb('client_id', '=', saleKey), ...(vin ? [eb('vin', '=', vin)] : [])]))
    .where('sold_by_store', '=', store)
    .where('purchased_on', '=', from)
    .returning('id')
    .executeTakeFirst();
  if (!corrected) return;
  await recordActivity(tx, {
    actor,
    action: 'customer.vehicle_changed',
    subject: subjectOf(customerId),
    before: { vehicleId: corrected.id, purchasedOn: from },
    after: { vehicleId: corrected.id, purchasedOn: to },
    ip,
  });
}

const insert = (
  tx: CustomersDb,
  actor: Actor,
  { customerId, saleKey, vin, description, mileage, purchasedOn, store }: Purchase,
) =>
  tx
    .insertInto('customer_vehicles')
    .values({
      customer_id: customerId,
      vin: vin || null,
      description: description.slice(0, 200),
      plate: '',
      plate_state: '',
      mileage,
      mileage_at: mileage === null ? null : new Date(),
      purchased_on: purchasedOn,
      sold_by_store: store,
      still_owns: true,
      created_by: actor.userId,
      client_id: saleKey,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

/**
 * Undoes a sale: its vehicle is removed from the garage or, if someone edited it or it was there before,
 * marked as no longer owned.
 */
export async function removePurchasedVehicle(
  anyTx: Db<AnyTables>,
  actor: Actor,
  { customerId, saleKey, vin, ip }: Pick<Purchase, 'customerId' | 'saleKey' | 'vin' | 'ip'>,
): Promise<void> {
  const tx: CustomersDb = anyTx;
  const family = sql<number>`${familyOf(customerId)}`;
  const removed = await tx
    .deleteFrom('customer_vehicles')
    .where('customer_id', 'in', family)
    .where('client_id', '=', saleKey)
    .where('version', '=', 1)
    .returning('id')
    .execute();
  const [changed] = removed.length > 0 ? removed : await release(tx, family, saleKey, vin);
  if (!changed) return;
  await recordActivity(tx, {
    actor,
    action: removed.length > 0 ? 'customer.vehicle_removed' : 'customer.vehicle_changed',
    subject: subjectOf(customerId),
    before: { vehicleId: changed.id },
    ip,
  });
}

const release = (
  tx: CustomersDb,
  family: RawBuilder<number>,
  saleKey: string,
  vin: string,
): Promise<{ id: number }[]> =>
  tx
    .updateTable('customer_vehicles')
    .set({
      still_owns: false,
      sold_by_store: null,
      client_id: crypto.randomUUID(),
      version: sql<number>`version + 1`,
    })
    .where('customer_id', 'in', family)
    .where((eb) => eb.or([eb('client_id', '=', saleKey), ...(vin ? [eb('vin', '=', vin)] : [])]))
    .returning('id')
    .execute();
