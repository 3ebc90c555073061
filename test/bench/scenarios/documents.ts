import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { pdfOf } from '../../../db/demo/documents/pdf.ts';
import { fileMaxBytes } from '../../../src/modules/documents/contract/document.ts';
import { listDocuments, pieceMaxBytes } from '../../../src/modules/documents/contract.ts';
import * as lists from '../../../src/modules/documents/server/reading/list.ts';
import type { Actor } from '../../../src/platform/server/http/actor.ts';
import type { Writer } from '../../support/writers.ts';
import { familyMb, residentMb } from '../measure/processes.ts';
import { untilQuiet } from '../measure/quiet.ts';
import { median, quantile } from '../measure/statistics.ts';
import { fixed, printTable, rounded } from '../measure/table.ts';
import { type Product, startProduct } from '../subjects/product.ts';
import {
  databaseOf,
  documentCount,
  insertDocuments,
  pagesEach,
  vinOf,
  word,
} from './documentsData.ts';

// A hundred thousand documents of three pages: how long lists, filters and searches take, for someone of one store and
// for an administrator; two hundred files at once, one of them damaged; and how much memory the largest file takes.

/** Of each request; p99 needs a hundred. */
const times = Number(process.env.TIMES ?? 100);

/** Each request, by its turn. */
const requests: Record<string, (turn: number) => string> = {
  'the first page': () => '',
  'a page in the middle': () => 'offset=5000',
  'by title': () => 'sort=title',
  'by date': () => 'sort=-date',
  'the inbox': () => 'scope=inbox',
  'a cabinet': (turn) => `cabinet=${['deals', 'service', 'parts'][turn % 3]}`,
  'a store': () => 'store=ford',
  'a type': (turn) => `cabinet=deals&type=${['title', 'photo_id', 'payoff'][turn % 3]}`,
  'a month': (turn) => `from=2022-${month(turn)}-01&to=2022-${month(turn)}-28&sort=-date`,
  'cabinet, store, type and year': () =>
    'cabinet=deals&store=ford&type=title&from=2021-01-01&to=2021-12-31',
  'a word on every page': () => 'q=buyer+agrees',
  'a frequent word': (turn) => `q=${word(turn % 10)}`,
  'a word of one document in 20': (turn) => `q=${word(400 + turn)}`,
  'a rare word': (turn) => `q=${word(3_600 + turn)}`,
  'two words': (turn) => `q=${word(20 + turn)}+${word(120 + turn)}`,
  'two rare words': (turn) => `q=${word(2_000 + turn)}+${word(2_200 + turn)}`,
  'the beginning of a word': (turn) => `q=${word(30 * turn).slice(0, 4)}`,
  'a word in a cabinet': (turn) => `cabinet=parts&q=${word(100 + turn)}`,
  'a VIN': (turn) => `q=${vinOf(turn * 997)}`,
  'the end of a VIN': (turn) => `q=${vinOf(turn * 997).slice(-8)}`,
  'no such word': (turn) => `q=zzz${turn}`,
};

const month = (turn: number) => String(1 + (turn % 12)).padStart(2, '0');

async function fetchJson<T>(url: string, { cookie }: Writer): Promise<T> {
  const response = await fetch(url, { headers: { cookie } });
  if (response.status === 429) throw new Limited(Number(response.headers.get('retry-after')));
  if (!response.ok) throw new Error(`${url} failed with ${response.status}`);
  return (await response.json()) as T;
}

/** More requests than one person may make a minute. */
class Limited extends Error {
  readonly seconds: number;
  constructor(seconds: number) {
    super(`Allowed again in ${seconds} s`);
    this.seconds = seconds;
  }
}

/** The response and how long it took, without waiting for a limit. */
async function time<T>(url: string, reader: Writer): Promise<{ body: T; ms: number }> {
  for (;;) {
    const start = performance.now();
    try {
      return { body: await fetchJson<T>(url, reader), ms: performance.now() - start };
    } catch (error) {
      if (!(error instanceof Limited)) throw error;
      await sleep(error.seconds * 1_000);
    }
  }
}

