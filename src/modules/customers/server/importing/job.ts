import { sql } from 'kysely';
import { recordActivity } from '../../../activity/server/public.ts';
import type { Desk } from '../desk.ts';
import type { ImportRow } from '../tables.ts';
import { UnreadableFile } from './rows.ts';
import { checkFile, createCustomers, readFile, takeBack } from './steps.ts';

export const importTask = 'customers.import';

/** Each step, and where it leads: as a whole or not at all. */
const steps = {
  reading: { run: readFile, next: 'read', action: null },
  checking: { run: checkFile, next: 'checked', action: null },
  importing: { run: createCustomers, next: 'imported', action: 'customer.imported' },
  undoing: { run: takeBack, next: 'undone', action: 'customer.import_undone' },
} as const;

type Step = keyof typeof steps;
const isStep = (state: string): state is Step => state in steps;

const findImport = (db: Desk['db'], id: number) =>
  db.selectFrom('customer_imports').selectAll().where('id', '=', id).executeTakeFirst();

/** Does the step an import waits for, in one transaction; done already, it does nothing. */
export async function work(desk: Desk, importId: number): Promise<void> {
  const file = await findImport(desk.db, importId);
  if (!file || !isStep(file.state)) return;
  try {
    await runStep(desk, importId, file.state);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    await desk.db
      .updateTable('customer_imports')
      .set({ state: 'failed', failure: error.message })
      .where('id', '=', importId)
      .execute();
  }
  if (file.state === 'reading' && file.storage_key) await dropFile(desk, file);
}

async function runStep(desk: Desk, importId: number, state: Step): Promise<void> {
  const { run, next, action } = steps[state];
  // Beside the transaction: what it has done so far is told while it is not to be seen yet.
  const tell = async (done: number) => {
    await desk.db
      .updateTable('customer_imports')
      .set({ done_count: done })
      .where('id', '=', importId)
      .execute();
  };
  await desk.db.transaction().execute(async (tx) => {
    // Not the row itself, which is written beside it: a job that was given out twice waits here.
    await sql`select pg_advisory_xact_lock(hashtext('customers.import'), ${importId})`.execute(tx);
    const file = await findImport(tx, importId);
    if (file?.state !== state) return;
    const found = await run(desk, tx, file, tell);
    if (action) await log(tx, file, action, found);
    await tx
      .updateTable('customer_imports')
      .set({ ...found, state: next })
      .where('id', '=', importId)
      .execute();
  });
}

async function log(tx: Desk['db'], file: ImportRow, action: string, after: object): Promise<void> {
  const author = await tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', file.created_by)
    .executeTakeFirstOrThrow();
  const actor = { userId: author.id, firstName: author.first_name, lastName: author.last_name };
  const subject = { type: 'customers', id: `import-${file.id}`, name: `Import ${file.id}` };
  await recordActivity(tx, {
    actor,
    action,
    subject,
    after: { store: file.store, ...after },
    ip: '',
  });
}

/** Its rows are in the database, or never will be. */
async function dropFile({ platform, db }: Desk, file: ImportRow): Promise<void> {
  await platform.storage.delete(file.storage_key ?? '');
  await db
    .updateTable('customer_imports')
    .set({ storage_key: null })
    .where('id', '=', file.id)
    .execute();
}

/** Forgets the rows of old files: what came of them are customers, and the rest is nobody's business. */
export async function sweep({ db }: Desk): Promise<void> {
  await sql`delete from customer_import_rows where import_id in
    (select id from customer_imports where created_at < now() - interval '7 days')`.execute(db);
}
