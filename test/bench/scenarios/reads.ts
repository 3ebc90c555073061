import { getCurrentUser } from '../../../src/modules/access/contract.ts';
import { listChannels } from '../../../src/modules/chat/contract/channels.ts';
import { historyPageSize, listMessages } from '../../../src/modules/chat/contract.ts';
import { encodeGet, encodePost, openConnection } from '../generator/httpConnection.ts';
import { runRequestLoop } from '../generator/requestLoop.ts';
import { alternate, type Pair, printPairs, type Sample, warmUp } from '../measure/compare.ts';
import { recordFigure } from '../measure/goals.ts';
import { median, quantile } from '../measure/statistics.ts';
import { startStaticServer } from '../subjects/bare.ts';
import { type ChannelGroup, createChannelGroups } from '../subjects/channelGroups.ts';
import { startProduct } from '../subjects/product.ts';

// What a client asks for again and again, by many users, against a static answer of the same size from the same web framework.

const clients = 16;
const maxMs = 2_000;
const membersPerChannel = 100;
const peopleCount = 1_000;

/** Posts a page of messages in each channel. */
async function fill(url: string, groups: ChannelGroup[]): Promise<void> {
  const connection = await openConnection(url);
  for (const { channelId, members } of groups) {
    const address = listMessages.path.replace(':channelId', channelId);
    for (const { cookie } of members.slice(0, historyPageSize)) {
      const content = 'The blue one from the second row is sold, please take it off the site.';
      const body = JSON.stringify({ content, clientMsgId: crypto.randomUUID() });
      const { host } = new URL(url);
      const { status, text } = await connection.send(encodePost(address, host, cookie, body));
      if (status !== 201) throw new Error(`A post failed: ${text}`);
    }
  }
  connection.close();
}

export async function reads(): Promise<void> {
  const product = await startProduct(peopleCount);
  const { server, people } = product;
  const groups = await createChannelGroups(product, membersPerChannel);
  await fill(server.url, groups);
  const cookie = people[0]?.cookie ?? '';
  const addresses: Record<string, (index: number) => string> = {
    'A page of 50 messages': (index) =>
      listMessages.path.replace(
        ':channelId',
        groups[Math.floor(index / membersPerChannel)]?.channelId ?? '',
      ),
    'Who am I': () => getCurrentUser.path,
    'The list of channels': () => listChannels.path,
  };
  const pairs = new Map<string, Pair<Sample, Sample>>();
  for (const [name, addressOf] of Object.entries(addresses)) {
    const requests = people.map((one, index) =>
      encodeGet(server.url, addressOf(index), one.cookie),
    );
    const answer = await fetch(server.url + addressOf(0), { headers: { cookie } });
    const floor = await startStaticServer((await answer.arrayBuffer()).byteLength);
    const run = (url: string, pid: number, requests: Buffer[]) =>
      runRequestLoop({ url, pid, requests, clients, maxMs });
    await warmUp(() => run(server.url, server.pid, requests));
    const pair = await alternate(
      () => run(server.url, server.pid, requests),
      () => run(floor.url, floor.pid, [encodeGet(floor.url, '/', cookie)]),
    );
    pairs.set(name, pair);
    await floor.stop();
  }
  await product.stop();
  const title = `Hot reads by ${peopleCount} people, ${clients} at a time`;
  printPairs({ title, one: 'response', many: 'responses', floor: 'static' }, pairs);
  const rate = ({ count, spent }: Sample) => count / spent.wallMs;
  const ratios = [...pairs.values()].map(({ ours, floor }) =>
    median(ours.map((sample, round) => rate(sample) / rate(floor[round] ?? sample))),
  );
  const slowest = [...pairs.values()].map(({ ours }) =>
    median(ours.map(({ latenciesMs }) => quantile(latenciesMs, 0.99))),
  );
  recordFigure('Slowest hot read: ÷ static', Math.min(...ratios));
  recordFigure('Slowest hot read: p99 ms', Math.max(...slowest));
}
