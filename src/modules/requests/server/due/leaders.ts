import { readersAmong } from '../../../chat/server/public.ts';
import { findPersonById, leadersOf, listLeaders } from '../../../people/server/public.ts';
import type { RequestDb } from '../tables.ts';

interface Asking {
  channelId: string;
  /** Whose leaders are looked for. */
  personId: number;
  /** Who knows already: the others are asked, up to who is nearest. */
  without: readonly number[];
}

const atMost = 10;

/** Those a person answers to, of those who may read the channel. */
export async function findLeaders(
  db: RequestDb,
  { channelId, personId, without }: Asking,
): Promise<number[]> {
  const person = await findPersonById(db, personId);
  if (!person) return [];
  const others = (await listLeaders(db)).filter(({ id }) => !without.includes(id));
  const ids = others.map(({ id }) => id);
  const readers = await readersAmong(db, channelId, ids);
  return leadersOf(
    person,
    others.filter(({ id }) => readers.has(id)),
  ).slice(0, atMost);
}
