import { sql } from 'kysely';
import { deleteBytes, everyFolder, pieceFiles, sweepLooseBytes } from '../folders.ts';
import type { DocumentServices } from '../services.ts';
import { deleteUploads } from './receive.ts';

/** Nightly: deletes uploads older than a day, and the files of a server that died on the way. */
export async function sweepUploads({ db, storage }: DocumentServices): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from document_uploads where started_at < now() - interval '1 day'`.execute(db);
  const ids = rows.map(({ id }) => id);
  const keys = await db.transaction().execute((tx) => deleteUploads(tx, ids));
  await deleteBytes({ db, storage: pieceFiles(storage) }, keys);
  await sweepLooseBytes({ db, storage: everyFolder(storage) });
}
