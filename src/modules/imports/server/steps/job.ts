import { type Kysely, sql } from 'kysely';
import { permits } from '../../../../platform/contract/access.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import { readFile, UnreadableFile } from '../file/read.ts';
import type { ImportKind } from '../kinds.ts';
import { areAllowed, fieldsFor } from '../mapping.ts';
import type { ImportRow, ImportServices, ImportsDb, ImportTables } from '../tables.ts';
import { checkFile, createRecords, type Step, undoImport } from './steps.ts';

/** Why an import failed, as a message for the user. */
class NoLongerAllowed extends Error {}

type Found = Partial<Pick<ImportRow, 'encoding' | 'header' | 'row_count' | 'created_count'>> &
  Partial<Pick<ImportRow, 'ready_count' | 'known_count' | 'kept_count'>>;

/** Each step and the state it leads to: all or nothing. */
const steps = {
  reading: { next: 'read', log: null },
  checking: { next: 'checked', log: null },
  importing: { next: 'imported', log: 'imported' },
  undoing: { next: 'undone', log: 'undone' },
} as const;

type State = keyof typeof steps;
const isStep = (state: string): state is State => state in steps;

const findImport = (db: ImportsDb, id: number) =>
  db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();

/** Runs the pending step of an import in one transaction; does nothing if it is already done. */
export async function work(services: ImportServices, importId: number): Promise<void> {
  const file = await findImport(services.db, importId);
  const kind = services.kinds.get(file?.kind ?? '');
  if (!file || !kind || !isStep(file.state)) return;
  try {
    await runStep(services, kind, importId, file.state);
  } catch (error) {
    if (!(error instanceof UnreadableFile || error instanceof NoLongerAllowed)) throw error;
    await services.db
      .updateTable('imports')
      .set({ state: file.state === 'undoing' ? 'imported' : 'failed', failure: error.message })
      .where('id', '=', importId)
      .execute();
  }
  if (file.state === 'reading' && file.storage_key) await dropFile(services, file);
  if (steps[file.state].log) kind.publish?.(file.store);
}

async function runStep(
  services: ImportServices,
  kind: ImportKind,
  importId: number,
  state: State,
): Promise<void> {
  // Progress is written outside the transaction, which is not visible yet.
  const reportProgress = async (done: number) => {
    await services.db
      .updateTable('imports')
      .set({ done_count: done })
      .where('id', '=', importId)
      .execute();
  };
  await services.db.transaction().execute(async (tx) => {
    // A batch of hundreds of rows is compared with all there is, which takes longer than a request may.
    await sql`set local statement_timeout = '4min'`.execute(tx);
    // Not the row itself, which is updated for progress: a job delivered twice waits on this lock.
    await sql`select pg_advisory_xact_lock(hashtext('imports.step'), ${importId})`.execute(tx);
    const file = await findImport(tx, importId);
    if (file?.state !== state) return;
    const author = await findAuthor(tx, file.created_by);
    const found: Found =
      state === 'reading'
        ? await readFile(services.platform, tx, file, reportProgress)
        : await runKind(tx, state, { kind, file, reportProgress }, author);
    const { next, log } = steps[state];
    if (log && author) await record(tx, { kind, file, author, log, found });
    await tx
      .updateTable('imports')
      .set({ ...found, state: next })
      .where('id', '=', importId)
      .execute();
  });
}

async function runKind(
  tx: ImportsDb,
  state: Exclude<State, 'reading'>,
  { kind, file, reportProgress }: Omit<Step, 'context'>,
  actor: Actor | undefined,
): Promise<Found> {
  // The author may have lost access between steps.
  if (!actor || !mayGoOn(kind, file, actor)) throw new NoLongerAllowed(kind.refusal);
  const step = {
    kind,
    file,
    reportProgress,
    context: {
      importId: file.id,
      store: file.store,
      actor,
      timezone: await getTimezone(tx),
      seen: new Map<string, number>(),
    },
  };
  if (state === 'checking') return checkFile(tx, step);
  return state === 'importing' ? createRecords(tx, step) : undoImport(tx, step);
}

const mayGoOn = (kind: ImportKind, file: ImportRow, actor: Actor) =>
  permits(kind.access, actor) &&
  kind.mayImport(actor) &&
  kind.storesOf(actor).includes(file.store) &&
  areAllowed(file.mapping ?? [], fieldsFor(kind, actor));

interface Recorded {
  kind: ImportKind;
  file: ImportRow;
  author: Actor;
  log: 'imported' | 'undone';
  found: object;
}

async function record(tx: ImportsDb, { kind, file, author, log, found }: Recorded): Promise<void> {
  await recordActivity(tx, {
    actor: author,
    action: kind.actions[log],
    subject: { type: kind.name, id: `import-${file.id}`, name: `Import ${file.id}` },
    after: { store: file.store, ...found },
    ip: '',
  });
}

/** Its rows are in the database, or never will be. */
async function dropFile({ platform, db }: ImportServices, file: ImportRow): Promise<void> {
  await platform.storage.delete(file.storage_key ?? '');
  await db.updateTable('imports').set({ storage_key: null }).where('id', '=', file.id).execute();
}

/** Deletes the rows of old imports: the records exist in their modules, and the rest is private. */
export async function sweep({ db }: ImportServices): Promise<void> {
  await sql`delete from import_rows where import_id in
    (select id from imports where created_at < now() - interval '7 days')`.execute(db);
}

/** The author of an import with current access; undefined if they have left. */
async function findAuthor(tx: Kysely<ImportTables>, userId: number): Promise<Actor | undefined> {
  const row = await tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return (
    row && {
      userId: row.id,
      sessionId: '',
      username: row.username,
      role: row.role,
      firstName: row.first_name,
      lastName: row.last_name,
      shownName: row.shown_name,
      department: row.department,
      storeAccess: row.store_access,
      pagePermissions: row.page_permissions,
      featurePermissions: row.feature_permissions,
      pending: row.pending,
      mustChangePassword: false,
    }
  );
}
