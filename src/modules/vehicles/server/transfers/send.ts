import { sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict, forbidden, invalid } from '../../../../platform/server/http/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { notify, publishNotifications } from '../../../notifications/server/public.ts';
import type * as calls from '../../contract/lot/transfers.ts';
import { movable } from '../../contract/lot/transfers.ts';
import { statusNames } from '../../contract/status.ts';
import { titleOf } from '../../contract/vehicle.ts';
import { findManagers } from '../alerts.ts';
import { isManager } from '../policy.ts';
import { publishChanged } from '../publish.ts';
import { addEvent } from '../record/events.ts';
import { assertStays, bumpVersion, lockVehicle } from '../record/find.ts';
import type { VehicleRow } from '../record/rows.ts';
import type { VehicleDb } from '../tables.ts';
import { findTransfers, getTransfer, toTransfer } from './rows.ts';

type Body = ValidOf<typeof calls.sendCar>['body'];

/** Sends a car to another store; it stays in the stock of its own until somebody there takes it over. */
export function sendCar(platform: Platform): Handler<typeof calls.sendCar> {
  const db: VehicleDb = platform.db;
  return async ({ actor, params: { vehicleId }, body, ip }) => {
    if (!isManager(actor)) throw forbidden('Sending a car to another store takes a manager.');
    const known = await findSent(db, actor, body.clientId);
    if (known) return toTransfer(known, actor);
    const sent = await db
      .transaction()
      .execute((tx) => send(tx, actor, vehicleId, { body, ip }))
      .catch(async (error) => {
        // The same transfer, sent twice at once.
        if (await findSent(db, actor, body.clientId)) return null;
        throw error;
      });
    if (sent) {
      publishChanged(platform, { ...sent.car, before: body.to });
      await publishNotifications(platform, sent.told);
    }
    const row = await findSent(db, actor, body.clientId);
    return toTransfer(row ?? (await getTransfer(db, actor, sent?.id ?? 0)), actor);
  };
}

async function findSent(db: VehicleDb, actor: Actor, clientId: string) {
  const own = sql`t.sent_by = ${actor.userId} and t.client_id = ${clientId}`;
  const [row] = await findTransfers(db, actor, own, 1);
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
      ...{ client_id: clientId, vehicle_id: car.id, note, sent_by: actor.userId },
      ...{ from_store: car.store, to_store: to, from_number: car.stock_number },
      ...{ to_number: null, ended_by: null, ended_at: null, called_off: null },
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
  const told = await notify(tx, {
    userIds: (managers.get(to) ?? []).filter((one) => one !== actor.userId),
    title: `${storeNames[car.store]} sends ${storeNames[to]} a car`,
    message: `${titleOf(car)}, stock ${car.stock_number}${note && `: ${note}`}`,
    type: 'info',
    actionUrl: '/fleet?view=transfers',
    actionLabel: 'Show',
    key: `vehicle_transfer:${id}`,
    deliver: { push: false, digest: true },
  });
  return { id, car, told };
}

function assertMovable(car: VehicleRow, to: Body['to']): void {
  assertStays(car);
  if (car.store === to) {
    const problem = 'The car stands there already';
    throw invalid(`${problem}.`, { to: problem });
  }
  if (car.out_kind) throw conflict('This car is out. Take it back before it is sent.');
  if (movable.includes(car.status)) return;
  const is = statusNames[car.status].toLowerCase();
  throw conflict(`This car is ${is}. Only a car that can be sold is sent to another store.`);
}
