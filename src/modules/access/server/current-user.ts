import type { Kysely } from 'kysely';
import type { AnyTables } from '../../../platform/server/db/database.ts';
import { unauthenticated } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { findPersonById, toUser } from '../../people/server/public.ts';
import type { CurrentUser } from '../contract.ts';

/** The signed-in user, as they see themselves. */
export async function getCurrentUser(db: Kysely<AnyTables>, actor: Actor): Promise<CurrentUser> {
  const row = await findPersonById(db, actor.userId);
  if (!row) throw unauthenticated();
  return { ...toUser(row), mustChangePassword: actor.mustChangePassword };
}
