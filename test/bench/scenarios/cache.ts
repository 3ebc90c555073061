import path from 'node:path';
import { listMessages } from '../../../src/modules/chat/contract.ts';
import { listUsers } from '../../../src/modules/people/contract.ts';
import { getCacheMetrics } from '../../../src/modules/system/contract/cache.ts';
import { openPoster } from '../generator/poster.ts';
import { inTurns, type Pair, printPairs, type Sample } from '../measure/compare.ts';
import { countCpu } from '../measure/processes.ts';
import { fixed, whole } from '../measure/table.ts';
import { type Product, startProduct } from '../subjects/product.ts';

// What many ask for and is the same for all of them, from a server that remembers and from one that does
// not: the same program, on databases with the same people.

const peopleCount = 400;
const clients = 8;
const maxMs = 2_000;

const questions = {
  'a page of 50 people': `${listUsers.path}?limit=50`,
  'a page of 200 people': `${listUsers.path}?limit=200`,
  'people named so': `${listUsers.path}?limit=20&search=writer`,
  'the newest messages': listMessages.path.replace(':channelId', 'general'),
};

async function ask({ server, people }: Product, address: string): Promise<Sample> {
  const { host } = new URL(server.url);
  const requests = people.map(({ cookie }) =>
    Buffer.from(`GET ${address} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`),
  );
  const posters = await Promise.all(Array.from({ length: clients }, () => openPoster(server.url)));
  const latenciesMs: number[] = [];
  const readCpu = countCpu(server.pid);
  const end = performance.now() + maxMs;
  await Promise.all(
    posters.map(async (poster, client) => {
      for (let before = performance.now(), nth = client; before < end; nth += clients) {
        const { status, text } = await poster.post(requests[nth % requests.length] as Buffer);
        if (status !== 200) throw new Error(`A question was answered: ${text}`);
        const after = performance.now();
        latenciesMs.push(after - before);
        before = after;
      }
    }),
  );
  const spent = readCpu();
  for (const poster of posters) poster.hangUp();
  return { count: latenciesMs.length, spent, latenciesMs };
}

async function readMetrics({ server, pool, people }: Product) {
  const [asker] = people;
  await pool.query(`update users set page_permissions = '{system_management}' where id = $1`, [
    asker?.userId,
  ]);
  const headers = { cookie: asker?.cookie ?? '' };
  const answer = await fetch(server.url + getCacheMetrics.path, { headers });
  return (await answer.json()) as { hits: number; hitRate: number; savedMs: number };
}

export async function cache(): Promise<void> {
  const remembering = await startProduct(peopleCount);
  const program = path.join(import.meta.dirname, '../subjects/forgetful.ts');
  const forgetful = await startProduct(peopleCount, { NODE_OPTIONS: `--import=${program}` });
  const pairs = new Map<string, Pair<Sample, Sample>>();
  for (const [name, address] of Object.entries(questions)) {
    const pair = await inTurns(
      () => ask(remembering, address),
      () => ask(forgetful, address),
    );
    pairs.set(name, pair);
  }
  const { hits, hitRate, savedMs } = await readMetrics(remembering);
  const none = await readMetrics(forgetful);
  await remembering.stop();
  await forgetful.stop();
  if (none.hits > 0) throw new Error('The forgetful server remembered something');
  const title = `Answers that are the same for ${whole(peopleCount)} people, ${clients} at a time`;
  printPairs({ title, one: 'answer', many: 'answers', floor: 'forgetful' }, pairs);
  console.log(
    `Of ${whole(hits / hitRate)} looks into the cache ${fixed(100 * hitRate, 1)} % found something, ` +
      `which would have taken ${fixed(savedMs / 1000, 1)} s to find out again.`,
  );
}
