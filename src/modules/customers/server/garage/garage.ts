import { type Kysely, sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict, invalid, notFound } from '../../../../platform/server/http/errors.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type { addVehicle, CustomerVehicle, saveVehicle } from '../../contract/timeline.ts';
import { familyOf, getVisible, type VisibleCustomer } from '../reading/visible.ts';
import type { CustomersDb, CustomerTables } from '../tables.ts';
import { subjectOf } from '../writing/create.ts';

type Tx = Kysely<CustomerTables>;

/** Current vehicles first, then former ones. */
export async function listGarage(db: Tx, id: number): Promise<CustomerVehicle[]> {
  const { rows } = await sql<CustomerVehicle & { mileageAt: Date | null }>`
    select id, vin, description, plate, plate_state as "plateState", mileage,
      mileage_at as "mileageAt", purchased_on::text as "purchasedOn",
      sold_by_store as "soldByStore", still_owns as "stillOwns", version
    from customer_vehicles where customer_id in ${familyOf(id)}
    order by still_owns desc, id desc`.execute(db);
  return rows.map((row) => ({ ...row, mileageAt: row.mileageAt?.toISOString() ?? null }));
}

type Input = Omit<ValidOf<typeof addVehicle>['body'], 'clientId'>;

const columnsOf = (input: Input) => ({
  vin: input.vin,
  description: input.description,
  plate: input.plate,
  plate_state: input.plateState,
  mileage: input.mileage,
  purchased_on: input.purchasedOn,
  sold_by_store: input.soldByStore,
  still_owns: input.stillOwns,
});

function assertValidPurchase({ purchasedOn }: Input): void {
  if (purchasedOn && !/^(19|20)\d\d-/.test(purchasedOn))
    throw invalid('Enter a valid purchase date.', {
      purchasedOn: 'Enter a date between 1900 and 2099',
    });
}

interface GarageCommand<B> {
  customerId: number;
  body: B;
  ip: string;
}

/** Adds a vehicle; repeating the clientId does nothing. */
export async function addToGarage(
  db: CustomersDb,
  actor: Actor,
  {
    customerId,
    body: { clientId, ...input },
    ip,
  }: GarageCommand<ValidOf<typeof addVehicle>['body']>,
): Promise<VisibleCustomer> {
  assertValidPurchase(input);
  return db.transaction().execute(async (tx) => {
    const customer = await getVisible(tx, actor, customerId, { lock: true });
    const added = await tx
      .insertInto('customer_vehicles')
      .values({
        ...columnsOf(input),
        ...{ customer_id: customer.id, created_by: actor.userId, client_id: clientId },
        mileage_at: input.mileage === null ? null : new Date(),
      })
      .onConflict((same) => same.columns(['created_by', 'client_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added) await log(tx, actor, customer.id, 'customer.vehicle_added', added.id, ip);
    return customer;
  });
}

/** Saves a vehicle; throws `conflict` if it is no longer at `version`. */
export async function saveInGarage(
  db: CustomersDb,
  actor: Actor,
  vehicleId: number,
  {
    customerId,
    body: { version, ...input },
    ip,
  }: GarageCommand<ValidOf<typeof saveVehicle>['body']>,
): Promise<VisibleCustomer> {
  assertValidPurchase(input);
  return db.transaction().execute(async (tx) => {
    const customer = await getVisible(tx, actor, customerId, { lock: true });
    const existing = await tx
      .selectFrom('customer_vehicles')
      .select(['version', 'mileage', 'mileage_at'])
      .where('id', '=', vehicleId)
      .where('customer_id', 'in', sql<number>`${familyOf(customer.id)}`)
      .forUpdate()
      .executeTakeFirst();
    if (!existing) throw notFound();
    if (existing.version !== version)
      throw conflict('Someone else changed this vehicle. Reload and try again.');
    const mileageAt = input.mileage === existing.mileage ? existing.mileage_at : new Date();
    await tx
      .updateTable('customer_vehicles')
      .set({
        ...columnsOf(input),
        version: version + 1,
        mileage_at: input.mileage === null ? null : mileageAt,
      })
      .where('id', '=', vehicleId)
      .execute();
    await log(tx, actor, customer.id, 'customer.vehicle_changed', vehicleId, ip);
    return customer;
  });
}

const log = (tx: Tx, actor: Actor, id: number, action: string, vehicleId: number, ip: string) =>
  recordActivity(tx, { actor, action, subject: subjectOf(id), after: { vehicleId }, ip });
