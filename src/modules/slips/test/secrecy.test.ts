import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Client, createClient } from '../../../../test/support/client.ts';
import {
  copyOfFirstStart,
  type ServerProcess,
  startServer,
} from '../../../../test/support/process.ts';
import { openDatabaseOf } from '../../../../test/support/writers.ts';
import { searchMessages } from '../../chat-search/contract.ts';
import { subscribeDevice } from '../../notifications/contract/push.ts';
import { listNotifications } from '../../notifications/contract.ts';
import {
  createReceiver,
  type PushService,
  startPushService,
} from '../../notifications/test/pushService.ts';
import { create, open, post, stateOf } from './stage.ts';

/** Occurs nowhere else. */
const value = `Zanzibar${randomBytes(8).toString('hex')}`;
const longTimeout = { timeout: 60_000, interval: 100 };
const env = { LOG_LEVEL: 'debug', TEST_ALLOW_LOCAL_PUSH: '1' };

let dataDir: string;
let service: PushService;
let server: ServerProcess;
let pool: Pool;
beforeAll(async () => {
  dataDir = await copyOfFirstStart();
  service = await startPushService();
  await start();
});
afterAll(async () => {
  await pool.end();
  await server.kill('SIGTERM');
  await service.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  server = await startServer({ dataDir, env });
  pool = openDatabaseOf(dataDir);
}

async function signIn(username: string): Promise<Client> {
  const client = createClient(server.url);
  const body = { username, password: 'forecourt-demo' };
  expect((await client.raw('POST', '/api/login', { body })).status).toBe(200);
  return client;
}

const job = (name: string) => pool.query('select graphile_worker.add_job($1)', [name]);

/** Every file in the folder that contains the text. */
function filesWith(text: string, folder: string): string[] {
  return fs.readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return [];
    const file = path.join(entry.parentPath, entry.name);
    return fs.readFileSync(file).includes(text) ? [file] : [];
  });
}

test('the content of a slip appears only in the reply to someone who opens it', async () => {
  const [employee, manager] = [await signIn('employee'), await signIn('manager')];
  const receiver = createReceiver();
  const body = { endpoint: `${service.url}/phone`, keys: receiver.keys };
  expect((await manager.call(subscribeDevice, { body })).status).toBe(200);
  const socket = await manager.socket();

  // Refused requests must not leak it either.
  expect((await create(employee, 'sales', { content: value.repeat(200) })).status).toBe(400);
  expect((await create(employee, 'sales', { content: value, more: value })).status).toBe(400);
  expect((await create(employee, 'nowhere', { content: value })).status).toBe(404);
  const label = 'Gate code';
  const mentioned = { label: `${label} for @manager`, content: value };
  const { slipId, message } = await post(employee, 'sales', mentioned);
  const notice = await socket.next('notification');
  expect(notice.message).toContain(label);
  const opened = await open(manager, slipId);
  expect(opened.body).toEqual({ content: value });
  await stateOf(employee, slipId);

  const findIds = async (client: Client, q: string) =>
    (await client.call(searchMessages, { query: { q } })).body.results.map(
      ({ message: one }) => one.id,
    );
  await vi.waitFor(
    async () => expect(await findIds(manager, `"${label}"`)).toEqual([message.id]),
    longTimeout,
  );
  expect([await findIds(manager, value), await findIds(employee, value)]).toEqual([[], []]);
  const list = await manager.call(listNotifications);
  expect(JSON.stringify(list.body)).toContain(label);
  expect(JSON.stringify(list.body)).not.toContain(value);
  expect(JSON.stringify(socket.frames)).not.toContain(value);
  socket.close();

  await pool.query(`update notifications set created_at = now() - interval '1 hour',
    push_at = now() - interval '1 minute'`);
  await vi.waitFor(() => expect(service.received).toHaveLength(1), longTimeout);
  const pushed = receiver.decrypt(service.received[0]?.body ?? Buffer.of());
  expect(pushed).toContain(label);
  expect(pushed).not.toContain(value);
  const outbox = path.join(dataDir, 'outbox');
  await job('notifications.digest');
  await vi.waitFor(() => {
    const emails = fs.readdirSync(outbox).map((name) => fs.readFileSync(path.join(outbox, name)));
    expect(emails.some((email) => email.includes(label))).toBe(true);
  }, longTimeout);

  expect(server.output()).toContain('"level":"debug"');
  expect(server.output()).not.toContain(value);
  // The database with its WAL, the emails, the keys, the files.
  await pool.query('checkpoint');
  expect(filesWith(label, dataDir).length).toBeGreaterThan(2);
  expect(filesWith(value, dataDir)).toEqual([]);
});

test('a slip that expires while the server is down cannot be opened and is destroyed', async () => {
  const employee = await signIn('employee');
  const expired = await post(employee, 'sales', { content: value });
  const kept = await post(employee, 'sales', { content: value });
  await pool.query(
    `update slips set created_at = now() - interval '1 hour',
      expires_at = now() + interval '300 ms' where id = $1`,
    [expired.slipId],
  );
  await pool.end();
  await server.kill('SIGKILL');
  await start();
  const manager = await signIn('manager');
  const late = await open(manager, expired.slipId);
  expect([late.status, late.body.error]).toEqual([409, 'This slip has expired.']);
  expect((await open(manager, kept.slipId)).body).toEqual({ content: value });
  await job('slips.destroy');
  const sealed = async () =>
    (
      await pool.query(
        'select id, sealed is null as gone from slips where id = any($1) order by gone',
        [[expired.slipId, kept.slipId]],
      )
    ).rows;
  await vi.waitFor(
    async () =>
      expect(await sealed()).toEqual([
        { id: kept.slipId, gone: false },
        { id: expired.slipId, gone: true },
      ]),
    longTimeout,
  );
  expect(server.output()).not.toContain(value);
});
