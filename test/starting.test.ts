import fs from 'node:fs';
import net from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type ServerProcess, startServer, temporaryDataDir } from './support/process.ts';

/** Whole servers start here, each with a database of its own, beside other tests. */
vi.setConfig({ testTimeout: 60_000 });

const servers: ServerProcess[] = [];
const folders: string[] = [];

function newDataDir(): string {
  const dataDir = temporaryDataDir();
  folders.push(dataDir);
  return dataDir;
}

async function start(dataDir: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServer({ dataDir, env });
  servers.push(server);
  return server;
}

const refusal = (starting: Promise<ServerProcess>) =>
  starting.then(
    () => 'it started',
    (error: Error) => error.message,
  );

afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill('SIGKILL');
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

const isReady = async ({ url }: ServerProcess) => (await fetch(`${url}/health/ready`)).status;

test('a second copy on the same data is refused, and the first goes on', async () => {
  const first = await start(newDataDir());
  const message = await refusal(startServer({ dataDir: first.dataDir }));
  expect(message).toMatch(/Another Forecourt is already running on/);
  expect(message.trim().split('\n')).toHaveLength(1);
  expect(await isReady(first)).toBe(200);
});

test('a port that is taken is named in one line, and frees the data again', async () => {
  const holder = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  const { port } = holder.address() as net.AddressInfo;
  const dataDir = newDataDir();
  const message = await refusal(startServer({ dataDir, port, env: { LOG_LEVEL: 'silent' } }));
  expect(message).toContain(`Port ${port} is taken`);
  expect(message.trim().split('\n')).toHaveLength(1);
  holder.close();
  expect(await isReady(await start(dataDir))).toBe(200);
});

test('a wrong setting is named in one line', async () => {
  const message = await refusal(startServer({ dataDir: newDataDir(), env: { SEED: 'lots' } }));
  expect(message).toContain('SEED');
  expect(message.trim().split('\n')).toHaveLength(1);
});

test('after SIGKILL the next start finds everything and needs no hand', async () => {
  const first = await start(newDataDir());
  const signIn = (server: ServerProcess) =>
    fetch(`${server.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'manager', password: 'forecourt-demo' }),
    });
  const cookie = (await signIn(first)).headers.get('set-cookie')?.split(';')[0] ?? '';
  await first.kill('SIGKILL');
  const second = await start(first.dataDir);
  const answer = await fetch(`${second.url}/api/user`, { headers: { cookie } });
  expect(await answer.json()).toMatchObject({ username: 'manager' });
});

test('SIGTERM closes sockets with 1012 and exits 0 within ten seconds', async () => {
  const server = await start(newDataDir());
  const answer = await fetch(`${server.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'manager', password: 'forecourt-demo' }),
  });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  const ws = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, { headers: { cookie } });
  await new Promise((resolve) => ws.once('open', resolve));
  const closed = new Promise<number>((resolve) => ws.once('close', resolve));
  const started = Date.now();
  expect(await server.kill('SIGTERM')).toBe(0);
  expect(Date.now() - started).toBeLessThan(10_000);
  expect(await closed).toBe(1012);
});

test('demo accounts keep the server on this machine, unless told', async () => {
  const dataDir = newDataDir();
  expect(await refusal(startServer({ dataDir, env: { HOST: '0.0.0.0' } }))).toContain(
    'ALLOW_DEMO_ACCOUNTS_ON_NETWORK',
  );
  const told = { HOST: '0.0.0.0', ALLOW_DEMO_ACCOUNTS_ON_NETWORK: '1' };
  expect(await isReady(await start(dataDir, told))).toBe(200);
});

test('in production nobody is seeded, and the first administrator gets a link that works', async () => {
  const server = await start(newDataDir(), { NODE_ENV: 'production' });
  const token = /reset-password#token=([\w-]+)/.exec(server.output())?.[1];
  expect(token).toBeDefined();
  const post = (path: string, body: object) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const password = 'chosen by the first administrator';
  expect((await post('/api/account/reset-password', { token, password })).status).toBe(200);
  const signedIn = await post('/api/login', { username: 'admin', password });
  expect(await signedIn.json()).toMatchObject({ role: 'admin', protection: 'protected' });
  expect((await post('/api/login', { username: 'manager', password })).status).toBe(401);
});
