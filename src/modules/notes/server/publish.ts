import type { Kysely } from 'kysely';
import type { Platform } from '../../../platform/server/platform.ts';
import { noteChanged, noteGone } from '../contract.ts';
import type { NotesTables } from './tables.ts';
import { readersOf } from './visible-note.ts';

/** Who may see a note now; read in the transaction of the change that is published afterwards. */
export async function findReaders(tx: Kysely<NotesTables>, noteId: string): Promise<number[]> {
  const { rows } = await readersOf(noteId).execute(tx);
  return rows.map(({ id }) => id);
}

/** Publishes, after COMMIT, that a note changed. */
export function publishChange(
  { realtime }: Pick<Platform, 'realtime'>,
  readers: readonly number[],
  { id, version }: { id: string; version: number },
): void {
  for (const reader of readers) realtime.publish(`user:${reader}`, noteChanged, { id, version });
}

/** Notifies, after COMMIT, the users who can no longer see a note. */
export function publishGone(
  { realtime }: Pick<Platform, 'realtime'>,
  readers: readonly number[],
  id: string,
): void {
  for (const reader of readers) realtime.publish(`user:${reader}`, noteGone, { id });
}
