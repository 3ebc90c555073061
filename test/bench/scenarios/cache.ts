import path from 'node:path';
import { listMessages } from '../../../src/modules/chat/contract.ts';
import { listUsers } from '../../../src/modules/people/contract.ts';
import { getCacheMetrics } from '../../../src/modules/system/contract/cache.ts';
import { encodeGet } from '../generator/httpConnection.ts';
import { runRequestLoop } from '../generator/requestLoop.ts';
import { alternate, type Pair, printPairs, type Sample } from '../measure/compare.ts';
import { fixed, rounded } from '../measure/table.ts';
import { type Product, startProduct } from '../subjects/product.ts';

// Responses that are the same for many users, from a server with a cache and from one without: the same program, on
// databases with the same users.

const peopleCount = 400;
const clients = 8;
const maxMs = 2_000;

const requestPaths = {
  'a page of 50 people': `${listUsers.path}?limit=50`,
  'a page of 200 people': `${listUsers.path}?limit=200`,
  'people by name': `${listUsers.path}?limit=20&search=writer`,
  'the newest messages': listMessages.path.replace(':channelId', 'general'),
};

const measureRequests = (
  { server: { url, pid }, people }: Product,
  address: string,
): Promise<Sample> =>
  runRequestLoop({
    url,
    pid,
    requests: people.map(({ cookie }) => encodeGet(url, address, cookie)),
    clients,
    maxMs,
  });

async function readMetrics({ server, pool, people }: Product) {
  const [reader] = people;
  await pool.query(`update users set page_permissions = '{system_management}' where id = $1`, [
    reader?.userId,
  ]);
  const headers = { cookie: reader?.cookie ?? '' };
  const response = await fetch(server.url + getCacheMetrics.path, { headers });
  return (await response.json()) as { hits: number; hitRate: number; savedMs: number };
}

export async function cache(): Promise<void> {
  const cached = await startProduct(peopleCount);
  const program = path.join(import.meta.dirname, '../subjects/uncached.ts');
  const uncached = await startProduct(peopleCount, { NODE_OPTIONS: `--import=${program}` });
  const pairs = new Map<string, Pair<Sample, Sample>>();
  for (const [name, address] of Object.entries(requestPaths)) {
    const pair = await alternate(
      () => measureRequests(cached, address),
      () => measureRequests(uncached, address),
    );
    pairs.set(name, pair);
  }
  const { hits, hitRate, savedMs } = await readMetrics(cached);
  const none = await readMetrics(uncached);
  await cached.stop();
  await uncached.stop();
  if (none.hits > 0) throw new Error('The server without a cache found something in it');
  const title = `Responses that are the same for ${rounded(peopleCount)} people, ${clients} at a time`;
  printPairs({ title, one: 'response', many: 'responses', floor: 'no cache' }, pairs);
  console.log(
    `Of ${rounded(hits / hitRate)} cache reads ${fixed(100 * hitRate, 1)} % were hits, ` +
      `which saved ${fixed(savedMs / 1000, 1)} s.`,
  );
}
