import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import {
  builtServer,
  copyOfFirstStart,
  prepareFirstStart,
  type ServerProcess,
  startServer,
  temporaryDataDir,
} from './support/process.ts';

/** Starts complete servers, each with its own database. */

const servers: ServerProcess[] = [];
const folders: string[] = [];

beforeAll(async () => {
  await prepareFirstStart();
});

function removeAfterwards(dataDir: string): string {
  folders.push(dataDir);
  return dataDir;
}
const newDataDir = () => removeAfterwards(temporaryDataDir());
/** From a server that was seeded with the demo group and stopped. */
const usedDataDir = async () => removeAfterwards(await copyOfFirstStart());

async function start(dataDir: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServer({ dataDir, env });
  servers.push(server);
  return server;
}

const startError = (starting: Promise<ServerProcess>) =>
  starting.then(
    () => 'it started',
    (error: Error) => error.message,
  );

afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill('SIGKILL');
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

const post = ({ url }: ServerProcess, path: string, body: object) =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const signIn = (server: ServerProcess, username: string, password: string) =>
  post(server, '/api/login', { username, password });
const isReady = async ({ url }: ServerProcess) => (await fetch(`${url}/health/ready`)).status;

test('a second server on the same data refuses to start, and the first keeps running', async () => {
  const first = await start(await usedDataDir());
  const message = await startError(startServer({ dataDir: first.dataDir }));
  expect(message).toMatch(/Another Forecourt is already running on/);
  expect(message.trim().split('\n')).toHaveLength(1);
  expect(await isReady(first)).toBe(200);
});

test('a port in use is reported in one line, before anything is created', async () => {
  const holder = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  const { port } = holder.address() as net.AddressInfo;
  const dataDir = newDataDir();
  const message = await startError(startServer({ dataDir, port, env: { LOG_LEVEL: 'silent' } }));
  expect(message).toContain(`Port ${port} is in use`);
  expect(message.trim().split('\n')).toHaveLength(1);
  expect(fs.readdirSync(dataDir)).toEqual([]);
  holder.close();
});

test.each([
  ['DATA_DIR', 'below /proc', { DATA_DIR: '/proc/forecourt/data' }],
  ['DATA_DIR', 'below a file', { DATA_DIR: '/etc/hostname/data' }],
  ['DATA_DIR', 'a file', { DATA_DIR: '/etc/passwd' }],
  ['STORAGE_URL', 'below /proc', { STORAGE_URL: 'file:///proc/forecourt' }],
  ['HOST', 'of another machine', { HOST: '192.0.2.1', PORT: '3459' }],
  ['HOST', 'no address', { HOST: 'forecourt.invalid', PORT: '3459' }],
  ['MAIL_FROM', 'no address', { MAIL_FROM: 'garbage' }],
])(
  'an invalid %s (%s) is reported in one line, before anything is created',
  async (name, _what, env) => {
    const dataDir = newDataDir();
    const message = await startError(startServer({ dataDir, env: { LOG_LEVEL: 'error', ...env } }));
    expect(message).toContain(`Forecourt cannot start. ${name} is wrong: `);
    expect(message.trim().split('\n')).toHaveLength(1);
    expect(fs.readdirSync(dataDir)).toEqual([]);
  },
);

test('prints its address, its public address, and a line per unsafe setting', async () => {
  const server = await start(newDataDir(), {
    PUBLIC_URL: 'https://forecourt.example',
    REGISTRATION: 'open',
    TRUSTED_PROXY: '127.0.0.1',
  });
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const lines = server.output().trim().split('\n');
  expect(lines.at(-1)).toBe(
    `Forecourt is ready at ${server.url} (public address: https://forecourt.example)`,
  );
  const warnings = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  expect(warnings.map(({ level, msg }) => [level, msg.split(' ')[0]])).toEqual([
    ['warn', 'TRUSTED_PROXIES'],
    ['warn', 'REGISTRATION'],
    ['warn', 'Unknown'],
  ]);
  // With a public address, the demo group is not seeded.
  expect(await isReady(server)).toBe(200);
  expect((await signIn(server, 'admin', 'forecourt-demo')).status).toBe(401);
});

