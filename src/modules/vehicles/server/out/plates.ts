import { sql } from 'kysely';
import type { AnswerOf } from '../../../../platform/contract/endpoint.ts';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { conflict, forbidden, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/outings.ts';
import type { Outing } from '../../contract/outings.ts';
import { canAddPlates, storesOf } from '../policy.ts';
import type { VehicleDb } from '../tables.ts';
import { findOutings } from './outings.ts';

const plateColumns = ['id', 'store', 'number'] as const;
const maxOutings = 500;

/** Plates of the actor's stores, and the open check-out of each. */
export async function listPlates(
  db: VehicleDb,
  actor: Actor,
): Promise<AnswerOf<typeof calls.listPlates>> {
  const stores = storesOf(actor);
  const [plates, outings] = await Promise.all([
    db
      .selectFrom('dealer_plates')
      .select(plateColumns)
      .where(inStores('store', stores))
      .orderBy('store')
      .orderBy('number')
      .execute(),
    findOutings(
      db,
      sql`o.in_at is null and o.plate_id is not null and ${inStores('v.store', stores)}`,
      sql`o.id`,
      maxOutings,
    ),
  ]);
  const byPlate = new Map(outings.map((one) => [one.plate?.id, one]));
  return plates.map((plate) => ({ ...plate, outing: byPlate.get(plate.id) ?? null }));
}

export function addPlate(platform: Platform): Handler<typeof calls.addPlate> {
  const db: VehicleDb = platform.db;
  return async ({ actor, body, ip }) => {
    if (!storesOf(actor).includes(body.store)) {
      throw invalid('You don’t have access to this store.', {
        store: 'You don’t have access to this store',
      });
    }
    if (!canAddPlates(actor)) throw forbidden('Only managers can add plates.');
    return db
      .transaction()
      .execute(async (tx) => {
        const row = await tx
          .insertInto('dealer_plates')
          .values({ ...body, created_by: actor.userId })
          .returning(plateColumns)
          .executeTakeFirstOrThrow();
        const subject = { type: 'plate', id: row.id, name: row.number };
        await recordActivity(tx, { actor, action: 'plate.added', subject, after: body, ip });
        return row;
      })
      .catch((error) => {
        if (violatedConstraint(error) !== 'dealer_plates_number_key') throw error;
        throw conflict('This plate number already exists.', {
          number: 'This plate number already exists',
        });
      });
  };
}

/** Check-outs of a plate, newest first; with `at`, the one at that time. Throws 404 for other stores' plates. */
export async function getPlateLog(
  db: VehicleDb,
  actor: Actor,
  plateId: number,
  at: string | undefined,
): Promise<Outing[]> {
  const plate = await db
    .selectFrom('dealer_plates')
    .select('id')
    .where('id', '=', plateId)
    .where(inStores('store', storesOf(actor)))
    .executeTakeFirst();
  if (!plate) throw notFound();
  const where = at
    ? sql`o.plate_id = ${plateId} and tstzrange(o.out_at, o.in_at) @> ${new Date(at)}::timestamptz`
    : sql`o.plate_id = ${plateId}`;
  return findOutings(db, where, sql`o.out_at desc`, maxOutings);
}
