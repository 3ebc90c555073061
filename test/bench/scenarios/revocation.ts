import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { startRedis } from '../../../src/platform/server/bus/test/redisServer.ts';
import { readPasswords } from '../../../src/platform/server/db/embedded/roles.ts';
import { startServer } from '../../support/process.ts';
import { createWriters, openDatabaseOf, type Writer } from '../../support/writers.ts';
import { onEnd } from '../measure/cleanup.ts';
import { quantile } from '../measure/statistics.ts';
import { printTable, rounded } from '../measure/table.ts';
import { borrowDataDir } from '../subjects/product.ts';

// How long a permission still works after it was revoked, and until its owner is notified: on two instances, from the
// time the administrator's call is sent.

const rounds = Number(process.env.ROUNDS ?? 200);
const limitMs = 1_000;
/** Each instance checks the database every five seconds, even without events. */
const checkLimitMs = 6_000;

interface Kind {
  name: string;
  /** The administrator's call. */
  call(userId: number): { method: string; path: string; body?: unknown };
  /** The type of the frame that reports it. */
  frame: string;
}

const kinds: Kind[] = [
  {
    name: 'permission revoked',
    call: (id) => ({
      method: 'PATCH',
      path: `/api/users/${id}/permissions`,
      body: { featurePermissions: [] },
    }),
    frame: 'user_permissions_updated',
  },
  {
    name: 'account disabled',
    call: (id) => ({ method: 'PATCH', path: `/api/users/${id}/toggle-status` }),
    frame: 'force_logout',
  },
];

interface Cluster {
  urls: string[];
  /** Runs a statement directly on the database. */
  sql(text: string, values: unknown[]): Promise<unknown>;
  people: Writer[];
  admin: Writer;
}

export async function revocation(): Promise<void> {
  const cluster = await startCluster(rounds * kinds.length + rounds + 1);
  const rows: string[][] = [];
  for (const kind of kinds) {
    const notifiedMs: number[] = [];
    const usedMs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const result = await revoke(cluster, kind, cluster.people.pop() as Writer);
      notifiedMs.push(...result.notifiedMs);
      usedMs.push(result.usedMs);
    }
    rows.push(row(`${kind.name}: notified`, notifiedMs, limitMs));
    rows.push(row(`${kind.name}: last use`, usedMs, limitMs));
  }
  rows.push(row('no event: socket closed', await closeWithoutEvent(cluster), checkLimitMs));
  printTable(`Revocation, ${rounds} rounds on two instances (ms)`, headings, rows);
}

const headings = ['', 'median', 'p99', 'longest', 'limit'];

function row(name: string, values: number[], limit: number): string[] {
  const [middle, late, last] = [quantile(values, 0.5), quantile(values, 0.99), Math.max(...values)];
  if (!(late <= limit)) throw new Error(`${name}: p99 is ${late} ms`);
  return [name, rounded(middle), rounded(late), rounded(last), rounded(limit)];
}

async function startCluster(count: number): Promise<Cluster> {
  const redis = await startRedis();
  await redis.start();
  onEnd(() => redis.close());
  const dataDir = borrowDataDir();
  const first = await startServer({ dataDir, env: { REDIS_URL: redis.url } });
  onEnd(async () => void (await first.kill('SIGTERM')));
  const host = encodeURIComponent(path.join(dataDir, 'postgres', 'socket'));
  const { owner: password } = readPasswords(path.join(dataDir, 'keys'));
  const second = await startServer({
    dataDir: borrowDataDir(),
    env: {
      REDIS_URL: redis.url,
      DATABASE_URL: `postgres:///forecourt?host=${host}&user=forecourt&password=${password}`,
    },
  });
  onEnd(async () => void (await second.kill('SIGTERM')));
  const pool = openDatabaseOf(dataDir);
  const people = await createWriters(pool, count);
  const admin = people.pop() as Writer;
  await pool.query(`update users set role = 'admin' where id = $1`, [admin.userId]);
  await pool.query(`update users set feature_permissions = '{audit_logs}' where id = any($1)`, [
    people.map(({ userId }) => userId),
  ]);
  onEnd(() => pool.end());
  const sql = (text: string, values: unknown[]) => pool.query(text, values);
  return { urls: [first.url, second.url], sql, people, admin };
}

async function revoke({ urls, admin }: Cluster, kind: Kind, victim: Writer) {
  const sockets = await Promise.all(urls.map((url) => listen(url, victim.cookie)));
  const { method, path: address, body } = kind.call(victim.userId);
  const state = { over: false };
  const lastUses = urls.map((url) => useUntil(url, victim.cookie, state));
  await sleep(20);
  const started = performance.now();
  const { status } = await fetch(urls[0] + address, {
    method,
    headers: { cookie: admin.cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (status !== 200) throw new Error(`${kind.name} failed with ${status}`);
  const notifiedAt = await Promise.all(sockets.map(({ waitFor }) => waitFor(kind.frame)));
  await sleep(50);
  state.over = true;
  const last = Math.max(...(await Promise.all(lastUses)));
  for (const { ws } of sockets) ws.terminate();
  return { notifiedMs: notifiedAt.map((at) => at - started), usedMs: Math.max(0, last - started) };
}

/** Uses the permission as fast as possible; returns when the last successful request was sent. */
async function useUntil(url: string, cookie: string, state: { over: boolean }): Promise<number> {
  let last = 0;
  while (!state.over) {
    const sentAt = performance.now();
    const { ok } = await fetch(`${url}/api/activity?limit=1`, { headers: { cookie } });
    if (ok) last = sentAt;
  }
  return last;
}

async function listen(url: string, cookie: string) {
  const ws = new WebSocket(`${url.replace('http', 'ws')}/`, { headers: { cookie } });
  const frames = new Map<string, number>();
  ws.on('message', (data) => frames.set(JSON.parse(data.toString()).type, performance.now()));
  const closed = new Promise<number>((resolve) =>
    ws.once('close', () => resolve(performance.now())),
  );
  ws.on('error', () => {});
  async function waitFor(type: string): Promise<number> {
    const late = performance.now() + 10_000;
    for (;;) {
      const at = frames.get(type);
      if (at !== undefined) return at;
      if (performance.now() > late) throw new Error(`No ${type} within 10 seconds`);
      await sleep(1);
    }
  }
  await waitFor('ready');
  return { ws, waitFor, closed };
}

/** Disables accounts directly in the database, without an event, to measure the effect of a lost one. */
async function closeWithoutEvent({ urls, sql, people }: Cluster): Promise<number[]> {
  const victims = people.splice(0, rounds);
  const lines = await Promise.all(
    victims.map(({ cookie }, index) => listen(urls[index % 2] ?? '', cookie)),
  );
  const started = performance.now();
  await sql('update users set is_active = false where id = any($1)', [
    victims.map(({ userId }) => userId),
  ]);
  const closed = await Promise.all(lines.map(({ closed: at }) => at));
  return closed.map((at) => at - started);
}
