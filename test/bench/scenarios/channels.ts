import { getCurrentUser } from '../../../src/modules/access/contract.ts';
import { listOpenChannels } from '../../../src/modules/chat/contract/channels.ts';
import { getUnread } from '../../../src/modules/chat/contract/personal.ts';
import type { Writer } from '../../support/writers.ts';
import { type HttpConnection, openConnection } from '../generator/httpConnection.ts';
import { untilQuiet } from '../measure/quiet.ts';
import { median, quantile } from '../measure/statistics.ts';
import { fixed, printTable, rounded, times } from '../measure/table.ts';
import { type Product, startProduct } from '../subjects/product.ts';
import { fillChannels, joinedCount, openCount } from './channelsData.ts';

// Someone in five hundred channels reads the unread counts after an absence, and pages through a directory of ten
// thousand: one client, each compared with the cheapest request of a signed-in user.

const repeats = 100;

interface TimedResponse {
  ms: number;
  bytes: number;
}

async function sendRequest(
  connection: HttpConnection,
  { server }: Product,
  path: string,
  { cookie }: Writer,
) {
  const { host } = new URL(server.url);
  const before = performance.now();
  const { status, text } = await connection.send(
    Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`),
  );
  if (status !== 200) throw new Error(`A request failed: ${text}`);
  return { ms: performance.now() - before, bytes: text.length - text.indexOf('\r\n\r\n') - 4 };
}

/** Alternates with the cheap request, so that drift affects both equally. */
async function measure(product: Product, reader: Writer, what: string, path: string) {
  const connection = await openConnection(product.server.url);
  await untilQuiet();
  const ours: TimedResponse[] = [];
  const floor: TimedResponse[] = [];
  for (let turn = 0; turn < repeats; turn++) {
    ours.push(await sendRequest(connection, product, path, reader));
    floor.push(await sendRequest(connection, product, getCurrentUser.path, reader));
  }
  connection.close();
  const ms = (responses: TimedResponse[]) => responses.map((one) => one.ms);
  return [
    what,
    times(median(ms(ours)) / median(ms(floor))),
    fixed(quantile(ms(ours), 0.5), 2),
    fixed(quantile(ms(ours), 0.99), 2),
    fixed(quantile(ms(floor), 0.5), 2),
    rounded((ours[0]?.bytes ?? 0) / 1000),
  ];
}

export async function channels(): Promise<void> {
  const product = await startProduct(3);
  const [writer, away, present] = product.people as [Writer, Writer, Writer];
  await fillChannels(product.pool, {
    writer: writer.userId,
    away: away.userId,
    present: present.userId,
  });
  const page = (query: string) => `${listOpenChannels.path}?${query}`;
  const middle = page('after=row%20888888&afterId=open-1');
  const rows = [
    await measure(product, away, `unread: all in ${joinedCount} channels`, getUnread.path),
    await measure(product, present, `unread: nothing in ${joinedCount} channels`, getUnread.path),
    await measure(product, present, 'directory: the first page', page('')),
    await measure(product, present, 'directory: a page in the middle', middle),
    await measure(product, present, 'directory: many match', page('search=lane')),
    await measure(product, present, 'directory: few match', page('search=row%20777')),
    await measure(product, present, 'directory: none match', page('search=forecourt')),
  ];
  await product.stop();
  printTable(
    `${rounded(openCount)} public channels over HTTP, one client`,
    ['', `÷ ${getCurrentUser.path}`, 'p50 ms', 'p99 ms', 'floor p50 ms', 'kB'],
    rows,
  );
}