async function measure({ server }: Product, reader: Writer, name: string): Promise<void> {
  const rows: string[][] = [];
  for (const [what, query] of Object.entries(requests)) {
    await untilQuiet();
    const listMs: number[] = [];
    const countMs: number[] = [];
    let found = 0;
    for (let turn = 0; turn < times; turn += 1) {
      const list = `${server.url}${listDocuments.path}`;
      const { body, ms } = await time<unknown[]>(`${list}?${query(turn)}`, reader);
      listMs.push(ms);
      found += body.length;
      if (turn % 5 > 0) continue;
      const filters = query(turn).replace(/&?(sort|offset)=[^&]*/, '');
      countMs.push((await time(`${list}/count?${filters}`, reader)).ms);
    }
    const ms = (list: number[]) => [median(list), quantile(list, 0.99)].map((one) => fixed(one, 1));
    rows.push([what, fixed(found / times, 1), ...ms(listMs), ...ms(countMs)]);
  }
  const title = `${rounded(documentCount)} documents of ${pagesEach} pages, ${name}: one client, sequential`;
  printTable(title, ['', 'found', 'list p50 ms', 'p99 ms', 'count p50 ms', 'p99 ms'], rows);
}

/** Prints the plans of some lists. */
async function printPlans({ pool }: Product): Promise<void> {
  const statements: { sql: string; parameters: readonly unknown[] }[] = [];
  const db = databaseOf(pool, (query) => void statements.push(query));
  const actor = {
    role: 'admin',
    storeAccess: ['all'],
    pagePermissions: ['all'],
    featurePermissions: ['all'],
  } as unknown as Actor;
  const usual = { q: '', scope: 'filed', sort: 'newest', offset: 0, limit: 50 } as const;
  for (const [title, query] of [
    ['the first page', usual],
    ['a frequent word', { ...usual, q: word(3) }],
    ['a rare word', { ...usual, q: word(3_600) }],
  ] as const) {
    statements.length = 0;
    await lists.listDocuments(db, actor, query);
    console.log(`\nPlan: ${title}`);
    for (const statement of statements.filter((one) => /materialized/.test(one.sql))) {
      const client = await pool.connect();
      // As a search has it, for its transaction.
      if (query.q !== '') await client.query('begin; set local enable_seqscan = off');
      const plan = await client.query(`explain (analyze, costs off, timing off) ${statement.sql}`, [
        ...statement.parameters,
      ]);
      await client.query('rollback');
      client.release();
      for (const row of plan.rows) console.log(`  ${String(row['QUERY PLAN']).slice(0, 150)}`);
    }
  }
}

interface Reply {
  status: number;
  body: { id: number; error?: string };
}

async function send(
  { server }: Product,
  { cookie }: Writer,
  [method, path]: readonly [method: string, path: string],
  body: object | Uint8Array,
): Promise<Reply> {
  const isFile = body instanceof Uint8Array;
  const response = await fetch(`${server.url}${listDocuments.path}${path}`, {
    method,
    headers: { cookie, 'content-type': isFile ? 'application/octet-stream' : 'application/json' },
    body: isFile ? body : JSON.stringify(body),
  } as RequestInit);
  return { status: response.status, body: (await response.json()) as Reply['body'] };
}

async function sendPieces(
  product: Product,
  user: Writer,
  fileName: string,
  bytes: Buffer,
): Promise<string> {
  const id = randomUUID();
  const start = ['PUT', `/uploads/${id}`] as const;
  await send(product, user, start, { fileName, sizeBytes: bytes.length });
  for (let at = 0; at < bytes.length; at += pieceMaxBytes) {
    const piece = ['PUT', `/uploads/${id}/pieces/${at / pieceMaxBytes}`] as const;
    const { status } = await send(product, user, piece, bytes.subarray(at, at + pieceMaxBytes));
    if (status !== 200) throw new Error(`A piece failed with ${status}`);
  }
  return id;
}

const addUploaded = (product: Product, user: Writer, uploadId: string, title: string) =>
  send(product, user, ['POST', ''], {
    clientId: randomUUID(),
    uploadId,
    title,
    cabinet: 'deals',
    type: 'title',
    store: 'ford',
    isFiled: false,
  });

const batchSize = 200;
/** As many as a browser sends. */
const batchWidth = 2;
const batchWord = 'zirconium';

