import { sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/timeline.ts';
import type { CustomerVehicle } from '../../contract/timeline.ts';
import { publishChange } from '../publish.ts';
import type { CustomerServices } from '../services.ts';
import type { CustomersDb } from '../tables.ts';
import { familyOf, getVisibleCustomer, subjectOf } from '../visible.ts';

/** Current vehicles first, then former ones. */
export async function listGarage(
  db: CustomersDb,
  actor: Actor,
  customerId: number,
): Promise<CustomerVehicle[]> {
  const customer = await getVisibleCustomer(db, actor, customerId);
  return readGarage(db, customer.id);
}

async function readGarage(db: CustomersDb, customerId: number): Promise<CustomerVehicle[]> {
  const { rows } = await sql<CustomerVehicle & { mileageAt: Date | null }>`
    select id, vin, description, plate, plate_state as "plateState", mileage,
      mileage_at as "mileageAt", purchased_on::text as "purchasedOn",
      sold_by_store as "soldByStore", still_owns as "stillOwns", version
    from customer_vehicles where customer_id in ${familyOf(customerId)}
    order by still_owns desc, id desc`.execute(db);
  return rows.map((row) => ({ ...row, mileageAt: row.mileageAt?.toISOString() ?? null }));
}

/** Repeating the clientId does nothing. */
export function addVehicle({
  platform,
  db,
  writes,
}: CustomerServices): Handler<typeof calls.addVehicle> {
  return async ({ actor, params: { customerId }, body: { clientId, ...input }, ip }) => {
    await writes.consume(String(actor.userId));
    assertValidPurchase(input);
    const customer = await db.transaction().execute(async (tx) => {
      const locked = await getVisibleCustomer(tx, actor, customerId, { lock: true });
      const added = await tx
        .insertInto('customer_vehicles')
        .values({
          ...columnsOf(input),
          customer_id: locked.id,
          mileage_at: input.mileage === null ? null : new Date(),
          created_by: actor.userId,
          client_id: clientId,
        })
        .onConflict((same) => same.columns(['created_by', 'client_id']).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!added) return locked;
      await recordActivity(tx, {
        actor,
        action: 'customer.vehicle_added',
        subject: subjectOf(locked.id),
        after: { vehicleId: added.id },
        ip,
      });
      return locked;
    });
    publishChange(platform, actor, customer);
    return readGarage(db, customer.id);
  };
}

/** Throws `conflict` if the vehicle is no longer at `version`. */
export function saveVehicle({
  platform,
  db,
  writes,
}: CustomerServices): Handler<typeof calls.saveVehicle> {
  return async ({ actor, params: { customerId, vehicleId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    const { version, ...input } = body;
    assertValidPurchase(input);
    const customer = await db.transaction().execute(async (tx) => {
      const locked = await getVisibleCustomer(tx, actor, customerId, { lock: true });
      const existing = await tx
        .selectFrom('customer_vehicles')
        .select(['version', 'mileage', 'mileage_at'])
        .where('id', '=', vehicleId)
        .where('customer_id', 'in', sql<number>`${familyOf(locked.id)}`)
        .forUpdate()
        .executeTakeFirst();
      if (!existing) throw notFound();
      assertVersion(existing, version, 'this vehicle');
      const mileageAt = input.mileage === existing.mileage ? existing.mileage_at : new Date();
      await tx
        .updateTable('customer_vehicles')
        .set({
          ...columnsOf(input),
          mileage_at: input.mileage === null ? null : mileageAt,
          version: version + 1,
        })
        .where('id', '=', vehicleId)
        .execute();
      await recordActivity(tx, {
        actor,
        action: 'customer.vehicle_changed',
        subject: subjectOf(locked.id),
        after: { vehicleId },
        ip,
      });
      return locked;
    });
    publishChange(platform, actor, customer);
    return readGarage(db, customer.id);
  };
}

type VehicleInput = Omit<ValidOf<typeof calls.addVehicle>['body'], 'clientId'>;

function assertValidPurchase({ purchasedOn }: VehicleInput): void {
  if (purchasedOn && !/^(19|20)\d\d-/.test(purchasedOn))
    throw invalid('Enter a valid purchase date.', {
      purchasedOn: 'Enter a date between 1900 and 2099',
    });
}

const columnsOf = (input: VehicleInput) => ({
  vin: input.vin,
  description: input.description,
  plate: input.plate,
  plate_state: input.plateState,
  mileage: input.mileage,
  purchased_on: input.purchasedOn,
  sold_by_store: input.soldByStore,
  still_owns: input.stillOwns,
});
