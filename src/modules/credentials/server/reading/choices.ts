import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { ownStores } from '../../../../platform/server/records/stores.ts';
import { canReadHr, canWriteHr } from '../../../employees/server/public.ts';
import type { Choices } from '../../contract.ts';
import { getToday } from '../days.ts';
import { isEmployed } from '../needs.ts';
import { canEditRules, inTeamOf } from '../policy.ts';
import type { CredentialsDb } from '../tables.ts';

/** Whose credentials the actor may read. */
export async function getChoices(db: CredentialsDb, actor: Actor): Promise<Choices> {
  const today = await getToday(db);
  const { rows } = await sql<{ has_team: boolean }>`
    select exists (select from employees e join users u on u.id = e.user_id
      where ${inTeamOf(actor)} and ${isEmployed(today)}) as has_team`.execute(db);
  const readsAll = canReadHr(actor);
  return {
    hasTeam: rows[0]?.has_team ?? false,
    readsAll,
    stores: ownStores(actor),
    may: { write: canWriteHr(actor), editKinds: canEditRules(actor) },
  };
}
