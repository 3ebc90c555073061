import { afterAll, beforeAll, expect, test } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());

const secret = /hash|salt|token|secret|argon|\$v=19|credential|password(?!ResetEmail)/i;
const allowed = new Set(['mustChangePassword']);

function findSecrets(value: unknown, path = '$'): string[] {
  if (typeof value === 'string') return /\$argon2|[\w-]{43}$/.test(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(secret.test(key) && !allowed.has(key) ? [`${path}.${key}`] : []),
    ...findSecrets(inner, `${path}.${key}`),
  ]);
}

test('no reply and no frame contains a password, a hash, a token or an IP address', async () => {
  const admin = await forecourt.signIn('admin');
  const socket = await admin.socket();
  const newUser = forecourt.client();
  const responses = [
    await admin.raw('GET', '/api/user'),
    await admin.raw('GET', '/api/users?limit=200'),
    await forecourt.client().raw('POST', '/api/login', {
      body: { username: 'gm', password: 'forecourt-demo' },
    }),
    await newUser.raw('POST', '/api/register', {
      body: {
        firstName: 'N',
        lastName: 'N',
        username: 'novice',
        email: 'novice@example.com',
        password: 'a quiet harbor 9',
        department: 'it',
      },
    }),
    await newUser.raw('POST', '/api/account/password', {
      body: { currentPassword: 'a quiet harbor 9', newPassword: 'another quiet harbor' },
    }),
    await newUser.raw('POST', '/api/request-password-reset', { body: { email: 'gm@x.example' } }),
    await newUser.raw('POST', '/api/logout'),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 201, 200, 200, 200]);
  expect(responses.flatMap(({ body }) => findSecrets(body))).toEqual([]);
  expect(responses.some(({ body }) => JSON.stringify(body).includes('127.0.0.1'))).toBe(false);
  await socket.next('user_created');
  expect(findSecrets(socket.frames)).toEqual([]);
  socket.close();
});