describe('on an old Node.js', () => {
  const runProgram = (program: string, version: string) => {
    const fakeVersion = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`;
    const args = ['--import', `data:text/javascript,${encodeURIComponent(fakeVersion)}`];
    const options = { cwd: path.resolve(import.meta.dirname, '..'), encoding: 'utf8' } as const;
    return spawnSync(process.execPath, [...args, `bin/${program}.mjs`, '--version'], options);
  };

  test.each(['start', 'test', 'run', 'dev'])(
    '%s reports it in one line and does nothing',
    (program) => {
      for (const [version, needed] of [
        ['18.20.4', '20.19 or newer'],
        ['20.18.3', '20.19 or newer'],
        ['22.11.0', '20.19, or 22.12 or newer'],
      ]) {
        const { status, stdout, stderr } = runProgram(program, version ?? '');
        expect([status, stdout, stderr]).toEqual([
          1,
          '',
          `Forecourt needs Node.js ${needed}; this is ${version}.\n`,
        ]);
      }
    },
  );

  test.each(['20.19.0', '22.12.0', '23.0.0', '24.1.0'])('%s is new enough', (version) => {
    expect(runProgram('node-version', version)).toMatchObject({ status: 0, stderr: '' });
  });
});

test('an invalid setting is reported in one line', async () => {
  const message = await startError(startServer({ dataDir: newDataDir(), env: { SEED: 'lots' } }));
  expect(message).toContain('SEED');
  expect(message.trim().split('\n')).toHaveLength(1);
});

test('the built server finds what stays beside the sources: migrations, lists and parsers', async () => {
  const build = "import { buildServer } from './bin/setup.mjs'; await buildServer();";
  const options = { cwd: path.resolve(import.meta.dirname, '..'), encoding: 'utf8' } as const;
  const built = spawnSync(process.execPath, ['--input-type=module', '-e', build], options);
  expect([built.status, built.stderr]).toEqual([0, '']);
  const server = await startServer({ dataDir: await usedDataDir(), program: builtServer });
  servers.push(server);
  const response = await signIn(server, 'manager', 'forecourt-demo');
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  const send = async (method: string, path: string, body: object) => {
    const headers = { cookie, 'content-type': 'application/json' };
    const response = await fetch(server.url + path, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };
  const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#c33' } })
    .png()
    .toBuffer();
  expect(
    await send('PUT', '/api/profile/avatar', { image: photo.toString('base64') }),
  ).toMatchObject({
    status: 200,
  });
  const passwords = { currentPassword: 'forecourt-demo', newPassword: 'qwertyuiop' };
  const { status, text } = await send('POST', '/api/account/password', passwords);
  expect([status, text]).toEqual([400, expect.stringContaining('harder to guess')]);
});

test('after SIGKILL the next start recovers by itself', async () => {
  const first = await start(await usedDataDir());
  const response = await signIn(first, 'manager', 'forecourt-demo');
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  await first.kill('SIGKILL');
  const second = await start(first.dataDir);
  const found = await fetch(`${second.url}/api/user`, { headers: { cookie } });
  expect(await found.json()).toMatchObject({ username: 'manager' });
});

test('SIGTERM closes sockets with 1012 and exits 0 within ten seconds', async () => {
  const server = await start(await usedDataDir());
  const response = await signIn(server, 'manager', 'forecourt-demo');
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  const ws = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, { headers: { cookie } });
  await new Promise((resolve) => ws.once('open', resolve));
  const closed = new Promise<number>((resolve) => ws.once('close', resolve));
  // After nine seconds the server would exit with 1.
  expect(await server.kill('SIGTERM')).toBe(0);
  expect(await closed).toBe(1012);
});

test('a server with demo accounts stays local unless explicitly allowed on the network', async () => {
  const dataDir = await usedDataDir();
  const first = await start(dataDir);
  expect((await signIn(first, 'admin', 'forecourt-demo')).status).toBe(200);
  await first.kill('SIGTERM');
  const exposed: Record<string, string>[] = [
    { HOST: '0.0.0.0' },
    { PUBLIC_URL: 'https://forecourt.example', TRUSTED_PROXIES: 'loopback' },
  ];
  for (const env of exposed) {
    const message = await startError(startServer({ dataDir, env: { ...env, LOG_LEVEL: 'error' } }));
    expect(message).toContain('ALLOW_DEMO_ACCOUNTS_ON_NETWORK');
    expect(message.trim().split('\n'), message).toHaveLength(1);
  }
  const allowed = { HOST: '0.0.0.0', ALLOW_DEMO_ACCOUNTS_ON_NETWORK: '1' };
  expect(await isReady(await start(dataDir, allowed))).toBe(200);
});

test('in production nothing is seeded, and the first administrator gets a working link in a file', async () => {
  const server = await start(newDataDir(), { NODE_ENV: 'production' });
  const file = /admin"\. [^\n]* is in (\S+) /.exec(server.output())?.[1] ?? '';
  expect(file).toBe(`${server.dataDir}/first-administrator.txt`);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  const token = /reset-password#token=([\w-]+)/.exec(fs.readFileSync(file, 'utf8'))?.[1] ?? '';
  expect(token).toHaveLength(43);
  expect(server.output()).not.toContain(token);
  const password = 'chosen by the first administrator';
  expect((await post(server, '/api/account/reset-password', { token, password })).status).toBe(200);
  const signedIn = await signIn(server, 'admin', password);
  expect(await signedIn.json()).toMatchObject({ role: 'admin', protection: 'protected' });
  expect((await signIn(server, 'manager', password)).status).toBe(401);
  const applicant = { firstName: 'N', lastName: 'N', username: 'n', email: 'n@example.com' };
  const registration = { ...applicant, password, department: 'it' };
  expect((await post(server, '/api/register', registration)).status).toBe(403);
  // A used link leaves no trace.
  await server.kill('SIGTERM');
  const second = await start(server.dataDir, { NODE_ENV: 'production' });
  expect(fs.existsSync(file)).toBe(false);
  expect(second.output()).not.toContain('first administrator');
});

const isRoot = process.getuid?.() === 0;
const uidsOf = (pid: number) =>
  [...(/^Uid:\s+(\d+)\s+(\d+)\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [])]
    .slice(1)
    .map(Number);

test.runIf(isRoot)(
  'started as root it drops its privileges, and still restarts its database',
  async () => {
    const dataDir = await usedDataDir();
    const server = await start(dataDir);
    const owner = fs.statSync(dataDir).uid;
    expect([0, 65_534]).not.toContain(owner);
    // Real, effective and saved: root cannot be regained.
    expect(uidsOf(server.pid)).toEqual([owner, owner, owner]);
    const keys = fs
      .readdirSync(`${dataDir}/keys`)
      .map((name) => fs.statSync(`${dataDir}/keys/${name}`));
    expect(keys.map(({ uid, mode }) => [uid, mode & 0o777])).toEqual(
      keys.map(() => [owner, 0o600]),
    );
    const postmaster = () =>
      Number(fs.readFileSync(`${dataDir}/postgres/cluster/postmaster.pid`, 'utf8').split('\n')[0]);
    const before = postmaster();
    expect(uidsOf(before)[0]).toBe(owner);
    process.kill(before, 'SIGKILL');
    await expect.poll(() => fs.existsSync(`/proc/${before}`)).toBe(false);
    await expect.poll(() => isReady(server)).toBe(200);
  },
);

test.runIf(isRoot)('data files owned by root are taken over', async () => {
  const dataDir = await usedDataDir();
  for (const name of fs.readdirSync(dataDir, { recursive: true, encoding: 'utf8' })) {
    fs.lchownSync(`${dataDir}/${name}`, 0, 0);
  }
  fs.chownSync(dataDir, 0, 0);
  const server = await start(dataDir);
  expect(await isReady(server)).toBe(200);
  expect(uidsOf(server.pid)[0]).toBe(fs.statSync(`${dataDir}/keys`).uid);
  expect(fs.statSync(`${dataDir}/keys`).uid).not.toBe(0);
});