/** Two hundred files at once: one of them is damaged, and the others are found by their words. */
async function measureBatch(product: Product, user: Writer): Promise<void> {
  const files = Array.from({ length: batchSize }, (_, index) => {
    const lines = [`${batchWord} ${word(index)} ${word(index + 300)}`, vinOf(700_000 + index)];
    const bytes = pdfOf(Array.from({ length: pagesEach }, () => ({ heading: 'Paper', lines })));
    return index === 77 ? bytes.subarray(0, 300) : bytes;
  });
  await untilQuiet();
  const before = performance.now();
  const seconds = () => (performance.now() - before) / 1_000;
  const replies: Reply[] = [];
  const waiting = files.entries();
  await Promise.all(
    Array.from({ length: batchWidth }, async () => {
      for (const [index, bytes] of waiting) {
        const name = `Batch ${index}`;
        const id = await sendPieces(product, user, `${name}.pdf`, bytes);
        replies.push(await addUploaded(product, user, id, name));
      }
    }),
  );
  const added = seconds();
  const query = `scope=inbox&q=${batchWord}`;
  let found = 0;
  while (found < batchSize - 1 && seconds() < 300) {
    await sleep(250);
    const path = `${product.server.url}${listDocuments.path}/count?${query}`;
    found = (await fetchJson<{ count: number }>(path, user)).count;
  }
  const refused = replies.filter(({ status }) => status !== 201);
  const row = [rounded(replies.length - refused.length), fixed(added, 1), rounded(found)];
  printTable(
    `${batchSize} files of ${pagesEach} pages at once, one of them damaged`,
    ['', 'documents', 'after s', 'found', 'after s', 'refused'],
    [['', ...row, fixed(seconds(), 1), rounded(refused.length)]],
  );
  for (const { status, body } of refused) console.log(`Refused with ${status}: ${body.error}`);
}

const sampleMs = 50;

/** The most memory of the server and of its parser processes during `work`, in MB. */
async function watchMemory({ server: { pid } }: Product, work: () => Promise<void>) {
  const peak = { server: 0, parsers: 0 };
  const timer = setInterval(() => {
    peak.server = Math.max(peak.server, residentMb(pid));
    peak.parsers = Math.max(peak.parsers, familyMb(pid, 'parsing/child.ts'));
  }, sampleMs);
  const before = performance.now();
  await work();
  clearInterval(timer);
  return { ...peak, seconds: (performance.now() - before) / 1_000 };
}

async function drain({ server }: Product, { cookie }: Writer, path: string): Promise<void> {
  const response = await fetch(`${server.url}${listDocuments.path}${path}`, {
    headers: { cookie },
  });
  let received = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    received += part.value.length;
  }
  if (received < fileMaxBytes) throw new Error(`${path} ended after ${received} bytes`);
}

/** The largest file, from its first piece to its download. */
async function measureLargest(product: Product, user: Writer): Promise<void> {
  const bytes = Buffer.alloc(fileMaxBytes);
  bytes.write('%PDF-1.7\n');
  bytes.write('startxref\n100\n%%EOF\n', bytes.length - 20);
  await sleep(65_000); // Until parser processes that no file needs have ended.
  await untilQuiet();
  const idleMb = residentMb(product.server.pid);
  let uploadId = '';
  let documentId = 0;
  const steps: Record<string, () => Promise<void>> = {
    'sent in pieces': async () => {
      uploadId = await sendPieces(product, user, 'Largest.pdf', bytes);
    },
    'made a document': async () => {
      const { status, body } = await addUploaded(product, user, uploadId, 'Largest');
      if (status !== 201) throw new Error(`Refused with ${status}: ${body.error}`);
      documentId = body.id;
    },
    downloaded: () => drain(product, user, `/${documentId}/versions/1/file`),
    'downloaded in a ZIP': () => drain(product, user, `/archive?ids=${documentId}`),
  };
  const rows: string[][] = [];
  for (const [name, work] of Object.entries(steps)) {
    const { server, parsers, seconds } = await watchMemory(product, work);
    rows.push([name, fixed(seconds, 1), ...[idleMb, server, parsers].map(rounded)]);
  }
  printTable(
    `Memory, a file of ${fileMaxBytes / 1024 ** 2} MB`,
    ['', 'seconds', 'server idle MB', 'server at most MB', 'parsers at most MB'],
    rows,
  );
}

/** Someone in finance at one store, and an administrator. */
async function grantAccess(pool: pg.Pool, [one, administrator]: [Writer, Writer]): Promise<void> {
  await pool.query(
    `update users set department = 'finance', role = 'employee', store_access = '{ford}',
       page_permissions = '{document_management}', feature_permissions = '{view_data,create_records}'
     where id = $1`,
    [one.userId],
  );
  await pool.query(
    `update users set role = 'admin', store_access = '{all}', page_permissions = '{all}',
       feature_permissions = '{all}' where id = $1`,
    [administrator.userId],
  );
}

export async function documents(): Promise<void> {
  const product = await startProduct(2);
  const users = product.people as [Writer, Writer];
  await grantAccess(product.pool, users);
  await insertDocuments(product.pool);
  await measure(product, users[0], 'someone in finance at one store');
  await measure(product, users[1], 'an administrator');
  await printPlans(product);
  await measureBatch(product, users[0]);
  await measureLargest(product, users[0]);
  await product.stop();
}
