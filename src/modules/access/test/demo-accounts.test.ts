import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { handshake } from '../../../platform/server/realtime/test/testServer.ts';
import { getCurrentUser, login } from '../contract.ts';

let forecourt: TestForecourt;
let local: Client;
beforeAll(async () => {
  forecourt = await startForecourt();
  local = await forecourt.signIn('admin');
});
afterAll(() => forecourt.stop());

const proxies: [string, Record<string, string>][] = [
  ['X-Forwarded-For', { 'x-forwarded-for': '8.8.8.8' }],
  ['an X-Forwarded-For that claims to be local', { 'x-forwarded-for': '127.0.0.1' }],
  ['Forwarded', { forwarded: 'for=8.8.8.8;proto=https' }],
  ['X-Real-IP', { 'x-real-ip': '8.8.8.8' }],
  ['Via', { via: '1.1 balancer' }],
  ['CF-Connecting-IP', { 'cf-connecting-ip': '8.8.8.8' }],
];
const signIn = (username: string, password: string, headers: Record<string, string>) =>
  forecourt.client().raw('POST', '/api/login', { body: { username, password }, headers });

describe('through a proxy that announces itself by', () => {
  test.each(proxies)('%s, the demo password is rejected', async (_name, headers) => {
    const response = await signIn('admin', 'forecourt-demo', headers);
    expect([response.status, response.body.code]).toEqual([403, 'forbidden']);
    expect(response.body.error).toMatch(/^The demo password works only on the computer that runs/);
    expect(response.headers.get('set-cookie')).toBeNull();
    // The same for an unknown name: the error reveals nothing about accounts.
    expect((await signIn('nobody.at.all', 'forecourt-demo', headers)).status).toBe(403);
  });

  test.each(proxies)('%s, a demo session opened here is not accepted', async (_name, headers) => {
    const [user, page, socket] = await Promise.all([
      local.raw('GET', '/api/user', { headers }),
      local.raw('GET', '/api/users', { headers }),
      handshake(forecourt.url, '/ws', { cookie: local.cookie ?? '', ...headers }),
    ]);
    expect([user.status, page.status, socket]).toEqual([401, 401, 401]);
  });
});

test('on this computer the demo password and its sessions work', async () => {
  const client = forecourt.client();
  const body = { username: 'manager', password: 'forecourt-demo' };
  expect((await client.call(login, { body })).status).toBe(200);
  expect((await client.call(getCurrentUser)).status).toBe(200);
  expect(await handshake(forecourt.url, '/ws', { cookie: client.cookie ?? '' })).toBe(101);
});

test('a demo account with another password signs in from anywhere', async () => {
  const client = await forecourt.signIn('employee');
  const newPassword = 'a quiet harbor 9';
  await client.raw('POST', '/api/account/password', {
    body: { currentPassword: 'forecourt-demo', newPassword },
  });
  const headers = { 'x-forwarded-for': '8.8.8.8' };
  expect((await client.raw('GET', '/api/user', { headers })).status).toBe(200);
  expect((await signIn('employee', newPassword, headers)).status).toBe(200);
});

test('ALLOW_DEMO_ACCOUNTS_ON_NETWORK allows the demo password from anywhere', async () => {
  const open = await startForecourt({ env: { ALLOW_DEMO_ACCOUNTS_ON_NETWORK: '1' } });
  const headers = { 'x-forwarded-for': '8.8.8.8' };
  const client = open.client();
  const body = { username: 'admin', password: 'forecourt-demo' };
  expect((await client.raw('POST', '/api/login', { body, headers })).status).toBe(200);
  expect((await client.raw('GET', '/api/user', { headers })).status).toBe(200);
  await open.stop();
});

test.each([
  ['PUBLIC_URL', { PUBLIC_URL: 'https://forecourt.example' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: 'loopback' }],
  ['HOST', { HOST: '0.0.0.0' }],
  ['NODE_ENV', { NODE_ENV: 'production' }],
])(
  'a database with demo accounts is rejected if %s makes the server reachable',
  async (name, env) => {
    await expect(startForecourt({ env })).rejects.toThrow(
      new RegExp(
        `^${name} is [^\\n]*published password[^\\n]*ALLOW_DEMO_ACCOUNTS_ON_NETWORK=1\\.$`,
      ),
    );
  },
);
