import { sql } from 'kysely';
import type { ValidOf } from '../../../platform/contract/endpoint.ts';
import { violatedConstraint } from '../../../platform/server/db/database.ts';
import { conflict, invalid } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Limit } from '../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { inStores } from '../../../platform/server/records/stores.ts';
import { noteVisit } from '../../leads/server/public.ts';
import { absences } from '../../time-off/server/public.ts';
import {
  checkOutVehicle,
  explainCheckOut,
  publishVehicleChanged,
} from '../../vehicles/server/public.ts';
import type * as calls from '../contract.ts';
import { storesOf } from './policy.ts';
import { publishVisit } from './publish.ts';
import type { ShowroomDb } from './tables.ts';
import {
  getCustomerOf,
  getVisit,
  type LockedVisit,
  lockLeadOf,
  lockVisit,
  saveStep,
} from './visits.ts';

type Body = ValidOf<typeof calls.startTestDrive>['body'];

/** Checks out a vehicle for the customer of a visit. */
export function startTestDrive(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.startTestDrive> {
  const db: ShowroomDb = platform.db;
  return async ({ actor, params: { visitId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    if (await isStarted(db, actor, visitId, body.clientId)) return getVisit(db, actor, visitId);
    const done = await db
      .transaction()
      .execute((tx) => start(platform, tx, actor, { visitId, body, ip }))
      .catch(async (error) => {
        // A concurrent repeat of the request finds the visit at a newer version, or the vehicle checked out.
        if (await isStarted(db, actor, visitId, body.clientId)) return null;
        const explained = explainCheckOut(error);
        if (explained !== error || !violatedConstraint(error)) throw explained;
        throw conflict('Another check-out has this id.');
      });
    if (done) {
      publishVisit(platform, done.visit);
      publishVehicleChanged(platform, done.car);
      await done.publish();
    }
    return getVisit(db, actor, visitId);
  };
}

async function isStarted(db: ShowroomDb, actor: Actor, visitId: number, clientId: string) {
  const { rows } = await sql`
    select from customer_up_outings d join vehicle_outings o on o.id = d.outing_id
    join customer_ups v on v.id = d.up_id
    where v.id = ${visitId} and ${inStores('v.store', storesOf(actor))}
      and o.out_by = ${actor.userId} and o.client_id = ${clientId}`.execute(db);
  return rows.length > 0;
}

interface TestDriveCommand {
  visitId: number;
  body: Body;
  ip: string;
}

async function start(
  platform: Platform,
  tx: ShowroomDb,
  actor: Actor,
  { visitId, body, ip }: TestDriveCommand,
) {
  const { version, ...drive } = body;
  const visit = await lockVisit(tx, actor, visitId, version);
  const holder = await findHolder(tx, getCustomerOf(visit));
  await lockLeadOf(tx, visit);
  const { outingId, car } = await checkOutVehicle(tx, actor, {
    ...drive,
    kind: 'test_drive',
    holderName: holder.name.slice(0, 100),
    holderPhone: holder.phone,
    repairOrder: '',
  });
  assertSameStore(visit, car);
  await tx
    .insertInto('customer_up_outings')
    .values({ outing_id: outingId, up_id: visitId })
    .execute();
  await saveStep(tx, actor, visit, 'test_drive');
  const publish = visit.lead_id
    ? await noteVisit(platform, tx, actor, {
        absences,
        leadId: visit.lead_id,
        step: 'test_drive',
        result: null,
        vehicleId: car.id,
        ip,
        detail: [car.year, car.make, car.model, car.stock_number].filter(Boolean).join(' '),
      })
    : async () => {};
  return { visit, car, publish };
}

function assertSameStore({ store }: LockedVisit, car: { store: LockedVisit['store'] }): void {
  if (car.store === store) return;
  const problem = 'This vehicle is at another store';
  throw invalid(`${problem}.`, { vehicleId: problem });
}

/** Who has the vehicle: the customer, by name and preferred phone. */
async function findHolder(tx: ShowroomDb, customerId: number) {
  const { rows } = await sql<{ name: string; phone: string }>`
    select r.name, coalesce((select left(p.e164, 30) from customer_phones p
      where p.customer_id = r.id order by p.is_preferred desc, p.place limit 1), '') as phone
    from customers c join customers r on r.id = c.root_id where c.id = ${customerId}`.execute(tx);
  return rows[0] ?? { name: 'Customer', phone: '' };
}
