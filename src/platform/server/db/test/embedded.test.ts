import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../../log/log.ts';
import { openDatabase } from '../database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/postgres.ts';
import { listenTo } from '../listener.ts';

const eventually = <T>(ask: () => T) => expect.poll(ask);
const log = createLog('silent');
let home: string;

beforeAll(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'forecourt-pg-'));
  fs.chmodSync(home, 0o755);
});
afterAll(() => fs.rmSync(home, { recursive: true, force: true }));

async function query(server: EmbeddedPostgres, sql: string): Promise<unknown> {
  const address = { host: server.socketDir, database: 'postgres', ...server.owner };
  const { pool, close } = openDatabase(address, log);
  try {
    return Object.values((await pool.query(sql)).rows[0] ?? {})[0];
  } finally {
    await close();
  }
}

const postmasterOf = (dir: string) =>
  Number(fs.readFileSync(path.join(dir, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]);
const isAlive = (pid: number) => fs.existsSync(`/proc/${pid}`);
const parentOf = (pid: number) =>
  Number(fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);

describe('the embedded database', () => {
  const dir = () => path.join(home, 'one');
  let server: EmbeddedPostgres | undefined;
  async function start(): Promise<EmbeddedPostgres> {
    server = await startEmbeddedPostgres({ dir: dir(), log });
    return server;
  }
  afterEach(() => server?.stop());

  test('is created once, is durable, and listens on nothing but its socket', async () => {
    // Left behind by an interrupted creation.
    fs.mkdirSync(path.join(dir(), 'cluster.new/base'), { recursive: true });
    const first = await start();
    await query(first, 'create table kept as select 42 as n');
    expect(await query(first, 'show listen_addresses')).toBe('');
    const pid = postmasterOf(dir());
    await first.stop();
    expect(isAlive(pid)).toBe(false);

    const created = fs.statSync(path.join(dir(), 'cluster/PG_VERSION')).ino;
    const second = await start();
    expect(await query(second, 'select n from kept')).toBe(42);
    expect(fs.statSync(path.join(dir(), 'cluster/PG_VERSION')).ino).toBe(created);
    expect(fs.existsSync(path.join(dir(), 'cluster.new'))).toBe(false);
  });

  test.each([
    ['its main process', (pid: number) => pid],
    ['the guard above it', parentOf],
  ])('restarts after SIGKILL of %s', async (_name, victimOf) => {
    const server = await start();
    await query(server, 'drop table if exists before');
    await query(server, 'create table before as select 7 as n');
    const pid = postmasterOf(dir());
    process.kill(victimOf(pid), 'SIGKILL');
    await eventually(() => isAlive(pid)).toBe(false);
    await eventually(() => query(server, 'select n from before')).toBe(7);
  });

  test('stays down if stopped during a restart', async () => {
    const server = await start();
    const guard = parentOf(postmasterOf(dir()));
    process.kill(postmasterOf(dir()), 'SIGKILL');
    await eventually(() => isAlive(guard)).toBe(false);
    await server.stop();
    const pidFile = path.join(dir(), 'cluster/postmaster.pid');
    const runs = () => fs.existsSync(pidFile) && isAlive(postmasterOf(dir()));
    expect(runs()).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(runs()).toBe(false);
  });

  test('requires the password from every account', async () => {
    const server = await start();
    for (const user of ['forecourt', 'forecourt_app']) {
      for (const password of ['', 'forecourt']) {
        const { pool, close } = openDatabase(
          { host: server.socketDir, database: 'postgres', user, password },
          log,
        );
        await expect(pool.query('select 1')).rejects.toThrow(/password/);
        await close();
      }
    }
    const own = path.join(dir(), 'keys/database.json');
    expect(fs.statSync(own).mode & 0o777).toBe(0o600);
    expect(fs.readFileSync(own, 'utf8')).toContain(server.owner.password);
  });

  test('is listened to with the password', async () => {
    const { socketDir: host, application } = await start();
    const { pool, close } = openDatabase({ host, database: 'postgres', ...application }, log);
    const { promise, resolve } = Promise.withResolvers<void>();
    const ignore = () => {};
    const options = { pool, channel: 'some_channel', log, onPayload: ignore, onEnd: ignore };
    const listener = listenTo({ ...options, onListening: resolve });
    await promise;
    await listener.close();
    await close();
  });

  test('of an earlier version, which trusted its account, keeps its rows and requires passwords from then on', async () => {
    const first = await start();
    await query(first, 'create table older as select 3 as n');
    await query(first, 'alter role forecourt password null');
    await first.stop();
    const cluster = path.join(dir(), 'cluster');
    fs.writeFileSync(path.join(cluster, 'pg_hba.conf'), 'local all all trust\n');
    fs.rmSync(path.join(cluster, 'forecourt-passwords'));
    if (process.getuid?.() === 0) {
      // As `nobody`, which other services also use.
      for (const name of fs.readdirSync(dir(), { recursive: true, encoding: 'utf8' })) {
        fs.lchownSync(path.join(dir(), name), 65_534, 65_534);
      }
      fs.chownSync(dir(), 65_534, 65_534);
    }
    const second = await start();
    expect(await query(second, 'select n from older')).toBe(3);
    const withoutPassword = { host: second.socketDir, database: 'postgres', password: 'none' };
    const { pool, close } = openDatabase(withoutPassword, log);
    await expect(pool.query('select 1')).rejects.toThrow(/password/);
    await close();
    if (process.getuid?.() !== 0) return;
    expect([0, 65_534]).not.toContain(fs.statSync(path.join(cluster, 'PG_VERSION')).uid);
  });

  test('reports in PostgreSQL’s own words why it cannot start', async () => {
    const broken = path.join(home, 'broken');
    fs.mkdirSync(path.join(broken, 'cluster'), { recursive: true });
    fs.writeFileSync(path.join(broken, 'cluster/PG_VERSION'), '9.6\n');
    await expect(startEmbeddedPostgres({ dir: broken, log, unsafe: true })).rejects.toThrow(
      /^The database did not start: .*[a-z]/s,
    );
  });
});

test('when its owner is killed the database stops within 3 s, and nothing confirmed is lost', async () => {
  const dir = path.join(home, 'two');
  const writer = fileURLToPath(import.meta.resolve('./writer.ts'));
  const owner = spawn(process.execPath, [writer, dir], { stdio: ['ignore', 'pipe', 'inherit'] });
  let confirmed = 0;
  owner.stdout.on('data', (data: Buffer) => {
    confirmed = Number(data.toString().trimEnd().split('\n').at(-1));
  });
  await eventually(() => confirmed).toBeGreaterThan(50);
  const pid = postmasterOf(dir);
  owner.kill('SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);

  const server = await startEmbeddedPostgres({ dir, log });
  expect(await query(server, 'select max(n) from confirmed')).toBeGreaterThanOrEqual(confirmed);
  expect(await query(server, 'select max(n) - count(*) from confirmed')).toBe(0);
  await server.stop();
});
