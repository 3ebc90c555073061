import { readersAmong } from '../../../chat/server/public.ts';
import { findPersonById, leadersOf, listLeaders } from '../../../people/server/public.ts';
import type { RequestDb } from '../tables.ts';

interface LeaderQuery {
  channelId: string;
  /** The person whose managers are wanted. */
  personId: number;
  /** People already notified; the nearest managers besides them are returned. */
  excludedIds: readonly number[];
}

const maxLeaders = 10;

/** A person's managers who may read the channel. */
export async function findLeaders(
  db: RequestDb,
  { channelId, personId, excludedIds }: LeaderQuery,
): Promise<number[]> {
  const person = await findPersonById(db, personId);
  if (!person) return [];
  const others = (await listLeaders(db)).filter(({ id }) => !excludedIds.includes(id));
  const ids = others.map(({ id }) => id);
  const readers = await readersAmong(db, channelId, ids);
  return leadersOf(
    person,
    others.filter(({ id }) => readers.has(id)),
  ).slice(0, maxLeaders);
}
