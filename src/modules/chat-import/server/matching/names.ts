import { type Kysely, sql } from 'kysely';
import { channelNameMaxLength } from '../../../chat/server/public.ts';
import type { ChatImportTables, ImportRow } from '../tables.ts';

/** Lowercase names that a new public channel cannot have. */
export async function findTakenNames(db: Kysely<ChatImportTables>): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select lower(name) as name from chat_channels
    where type not in ('direct', 'private', 'group', 'record') and archived_at is null`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

const origins = { slack: 'Slack', mattermost: 'Mattermost' } as const;

/** The name, or if taken, the name with its origin, numbered if necessary. Reserves it. */
export function freeName(name: string, kind: ImportRow['kind'], taken: Set<string>): string {
  const origin = kind ? origins[kind] : 'Import';
  for (let count = 0; ; count += 1) {
    const ending = count === 0 ? '' : count === 1 ? ` (${origin})` : ` (${origin} ${count})`;
    const free = name.slice(0, channelNameMaxLength - ending.length).toWellFormed() + ending;
    if (taken.has(free.toLowerCase())) continue;
    taken.add(free.toLowerCase());
    return free;
  }
}
