import { sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import { notFound } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { worksAt } from '../../../platform/server/records/staff.ts';
import { storesOf } from './policy.ts';
import type { VehicleDb } from './tables.ts';

/** Active employees with access to this store, for assigning a step or checking out a vehicle. */
export async function listOwners(db: VehicleDb, actor: Actor, store: Store) {
  if (!storesOf(actor).includes(store)) throw notFound();
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.shown_name as name from users u
    where ${worksAt([store])}
    order by lower(u.last_name), lower(u.first_name), u.id limit 500`.execute(db);
  return rows;
}
