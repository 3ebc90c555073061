import { type Kysely, sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict, invalid, notFound } from '../../../../platform/server/http/errors.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type { addVehicle, CustomerVehicle, saveVehicle } from '../../contract/timeline.ts';
import { familyOf, getSeen, type Seen } from '../reading/visible.ts';
import type { CustomersDb, CustomerTables } from '../tables.ts';
import { subjectOf } from '../writing/create.ts';

type Tx = Kysely<CustomerTables>;

/** What a customer drives, and drove, the ones they still have first. */
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

function assertBought({ purchasedOn }: Input): void {
  if (purchasedOn && !/^(19|20)\d\d-/.test(purchasedOn))
    throw invalid('Please enter the day it was bought.', {
      purchasedOn: 'Please enter a date between 1900 and 2099',
    });
}

interface Act<B> {
  customerId: number;
  body: B;
  ip: string;
}

/** Adds a car, once. */
export async function park(
  db: CustomersDb,
  actor: Actor,
  { customerId, body: { clientId, ...input }, ip }: Act<ValidOf<typeof addVehicle>['body']>,
): Promise<Seen> {
  assertBought(input);
  return db.transaction().execute(async (tx) => {
    const seen = await getSeen(tx, actor, customerId, { lock: true });
    const added = await tx
      .insertInto('customer_vehicles')
      .values({
        ...columnsOf(input),
        ...{ customer_id: seen.id, created_by: actor.userId, client_id: clientId },
        mileage_at: input.mileage === null ? null : new Date(),
      })
      .onConflict((same) => same.columns(['created_by', 'client_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added) await log(tx, actor, seen.id, 'customer.vehicle_added', added.id, ip);
    return seen;
  });
}

/** Saves a car over the version the person holds; throws `conflict` when there is a later one. */
export async function repark(
  db: CustomersDb,
  actor: Actor,
  vehicleId: number,
  { customerId, body: { version, ...input }, ip }: Act<ValidOf<typeof saveVehicle>['body']>,
): Promise<Seen> {
  assertBought(input);
  return db.transaction().execute(async (tx) => {
    const seen = await getSeen(tx, actor, customerId, { lock: true });
    const held = await tx
      .selectFrom('customer_vehicles')
      .select(['version', 'mileage', 'mileage_at'])
      .where('id', '=', vehicleId)
      .where('customer_id', 'in', sql<number>`${familyOf(seen.id)}`)
      .forUpdate()
      .executeTakeFirst();
    if (!held) throw notFound();
    if (held.version !== version) throw conflict('Somebody changed this car meanwhile.');
    const read = input.mileage === held.mileage ? held.mileage_at : new Date();
    await tx
      .updateTable('customer_vehicles')
      .set({
        ...columnsOf(input),
        version: version + 1,
        mileage_at: input.mileage === null ? null : read,
      })
      .where('id', '=', vehicleId)
      .execute();
    await log(tx, actor, seen.id, 'customer.vehicle_changed', vehicleId, ip);
    return seen;
  });
}

const log = (tx: Tx, actor: Actor, id: number, action: string, vehicleId: number, ip: string) =>
  recordActivity(tx, { actor, action, subject: subjectOf(id), after: { vehicleId }, ip });
