import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { createLog } from '../../log/log.ts';
import { type Database, openDatabase } from '../database.ts';
import { assertDurable } from '../durability.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/postgres.ts';
import { startDatabase } from '../start.ts';

const eventually = <T>(ask: () => T) => expect.poll(ask);
const log = createLog('silent');
let home: string;
let server: EmbeddedPostgres;
let database: Database;

beforeAll(async () => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'forecourt-durable-'));
  fs.chmodSync(home, 0o755);
  server = await startEmbeddedPostgres({ dir: path.join(home, 'pg'), log });
  database = openDatabase({ host: server.socketDir, database: 'postgres', ...server.owner }, log);
});
afterAll(async () => {
  await database.close();
  await server.stop();
  fs.rmSync(home, { recursive: true, force: true });
});

const address = () =>
  `postgres:///postgres?host=${encodeURIComponent(server.socketDir)}&user=forecourt&password=${server.owner.password}`;

test('the embedded database is durable', async () => {
  await expect(assertDurable(database.pool)).resolves.toBeUndefined();
  const running = await startDatabase(readConfig({ DATABASE_URL: address() }), log);
  expect(running.kind).toBe('yours');
  await running.close();
});

test.each(['fsync', 'full_page_writes', 'synchronous_commit'])('%s = off', async (setting) => {
  const show = async () => (await database.pool.query(`show ${setting}`)).rows[0][setting];
  await database.pool.query(`alter system set ${setting} = off`);
  await database.pool.query('select pg_reload_conf()');
  await eventually(show).toBe('off');
  const start = (env: Record<string, string>) =>
    startDatabase(readConfig({ DATABASE_URL: address(), ...env }), log);
  await expect(start({})).rejects.toThrow(`The database has ${setting} = off`);
  // Tests do not need to survive a power failure.
  await (await start({ TEST_ALLOW_UNSAFE_DATABASE: '1' })).close();
  await database.pool.query(`alter system reset ${setting}`);
  await database.pool.query('select pg_reload_conf()');
  await eventually(show).toBe('on');
});

test('an unreachable database is reported in one sentence', async () => {
  const start = startDatabase(readConfig({ DATABASE_URL: 'postgres://localhost:1/x' }), log);
  await expect(start).rejects.toThrow(/^The database cannot be reached: connect ECONNREFUSED/);
});

test('a database that is slow to answer is waited for', async () => {
  let count = 0;
  const slow = net.createServer((socket) => {
    socket.on('error', () => {});
    count += 1;
    if (count <= 2) return;
    const real = net.connect(path.join(server.socketDir, '.s.PGSQL.5432'));
    real.on('error', () => {});
    socket.pipe(real).pipe(socket);
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  const { port } = slow.address() as net.AddressInfo;
  const { password } = server.owner;
  const DATABASE_URL = `postgres://forecourt:${password}@127.0.0.1:${port}/postgres`;
  const config = readConfig({ DATABASE_URL, TEST_DATABASE_TIMEOUT_MS: '2000' });
  const warnings: unknown[] = [];
  const noting = createLog('silent');
  noting.warn = (_error: object, message?: string) => void warnings.push(message);
  const running = await startDatabase(config, noting);
  expect(count).toBeGreaterThan(2);
  expect(warnings).toContain('Waiting for a database that is slow to answer');
  await running.close();
  slow.close();
});
