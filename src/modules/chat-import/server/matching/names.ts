import { type Kysely, sql } from 'kysely';
import { channelNameMaxLength } from '../../../chat/server/public.ts';
import type { ChatImportTables, ImportRow } from '../tables.ts';

/** The names, in small letters, that a channel everybody may find cannot have. */
export async function findTakenNames(db: Kysely<ChatImportTables>): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select lower(name) as name from chat_channels
    where type not in ('direct', 'private', 'group', 'record') and archived_at is null`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

const origins = { slack: 'Slack', mattermost: 'Mattermost' } as const;

/** The name, or where it is taken the name with where it comes from, numbered if need be. Takes it. */
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
