import { randomUUID } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { encodings } from '../../contract/importing.ts';
import { importMaxRows } from '../../contract/importing.ts';
import type { CustomerFacts } from '../../contract/records.ts';
import type { Desk } from '../desk.ts';
import { noteDuplicates } from '../merging/duplicates.ts';
import type { CustomerTables, ImportRow } from '../tables.ts';
import { addContacts, refresh, rowOf } from '../writing/facts.ts';
import { checkRows, type FileRow, readRow, type SeenKeys } from './check.ts';
import { decode, encodingOf } from './encoding.ts';
import { rowsOf, UnreadableFile } from './rows.ts';

type Tx = Kysely<CustomerTables>;
type Tell = (done: number) => Promise<void>;

const kept = 1_000;
const looked = 100;

/** Takes the rows of the file into the database. Throws UnreadableFile. */
export async function readFile(
  { platform: { storage } }: Desk,
  tx: Tx,
  file: ImportRow,
  tell: Tell,
) {
  const key = file.storage_key ?? '';
  const told = file.encoding as (typeof encodings)[number];
  const encoding = await encodingOf(told, () => storage.open(key));
  let header: string[] | undefined;
  let [row, count, waiting] = [1, 0, [] as FileRow[]];
  const flush = async () => {
    if (waiting.length > 0) await keepRows(tx, file.id, waiting);
    waiting = [];
    await tell(count);
  };
  for await (const cells of rowsOf(decode(await storage.open(key), encoding))) {
    if (header === undefined) header = cells.map((name) => name.trim().slice(0, 200));
    else if (cells.some((cell) => cell.trim() !== '')) {
      waiting.push({ row, cells });
      if (++count > importMaxRows)
        throw new UnreadableFile(
          `A file may have at most ${importMaxRows.toLocaleString('en-US')} rows.`,
        );
    }
    row += 1;
    if (waiting.length >= kept) await flush();
  }
  await flush();
  if (header === undefined || count === 0)
    throw new UnreadableFile('The file has no rows below its header.');
  if (header.length > 200) throw new UnreadableFile('The file has more than 200 columns.');
  return { encoding, header, row_count: count };
}

const keepRows = (tx: Tx, id: number, rows: readonly FileRow[]) =>
  sql`insert into customer_import_rows (import_id, row, cells)
    select ${id}, r.row, array(select jsonb_array_elements_text(r.cells))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (row integer, cells jsonb)`.execute(
    tx,
  );

/** Some rows behind `after`, in order. */
async function someRows(tx: Tx, id: number, after: number, limit: number, onlyReady: boolean) {
  return tx
    .selectFrom('customer_import_rows')
    .select(['row', 'cells'])
    .where('import_id', '=', id)
    .where('row', '>', after)
    .$if(onlyReady, (q) => q.where(sql<boolean>`problems = '[]'`))
    .orderBy('row')
    .limit(limit)
    .execute();
}

/** Looks at every row and writes down what is wrong with it. */
export async function checkFile(_desk: Desk, tx: Tx, file: ImportRow, tell: Tell) {
  const seen: SeenKeys = new Map();
  const what = { mapping: file.mapping ?? [], store: file.store, seen };
  let done = 0;
  for (let rows = await someRows(tx, file.id, 0, looked, false); rows.length > 0; ) {
    const checked = await checkRows(tx, rows, what);
    await sql`update customer_import_rows r set problems = c.problems
      from jsonb_to_recordset(${JSON.stringify(checked)}::jsonb) as c (row integer, problems jsonb)
      where r.import_id = ${file.id} and r.row = c.row`.execute(tx);
    done += rows.length;
    await tell(done);
    await breathe();
    rows = await someRows(tx, file.id, rows.at(-1)?.row ?? 0, looked, false);
  }
  return {};
}

/** Creates a customer of each row that is right; what became known meanwhile is left out. */
export async function createCustomers(_desk: Desk, tx: Tx, file: ImportRow, tell: Tell) {
  const seen: SeenKeys = new Map();
  const mapping = file.mapping ?? [];
  let [done, created] = [0, 0];
  for (let rows = await someRows(tx, file.id, 0, looked, true); rows.length > 0; ) {
    const checked = await checkRows(tx, rows, { mapping, store: file.store, seen });
    const right = new Set(
      checked.filter(({ problems }) => problems.length === 0).map(({ row }) => row),
    );
    const facts = rows.flatMap((row) => {
      const read = right.has(row.row) ? readRow(mapping, row) : undefined;
      return read && 'facts' in read ? [read.facts] : [];
    });
    await createSome(tx, file, facts);
    done += rows.length;
    created += facts.length;
    await tell(done);
    await breathe();
    rows = await someRows(tx, file.id, rows.at(-1)?.row ?? 0, looked, true);
  }
  return { created_count: created };
}

async function createSome(tx: Tx, file: ImportRow, facts: readonly CustomerFacts[]): Promise<void> {
  if (facts.length === 0) return;
  const wanted = new Map(facts.map((one) => [randomUUID() as string, one]));
  const by = { created_by: file.created_by, updated_by: file.created_by };
  const none = { household_id: null, merged_into_id: null, survivor_id: null };
  const made = await tx
    .insertInto('customers')
    .values(
      [...wanted].map(([client_id, one]) => ({
        ...{ ...rowOf(one), ...by, ...none, client_id, import_id: file.id },
      })),
    )
    .returning(['id', 'client_id'])
    .execute();
  const ids = made.map(({ id }) => id);
  await tx
    .insertInto('customer_stores')
    .values(ids.map((id) => ({ customer_id: id, store: file.store, owner_id: null })))
    .execute();
  const written = made.flatMap(({ id, client_id }) => {
    const one = wanted.get(client_id);
    return one ? [{ id, facts: one }] : [];
  });
  await addContacts(tx, written);
  await refresh(tx, ids);
  await noteDuplicates(tx, ids);
}

/** Takes the customers of an import back; those somebody has worked with since stay. */
export async function takeBack(_desk: Desk, tx: Tx, file: ImportRow, tell: Tell) {
  let gone = 0;
  for (;;) {
    const { rows } = await sql<{ id: number }>`
      with untouched as (
        select c.id from customers c where c.import_id = ${file.id} and c.version = 1
          and c.merged_into_id is null and c.household_id is null
          and not exists (select from customer_entries e where e.customer_id = c.id)
          and not exists (select from customer_consents e where e.customer_id = c.id)
          and not exists (select from customer_tasks e where e.customer_id = c.id)
          and not exists (select from customer_appointments e where e.customer_id = c.id)
          and not exists (select from customer_vehicles e where e.customer_id = c.id)
          and not exists (select from customer_ups e where e.customer_id = c.id)
          and not exists (select from customer_merges e where c.id in (e.survivor_id, e.merged_id))
        limit 500 for update of c)
      delete from customers where id in (select id from untouched) returning id`.execute(tx);
    if (rows.length === 0) break;
    gone += rows.length;
    await tell(gone);
  }
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from customers where import_id = ${file.id}`.execute(tx);
  return { kept_count: rows[0]?.count ?? 0 };
}
