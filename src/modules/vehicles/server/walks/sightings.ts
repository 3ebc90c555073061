import { sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { conflict, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { cleanVin } from '../../../vin/contract.ts';
import type * as calls from '../../contract/lot/walks.ts';
import type { Finding } from '../../contract/lot/walks.ts';
import { publishVehicleChanged, publishWalk } from '../publish.ts';
import { addEvent } from '../record/events.ts';
import { bumpVersion } from '../record/find.ts';
import type { VehicleDb } from '../tables.ts';
import { findByCode, strayCarOf } from './page.ts';
import { lockWalk } from './rows.ts';

type Body = ValidOf<typeof calls.recordSighting>['body'];

/** Records a vehicle as seen, with its location. */
export function recordSighting(platform: Platform): Handler<typeof calls.recordSighting> {
  const db: VehicleDb = platform.db;
  return async ({ actor, params: { walkId }, body }) => {
    const added = await db
      .transaction()
      .execute((tx) => addSighting(tx, actor, walkId, body))
      .catch((error) => {
        // A concurrent repeat of the same request.
        if (violatedConstraint(error) === 'lot_walk_sightings_seen_by_client_id_key') return null;
        throw error;
      });
    const result =
      added ?? (await db.transaction().execute((tx) => addSighting(tx, actor, walkId, body)));
    if (result.isNew) publishWalk(platform, { id: walkId, store: result.walkStore });
    if (result.moved !== null)
      publishVehicleChanged(platform, { id: result.moved, store: result.walkStore });
    return result.reply;
  };
}

async function addSighting(tx: VehicleDb, actor: Actor, walkId: number, body: Body) {
  const walk = await lockWalk(tx, actor, walkId);
  const code = body.code.toUpperCase();
  const keys = { vin: cleanVin(code), key: code.replace(/[\s-]/g, '') };
  const car = await findByCode(tx, walk.store, keys);
  const finding = findingOf(walk.store, car);
  const reply = { finding, store: car?.store ?? null, car: car ? strayCarOf(actor, car) : null };
  const existing = await tx
    .selectFrom('lot_walk_sightings')
    .select('id')
    .where('seen_by', '=', actor.userId)
    .where('client_id', '=', body.clientId)
    .executeTakeFirst();
  if (existing) return { reply, isNew: false, moved: null, walkStore: walk.store };
  const seenAt = limitSeenAt(body.seenAt, walk);
  await tx
    .insertInto('lot_walk_sightings')
    .values({
      client_id: body.clientId,
      walk_id: walkId,
      code,
      unit_id: car?.unit_id ?? null,
      finding,
      place: body.place,
      seen_by: actor.userId,
      seen_at: seenAt,
    })
    .execute();
  const id = finding === 'here' ? (car?.unit_id ?? null) : null;
  if (id !== null && walk.ended_at) {
    await sql`delete from lot_walk_missing where walk_id = ${walkId} and unit_id = ${id}`.execute(
      tx,
    );
  }
  const moved = id !== null && (await moveTo(tx, actor, id, body.place)) ? id : null;
  return { reply, isNew: true, moved, walkStore: walk.store };
}

function findingOf(
  store: string,
  car: { store: string | null; in_stock: boolean } | undefined,
): Finding {
  if (!car) return 'unknown';
  if (car.store !== store) return 'elsewhere';
  return car.in_stock ? 'here' : 'gone';
}

/** Sightings sent after the walk ended count if they were made before; later ones are refused. */
function limitSeenAt(
  seenAt: string,
  { started_at, ended_at }: { started_at: Date; ended_at: Date | null },
): Date {
  const at = Math.max(Date.parse(seenAt), started_at.getTime());
  if (ended_at && at > ended_at.getTime()) {
    throw conflict('This walk has ended. Start a new one.');
  }
  return new Date(Math.min(at, Math.max(Date.now(), started_at.getTime())));
}

/** Updates the lot location; returns whether it changed. */
async function moveTo(tx: VehicleDb, actor: Actor, id: number, place: string): Promise<boolean> {
  if (!place) return false;
  const car = await tx
    .selectFrom('stock_units')
    .select('lot_location')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (car.lot_location === place) return false;
  await tx.updateTable('stock_units').set({ lot_location: place }).where('id', '=', id).execute();
  await bumpVersion(tx, id);
  const fields = [{ name: 'lotLocation', from: car.lot_location, to: place }];
  await addEvent(tx, id, actor.userId, { kind: 'changed', fields });
  return true;
}

/** Removes a mistaken sighting. */
export function removeSighting(platform: Platform): Handler<typeof calls.removeSighting> {
  const db: VehicleDb = platform.db;
  return async ({ actor, params: { walkId, sightingId } }) => {
    const walk = await db.transaction().execute(async (tx) => {
      const locked = await lockWalk(tx, actor, walkId);
      if (locked.ended_at) throw conflict('This walk has ended and can’t be changed.');
      // The page shows only the last sighting of each vehicle: remove the earlier ones too.
      const { numAffectedRows } = await sql`
        delete from lot_walk_sightings s using lot_walk_sightings shown
        where shown.id = ${sightingId} and shown.walk_id = ${walkId} and s.walk_id = ${walkId}
          and coalesce(s.unit_id::text, s.code) = coalesce(shown.unit_id::text, shown.code)`.execute(
        tx,
      );
      if (!numAffectedRows) throw notFound();
      return locked;
    });
    publishWalk(platform, walk);
    return { message: 'Marked as not seen.' };
  };
}
