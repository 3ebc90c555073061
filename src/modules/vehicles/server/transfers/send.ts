import { sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { conflict, forbidden, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { notify, publishNotifications } from '../../../notifications/server/public.ts';
import type * as calls from '../../contract/lot/transfers.ts';
import { movable } from '../../contract/lot/transfers.ts';
import { statusNames } from '../../contract/status.ts';
import { titleOf } from '../../contract/vehicle.ts';
import { findManagers } from '../alerts.ts';
import { canTransfer } from '../policy.ts';
import { publishVehicleChanged } from '../publish.ts';
import { addEvent } from '../record/events.ts';
import { assertNotInTransfer, bumpVersion, lockVehicle } from '../record/find.ts';
import type { VehicleRow } from '../record/rows.ts';
import type { VehicleDb } from '../tables.ts';
import { findTransfers, getTransfer, toTransfer } from './transfers.ts';

type Body = ValidOf<typeof calls.sendVehicle>['body'];

/** Starts a transfer; the vehicle stays in its store's stock until the other store receives it. */
export function sendVehicle(platform: Platform): Handler<typeof calls.sendVehicle> {
  const db: VehicleDb = platform.db;
  return async ({ actor, params: { vehicleId }, body, ip }) => {
    if (!canTransfer(actor)) throw forbidden('Only managers can transfer vehicles.');
    const existing = await findByClientId(db, actor, body.clientId);
    if (existing) return toTransfer(existing, actor);
    const created = await db
      .transaction()
      .execute((tx) => send(tx, actor, vehicleId, { body, ip }))
      .catch(async (error) => {
        // A concurrent repeat of the same request.
        if (await findByClientId(db, actor, body.clientId)) return null;
        throw error;
      });
    if (created) {
      publishVehicleChanged(platform, { ...created.car, before: body.to });
      await publishNotifications(platform, created.notified);
    }
    const row = await findByClientId(db, actor, body.clientId);
    return toTransfer(row ?? (await getTransfer(db, actor, created?.id ?? 0)), actor);
  };
}

async function findByClientId(db: VehicleDb, actor: Actor, clientId: string) {
  const byClientId = sql`t.sent_by = ${actor.userId} and t.client_id = ${clientId}`;
  const [row] = await findTransfers(db, actor, byClientId, 1);
  return row;
}

async function send(
  tx: VehicleDb,
  actor: Actor,
  vehicleId: number,
  { body, ip }: { body: Body; ip: string },
) {
  const { to, note, clientId } = body;
  const car = await lockVehicle(tx, actor, vehicleId, body.version);
  assertMovable(car, to);
  const { id } = await tx
    .insertInto('vehicle_transfers')
    .values({
      client_id: clientId,
      unit_id: car.id,
      from_store: car.store,
      to_store: to,
      from_number: car.stock_number,
      to_number: null,
      note,
      sent_by: actor.userId,
      ended_by: null,
      ended_at: null,
      called_off: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await bumpVersion(tx, car.id);
  await addEvent(tx, car.id, actor.userId, { kind: 'transfer_sent', to, note });
  await recordActivity(tx, {
    actor,
    action: 'vehicle.transfer_sent',
    subject: { type: 'vehicle', id: car.id, name: `${car.stock_number}, ${titleOf(car)}` },
    before: { store: car.store },
    after: { to, note },
    ip,
  });
  const managers = await findManagers(tx);
  const notified = await notify(tx, {
    userIds: (managers.get(to) ?? []).filter((one) => one !== actor.userId),
    title: `${storeNames[car.store]} is transferring a vehicle to ${storeNames[to]}`,
    message: `${titleOf(car)}, stock ${car.stock_number}${note && `: ${note}`}`,
    type: 'info',
    actionUrl: '/fleet?view=transfers',
    actionLabel: 'View',
    key: `vehicle_transfer:${id}`,
    deliver: { push: false, digest: true },
  });
  return { id, car, notified };
}

function assertMovable(car: VehicleRow, to: Body['to']): void {
  assertNotInTransfer(car);
  if (car.store === to) {
    const problem = 'The vehicle is already at this store';
    throw invalid(`${problem}.`, { to: problem });
  }
  if (car.out_kind)
    throw conflict('This vehicle is checked out. Check it in before you transfer it.');
  if (movable.includes(car.status)) return;
  const is = statusNames[car.status].toLowerCase();
  throw conflict(`This vehicle is ${is}. Only vehicles that can be sold can be transferred.`);
}
