import { sql } from 'kysely';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { ownStores } from '../../../platform/server/records/stores.ts';
import { canReadHr, canWriteHr } from '../../employees/server/public.ts';
import type { Choices } from '../contract.ts';
import { keepsGroup, visiblePositions } from './policy.ts';
import type { RecruitingDb } from './tables.ts';

export async function getChoices(db: RecruitingDb, actor: Actor): Promise<Choices> {
  const { rows } = await sql`select from recruiting_positions p
    where ${visiblePositions(actor)} limit 1`.execute(db);
  return {
    sees: canReadHr(actor) || rows.length > 0,
    mayWrite: canWriteHr(actor),
    stores: ownStores(actor),
    keepsGroup: keepsGroup(actor),
  };
}
