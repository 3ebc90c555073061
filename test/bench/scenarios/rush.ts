import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openClientGroup } from '../generator/clientGroup.ts';
import { runOpenLoop } from '../generator/openLoop.ts';
import { untilCaughtUp } from '../measure/deferred.ts';
import { untilQuiet } from '../measure/quiet.ts';
import { quantile } from '../measure/statistics.ts';
import { fixed, printTable } from '../measure/table.ts';
import { createChannelGroups } from '../subjects/channelGroups.ts';
import { startProduct } from '../subjects/product.ts';

// How far what follows messages (search, notifications, record mentions) falls behind while many are sent.

const peopleCount = 1_000;
const membersPerChannel = 100;
const perSecond = 500;
const seconds = Number(process.env.SECONDS ?? 60);

const followers = {
  Search: 'chat_search_cursors',
  Notifications: 'chat_notify_cursors',
  'Record mentions': 'chat_record_cursors',
};

/** The age of the oldest message that has not been processed. */
async function readLagMs(pool: pg.Pool, table: string): Promise<number> {
  const { rows } = await pool.query<{ lag: number }>(
    `select coalesce(extract(epoch from clock_timestamp() - min(m.created_at)) * 1000, 0)::float as lag
     from chat_channels c left join ${table} k on k.channel_id = c.id
     cross join lateral (
       select created_at from chat_messages m
       where m.channel_id = c.id and m.rev > coalesce(k.rev, 0) order by m.rev limit 1) m
     where c.last_rev > coalesce(k.rev, 0)`,
  );
  return rows[0]?.lag ?? 0;
}

export async function rush(): Promise<void> {
  const product = await startProduct(peopleCount);
  const { server, pool, people } = product;
  const groups = await createChannelGroups(product, membersPerChannel);
  const clients = await openClientGroup(
    server.url,
    people.map(({ cookie }) => cookie),
  );
  await untilQuiet();
  const channels = groups.map(({ channelId }, index) => ({
    channelId,
    sockets: clients.sockets.slice(index * membersPerChannel, (index + 1) * membersPerChannel),
  }));
  const lags: Record<string, number[]> = {};
  let isSending = true;
  const watch = async () => {
    while (isSending) {
      for (const [name, table] of Object.entries(followers)) {
        lags[name] = [...(lags[name] ?? []), await readLagMs(pool, table)];
      }
      await sleep(250);
    }
  };
  const watching = watch();
  const { spent, latenciesMs, faults } = await Promise.race([
    runOpenLoop({ pid: server.pid, channels, perSecond, seconds }),
    clients.failure,
  ]);
  isSending = false;
  await watching;
  if (faults > 0) throw new Error(`${faults} frames came twice or out of order`);
  const after = await untilCaughtUp(pool, server.pid);
  clients.close();
  await product.stop();
  printTable(
    `Rush: ${perSecond} messages a second to ${peopleCount} people in private channels of ${membersPerChannel}, for ${seconds} s`,
    ['behind', 'p50 s', 'p99 s', 'max s'],
    Object.entries(lags).map(([name, ms]) => [
      name,
      ...[0.5, 0.99, 1].map((part) => fixed(quantile(ms, part) / 1000, 2)),
    ]),
  );
  const share = (ms: number) => `${fixed((100 * ms) / spent.wallMs, 0)} %`;
  console.log(
    `To the last reader p50 ${fixed(quantile(latenciesMs, 0.5), 1)} ms, p99 ${fixed(quantile(latenciesMs, 0.99), 1)} ms; ` +
      `server ${share(spent.serverMs)}, PostgreSQL ${share(spent.databaseMs)} of a core; ` +
      `all caught up ${fixed(after.wallMs / 1000, 1)} s after the last message.`,
  );
}
