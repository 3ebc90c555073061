import { sql } from 'kysely';
import { permits } from '../../../../platform/contract/access.ts';
import { isUnavailable } from '../../../../platform/server/db/database.ts';
import { AppError } from '../../../../platform/server/errors.ts';
import { findActor } from '../../../access/server/public.ts';
import { startChatImport } from '../../contract.ts';
import { UnreadableExport } from '../archive/unreadable.ts';
import { findImport } from '../imports.ts';
import { readExport } from '../reading/read.ts';
import { runSlice } from '../running/run.ts';
import { dropExport, forgetExport } from '../storedExport.ts';
import type { ImportRow, ImportServices } from '../tables.ts';
import { undoSlice } from './undo.ts';

const faulty =
  'Something went wrong on our side, not in the export. An administrator can find it in the log.';
const forbidden = 'The person who started this may no longer do so.';

/** Runs the pending step of an import, or a part of it; does nothing if it is already done. */
export async function work(services: ImportServices, importId: number): Promise<void> {
  const row = await findImport(services.db, importId);
  if (!row || !['reading', 'importing', 'undoing'].includes(row.state)) return;
  try {
    await act(services, row);
  } catch (error) {
    if (isForLater(error)) throw error;
    const isForUser = error instanceof UnreadableExport;
    if (!isForUser) services.platform.log.error({ err: error, importId }, 'Chat import failed');
    await fail(services, row, isForUser ? error.message : faulty);
  }
}

/** The database or the storage is unavailable: the job is retried when they are back. */
const isForLater = (error: unknown) =>
  isUnavailable(error) || (error instanceof AppError && error.code === 'unavailable');

async function act(services: ImportServices, row: ImportRow): Promise<void> {
  const actor = await findActor(services.db, row.run_by);
  if (!actor || !permits(startChatImport.access, actor)) return fail(services, row, forbidden);
  if (row.state === 'reading') return read(services, row);
  return row.state === 'importing'
    ? runSlice(services, row, actor)
    : undoSlice(services, row, actor);
}

async function read({ platform, db }: ImportServices, row: ImportRow): Promise<void> {
  // Progress is written outside the transaction, which is not visible yet.
  const reportProgress = async (done: number) => {
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
    const facts = await readExport(platform, tx, now, reportProgress);
    await tx
      .updateTable('chat_imports')
      .set({ ...facts, state: 'read' })
      .where('id', '=', row.id)
      .execute();
  });
}

/** An unreadable export is deleted; a failed run can continue, and a failed undo can be repeated. */
async function fail(
  services: ImportServices,
  { id, state }: ImportRow,
  failure: string,
): Promise<void> {
  const key = await services.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('chat_imports')
      .set({ state: state === 'undoing' ? 'imported' : 'failed', failure })
      .where('id', '=', id)
      .where('state', '=', state)
      .execute();
    return state === 'reading' ? forgetExport(tx, id) : null;
  });
  if (key) await dropExport(services, key);
}
