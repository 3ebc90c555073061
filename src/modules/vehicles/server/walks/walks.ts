import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { AnswerOf } from '../../../../platform/contract/endpoint.ts';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { conflict, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type * as calls from '../../contract/lot/walks.ts';
import { canWrite, storesOf } from '../policy.ts';
import { publishWalk } from '../publish.ts';
import type { VehicleDb } from '../tables.ts';
import { getWalk } from './page.ts';
import { expectedAt, findWalks, isSeen, lockWalk, toWalk } from './rows.ts';

const maxEnded = 60;

/** Lot walks of the actor's stores: which vehicles are on the lot. */
export async function listWalks(
  db: VehicleDb,
  actor: Actor,
): Promise<AnswerOf<typeof calls.listWalks>> {
  const [open, ended] = await Promise.all([
    findWalks(db, actor, sql`w.ended_at is null`, 10),
    findWalks(db, actor, sql`w.ended_at is not null`, maxEnded),
  ]);
  return {
    stores: storesOf(actor),
    open: open.map(toWalk),
    ended: ended.map(toWalk),
    may: { walk: canWrite(actor) },
  };
}

export function startWalk(platform: Platform): Handler<typeof calls.startWalk> {
  const db: VehicleDb = platform.db;
  return async ({ actor, body: { clientId, store } }) => {
    if (!storesOf(actor).includes(store)) {
      throw invalid('You don’t have access to this store.', {
        store: 'You don’t have access to this store',
      });
    }
    const own = await db
      .selectFrom('lot_walks')
      .select('id')
      .where('started_by', '=', actor.userId)
      .where('client_id', '=', clientId)
      .executeTakeFirst();
    const open = own?.id ?? (await findOpen(db, store));
    if (open !== undefined) return getWalk(db, actor, open);
    const id = await insertWalk(db, actor, clientId, store);
    publishWalk(platform, { id, store });
    return getWalk(db, actor, id);
  };
}

async function insertWalk(
  db: VehicleDb,
  actor: Actor,
  clientId: string,
  store: Store,
): Promise<number> {
  try {
    const { id } = await db
      .insertInto('lot_walks')
      .values({
        client_id: clientId,
        store,
        started_by: actor.userId,
        ended_by: null,
        ended_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  } catch (error) {
    // Someone started a walk at the same moment: join it.
    const open = violatedConstraint(error) && (await findOpen(db, store));
    if (open) return open;
    throw error;
  }
}

async function findOpen(db: VehicleDb, store: Store): Promise<number | undefined> {
  const row = await db
    .selectFrom('lot_walks')
    .select('id')
    .where('store', '=', store)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

/** Ends open walks, which the caller has locked, and keeps what was not seen as missing. */
export async function endWalks(
  tx: VehicleDb,
  walkIds: readonly number[],
  endedBy: number,
): Promise<void> {
  await sql`insert into lot_walk_missing (walk_id, unit_id)
    select w.id, v.id from lot_walks w join stock_vehicles v
      on ${expectedAt(sql`w.store`)} and not ${isSeen}
    where w.id = any(${walkIds}::integer[])`.execute(tx);
  await sql`update lot_walks set ended_by = ${endedBy},
      ended_at = greatest(clock_timestamp(), started_at)
    where id = any(${walkIds}::integer[])`.execute(tx);
}

export function endWalk(platform: Platform): Handler<typeof calls.endWalk> {
  const db: VehicleDb = platform.db;
  return async ({ actor, params: { walkId } }) => {
    const walk = await db.transaction().execute(async (tx) => {
      const locked = await lockWalk(tx, actor, walkId);
      if (locked.ended_at) throw conflict('This walk has already ended.');
      await endWalks(tx, [walkId], actor.userId);
      return locked;
    });
    publishWalk(platform, walk);
    return getWalk(db, actor, walkId);
  };
}
