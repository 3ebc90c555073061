import { findHouse } from '../../../chat/server/public.ts';
import { type Archive, openArchive } from '../archive/archive.ts';
import { findPeople, type People } from '../matching/people.ts';
import type { Desk, ImportRow } from '../tables.ts';
import { type FindEmoji, loadEmoji } from '../words/emoji.ts';
import type { Dictionary, Named } from '../words/words.ts';

/** What a part of a run works with, fetched once. */
export interface Slice {
  row: ImportRow;
  people: People;
  dictionary: Dictionary;
  emoji: FindEmoji;
  /** Under whose name comes in what somebody without an account wrote. */
  standIn: number;
  /** The export's own files; opened when the first is asked for. */
  archive(): Promise<Archive>;
  close(): Promise<void>;
}

export async function openSlice({ platform, db }: Desk, row: ImportRow): Promise<Slice> {
  const people = await findPeople(db, row.id);
  const byHandle = new Map([...people.values()].map((one) => [one.handle.toLowerCase(), one]));
  const emoji = await loadEmoji();
  let opened: Promise<Archive> | undefined;
  return {
    ...{ row, people, emoji },
    dictionary: {
      byId: (id): Named | undefined => people.get(id),
      byHandle: (handle): Named | undefined => byHandle.get(handle),
      emoji,
    },
    standIn: (await findHouse(db)) ?? row.run_by,
    archive() {
      opened ??= openArchive(platform.storage, row.storage_key ?? '', row.size_bytes);
      return opened;
    },
    async close() {
      // What could not be opened was told to whoever asked for it.
      (await opened?.catch(() => undefined))?.close();
    },
  };
}
