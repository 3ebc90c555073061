import { findSystemUser } from '../../../chat/server/public.ts';
import { type ExportFiles, openFiles } from '../archive/files.ts';
import { findPeople, type People } from '../matching/people.ts';
import type { ImportRow, ImportServices } from '../tables.ts';
import { type FindEmoji, loadEmoji } from '../text/emoji.ts';
import type { Dictionary, Named } from '../text/messages.ts';

/** Everything a part of a run needs, loaded once. */
export interface Slice {
  row: ImportRow;
  people: People;
  dictionary: Dictionary;
  emoji: FindEmoji;
  /** The account that posts messages of people without an account. */
  fallbackUserId: number;
  /** The export's own files; opened on first use. */
  files: ExportFiles;
  close(): void;
}

export async function openSlice({ platform, db }: ImportServices, row: ImportRow): Promise<Slice> {
  const people = await findPeople(db, row.id);
  const byHandle = new Map([...people.values()].map((one) => [one.handle.toLowerCase(), one]));
  const emoji = await loadEmoji();
  const files = openFiles(platform, row.storage_key ?? '', row.size_bytes);
  return {
    row,
    people,
    emoji,
    files,
    dictionary: {
      byId: (id): Named | undefined => people.get(id),
      byHandle: (handle): Named | undefined => byHandle.get(handle),
      emoji,
    },
    fallbackUserId: (await findSystemUser(db)) ?? row.run_by,
    close: () => files.close(),
  };
}
