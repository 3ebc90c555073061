import { openClientGroup } from '../generator/clientGroup.ts';
import { runOpenLoop } from '../generator/openLoop.ts';
import { recordFigure } from '../measure/goals.ts';
import { familyMb, residentMb } from '../measure/processes.ts';
import { quantile } from '../measure/statistics.ts';
import { fixed, printTable, rounded } from '../measure/table.ts';
import { createChannelGroups } from '../subjects/channelGroups.ts';
import { startProduct } from '../subjects/product.ts';

// A long day in an hour: many sockets and a steady rate, to see whether times or memory grow.

const minutes = Number(process.env.MINUTES ?? 60);
const peopleCount = Number(process.env.PEOPLE ?? 10_000);
const membersPerChannel = 100;
const perSecond = 200;

export async function soak(): Promise<void> {
  const product = await startProduct(peopleCount);
  const { server, people } = product;
  const groups = await createChannelGroups(product, membersPerChannel);
  const clients = await openClientGroup(
    server.url,
    people.map(({ cookie }) => cookie),
  );
  const channels = groups.map(({ channelId }, index) => ({
    channelId,
    sockets: clients.sockets.slice(index * membersPerChannel, (index + 1) * membersPerChannel),
  }));
  const rows: string[][] = [];
  const all = { latenciesMs: [] as number[], serverMs: 0, wallMs: 0, memoryMb: 0 };
  for (let minute = 1; minute <= minutes; minute++) {
    const { latenciesMs, spent, faults } = await Promise.race([
      runOpenLoop({ pid: server.pid, channels, perSecond, seconds: 60 }),
      clients.failure,
    ]);
    if (faults > 0) throw new Error(`${faults} frames came twice or out of order`);
    const memoryMb = residentMb(server.pid);
    all.latenciesMs.push(...latenciesMs);
    all.serverMs += spent.serverMs;
    all.wallMs += spent.wallMs;
    all.memoryMb = Math.max(all.memoryMb, memoryMb);
    const share = (ms: number) => `${fixed((100 * ms) / spent.wallMs, 1)} %`;
    rows.push([
      `minute ${minute}`,
      fixed(quantile(latenciesMs, 0.5), 2),
      fixed(quantile(latenciesMs, 0.99), 2),
      rounded(memoryMb),
      rounded(familyMb(server.pid)),
      share(spent.serverMs),
      share(spent.databaseMs),
    ]);
  }
  clients.close();
  await product.stop();
  printTable(
    `Soak: ${perSecond} messages a second to ${rounded(peopleCount)} sockets in private channels of ${membersPerChannel}`,
    ['', 'p50 ms', 'p99 ms', 'server MB', 'PostgreSQL MB', 'server', 'PostgreSQL'],
    rows,
  );
  recordFigure('Soak: p99 ms', quantile(all.latenciesMs, 0.99));
  recordFigure('Soak: server MB', all.memoryMb);
  recordFigure('Soak: server, % of a core', (100 * all.serverMs) / all.wallMs);
}
