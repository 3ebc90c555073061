import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { notFound } from '../../../../platform/server/http/errors.ts';
import type { Board, ReconJob } from '../../contract/recon/board.ts';
import { canWrite, isManager, storesOf } from '../policy.ts';
import { getToday, inStores } from '../record/rows.ts';
import type { VehicleDb } from '../tables.ts';
import { listLimits } from './limits.ts';
import { findJobs, toJob } from './rows.ts';

/** Vehicles in reconditioning, and those that became frontline ready in the last seven days. */
export async function getBoard(
  db: VehicleDb,
  actor: Actor,
  store: Store | undefined,
): Promise<Board> {
  const today = await getToday(db);
  const stores = storesOf(actor);
  const visibleStores = store ? stores.filter((one) => one === store) : stores;
  const rows = await findJobs(
    db,
    today,
    sql`${inStores(visibleStores)} and (s.left_at is null
      or (s.stage = 'frontline' and s.entered_at > now() - interval '7 days'
        and v.status = 'frontline'))`,
  );
  const write = canWrite(actor);
  return {
    jobs: rows.map((row) => toJob(row, actor)),
    stores,
    limits: await listLimits(db, visibleStores),
    serverTime: new Date().toISOString(),
    may: { move: write, approve: write && isManager(actor), limit: write && isManager(actor) },
  };
}

/** Throws 404 unless the step is of a vehicle the actor may see. */
export async function getJob(db: VehicleDb, actor: Actor, stepId: number): Promise<ReconJob> {
  const visible = sql`s.id = ${stepId} and ${inStores(storesOf(actor))}`;
  const [row] = await findJobs(db, await getToday(db), visible);
  if (!row) throw notFound();
  return toJob(row, actor);
}

/** Active employees with access to this store. */
export async function listOwners(db: VehicleDb, actor: Actor, store: Store) {
  if (!storesOf(actor).includes(store)) throw notFound();
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.shown_name as name from users u
    where u.store_access && array[${store}, 'all']::text[] and u.is_active and not u.pending
      and u.deleted_at is null and u.protection is distinct from 'system_bot'
    order by lower(u.last_name), lower(u.first_name), u.id limit 500`.execute(db);
  return rows;
}
