import { getCurrentUser } from '../../../src/modules/access/contract.ts';
import { listOpenChannels } from '../../../src/modules/chat/contract/channels.ts';
import { getUnread } from '../../../src/modules/chat/contract/personal.ts';
import type { Writer } from '../../support/writers.ts';
import { openPoster, type Poster } from '../generator/poster.ts';
import { untilQuiet } from '../measure/quiet.ts';
import { median, quantile } from '../measure/statistics.ts';
import { fixed, printTable, times, whole } from '../measure/table.ts';
import { type Product, startProduct } from '../subjects/product.ts';
import { fillChannels, joinedCount, openCount } from './channelsCrowd.ts';

// Somebody who was away in five hundred channels asks what is unread, and looks through a directory of ten
// thousand: one client, each beside the cheapest question a signed-in person can ask.

const asked = 100;

interface Answer {
  ms: number;
  bytes: number;
}

async function ask(poster: Poster, { server }: Product, path: string, { cookie }: Writer) {
  const { host } = new URL(server.url);
  const before = performance.now();
  const { status, text } = await poster.post(
    Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`),
  );
  if (status !== 200) throw new Error(`A question was answered: ${text}`);
  return { ms: performance.now() - before, bytes: text.length - text.indexOf('\r\n\r\n') - 4 };
}

/** Each question in turn with the cheap one, so that whatever drifts drifts for both. */
async function measure(product: Product, who: Writer, what: string, path: string) {
  const poster = await openPoster(product.server.url);
  await untilQuiet();
  const ours: Answer[] = [];
  const floor: Answer[] = [];
  for (let turn = 0; turn < asked; turn++) {
    ours.push(await ask(poster, product, path, who));
    floor.push(await ask(poster, product, getCurrentUser.path, who));
  }
  poster.hangUp();
  const ms = (answers: Answer[]) => answers.map((one) => one.ms);
  return [
    what,
    times(median(ms(ours)) / median(ms(floor))),
    fixed(quantile(ms(ours), 0.5), 2),
    fixed(quantile(ms(ours), 0.99), 2),
    fixed(quantile(ms(floor), 0.5), 2),
    whole((ours[0]?.bytes ?? 0) / 1000),
  ];
}

export async function channels(): Promise<void> {
  const product = await startProduct(3);
  const [writer, away, here] = product.people as [Writer, Writer, Writer];
  await fillChannels(product.pool, {
    writer: writer.userId,
    away: away.userId,
    here: here.userId,
  });
  const page = (query: string) => `${listOpenChannels.path}?${query}`;
  const middle = page('after=row%20888888&afterId=open-1');
  const rows = [
    await measure(product, away, `unread: all in ${joinedCount} channels`, getUnread.path),
    await measure(product, here, `unread: nothing in ${joinedCount} channels`, getUnread.path),
    await measure(product, here, 'directory: the first page', page('')),
    await measure(product, here, 'directory: a page in the middle', middle),
    await measure(product, here, 'directory: many answer', page('search=lane')),
    await measure(product, here, 'directory: few answer', page('search=row%20777')),
    await measure(product, here, 'directory: none answers', page('search=forecourt')),
  ];
  await product.stop();
  printTable(
    `${whole(openCount)} public channels over HTTP, one client`,
    ['', `÷ ${getCurrentUser.path}`, 'p50 ms', 'p99 ms', 'floor p50 ms', 'kB'],
    rows,
  );
}
