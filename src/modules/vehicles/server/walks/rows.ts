import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import type { Walk } from '../../contract/lot/walks.ts';
import { storesOf } from '../policy.ts';
import type { VehicleDb } from '../tables.ts';

interface WalkRow {
  id: number;
  store: Store;
  started_at: Date;
  started_by_name: string;
  ended_at: Date | null;
  ended_by_name: string | null;
  seen: number;
  missing: number;
  stray: number;
}

/** Vehicles `v` that should be on the lot now. */
export const expectedAt = (store: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  v.store = ${store} and v.in_stock and v.place <> 'in_transit'
  and not exists (select from vehicle_outings o where o.unit_id = v.id and o.in_at is null)
  and not exists (select from vehicle_transfers t where t.unit_id = v.id and t.ended_at is null))`;

/** Whether vehicle `v` was seen on walk `w` as stock of its store. */
export const isSeen: RawBuilder<boolean> = sql<boolean>`exists (
  select from lot_walk_sightings s
  where s.walk_id = w.id and s.unit_id = v.id and s.finding = 'here')`;

/** Walks `w` of the actor's stores, newest first. */
export async function findWalks(
  db: VehicleDb,
  actor: Actor,
  where: RawBuilder<unknown>,
  limit: number,
): Promise<WalkRow[]> {
  const { rows } = await sql<WalkRow>`
    select w.id, w.store, w.started_at, w.ended_at,
      starter.shown_name as started_by_name,
      ender.shown_name as ended_by_name,
      sums.seen, sums.stray,
      case when w.ended_at is null
        then (select count(*) from stock_vehicles v where ${expectedAt(sql`w.store`)} and not ${isSeen})
        else (select count(*) from lot_walk_missing m where m.walk_id = w.id) end as missing
    from lot_walks w
      join users starter on starter.id = w.started_by
      left join users ender on ender.id = w.ended_by
      cross join lateral (
        select count(distinct s.unit_id) filter (where s.finding = 'here') as seen,
          count(distinct coalesce(s.unit_id::text, s.code)) filter (where s.finding <> 'here')
            as stray
        from lot_walk_sightings s where s.walk_id = w.id) sums
    where ${inStores('w.store', storesOf(actor))} and ${where}
    order by w.started_at desc, w.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Throws 404 for other stores' walks. */
export async function getWalkRow(db: VehicleDb, actor: Actor, id: number): Promise<WalkRow> {
  const [row] = await findWalks(db, actor, sql`w.id = ${id}`, 1);
  if (!row) throw notFound();
  return row;
}

/** Locks a walk, so that it cannot end during the transaction. */
export async function lockWalk(tx: VehicleDb, actor: Actor, id: number) {
  const row = await tx
    .selectFrom('lot_walks as w')
    .select(['w.id', 'w.store', 'w.started_at', 'w.ended_at'])
    .where('w.id', '=', id)
    .where(inStores('w.store', storesOf(actor)))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export const toWalk = (row: WalkRow): Walk => ({
  id: row.id,
  store: row.store,
  startedAt: row.started_at.toISOString(),
  startedBy: row.started_by_name,
  endedAt: row.ended_at?.toISOString() ?? null,
  endedBy: row.ended_by_name,
  seen: row.seen,
  missing: row.missing,
  stray: row.stray,
});
