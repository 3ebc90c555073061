import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { ownStores } from '../../../../platform/server/records/stores.ts';
import { readableCabinets, writableCabinets } from '../../contract/cabinets.ts';
import type { Choices } from '../../contract.ts';
import { visibleTo } from '../policy.ts';
import type { DocumentsDb } from '../tables.ts';

/** The cabinets and stores the actor may read and file in, and how many documents wait to be filed there. */
export async function getChoices(db: DocumentsDb, actor: Actor): Promise<Choices> {
  const writable = writableCabinets(actor);
  const { rows } = await sql<{ inbox: number }>`
    select count(*) as inbox from documents d
    where ${visibleTo(actor)} and d.cabinet = any(${writable}::text[])
      and d.filed_at is null and d.removed_at is null`.execute(db);
  return {
    stores: ownStores(actor),
    readable: readableCabinets(actor),
    writable,
    inbox: rows[0]?.inbox ?? 0,
  };
}
