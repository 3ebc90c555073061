import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { addDocument, pieceMaxBytes, startUpload } from '../../src/modules/documents/contract.ts';
import { pdfOf } from '../../src/modules/documents/test/pdfs.ts';
import { decideBatch, prepareBatch } from '../../src/modules/retention/contract/disposition.ts';
import { type Client, createClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { freePort, type ServerProcess, startServer, temporaryDataDir } from '../support/process.ts';
import { createWriters, openDatabaseOf, type Writer } from '../support/writers.ts';

// Kills the server repeatedly while a document is uploaded, added and destroyed. What was acknowledged must be there,
// every document once, and in the end every file must have its row and every row its file.

export const documentDrill = 'kill -9 around documents';

/** Where transactions wait while they are killed, by table. */
const pauses = {
  piece: 'document_upload_pieces',
  document: 'documents',
  forgetting: 'document_pages',
  register: 'destruction_register',
} as const;

export const moments = [
  'in the middle of a piece',
  'between two pieces',
  'before a piece is recorded',
  'between the bytes of a document and its row',
  'right after its row',
  'before it is forgotten',
  'in the middle of its files',
  'before its destruction is registered',
] as const;
export type Moment = (typeof moments)[number];

const destructions: ReadonlySet<Moment> = new Set(moments.slice(-3));

export interface Findings {
  kills: number;
  /**
   * Killed while the transaction or the transfer was really under way. Files are deleted too fast to be sure of it
   * among them.
   */
  inTheMiddle: number;
  lost: number;
  duplicated: number;
  filesWithoutRow: number;
  rowsWithoutFile: number;
}

interface Drill {
  server: ServerProcess;
  port: number;
  pool: pg.Pool;
  people: [clerk: Writer, preparer: Writer, approver: Writer];
  findings: Findings;
}

/** Kills a new server once at each of these moments; fails if it does not come back. */
export async function killAround(wanted: readonly Moment[]): Promise<Findings> {
  const port = await freePort();
  const dataDir = temporaryDataDir();
  const server = await startServer({ dataDir, port, env: { SEED: 'none' } });
  const pool = openDatabaseOf(dataDir);
  const drill: Drill = {
    server,
    port,
    pool,
    people: await prepare(pool),
    findings: {
      kills: 0,
      inTheMiddle: 0,
      lost: 0,
      duplicated: 0,
      filesWithoutRow: 0,
      rowsWithoutFile: 0,
    },
  };
  try {
    for (const moment of wanted) await killAt(drill, moment);
    await compare(drill);
  } finally {
    await drill.pool.end();
    await drill.server.kill('SIGKILL');
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
  return drill.findings;
}

const failed = ({ lost, duplicated, filesWithoutRow, rowsWithoutFile }: Findings) =>
  lost + duplicated + filesWithoutRow + rowsWithoutFile;

export async function drillDocuments(rounds: number): Promise<boolean> {
  const started = Date.now();
  const wanted = Array.from(
    { length: Math.max(rounds, moments.length) },
    (_, round) => moments[round % moments.length] as Moment,
  );
  const findings = await killAround(wanted);
  const { kills, inTheMiddle, lost, duplicated, filesWithoutRow, rowsWithoutFile } = findings;
  console.log(
    `${documentDrill}: ${kills} kills, ${inTheMiddle} in the middle, ${lost} lost, ${duplicated} duplicated, ` +
      `${filesWithoutRow} files without a row, ${rowsWithoutFile} rows without a file ` +
      `(${Math.round((Date.now() - started) / 1000)} s)`,
  );
  const sure = wanted.filter((moment) => moment !== 'in the middle of its files').length;
  return kills === wanted.length && inTheMiddle >= sure && failed(findings) === 0;
}

/** Users with all rights to documents, and transactions that can be made to wait. */
async function prepare(pool: pg.Pool): Promise<Drill['people']> {
  const people = await createWriters(pool, 3);
  await pool.query(
    `update users set department = 'back_office', store_access = '{all}', page_permissions = '{all}',
       feature_permissions = '{all}' where id = any($1)`,
    [people.map(({ userId }) => userId)],
  );
  await pool.query(`
    create table drill_pauses (table_name text primary key, seconds integer not null);
    grant select on drill_pauses to public;
    create function drill_pause() returns trigger language plpgsql as $$ begin
      perform pg_sleep(seconds) from drill_pauses where table_name = tg_table_name;
      return null;
    end $$;
    create trigger drill_pause before insert on document_upload_pieces execute function drill_pause();
    create trigger drill_pause before insert on documents execute function drill_pause();
    create trigger drill_pause before delete on document_pages execute function drill_pause();
    create trigger drill_pause before insert on destruction_register execute function drill_pause();`);
  return people as Drill['people'];
}

const clientOf = ({ server }: Drill, { cookie }: Writer): Client =>
  Object.assign(createClient(server.url), { cookie });

async function restart(drill: Drill): Promise<void> {
  await drill.server.kill('SIGKILL');
  drill.findings.kills += 1;
  const { dataDir } = drill.server;
  drill.server = await startServer({ dataDir, port: drill.port, env: { SEED: 'none' } });
}

/** Lets `work` run into a transaction that waits at this table, for that long. */
async function reachPause(
  { pool }: Drill,
  { table, seconds }: { table: (typeof pauses)[keyof typeof pauses]; seconds: number },
  work: () => Promise<unknown>,
): Promise<void> {
  await pool.query('insert into drill_pauses values ($1, $2)', [table, seconds]);
  // It ends with the server.
  work().catch(() => {});
  await eventually(async () => {
    const { rows } = await pool.query(
      "select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()",
    );
    return rows.length > 0;
  }, `Nothing waits at ${table}`);
  await pool.query('delete from drill_pauses');
}

async function killWhileWaiting(
  drill: Drill,
  table: (typeof pauses)[keyof typeof pauses],
  work: () => Promise<unknown>,
): Promise<void> {
  await reachPause(drill, { table, seconds: 20 }, work);
  drill.findings.inTheMiddle += 1;
  await restart(drill);
}

/** A PDF of two pieces: pages with text, and bytes that nothing shows. */
function newPdf(pageCount: number): Buffer {
  const stream = (text: string) => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`;
  const numbers = Array.from({ length: pageCount }, (_, index) => 5 + 2 * index);
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pageCount} /Kids [${numbers.map((n) => `${n} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...numbers.flatMap((number) => [
      stream(`BT /F1 12 Tf 72 720 Td (Page ${randomUUID()}) Tj ET`),
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${number - 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    ]),
    stream('x'.repeat(pieceMaxBytes + 100_000)),
  ]);
}

/** An upload, and what of it was acknowledged. */
interface Sent {
  uploadId: string;
  clientId: string;
  bytes: Buffer;
  acknowledged: Set<number>;
  /** On the document: its period starts then. */
  date: string | null;
}

const newUpload = (pageCount: number, date: string | null = null): Sent => ({
  uploadId: randomUUID(),
  clientId: randomUUID(),
  bytes: newPdf(pageCount),
  acknowledged: new Set(),
  date,
});

const pieceOf = ({ bytes }: Sent, piece: number) =>
  bytes.subarray(piece * pieceMaxBytes, (piece + 1) * pieceMaxBytes);

const start = (client: Client, { uploadId, bytes }: Sent) =>
  client.call(startUpload, {
    params: { uploadId },
    body: { fileName: 'Drill.pdf', sizeBytes: bytes.length },
  });

async function sendPiece(client: Client, sent: Sent, piece: number): Promise<void> {
  const { status, body } = await client.raw(
    'PUT',
    `/api/documents/uploads/${sent.uploadId}/pieces/${piece}`,
    { body: pieceOf(sent, piece), headers: { 'content-type': 'application/octet-stream' } },
  );
  if (status !== 200) throw new Error(`Not sent: ${JSON.stringify(body)}`);
  sent.acknowledged.add(piece);
}

/** Sends the first half of a piece, and then nothing until it is cut. */
function sendHalf({ server, people: [clerk] }: Drill, sent: Sent, piece: number): Promise<unknown> {
  const bytes = pieceOf(sent, piece);
  return fetch(`${server.url}/api/documents/uploads/${sent.uploadId}/pieces/${piece}`, {
    method: 'PUT',
    headers: { cookie: clerk.cookie, 'content-type': 'application/octet-stream' },
    body: new ReadableStream({
      start: (stream) => stream.enqueue(bytes.subarray(0, bytes.length / 2)),
    }),
    duplex: 'half',
  } as RequestInit);
}

const addTo = (client: Client, { uploadId, clientId, date }: Sent) =>
  client.call(addDocument, {
    body: {
      clientId,
      uploadId,
      title: 'Drill',
      cabinet: 'accounts_payable',
      type: 'invoice',
      store: 'ford',
      date,
    },
  });

async function killAt(drill: Drill, moment: Moment): Promise<void> {
  const isDestruction = destructions.has(moment);
  const sent = isDestruction ? newUpload(120, '2010-01-15') : newUpload(3);
  const client = clientOf(drill, drill.people[0]);
  await start(client, sent);
  switch (moment) {
    case 'in the middle of a piece': {
      const cut = sendHalf(drill, sent, 1).catch(() => {});
      await eventually(() => drafts(drill).length > 0, 'No byte of the piece arrived');
      drill.findings.inTheMiddle += 1;
      await restart(drill);
      await cut;
      return complete(drill, sent);
    }
    case 'between two pieces':
      await sendPiece(client, sent, 1);
      drill.findings.inTheMiddle += 1;
      await restart(drill);
      return complete(drill, sent);
    case 'before a piece is recorded':
      await sendPiece(client, sent, 0);
      await killWhileWaiting(drill, pauses.piece, () => sendPiece(client, sent, 1));
      return complete(drill, sent);
    case 'between the bytes of a document and its row':
      for (const piece of [0, 1]) await sendPiece(client, sent, piece);
      await killWhileWaiting(drill, pauses.document, () => addTo(client, sent));
      return complete(drill, sent);
    case 'right after its row': {
      for (const piece of [0, 1]) await sendPiece(client, sent, piece);
      const adding = addTo(client, sent).catch(() => {});
      await eventually(async () => (await versionsOf(drill, sent)).length > 0);
      drill.findings.inTheMiddle += 1;
      await restart(drill);
      await adding;
      return complete(drill, sent);
    }
    default:
      await complete(drill, sent);
      return killDuringDestruction(drill, sent, moment);
  }
}

/** Goes on with an upload as a browser does, and looks whether all of it became one document. */
async function complete(drill: Drill, sent: Sent): Promise<void> {
  const { findings, people } = drill;
  const client = clientOf(drill, people[0]);
  const { status, body } = await start(client, sent);
  // Otherwise it is a document already.
  if (status === 200) {
    const missing = [...sent.acknowledged].filter((piece) => !body.received.includes(piece));
    findings.lost += missing.length;
    for (const piece of [0, 1]) {
      if (!body.received.includes(piece)) await sendPiece(client, sent, piece);
    }
  }
  const added = await addTo(client, sent);
  const file = await fetch(`${drill.server.url}/api/documents/${added.body.id}/versions/1/file`, {
    headers: { cookie: people[0].cookie },
  });
  const read = Buffer.from(await file.arrayBuffer());
  if (added.status !== 201 || !read.equals(sent.bytes)) findings.lost += 1;
  findings.duplicated += Math.max(0, (await versionsOf(drill, sent)).length - 1);
}

/** Every version with these bytes. */
async function versionsOf({ pool }: Drill, { bytes }: Sent) {
  const { rows } = await pool.query<{ id: number; key: string }>(
    'select document_id as id, storage_key as key from document_versions where sha256 = $1',
    [createHash('sha256').update(bytes).digest()],
  );
  return rows;
}

/** The files that were made of a version, itself among them; without those of other documents. */
const filesOf = (drill: Drill, key: string) =>
  stored(drill).filter((name) => name === key || name.startsWith(`${key}.`));

async function killDuringDestruction(drill: Drill, sent: Sent, moment: Moment): Promise<void> {
  const { pool, findings } = drill;
  const [version] = await versionsOf(drill, sent);
  if (!version) return;
  const { id, key } = version;
  const thumbnail = `${key}.thumbnail`;
  await eventually(() => filesOf(drill, key).includes(thumbnail), 'It was not read');
  if (moment === 'before its destruction is registered') {
    await killWhileWaiting(drill, pauses.register, () => destroyDue(drill));
  } else if (moment === 'before it is forgotten') {
    await killWhileWaiting(drill, pauses.forgetting, () => destroyDue(drill));
  } else {
    await reachPause(drill, { table: pauses.forgetting, seconds: 2 }, () => destroyDue(drill));
    // The first and the last of its files; nothing else happens here until one is gone.
    const [first, last] = [thumbnail, key].map((name) => placeOf(drill, name));
    const deadline = Date.now() + 20_000;
    while (fs.existsSync(first as string) && Date.now() < deadline);
    process.kill(drill.server.pid, 'SIGKILL');
    if (fs.existsSync(last as string)) findings.inTheMiddle += 1;
    await restart(drill);
  }
  // The next start goes on by itself.
  await eventually(async () => {
    const { rows } = await pool.query(
      `select from disposition_batches b
       where not exists (select from disposition_completions c where c.batch_id = b.id)`,
    );
    return rows.length === 0;
  }, 'The destruction was not completed');
  findings.filesWithoutRow += filesOf(drill, key).length;
  const { rows } = await pool.query<{ registered: number; left: number }>(
    `select (select count(*)::integer from destruction_register where source = 'documents' and source_id = $2) as registered,
       (select count(*)::integer from document_pages where document_id = $1) +
       (select count(*)::integer from documents where id = $1 and destroyed_at is null) as left`,
    [id, String(id)],
  );
  findings.duplicated += Math.abs((rows[0]?.registered ?? 0) - 1);
  findings.lost += rows[0]?.left ?? 0;
}

async function destroyDue(drill: Drill): Promise<void> {
  const [, preparer, approver] = drill.people;
  const { body: batch } = await clientOf(drill, preparer).call(prepareBatch, {
    body: { clientId: randomUUID() },
  });
  const { status, body } = await clientOf(drill, approver).call(decideBatch, {
    params: { batchId: batch.id },
    body: { decision: 'approved' },
  });
  if (status !== 200) throw new Error(`Not approved: ${JSON.stringify(body)}`);
}

const filesDir = ({ server }: Drill) => path.join(server.dataDir, 'files');

/** What is being written, or was when the server died. */
const drafts = (drill: Drill) => fs.readdirSync(path.join(filesDir(drill), 'partial'));

const placeOf = (drill: Drill, key: string) =>
  path.join(filesDir(drill), 'sales-documents', key.slice(0, 2), key.slice(2, 4), key);

const stored = (drill: Drill): string[] =>
  fs
    .readdirSync(path.join(filesDir(drill), 'sales-documents'), {
      recursive: true,
      withFileTypes: true,
    })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

/** Sweeps as two nights later, and compares the files with the rows. */
async function compare(drill: Drill): Promise<void> {
  const { pool, findings } = drill;
  const isIdle = async () => {
    const { rows } = await pool.query(
      `select from graphile_worker.jobs where run_at <= now() or locked_at is not null limit 1`,
    );
    return rows.length === 0;
  };
  await eventually(isIdle, 'The documents were not read');
  await pool.query(`
    update document_loose_files set since = since - interval '2 days';
    update document_uploads set started_at = started_at - interval '2 days';`);
  for (const name of drafts(drill)) {
    const longAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1_000);
    fs.utimesSync(path.join(filesDir(drill), 'partial', name), longAgo, longAgo);
  }
  await pool.query(`select graphile_worker.add_job('documents.sweep', '{}'),
    graphile_worker.add_job('storage.sweep', '{}')`);
  await sleep(100);
  await eventually(isIdle, 'The sweep did not finish');
  const { rows } = await pool.query<{ key: string }>(
    `select v.storage_key as key from document_versions v
     join documents d on d.id = v.document_id where d.destroyed_at is null`,
  );
  const keys = new Set(rows.map(({ key }) => key));
  const names = stored(drill);
  const orphans = names.filter((name) => !keys.has(name.split('.')[0] ?? ''));
  findings.filesWithoutRow += orphans.length + drafts(drill).length;
  findings.rowsWithoutFile += [...keys].filter((key) => !names.includes(key)).length;
}
