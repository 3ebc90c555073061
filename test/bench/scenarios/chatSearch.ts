import { Kysely as createKysely, type Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { searchMessages } from '../../../src/modules/chat-search/contract.ts';
import { messageSource } from '../../../src/modules/chat-search/server/finding/sources.ts';
import { findPage, type Page } from '../../../src/modules/chat-search/server/finding/stages.ts';
import { indexMessages } from '../../../src/modules/chat-search/server/indexing/indexMessages.ts';
import { parseQuery } from '../../../src/modules/chat-search/server/query/parse.ts';
import { patternsOf } from '../../../src/modules/chat-search/server/query/patterns.ts';
import type { SearchTables } from '../../../src/modules/chat-search/server/tables.ts';
import type { Jobs } from '../../../src/platform/server/jobs/jobs.ts';
import type { Writer } from '../../support/writers.ts';
import { untilQuiet } from '../measure/quiet.ts';
import { quantile } from '../measure/statistics.ts';
import { fixed, printTable, rounded } from '../measure/table.ts';
import { type Product, startProduct } from '../subjects/product.ts';
import { channelCount, insertMessages, messageCount } from './chatData.ts';

// Search with five hundred channels and a million messages: how long the index takes to build, how soon a new message is
// found, and how long each kind of search takes for a member of all channels and of every third one.

const people = 50;
const times = 40;

const starts = 'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo ya'.split(' ');
const ends = 'bel cor dan fer gis hol jin kam len mor'.split(' ');
const vocabulary = starts.flatMap((one) =>
  starts.flatMap((other) => ends.map((end) => `${one}${other}${end}`)),
);

/** Appends words with a realistic distribution: few are frequent, most are rare. */
async function appendWords(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update chat_messages m set content = content || said.words
     from (select id, (select string_agg(' ' || v[1 + floor(exp(r * ln(cardinality(v)))
         - 1)::int], '') from (select ('x' || substr(md5(id::text || n), 1, 7))::bit(28)::int
         / 268435456.0 as r from generate_series(1, 8) n) random) as words
       from chat_messages, (select $1::text[] as v) vocabulary) said
     where m.id = said.id and m.channel_id like 'c-bench%'`,
    [vocabulary],
  );
  await pool.query('vacuum full analyze chat_messages');
}

const databaseOf = (pool: pg.Pool, log?: (statement: Statement) => void) =>
  new createKysely<SearchTables>({
    dialect: new PostgresDialect({ pool }),
    ...(log && { log: ({ query }) => log(query) }),
  });

/** Fills the index directly, without the pauses that the server makes. */
async function fillIndex(db: Kysely<SearchTables>): Promise<void> {
  const jobs = { add: async () => {} } as unknown as Jobs;
  const start = performance.now();
  const batches: number[] = [];
  let processed = 0;
  for (;;) {
    const before = performance.now();
    const [taken = 0] = (await indexMessages(db, jobs)).done;
    if (taken > 0) batches.push(performance.now() - before);
    processed += taken;
    if (taken === 0 && (await countBehind(db)) === 0) break;
  }
  const seconds = (performance.now() - start) / 1_000;
  const [size] = (
    await sql<{ text: number; table: number }>`
      select pg_relation_size('chat_search_by_text') as text,
        pg_total_relation_size('chat_search') as table`.execute(db)
  ).rows;
  printTable(
    `Indexing ${rounded(messageCount)} messages`,
    ['messages/s', 'seconds', 'batch p50 ms', 'p99 ms', 'index MB', 'all MB'],
    [
      [
        rounded(processed / seconds),
        rounded(seconds),
        rounded(quantile(batches, 0.5)),
        rounded(quantile(batches, 0.99)),
        rounded((size?.text ?? 0) / 1e6),
        rounded((size?.table ?? 0) / 1e6),
      ],
    ],
  );
}

async function countBehind(db: Kysely<SearchTables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from chat_channels c
    left join chat_search_cursors k on k.channel_id = c.id
    where c.last_rev > coalesce(k.rev, 0)`.execute(db);
  return rows[0]?.count ?? 0;
}

const number = (turn: number) => 10_000 + ((turn * 7_919) % 90_000);
const word = (rank: number) => (turn: number) => vocabulary[rank + turn] ?? '';

/** Each kind of search, different each time where possible. */
const searches: Record<string, (turn: number) => string> = {
  'a word in every message': () => 'message',
  'two words in every message': () => 'words around',
  'a frequent word': word(0),
  'a word of one message in 300': word(250),
  'a rare word': word(3_000),
  'a stock number': (turn) => `FD${number(turn)}`,
  'a stock number with a dash': (turn) => `fd-${number(turn)}`,
  'three letters': (turn) => `${ends[turn % ends.length]}`,
  'three letters, rare': (turn) => `${turn}${turn}7`.slice(0, 3).padEnd(3, '9'),
  'a word and a rare one': (turn) => `message ${word(2_000)(turn)}`,
  'two frequent words, rarely together': (turn) => `${word(20)(turn)} ${word(70)(turn)}`,
  'a missing word': (turn) => `nobody${turn}wrote`,
  'a missing phrase': () => '"around words the message"',
  'a phrase': () => '"words around it"',
  'from one person': (turn) => `from:writer${1 + turn} stock`,
  'in a channel': (turn) => `in:c-bench${3 + 3 * turn} ${word(40)(turn)}`,
  'in the long channel, rare': (turn) => `in:c-bench1 ${word(1_500)(turn)}`,
  'with a reaction (none exists)': () => 'has:reaction',
  'of a day': (turn) => `on:2026-11-${String(1 + (turn % 19)).padStart(2, '0')} stock`,
};

async function sendSearch({ server }: Product, { cookie }: Writer, q: string, before = '') {
  const query = new URLSearchParams({ q, ...(before && { before }) });
  const start = performance.now();
  const response = await fetch(`${server.url}${searchMessages.path}?${query}`, {
    headers: { cookie },
  });
  const body = await response.json();
  const tookMs = performance.now() - start;
  if (!response.ok) throw new Error(`${q} failed with ${response.status}: ${body.error}`);
  return { tookMs, body };
}

async function measureSearches(product: Product, reader: Writer): Promise<string[][]> {
  const rows: string[][] = [];
  for (const [what, of] of Object.entries(searches)) {
    const timesMs: number[] = [];
    let found = 0;
    let stopped = 0;
    for (let turn = 0; turn < times; turn++) {
      const { tookMs, body } = await sendSearch(product, reader, of(turn));
      timesMs.push(tookMs);
      found += body.results.length;
      if (body.searchedTo) stopped += 1;
    }
    const ms = [0.5, 0.99, 1].map((part) => fixed(quantile(timesMs, part), 1));
    rows.push([what, rounded(times), fixed(found / times, 1), rounded(stopped), ...ms]);
  }
  return rows;
}

async function measurePaging(product: Product, reader: Writer): Promise<void> {
  const rows: string[][] = [];
  for (const q of ['message', word(250)(0), '"around words the message"']) {
    const timesMs: number[] = [];
    let before = '';
    for (let page = 0; page < 20; page++) {
      const { tookMs, body } = await sendSearch(product, reader, q, before);
      timesMs.push(tookMs);
      if (!body.next) break;
      before = body.next;
    }
    const ms = [0.5, 1].map((part) => fixed(quantile(timesMs, part), 1));
    rows.push([q, rounded(timesMs.length), ...ms]);
  }
  printTable('Page after page', ['', 'pages', 'p50 ms', 'max ms'], rows);
}

/** From the response to the send until a search finds the message. */
async function measureFreshness({ server, people: [reader] }: Product): Promise<void> {
  const timesMs: number[] = [];
  const cookie = reader?.cookie ?? '';
  for (let turn = 0; turn < 20; turn++) {
    const content = `fresh${turn}x${Date.now()}`;
    const body = JSON.stringify({ content, clientMsgId: crypto.randomUUID() });
    const headers = { cookie, 'content-type': 'application/json' };
    await fetch(`${server.url}/api/chat/messages/general`, { method: 'POST', headers, body });
    const start = performance.now();
    for (;;) {
      const response = await fetch(`${server.url}${searchMessages.path}?q=${content}`, { headers });
      if ((await response.json()).results.length > 0) break;
    }
    timesMs.push(performance.now() - start);
  }
  const ms = [0.5, 1].map((part) => fixed(quantile(timesMs, part), 0));
  printTable('From a send until it is found', ['times', 'p50 ms', 'max ms'], [['20', ...ms]]);
}

interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/** Prints the query plans of the statements that the server sends. */
async function printPlans(pool: pg.Pool, userId: number): Promise<void> {
  const statements: Statement[] = [];
  const db = databaseOf(pool, (statement) => void statements.push(statement));
  const channels = await db
    .selectFrom('chat_channels')
    .select(['id', 'type', 'name', 'user_low', 'user_high', 'last_rev', 'last_rev as waiting'])
    .where('id', 'like', 'c-bench%')
    .execute();
  const anything = {
    authors: null,
    marks: [],
    after: null,
    before: null,
    isStarred: false,
    isUnread: false,
  };
  for (const what of ['a frequent word', 'a rare word', 'a stock number', 'a missing word']) {
    const patterns = parseQuery(searches[what]?.(1) ?? '').terms.map(patternsOf);
    const source = messageSource({ userId, filters: { channels, ...anything }, patterns });
    statements.length = 0;
    const page: Page = await findPage(db, source, { cursor: null, limit: 20, isNarrow: false });
    console.log(`\nPlan: ${what}, ${page.hits.length} hits`);
    const client = await pool.connect();
    await client.query("begin; set local enable_seqscan = off; set local work_mem = '32MB'");
    for (const statement of statements.filter((one) => /chat_search/.test(one.sql))) {
      const { rows } = await client.query(
        `explain (analyze, buffers, costs off) ${statement.sql}`,
        [...statement.parameters],
      );
      const lines = rows.map((row) => String(row['QUERY PLAN']).replace(/'\{.*?\}'/, "'{…}'"));
      for (const line of lines) console.log(`  ${line.slice(0, 150)}`);
    }
    await client.query('rollback');
    client.release();
  }
}

export async function chatSearch(): Promise<void> {
  const product = await startProduct(people);
  await insertMessages(product.pool);
  await appendWords(product.pool);
  const [everywhere, third] = product.people as [Writer, Writer];
  await product.pool.query(
    `delete from chat_members where user_id = $1 and channel_id like 'c-bench%'
       and channel_id <> 'c-bench1' and substr(channel_id, 8)::int % 3 <> 0`,
    [third.userId],
  );
  // The server indexed the channels before their messages were inserted, which only happens here.
  await product.pool.query('truncate chat_search, chat_search_cursors');
  await fillIndex(databaseOf(product.pool));
  await product.pool.query('vacuum analyze');
  await untilQuiet();
  const headings = ['', 'times', 'found', 'stopped', 'p50 ms', 'p99 ms', 'max ms'];
  const title = `Searches over HTTP, ${rounded(messageCount)} messages`;
  for (const [reader, where] of [
    [everywhere, `all ${channelCount} channels`],
    [third, 'every third channel'],
  ] as const) {
    printTable(`${title}, ${where}`, headings, await measureSearches(product, reader));
  }
  await measurePaging(product, everywhere);
  await measureFreshness(product);
  await printPlans(product.pool, everywhere.userId);
  await product.stop();
}
