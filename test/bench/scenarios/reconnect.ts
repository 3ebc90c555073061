import { setTimeout as sleep } from 'node:timers/promises';
import { postMessage, syncChannels } from '../../../src/modules/chat/contract.ts';
import { freePort } from '../../support/process.ts';
import { openBenchSocket } from '../generator/benchSocket.ts';
import { openClientGroup } from '../generator/clientGroup.ts';
import { encodePost, openConnection } from '../generator/httpConnection.ts';
import { recordFigure } from '../measure/goals.ts';
import { countCpu } from '../measure/processes.ts';
import { untilQuiet } from '../measure/quiet.ts';
import { median } from '../measure/statistics.ts';
import { fixed, printTable } from '../measure/table.ts';
import { type ChannelGroup, createChannelGroups } from '../subjects/channelGroups.ts';
import { type Product, startProduct, startServerIn } from '../subjects/product.ts';

// The server is killed and started again; all clients come back at once, and fetch what they missed.

const peopleCount = 1_000;
const membersPerChannel = 100;
const postsPerChannel = 20;
const rounds = Number(process.env.ROUNDS ?? 3);
const retryMs = 50;

interface Round {
  readyMs: number;
  liveMs: number;
  caughtUpMs: number;
  serverMs: number;
  databaseMs: number;
  retries: number;
}

/** Posts in each channel, and returns the ids that were acknowledged. */
async function post(url: string, groups: ChannelGroup[]): Promise<string[]> {
  const { host } = new URL(url);
  const acknowledged: string[] = [];
  await Promise.all(
    groups.map(async ({ channelId, members }) => {
      const connection = await openConnection(url);
      for (let nth = 0; nth < postsPerChannel; nth++) {
        const clientMsgId = crypto.randomUUID();
        const body = JSON.stringify({ content: `Message ${nth}`, clientMsgId });
        const address = postMessage.path.replace(':channelId', channelId);
        const cookie = members[nth % members.length]?.cookie ?? '';
        const { status, text } = await connection.send(encodePost(address, host, cookie, body));
        if (status !== 201) throw new Error(`A post failed: ${text}`);
        acknowledged.push(clientMsgId);
      }
      connection.close();
    }),
  );
  return acknowledged;
}

async function readRevisions(pool: Product['pool']): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ id: string; last_rev: string }>(
    'select id, last_rev from chat_channels',
  );
  return new Map(rows.map(({ id, last_rev }) => [id, Number(last_rev)]));
}

/** The body of the response, which must be 200. */
async function callOnce(url: string, request: Buffer): Promise<string> {
  const connection = await openConnection(url);
  const { status, text } = await connection.send(request).finally(connection.close);
  if (status !== 200) throw new Error(`A request failed: ${text}`);
  return text.slice(text.indexOf('\r\n\r\n'));
}

interface Watch {
  onRetry(): void;
  onLive(): void;
}

/** Tries until it succeeds, like a browser without a network. */
async function retry<T>(action: () => Promise<T>, onRetry: () => void): Promise<T> {
  for (;;) {
    try {
      return await action();
    } catch {
      onRetry();
      await sleep(retryMs);
    }
  }
}

/** Connects all members of a channel, who then fetch what they missed, as browsers do: with the revisions of all their channels. */
async function comeBack(
  url: string,
  { members, channelId }: ChannelGroup,
  seen: Map<string, number>,
  { onRetry, onLive }: Watch,
): Promise<void> {
  const { host } = new URL(url);
  const own = [...seen].filter(([id]) => id === channelId || !id.startsWith('group-'));
  const body = JSON.stringify({ channels: Object.fromEntries(own) });
  await Promise.all(
    members.map(async ({ cookie }) => {
      await retry(() => openBenchSocket({ url, cookie, onFailure() {} }), onRetry);
      onLive();
      const request = encodePost(syncChannels.path, host, cookie, body);
      const text = await retry(() => callOnce(url, request), onRetry);
      const { channels } = syncChannels.reply.parse(JSON.parse(text));
      const missed = channels.find((one) => one.channelId === channelId)?.messages.length;
      if (missed !== postsPerChannel) {
        throw new Error(`Caught up with ${missed} of ${postsPerChannel} messages`);
      }
    }),
  );
}

async function runRound(product: Product, port: number, groups: ChannelGroup[]): Promise<Round> {
  const before = await openClientGroup(
    product.server.url,
    product.people.map(({ cookie }) => cookie),
  );
  await untilQuiet();
  const seen = await readRevisions(product.pool);
  const acknowledged = await post(product.server.url, groups);
  before.close();
  await product.server.kill('SIGKILL');
  const killed = performance.now();
  let [retries, lastLiveAt] = [0, 0];
  const starting = startServerIn(product.server.dataDir, { PORT: String(port) });
  const back = groups.map((group) =>
    comeBack(product.server.url, group, seen, {
      onRetry() {
        retries += 1;
      },
      onLive() {
        lastLiveAt = performance.now();
      },
    }),
  );
  product.server = await starting;
  const readyMs = performance.now() - killed;
  const readCpu = countCpu(product.server.pid);
  await Promise.all(back);
  const caughtUpMs = performance.now() - killed - readyMs;
  const { serverMs, databaseMs } = readCpu();
  const { rows } = await product.pool.query<{ stored: number }>(
    'select count(*)::int as stored from chat_messages where client_msg_id = any($1::uuid[])',
    [acknowledged],
  );
  if (rows[0]?.stored !== acknowledged.length) {
    throw new Error(`${acknowledged.length} acknowledged, ${rows[0]?.stored} stored`);
  }
  const liveMs = lastLiveAt - killed - readyMs;
  return { readyMs, liveMs, caughtUpMs, serverMs, databaseMs, retries };
}

export async function reconnect(): Promise<void> {
  const port = await freePort();
  const product = await startProduct(peopleCount, { PORT: String(port) });
  const groups = await createChannelGroups(product, membersPerChannel);
  const done: Round[] = [];
  for (let round = 0; round < rounds; round++) done.push(await runRound(product, port, groups));
  await product.stop();
  recordFigure(
    '1,000 clients back after a kill: s',
    median(done.map(({ liveMs }) => liveMs)) / 1000,
  );
  const seconds = (ms: number) => fixed(ms / 1000, 2);
  printTable(
    `Reconnect: kill -9 and start; ${peopleCount} people connect again at once and fetch what they missed`,
    ['', 'start s', 'all live s', 'all caught up s', 'server CPU s', 'PostgreSQL CPU s', 'retries'],
    done.map((round, index) => [
      `round ${index + 1}`,
      seconds(round.readyMs),
      seconds(round.liveMs),
      seconds(round.caughtUpMs),
      seconds(round.serverMs),
      seconds(round.databaseMs),
      String(round.retries),
    ]),
  );
  console.log(
    `From the ready server on. Verified: each of the ${peopleCount} caught up with ${postsPerChannel} messages, and each ` +
      'acknowledged message is in the database.',
  );
}
