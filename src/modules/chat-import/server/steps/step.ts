import { sql } from 'kysely';
import { permits } from '../../../../platform/contract/access.ts';
import { isUnavailable } from '../../../../platform/server/db/database.ts';
import { AppError } from '../../../../platform/server/http/errors.ts';
import { findActor } from '../../../access/server/public.ts';
import { startChatImport } from '../../contract.ts';
import { UnreadableExport } from '../archive/unreadable.ts';
import { findImport } from '../imports.ts';
import { readExport } from '../reading/read.ts';
import { runSlice } from '../running/run.ts';
import type { ImportRow, ImportServices } from '../tables.ts';
import { dropExport, forgetExport } from './kept.ts';
import { undoSlice } from './undo.ts';

const faulty =
  'Something went wrong here, not in the export. An administrator finds it in the log.';
const forbidden = 'Whoever began this may no longer do so.';

/** Does what an import waits for, or a part of it; done already, it does nothing. */
export async function work(desk: ImportServices, importId: number): Promise<void> {
  const row = await findImport(desk.db, importId);
  if (!row || !['reading', 'importing', 'undoing'].includes(row.state)) return;
  try {
    await act(desk, row);
  } catch (error) {
    if (isForLater(error)) throw error;
    const isTold = error instanceof UnreadableExport;
    if (!isTold) desk.platform.log.error({ err: error, importId }, 'A chat was not brought in');
    await fail(desk, row, isTold ? error.message : faulty);
  }
}

/** The database or the storage is away: the job is done again when they are back. */
const isForLater = (error: unknown) =>
  isUnavailable(error) || (error instanceof AppError && error.code === 'unavailable');

async function act(desk: ImportServices, row: ImportRow): Promise<void> {
  const actor = await findActor(desk.db, row.run_by);
  if (!actor || !permits(startChatImport.access, actor)) return fail(desk, row, forbidden);
  if (row.state === 'reading') return read(desk, row);
  return row.state === 'importing' ? runSlice(desk, row, actor) : undoSlice(desk, row, actor);
}

async function read({ platform, db }: ImportServices, row: ImportRow): Promise<void> {
  // Beside the transaction: what was read so far is told while it is not to be seen yet.
  const tell = async (done: number) => {
    await db
      .updateTable('chat_imports')
      .set({ done_count: done })
      .where('id', '=', row.id)
      .execute();
  };
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('chat-import.step'), ${row.id})`.execute(tx);
    const now = await findImport(tx, row.id);
    if (now?.state !== 'reading') return;
    const facts = await readExport(platform, tx, now, tell);
    await tx
      .updateTable('chat_imports')
      .set({ ...facts, state: 'read' })
      .where('id', '=', row.id)
      .execute();
  });
}

/** What could not be read is not kept; a run that failed can go on, and an undoing can be done again. */
async function fail(
  desk: ImportServices,
  { id, state }: ImportRow,
  failure: string,
): Promise<void> {
  const key = await desk.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('chat_imports')
      .set({ state: state === 'undoing' ? 'imported' : 'failed', failure })
      .where('id', '=', id)
      .where('state', '=', state)
      .execute();
    return state === 'reading' ? forgetExport(tx, id) : null;
  });
  if (key) await dropExport(desk, key);
}
