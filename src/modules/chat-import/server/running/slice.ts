import { findSystemUser } from '../../../chat/server/public.ts';
import { type ExportFiles, openFiles } from '../archive/files.ts';
import { findPeople, type People } from '../matching/people.ts';
import type { ImportRow, ImportServices } from '../tables.ts';
import { type FindEmoji, loadEmoji } from '../words/emoji.ts';
import type { Dictionary, Named } from '../words/texts.ts';

/** What a part of a run works with, fetched once. */
export interface Slice {
  row: ImportRow;
  people: People;
  dictionary: Dictionary;
  emoji: FindEmoji;
  /** Under whose name comes in what somebody without an account wrote. */
  standIn: number;
  /** The export's own files; opened when the first is asked for. */
  files: ExportFiles;
  close(): void;
}

export async function openSlice({ platform, db }: ImportServices, row: ImportRow): Promise<Slice> {
  const people = await findPeople(db, row.id);
  const byHandle = new Map([...people.values()].map((one) => [one.handle.toLowerCase(), one]));
  const emoji = await loadEmoji();
  const files = openFiles(platform, row.storage_key ?? '', row.size_bytes);
  return {
    ...{ row, people, emoji, files },
    dictionary: {
      byId: (id): Named | undefined => people.get(id),
      byHandle: (handle): Named | undefined => byHandle.get(handle),
      emoji,
    },
    standIn: (await findSystemUser(db)) ?? row.run_by,
    close: () => files.close(),
  };
}
